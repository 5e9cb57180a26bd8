//! Values in a module under construction, and the operators over them.

use std::ops;
use std::panic::Location;

use super::Builder;
use super::builder::place;
use crate::netlist::{
    Assign, Attribute, BinaryOp, NetlistError, Node, NodeId, SignalId, UnaryOp, Value, WidthMismatch,
};

/// A value of a fixed width in a module under construction. Cloning it copies a reference, not hardware.
#[derive(Clone)]
pub struct Wire {
    builder: Builder,
    node: NodeId,
    width: u32,
}

impl Wire {
    pub(super) fn new(builder: Builder, node: NodeId, width: u32) -> Self {
        Self { builder, node, width }
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The expression in the module's pool.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The module it belongs to.
    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// The signal this wire reads, where it is one and not an expression.
    pub fn signal(&self) -> Option<SignalId> {
        match self.builder.inspect().node(self.node) {
            Node::Signal(signal) => Some(*signal),
            _ => None,
        }
    }

    /// Whether it is a literal zero, so that logic for it can be left out.
    pub fn is_zero(&self) -> bool {
        self.builder.inspect().constant_value(self.node).is_some_and(Value::is_zero)
    }

    /// Gives the value a name in the HDL and in traces.
    pub fn named(&self, name: &str) -> Wire {
        let signal = self.builder.edit(|module| {
            let signal = module.add_signal(name, self.width);
            module.assigns.push(Assign { signal, node: self.node });
            signal
        });
        self.builder.read(signal)
    }

    /// Adds a note for the reader of the HDL to a named signal.
    pub fn comment(self, text: &str) -> Wire {
        self.builder.comment(&self, text);
        self
    }

    /// Asks synthesis to keep a named signal as it is.
    pub fn keep(self) -> Wire {
        self.builder.attribute(&self, Attribute::Keep);
        self
    }

    #[track_caller]
    fn same_module(&self, other: &Wire, what: &str) -> bool {
        let same = self.builder.same_module(&other.builder);
        if !same {
            self.builder.fail(NetlistError::Rule {
                module: self.builder.name(),
                thing: what.into(),
                problem: format!(
                    "an operand belongs to the module `{}`; pass it in through a port",
                    other.builder.name()
                ),
                place: place(Location::caller()),
            });
        }
        same
    }

    #[track_caller]
    fn binary(&self, op: BinaryOp, other: &Wire, what: &str) -> Wire {
        let location = place(Location::caller());
        if !self.same_module(other, what) {
            return self.clone();
        }
        let result = self.builder.edit(|module| module.binary(op, self.node, other.node));
        self.builder.checked(what, self.width, &location, result)
    }

    fn unary(&self, op: UnaryOp) -> Wire {
        let node = self.builder.edit(|module| module.unary(op, self.node));
        self.builder.wire_of(node)
    }

    /// Any bit set: 1 bit.
    pub fn any(&self) -> Wire {
        self.unary(UnaryOp::ReduceOr)
    }

    /// All bits set: 1 bit.
    pub fn all(&self) -> Wire {
        self.unary(UnaryOp::ReduceAnd)
    }

    /// No bit set: 1 bit.
    pub fn none(&self) -> Wire {
        !&self.any()
    }

    /// An odd number of bits set: 1 bit.
    pub fn odd_parity(&self) -> Wire {
        self.unary(UnaryOp::ReduceXor)
    }

    /// Equal: 1 bit; equal widths.
    #[track_caller]
    pub fn eq(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::Equal, other, "eq")
    }

