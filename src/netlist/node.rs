//! Expressions: a pool of nodes in a module, each with a width and hash-consed, so that equal is
//! identical.

use super::{ParameterId, SignalId, Value};

/// An expression of a module's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The place in the module's pool. Operands always stand before the nodes that use them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// Bitwise complement, as wide as the operand.
    Not,
    /// Whether all bits are set; 1 bit.
    ReduceAnd,
    /// Whether any bit is set; 1 bit.
    ReduceOr,
    /// Parity; 1 bit.
    ReduceXor,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// Bitwise and of equal widths.
    And,
    /// Bitwise or of equal widths.
    Or,
    /// Bitwise exclusive or of equal widths.
    Xor,
    /// Sum of equal widths, without the carry.
    Add,
    /// Difference of equal widths, without the borrow.
    Sub,
    /// Full unsigned product: as wide as both operands together.
    Mul,
    /// Equality of equal widths; 1 bit.
    Equal,
    /// Inequality of equal widths; 1 bit.
    NotEqual,
    /// Unsigned less-than of equal widths; 1 bit.
    Less,
    /// Two's complement less-than of equal widths; 1 bit.
    LessSigned,
    /// Shift towards the most significant bit, with zeros shifted in. It is as wide as the left
    /// operand; the amount has any width.
    ShiftLeft,
    /// Shift towards the least significant bit, with zeros shifted in. It is as wide as the left
    /// operand; the amount has any width.
    ShiftRight,
}

/// One expression. Widths follow from the operands, and stand in the pool beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A literal. A name keeps it from being folded away. It becomes a local constant, or a
    /// parameter if modules that differ in nothing else are shared.
    Constant {
        /// The bits.
        value: Value,
        /// The meaning of the constant, if it has a name of its own.
        name: Option<String>,
    },
    /// The value of a parameter (generic) of the module.
    Parameter(ParameterId),
    /// The present value of a named signal.
    Signal(SignalId),
    /// One operand.
    Unary(UnaryOp, NodeId),
    /// Two operands, left then right.
    Binary(BinaryOp, NodeId, NodeId),
    /// The value `then` if the 1-bit `select` is set, otherwise `otherwise`; both have equal
    /// widths.
    Mux {
        /// The condition, 1 bit.
        select: NodeId,
        /// The value where it holds.
        then: NodeId,
        /// The value where it does not.
        otherwise: NodeId,
    },
    /// `width` bits of `from`, bit `low` first.
    Slice {
        /// The operand.
        from: NodeId,
        /// Its bit that becomes bit 0.
        low: u32,
        /// The number of bits, at least 1.
        width: u32,
    },
    /// The operands side by side, most significant first.
    Concat(Vec<NodeId>),
}

impl Node {
    /// The nodes this one reads, in order.
    pub fn operands(&self) -> Vec<NodeId> {
        match self {
            Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) => Vec::new(),
            Node::Unary(_, a) | Node::Slice { from: a, .. } => vec![*a],
            Node::Binary(_, a, b) => vec![*a, *b],
            Node::Mux { select, then, otherwise } => vec![*select, *then, *otherwise],
            Node::Concat(parts) => parts.clone(),
        }
    }

    /// The same node over other operands, in the order of [`Node::operands`]. If there are too few,
    /// the rest stay as they are.
    pub fn with_operands(&self, operands: &[NodeId]) -> Node {
        let mut node = self.clone();
        let mut next = operands.iter().copied();
        let mut put = |slot: &mut NodeId| {
            if let Some(operand) = next.next() {
                *slot = operand;
            }
        };
        match &mut node {
            Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) => {}
            Node::Unary(_, a) | Node::Slice { from: a, .. } => put(a),
            Node::Binary(_, a, b) => {
                put(a);
                put(b);
            }
            Node::Mux { select, then, otherwise } => {
                put(select);
                put(then);
                put(otherwise);
            }
            Node::Concat(parts) => parts.iter_mut().for_each(put),
        }
        node
    }
}
