//! Rewrites the few operators that the two languages cannot express alike: arithmetic on single
//! bits (VHDL's numbers are vectors), shifts whose amount is a single bit, fixed, or wider than a
//! VHDL `natural`, and values computed from constants and parameters alone where GHDL 2.0 refuses
//! to synthesise them.

use std::borrow::Cow;

use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value, WidthMismatch};

/// Amounts of shifts are at most this wide, so that they fit in a VHDL `natural`.
const WIDEST_AMOUNT: u32 = 31;

/// The module as it can be printed: itself where nothing needs a rewrite.
///
/// # Errors
/// A pool whose widths do not follow from its operands.
pub(super) fn lower(module: &Module) -> Result<Cow<'_, Module>, WidthMismatch> {
    let live = module.live_nodes();
    let live_nodes = || module.nodes().filter(|(id, _)| live[id.index()]);
    if !live_nodes().any(|(_, node)| needs_rewrite(module, node)) {
        return Ok(Cow::Borrowed(module));
    }
    let mut lowered = Module::new(module.name.clone(), module.doc.clone());
    lowered.parameters = module.parameters.clone();
    lowered.ports = module.ports.clone();
    lowered.signals = module.signals.clone();
    let mut renamed: Vec<Option<NodeId>> = vec![None; live.len()];
    for (id, node) in live_nodes() {
        let operands: Vec<NodeId> =
            node.operands().iter().filter_map(|operand| renamed[operand.index()]).collect();
        let new = rebuild(&mut lowered, &node.with_operands(&operands))?;
        renamed[id.index()] = Some(new);
    }
    lowered.assigns = module.assigns.clone();
    lowered.registers = module.registers.clone();
    lowered.memories = module.memories.clone();
    lowered.instances = module.instances.clone();
    for root in roots_mut(&mut lowered) {
        if let Some(new) = renamed[root.index()] {
            *root = new;
        }
    }
    Ok(Cow::Owned(lowered))
}

fn needs_rewrite(module: &Module, node: &Node) -> bool {
    let (op, a, b) = match node {
        Node::Unary(op, a) => return *op != UnaryOp::Not && is_fixed(module, *a),
        Node::Binary(op, a, b) => (op, a, b),
        Node::Concat(parts) => return parts.iter().all(|&part| known(module, part).is_some()),
        _ => return false,
    };
    if known(module, *a).is_some() && known(module, *b).is_some() {
        return true;
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Less | BinaryOp::LessSigned => module.width(*a) == 1,
        BinaryOp::Mul => module.width(*a) == 1 || module.width(*b) == 1,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            module.width(*a) == 1
                || module.width(*b) == 1
                || module.width(*b) > WIDEST_AMOUNT
                || known(module, *b).is_some()
        }
        _ => false,
    }
}

/// Made of constants and parameters alone.
fn is_fixed(module: &Module, id: NodeId) -> bool {
    match module.node(id) {
        Node::Constant { .. } | Node::Parameter(_) => true,
        Node::Slice { from, .. } => is_fixed(module, *from),
        Node::Concat(parts) => parts.iter().all(|&part| is_fixed(module, part)),
        _ => false,
    }
}

/// The value of an expression made of constants alone, named or not.
fn known(module: &Module, id: NodeId) -> Option<Value> {
    match module.node(id) {
        Node::Constant { value, .. } => Some(value.clone()),
        Node::Slice { from, low, width } => known(module, *from).map(|value| value.slice(*low, *width)),
        Node::Concat(parts) => {
            let values: Option<Vec<Value>> = parts.iter().rev().map(|&part| known(module, part)).collect();
            values.map(|values| Value::from_bits(values.iter().flat_map(Value::bits)))
        }
        _ => None,
    }
}

fn rebuild(m: &mut Module, node: &Node) -> Result<NodeId, WidthMismatch> {
    Ok(match node {
        Node::Constant { value, name: None } => m.constant(value.clone()),
        Node::Constant { value, name: Some(name) } => m.named_constant(name.clone(), value.clone()),
        Node::Parameter(id) => m.parameter(*id),
        Node::Signal(id) => m.read(*id),
        Node::Unary(op, a) if needs_rewrite(m, node) => reduce(m, *op, *a)?,
        Node::Unary(op, a) => m.unary(*op, *a),
        Node::Binary(op, a, b) if needs_rewrite(m, node) => rewrite(m, *op, *a, *b)?,
        Node::Binary(op, a, b) => m.binary(*op, *a, *b)?,
        Node::Mux { select, then, otherwise } => m.mux(*select, *then, *otherwise)?,
        Node::Slice { from, low, width } => m.slice(*from, *low, *width)?,
        Node::Concat(parts) => {
            let whole = m.concat(parts);
            match known(m, whole) {
                Some(value) => m.constant(value),
                None => whole,
            }
        }
    })
}