    /// Different: 1 bit; equal widths.
    #[track_caller]
    pub fn ne(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::NotEqual, other, "ne")
    }

    /// Equal to a literal: 1 bit.
    pub fn is(&self, value: u64) -> Wire {
        self.eq(&self.builder.constant(self.width, value))
    }

    /// Less, unsigned: 1 bit; equal widths.
    #[track_caller]
    pub fn lt(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::Less, other, "lt")
    }

    /// Greater, unsigned: 1 bit; equal widths.
    #[track_caller]
    pub fn gt(&self, other: &Wire) -> Wire {
        other.binary(BinaryOp::Less, self, "gt")
    }

    /// Less, two's complement: 1 bit; equal widths.
    #[track_caller]
    pub fn lt_signed(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::LessSigned, other, "lt_signed")
    }

    /// The full unsigned product, as wide as both operands together.
    #[track_caller]
    pub fn times(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::Mul, other, "times")
    }

    /// Shifted towards the most significant bit by a value, zeros in.
    #[track_caller]
    pub fn shift_left(&self, amount: &Wire) -> Wire {
        self.binary(BinaryOp::ShiftLeft, amount, "shift_left")
    }

    /// Shifted towards the least significant bit by a value, zeros in.
    #[track_caller]
    pub fn shift_right(&self, amount: &Wire) -> Wire {
        self.binary(BinaryOp::ShiftRight, amount, "shift_right")
    }

    /// Bit `index`: 1 bit.
    #[track_caller]
    pub fn bit(&self, index: u32) -> Wire {
        self.slice(index, 1)
    }

    /// `width` bits from bit `low` on.
    #[track_caller]
    pub fn slice(&self, low: u32, width: u32) -> Wire {
        let location = place(Location::caller());
        let result = self.builder.edit(|module| module.slice(self.node, low, width));
        self.builder.checked("slice", width.max(1), &location, result)
    }

    /// All bits, least significant first.
    pub fn bits(&self) -> Vec<Wire> {
        (0..self.width).map(|index| self.bit(index)).collect()
    }

    /// Widened to `width` bits with zeros.
    #[track_caller]
    pub fn extend(&self, width: u32) -> Wire {
        match width.checked_sub(self.width) {
            Some(0) => self.clone(),
            Some(more) => concat(&[self.builder.constant(more, 0), self.clone()]),
            None => {
                let result = Err(WidthMismatch { expected: self.width, found: width });
                self.builder.checked("extend", width.max(1), &place(Location::caller()), result)
            }
        }
    }

    /// The value repeated `count` times, at least once.
    pub fn repeat(&self, count: u32) -> Wire {
        concat(&vec![self.clone(); count.max(1) as usize])
    }

    /// This value where the 1-bit `condition` is set, else zero.
    #[track_caller]
    pub fn when(&self, condition: &Wire) -> Wire {
        mux(condition, self, &self.builder.constant(self.width, 0))
    }
}

/// `then` where the 1-bit `select` is set, else `otherwise`; equal widths.
#[track_caller]
pub fn mux(select: &Wire, then: &Wire, otherwise: &Wire) -> Wire {
    let location = place(Location::caller());
    if !select.same_module(then, "mux") || !select.same_module(otherwise, "mux") {
        return then.clone();
    }
    let result = select.builder.edit(|module| module.mux(select.node, then.node, otherwise.node));
    select.builder.checked("mux", then.width, &location, result)
}

/// The values side by side, most significant first.
///
/// # Panics
/// Never for a list with at least one value; an empty list is a mistake in the description and panics at once.
#[track_caller]
pub fn concat(parts: &[Wire]) -> Wire {
    let first = parts.first().expect("concat needs at least one value");
    for part in parts {
        if !first.same_module(part, "concat") {
            return first.clone();
        }
    }
    let nodes: Vec<NodeId> = parts.iter().map(|part| part.node).collect();
    let node = first.builder.edit(|module| module.concat(&nodes));
    first.builder.wire_of(node)
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:expr, $what:literal) => {
        impl ops::$trait<&Wire> for &Wire {
            type Output = Wire;
            #[track_caller]
            fn $method(self, other: &Wire) -> Wire {
                self.binary($op, other, $what)
            }
        }
        impl ops::$trait<Wire> for &Wire {
            type Output = Wire;
            #[track_caller]
            fn $method(self, other: Wire) -> Wire {
                self.binary($op, &other, $what)
            }
        }
        impl ops::$trait<&Wire> for Wire {
            type Output = Wire;
            #[track_caller]
            fn $method(self, other: &Wire) -> Wire {
                self.binary($op, other, $what)
            }
        }
        impl ops::$trait<Wire> for Wire {
            type Output = Wire;
            #[track_caller]
            fn $method(self, other: Wire) -> Wire {
                self.binary($op, &other, $what)
            }
        }
    };
}

operator!(BitAnd, bitand, BinaryOp::And, "and");
operator!(BitOr, bitor, BinaryOp::Or, "or");
operator!(BitXor, bitxor, BinaryOp::Xor, "xor");
operator!(Add, add, BinaryOp::Add, "add");
operator!(Sub, sub, BinaryOp::Sub, "sub");

impl ops::Not for &Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        self.unary(UnaryOp::Not)
    }
}

impl ops::Not for Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        self.unary(UnaryOp::Not)
    }
}
