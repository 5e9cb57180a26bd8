//! Operands of kernel expressions, and the way to bring two of them to one width.

use super::error::LowerProblem;
use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value};

/// The result of a kernel expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number; its use decides its width.
    Number(i128),
    /// An expression of the netlist.
    Bits(Bits),
}

/// An expression of the netlist with what Rust's type says beyond the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The expression.
    pub node: NodeId,
    /// A two's complement number.
    pub signed: bool,
    /// A signed_bit_cast: the kernel does not record to which width, so the place of use must tell.
    pub elastic: bool,
}

impl Bits {
    /// An unsigned expression of fixed width.
    pub fn unsigned(node: NodeId) -> Self {
        Self { node, signed: false, elastic: false }
    }

    /// An expression of fixed width.
    pub fn new(node: NodeId, signed: bool) -> Self {
        Self { node, signed, elastic: false }
    }
}

/// A number as a literal; refused if rust-hdl's conversion would panic.
///
/// # Errors
/// A number the width cannot hold.
pub fn literal(module: &mut Module, number: i128, width: u32, signed: bool) -> Result<NodeId, LowerProblem> {
    let (low, high) = match (signed, width) {
        (_, 127..) => (if signed { i128::MIN } else { 0 }, i128::MAX),
        (false, _) => (0, (1 << width) - 1),
        (true, _) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
    };
    if !(low..=high).contains(&number) {
        return Err(LowerProblem::NumberTooWide { number, width, signed });
    }
    let word = |shift: u32| (number >> shift) as u64;
    let sign = if number < 0 { u64::MAX } else { 0 };
    let words: Vec<u64> =
        [word(0), word(64)].into_iter().chain(std::iter::repeat(sign)).take(words(width)).collect();
    Ok(module.constant(Value::from_words(width, &words)))
}