fn rewrite(m: &mut Module, op: BinaryOp, a: NodeId, b: NodeId) -> Result<NodeId, WidthMismatch> {
    if let (Some(x), Some(y)) = (known(m, a), known(m, b)) {
        let (x, y) = (m.constant(x), m.constant(y));
        return m.binary(op, x, y);
    }
    match op {
        BinaryOp::Less => {
            let not_a = m.unary(UnaryOp::Not, a);
            m.binary(BinaryOp::And, not_a, b)
        }
        BinaryOp::LessSigned => {
            let not_b = m.unary(UnaryOp::Not, b);
            m.binary(BinaryOp::And, a, not_b)
        }
        BinaryOp::Mul => {
            let (bit, other) = if m.width(a) == 1 { (a, b) } else { (b, a) };
            let width = m.width(other);
            let zero = m.constant(Value::zero(width));
            let product = m.mux(bit, other, zero)?;
            let top = m.constant(Value::zero(1));
            Ok(m.concat(&[top, product]))
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => shift(m, op, a, b),
        // Sum and difference of two bits without carry.
        _ => m.binary(BinaryOp::Xor, a, b),
    }
}

/// The reduction of something fixed, by comparison.
fn reduce(m: &mut Module, op: UnaryOp, a: NodeId) -> Result<NodeId, WidthMismatch> {
    let width = m.width(a);
    if let Some(value) = known(m, a) {
        let literal = m.constant(value);
        return Ok(m.unary(op, literal));
    }
    match op {
        UnaryOp::ReduceAnd => {
            let ones = m.constant(Value::ones(width));
            m.binary(BinaryOp::Equal, a, ones)
        }
        UnaryOp::ReduceOr => {
            let zero = m.constant(Value::zero(width));
            m.binary(BinaryOp::NotEqual, a, zero)
        }
        _ => {
            let mut parity = m.slice(a, 0, 1)?;
            for bit in 1..width {
                let next = m.slice(a, bit, 1)?;
                parity = m.binary(BinaryOp::Xor, parity, next)?;
            }
            Ok(parity)
        }
    }
}

fn shift(m: &mut Module, op: BinaryOp, a: NodeId, amount: NodeId) -> Result<NodeId, WidthMismatch> {
    let width = m.width(a);
    if let Some(value) = known(m, amount) {
        let far = value.words().iter().skip(1).any(|&word| word != 0) || value.low_word() >= u64::from(width);
        let by = value.low_word() as u32;
        return if far { Ok(m.constant(Value::zero(width))) } else { shift_by(m, op, a, by) };
    }
    let amount_width = m.width(amount);
    if width == 1 {
        let any = m.unary(UnaryOp::ReduceOr, amount);
        let none = m.unary(UnaryOp::Not, any);
        return m.binary(BinaryOp::And, a, none);
    }
    if amount_width == 1 {
        let shifted = shift_by(m, op, a, 1)?;
        return m.mux(amount, shifted, a);
    }
    let high = m.slice(amount, WIDEST_AMOUNT, amount_width - WIDEST_AMOUNT)?;
    let far = m.unary(UnaryOp::ReduceOr, high);
    let low = m.slice(amount, 0, WIDEST_AMOUNT)?;
    let near = m.binary(op, a, low)?;
    let zero = m.constant(Value::zero(width));
    m.mux(far, zero, near)
}

/// A shift by a fixed number of bits, below the width, as wiring.
fn shift_by(m: &mut Module, op: BinaryOp, a: NodeId, by: u32) -> Result<NodeId, WidthMismatch> {
    if by == 0 {
        return Ok(a);
    }
    let kept = m.width(a) - by;
    let zeros = m.constant(Value::zero(by));
    Ok(if op == BinaryOp::ShiftLeft {
        let low = m.slice(a, 0, kept)?;
        m.concat(&[low, zeros])
    } else {
        let high = m.slice(a, by, kept)?;
        m.concat(&[zeros, high])
    })
}

fn roots_mut(m: &mut Module) -> Vec<&mut NodeId> {
    let mut roots: Vec<&mut NodeId> = m.assigns.iter_mut().map(|assign| &mut assign.node).collect();
    for register in &mut m.registers {
        roots.push(&mut register.next);
        roots.extend(&mut register.enable);
        roots.extend(register.reset.as_mut().map(|reset| &mut reset.when));
    }
    for memory in &mut m.memories {
        for write in &mut memory.writes {
            roots.extend([&mut write.enable, &mut write.address, &mut write.data]);
        }
        for read in &mut memory.reads {
            roots.push(&mut read.address);
            roots.extend(read.clock.as_mut().and_then(|clock| clock.enable.as_mut()));
        }
    }
    for instance in &mut m.instances {
        roots.extend(instance.inputs.iter_mut().map(|(_, node)| node));
    }
    roots
}
