//! Values in a module under construction, and the operators over them.

use std::ops;

use super::Builder;
use crate::netlist::{
    Assign, Attribute, BinaryOp, Declared, MAX_WIDTH, NetlistError, Node, NodeId, SignalId, UnaryOp, Value,
};

/// A value of a fixed width in a module under construction. Cloning it copies a reference, not
/// hardware.
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

    /// Whether the wire is a literal zero, so that logic for it can be left out.
    pub fn is_zero(&self) -> bool {
        self.builder.inspect().constant_value(self.node).is_some_and(Value::is_zero)
    }

    /// Gives the value a name in the HDL and in traces.
    #[track_caller]
    pub fn named(&self, name: &str) -> Wire {
        self.named_at(name, Declared::here())
    }

    pub(super) fn named_at(&self, name: &str, place: Declared) -> Wire {
        let signal = self.builder.add_signal(name, self.width, place);
        self.builder.edit(|module| module.assigns.push(Assign { signal, node: self.node }));
        self.builder.read(signal)
    }

    /// Adds a note for the reader of the HDL to a named signal.
    pub fn comment(self, text: &str) -> Wire {
        self.builder.comment(&self, text);
        self
    }

    /// Asks synthesis to keep a named signal as it is.
    #[track_caller]
    pub fn keep(self) -> Wire {
        self.builder.attribute(&self, Attribute::Keep);
        self
    }

    fn same_module(&self, other: &Wire, what: &str, place: Declared) -> bool {
        self.builder.own(what, other, place);
        self.builder.same_module(&other.builder)
    }

    #[track_caller]
    fn binary(&self, op: BinaryOp, other: &Wire, what: &str) -> Wire {
        self.binary_at(op, other, what, Declared::here())
    }

    fn binary_at(&self, op: BinaryOp, other: &Wire, what: &str, place: Declared) -> Wire {
        if !self.same_module(other, what, place) {
            return self.clone();
        }
        let result = self.builder.edit(|module| module.binary(op, self.node, other.node));
        self.builder.checked(what, self.width, place, result)
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

    /// Equal: 1 bit, from equal widths.
    #[track_caller]
    pub fn eq(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::Equal, other, "eq")
    }

    /// Different: 1 bit, from equal widths.
    #[track_caller]
    pub fn ne(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::NotEqual, other, "ne")
    }

    /// Equal to a literal: 1 bit.
    #[track_caller]
    pub fn is(&self, value: u64) -> Wire {
        let place = Declared::here();
        let value = self.builder.constant_at("is", self.width, value, place);
        self.binary_at(BinaryOp::Equal, &value, "is", place)
    }

    /// Less, unsigned: 1 bit, from equal widths.
    #[track_caller]
    pub fn lt(&self, other: &Wire) -> Wire {
        self.binary(BinaryOp::Less, other, "lt")
    }

    /// Greater, unsigned: 1 bit, from equal widths.
    #[track_caller]
    pub fn gt(&self, other: &Wire) -> Wire {
        other.binary(BinaryOp::Less, self, "gt")
    }

    /// Less, two's complement: 1 bit, from equal widths.
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
        self.slice_at(low, width, Declared::here())
    }

    pub(super) fn slice_at(&self, low: u32, width: u32, place: Declared) -> Wire {
        match self.builder.edit(|module| module.slice(self.node, low, width)) {
            Ok(node) => self.builder.wire_of(node),
            Err(_) => {
                self.out_of_range(low, width, place);
                self.builder.value(Value::zero(width.min(MAX_WIDTH)))
            }
        }
    }

    fn out_of_range(&self, low: u32, width: u32, place: Declared) {
        let b = &self.builder;
        let thing = self.signal().map_or("slice".into(), |signal| b.signal_name(signal));
        if width == 0 {
            return b.rule(&thing, "a slice of no bits; take at least one", place);
        }
        b.fail(NetlistError::OutOfRange {
            module: b.name(),
            thing,
            low,
            high: low.saturating_add(width - 1),
            available: self.width,
            place: b.place(place).to_string(),
        });
    }

    /// All bits, least significant first.
    pub fn bits(&self) -> Vec<Wire> {
        (0..self.width).map(|index| self.bit(index)).collect()
    }

    /// Widened to `width` bits with zeros.
    #[track_caller]
    pub fn extend(&self, width: u32) -> Wire {
        let place = Declared::here();
        match width.checked_sub(self.width) {
            Some(0) => self.clone(),
            Some(more) => {
                concat_at(&[self.builder.constant_at("extend", more, 0, place), self.clone()], place)
            }
            None => {
                let problem = format!("{} bits cannot be widened to {width}; take a slice", self.width);
                self.builder.rule("extend", problem, place);
                self.builder.value(Value::zero(width))
            }
        }
    }

    /// The value repeated `count` times, at least once.
    #[track_caller]
    pub fn repeat(&self, count: u32) -> Wire {
        let (place, most) = (Declared::here(), MAX_WIDTH / self.width);
        if count > most {
            let problem = format!("{} bits cannot be repeated {count} times; {most} at most", self.width);
            self.builder.rule("repeat", problem, place);
        }
        concat_at(&vec![self.clone(); count.clamp(1, most) as usize], place)
    }

    /// This value where the 1-bit `condition` is set, else zero.
    #[track_caller]
    pub fn when(&self, condition: &Wire) -> Wire {
        mux(condition, self, &self.builder.constant(self.width, 0))
    }
}

/// The value `then` if the 1-bit `select` is set, otherwise `otherwise`; both have equal widths.
#[track_caller]
pub fn mux(select: &Wire, then: &Wire, otherwise: &Wire) -> Wire {
    mux_at(select, then, otherwise, Declared::here())
}

pub(super) fn mux_at(select: &Wire, then: &Wire, otherwise: &Wire, place: Declared) -> Wire {
    if !select.same_module(then, "mux", place) || !select.same_module(otherwise, "mux", place) {
        return then.clone();
    }
    let result = select.builder.edit(|module| module.mux(select.node, then.node, otherwise.node));
    select.builder.checked("mux", then.width, place, result)
}

/// The values side by side, most significant first.
///
/// # Panics
/// Never for a list with at least one value; an empty list is a mistake in the description and
/// panics at once.
#[track_caller]
pub fn concat(parts: &[Wire]) -> Wire {
    assert!(!parts.is_empty(), "concat needs at least one value");
    concat_at(parts, Declared::here())
}

fn concat_at(parts: &[Wire], place: Declared) -> Wire {
    let first = &parts[0];
    for part in parts {
        if !first.same_module(part, "concat", place) {
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