fn words(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// The expression cut or extended to `width` bits, as `bit_cast` (zeros) and `signed_bit_cast` (the
/// sign) do.
pub fn resize(module: &mut Module, node: NodeId, width: u32, signed: bool) -> Result<NodeId, LowerProblem> {
    let present = module.width(node);
    if width <= present {
        return slice(module, node, 0, width);
    }
    let top = if signed {
        let sign = slice(module, node, present - 1, 1)?;
        vec![sign; (width - present) as usize]
    } else {
        vec![module.constant(Value::zero(width - present))]
    };
    let parts: Vec<NodeId> = top.into_iter().chain([node]).collect();
    Ok(module.concat(&parts))
}

/// Bits `low..low + width`; bits beyond the end are zero.
pub fn slice_padded(module: &mut Module, node: NodeId, low: u32, width: u32) -> Result<NodeId, LowerProblem> {
    let present = module.width(node);
    if low >= present {
        return Ok(module.constant(Value::zero(width)));
    }
    let part = slice(module, node, low, width.min(present - low))?;
    resize(module, part, width, false)
}

/// Bits `low..low + width`, which must exist.
pub fn slice(module: &mut Module, node: NodeId, low: u32, width: u32) -> Result<NodeId, LowerProblem> {
    let present = module.width(node);
    module.slice(node, low, width).map_err(|_| LowerProblem::OutOfRange {
        expression: "slice".into(),
        bit: (u64::from(low) + u64::from(width)).to_string(),
        width: present,
    })
}

/// The expression with bits `low..` replaced.
pub fn replace(module: &mut Module, node: NodeId, low: u32, part: NodeId) -> Result<NodeId, LowerProblem> {
    let (width, part_width) = (module.width(node), module.width(part));
    let mut parts = Vec::new();
    let above = low + part_width;
    if above < width {
        parts.push(slice(module, node, above, width - above)?);
    }
    parts.push(part);
    if low > 0 {
        parts.push(slice(module, node, 0, low)?);
    }
    Ok(module.concat(&parts))
}

/// A shift by a number of places, as wiring.
pub fn shift(module: &mut Module, op: BinaryOp, node: NodeId, places: u32) -> Result<NodeId, LowerProblem> {
    let width = module.width(node);
    if places >= width {
        return Ok(module.constant(Value::zero(width)));
    }
    if places == 0 {
        return Ok(node);
    }
    let zeros = module.constant(Value::zero(places));
    if op == BinaryOp::ShiftLeft {
        let kept = slice(module, node, 0, width - places)?;
        Ok(module.concat(&[kept, zeros]))
    } else {
        let kept = slice(module, node, places, width - places)?;
        Ok(module.concat(&[zeros, kept]))
    }
}

/// The bitwise or; a concatenation if at each bit one side is a literal zero (fields shifted into
/// place).
pub fn or(module: &mut Module, a: NodeId, b: NodeId) -> Result<NodeId, LowerProblem> {
    let width = module.width(a);
    let ends = |module: &Module, node: NodeId| -> Vec<u32> {
        let mut end = 0;
        match module.node(node) {
            Node::Concat(parts) => parts
                .iter()
                .rev()
                .map(|&part| {
                    end += module.width(part);
                    end
                })
                .collect(),
            _ => vec![width],
        }
    };
    let mut cuts = ends(module, a);
    cuts.extend(ends(module, b));
    cuts.sort_unstable();
    cuts.dedup();
    let mut parts = Vec::new();
    let mut low = 0;
    for high in cuts {
        let (x, y) = (slice(module, a, low, high - low)?, slice(module, b, low, high - low)?);
        let zero = |node| module.constant_value(node).is_some_and(Value::is_zero);
        let named = |node| matches!(module.node(node), Node::Constant { name: Some(_), .. });
        match (zero(x) && !named(x), zero(y) && !named(y)) {
            (true, _) => parts.push(y),
            (_, true) => parts.push(x),
            _ => return plain(module, BinaryOp::Or, a, b),
        }
        low = high;
    }
    parts.reverse();
    Ok(module.concat(&parts))
}

/// An operator on operands whose widths have been made equal.
pub fn plain(module: &mut Module, op: BinaryOp, a: NodeId, b: NodeId) -> Result<NodeId, LowerProblem> {
    module.binary(op, a, b).map_err(|mismatch| LowerProblem::Width {
        expression: format!("{op:?}"),
        expected: mismatch.expected,
        found: mismatch.found,
    })
}

/// The multiplexer of two values whose widths have been made equal.
///
/// An `if` inside an `if` often leaves a signal at the same value on two of three ways. Then one
/// multiplexer with a joint condition is enough.
pub fn mux(module: &mut Module, select: NodeId, then: NodeId, other: NodeId) -> Result<NodeId, LowerProblem> {
    if let Node::Mux { select: inner, then: x, otherwise: y } = *module.node(then) {
        if y == other {
            let both = plain(module, BinaryOp::And, select, inner)?;
            return mux(module, both, x, other);
        }
        if x == other {
            let not_inner = module.unary(UnaryOp::Not, inner);
            let both = plain(module, BinaryOp::And, select, not_inner)?;
            return mux(module, both, y, other);
        }
    }
    if let Node::Mux { select: inner, then: x, otherwise: y } = *module.node(other) {
        if x == then {
            let either = plain(module, BinaryOp::Or, select, inner)?;
            return mux(module, either, then, y);
        }
        if y == then {
            let not_select = module.unary(UnaryOp::Not, select);
            let both = plain(module, BinaryOp::And, not_select, inner)?;
            return mux(module, both, x, then);
        }
    }
    if module.width(then) == 1 {
        // The same for the and and or that multiplexers of single bits have become.
        if let Some((op, rest)) = without(module, then, other) {
            let (by, op_by) = guarded(module, op, select, false);
            let term = plain(module, op_by, by, rest)?;
            return plain(module, op, other, term);
        }
        if let Some((op, rest)) = without(module, other, then) {
            let (by, op_by) = guarded(module, op, select, true);
            let term = plain(module, op_by, by, rest)?;
            return plain(module, op, then, term);
        }
    }
    module.mux(select, then, other).map_err(|mismatch| LowerProblem::Width {
        expression: "if".into(),
        expected: mismatch.expected,
        found: mismatch.found,
    })
}

/// The other operand, if `node` is an and or an or with `part`.
fn without(module: &Module, node: NodeId, part: NodeId) -> Option<(BinaryOp, NodeId)> {
    match *module.node(node) {
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if a == part => Some((op, b)),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if b == part => Some((op, a)),
        _ => None,
    }
}

/// The way to make a term of an *and* or an *or* count only if `select` is set, or with `flip` only
/// if it is not set: the condition, and the operator that joins it to the term.
fn guarded(module: &mut Module, op: BinaryOp, select: NodeId, flip: bool) -> (NodeId, BinaryOp) {
    match (op == BinaryOp::And, flip) {
        (true, true) => (select, BinaryOp::Or),
        (true, false) => (module.unary(UnaryOp::Not, select), BinaryOp::Or),
        (false, true) => (module.unary(UnaryOp::Not, select), BinaryOp::And),
        (false, false) => (select, BinaryOp::And),
    }
}
