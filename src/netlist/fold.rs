//! Building expressions: width rules, constant folding and hash-consing.
//!
//! Folding is small on purpose. It removes the leftovers that generators produce by the dozen (a
//! mux on a constant, an AND with zero, a slice of a concatenation), so that the emitted text reads
//! as if written by hand. After it, a slice is only ever of a signal, a parameter, a named constant
//! or an arithmetic result.

use super::{BinaryOp, Module, Node, NodeId, ParameterId, SignalId, UnaryOp, Value};

/// The reason why an expression cannot be built: the widths on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidthMismatch {
    /// The width the operator needs.
    pub expected: u32,
    /// The width it was given.
    pub found: u32,
}

impl Module {
    fn intern(&mut self, node: Node, width: u32) -> NodeId {
        if let Some(&id) = self.interned.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.interned.insert(node.clone(), id);
        self.nodes.push(node);
        self.widths.push(width);
        id
    }

    /// A literal.
    pub fn constant(&mut self, value: Value) -> NodeId {
        let width = value.width();
        self.intern(Node::Constant { value, name: None }, width)
    }

    /// A literal with a name of its own. It is never folded away, and becomes a parameter if
    /// modules that differ only in such constants are shared.
    pub fn named_constant(&mut self, name: impl Into<String>, value: Value) -> NodeId {
        let width = value.width();
        self.intern(Node::Constant { value, name: Some(name.into()) }, width)
    }

    /// The value of a parameter.
    pub fn parameter(&mut self, id: ParameterId) -> NodeId {
        let width = self.parameters[id.index()].default.width();
        self.intern(Node::Parameter(id), width)
    }

    /// The present value of a signal.
    pub fn read(&mut self, id: SignalId) -> NodeId {
        let width = self.signal(id).width;
        self.intern(Node::Signal(id), width)
    }

    /// The value of an unnamed literal: what folding may look into.
    fn literal(&self, id: NodeId) -> Option<&Value> {
        match self.node(id) {
            Node::Constant { value, name: None } => Some(value),
            _ => None,
        }
    }

    fn require(&self, expected: u32, id: NodeId) -> Result<(), WidthMismatch> {
        let found = self.width(id);
        if expected == found { Ok(()) } else { Err(WidthMismatch { expected, found }) }
    }

    /// An operator with one operand.
    pub fn unary(&mut self, op: UnaryOp, a: NodeId) -> NodeId {
        let width = self.width(a);
        if let Some(value) = self.literal(a) {
            let folded = match op {
                UnaryOp::Not => Value::from_bits(value.bits().map(|bit| !bit)),
                UnaryOp::ReduceAnd => Value::new(1, u64::from(value.bits().all(|bit| bit))),
                UnaryOp::ReduceOr => Value::new(1, u64::from(!value.is_zero())),
                UnaryOp::ReduceXor => Value::new(1, value.bits().filter(|&bit| bit).count() as u64 & 1),
            };
            return self.constant(folded);
        }
        match (op, self.node(a).clone()) {
            (UnaryOp::Not, Node::Unary(UnaryOp::Not, inner)) => return inner,
            (UnaryOp::ReduceAnd | UnaryOp::ReduceOr | UnaryOp::ReduceXor, _) if width == 1 => return a,
            (UnaryOp::Not, Node::Binary(BinaryOp::Equal, x, y)) => {
                return self.intern(Node::Binary(BinaryOp::NotEqual, x, y), 1);
            }
            (UnaryOp::Not, Node::Binary(BinaryOp::NotEqual, x, y)) => {
                return self.intern(Node::Binary(BinaryOp::Equal, x, y), 1);
            }
            _ => {}
        }
        self.intern(Node::Unary(op, a), if op == UnaryOp::Not { width } else { 1 })
    }

    /// An operator with two operands.
    ///
    /// # Errors
    /// Unequal widths where the operator needs equal ones.
    pub fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> Result<NodeId, WidthMismatch> {
        let (width_a, width_b) = (self.width(a), self.width(b));
        let width = match op {
            BinaryOp::Mul => width_a + width_b,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => width_a,
            _ => {
                self.require(width_a, b)?;
                match op {
                    BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessSigned => 1,
                    _ => width_a,
                }
            }
        };
        if let Some(folded) = self.fold_binary(op, a, b, width) {
            return Ok(folded);
        }
        Ok(self.intern(Node::Binary(op, a, b), width))
    }

    fn fold_binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId, width: u32) -> Option<NodeId> {
        if let (Some(x), Some(y)) = (self.literal(a), self.literal(b)) {
            let value = evaluate(op, x, y, width);
            return Some(self.constant(value));
        }
        let zero = |module: &Self, id| module.literal(id).is_some_and(Value::is_zero);
        let ones = |module: &Self, id| module.literal(id).is_some_and(|v| v.bits().all(|bit| bit));
        match op {
            BinaryOp::And if zero(self, a) || ones(self, b) || a == b => Some(a),
            BinaryOp::And if zero(self, b) || ones(self, a) => Some(b),
            BinaryOp::Or if ones(self, a) || zero(self, b) || a == b => Some(a),
            BinaryOp::Or if ones(self, b) || zero(self, a) => Some(b),
            BinaryOp::Xor | BinaryOp::Add if zero(self, a) => Some(b),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub | BinaryOp::ShiftLeft | BinaryOp::ShiftRight
                if zero(self, b) =>
            {
                Some(a)
            }
            // Nothing is less than zero or greater than all ones; tools warn of the comparison.
            BinaryOp::Less if zero(self, b) || ones(self, a) => Some(self.constant(Value::zero(1))),
            BinaryOp::Xor if ones(self, b) => Some(self.unary(UnaryOp::Not, a)),
            BinaryOp::Equal | BinaryOp::NotEqual if self.width(a) == 1 => {
                // A comparison with a 1-bit literal is the bit or its complement.
                let (bit, value) = match (self.literal(a), self.literal(b)) {
                    (Some(value), None) => (b, !value.is_zero()),
                    (None, Some(value)) => (a, !value.is_zero()),
                    _ => return None,
                };
                let same = value == (op == BinaryOp::Equal);
                Some(if same { bit } else { self.unary(UnaryOp::Not, bit) })
            }
            _ => None,
        }
    }

    /// `then` where `select` is set, else `otherwise`.
    ///
    /// # Errors
    /// A select that is not 1 bit wide, or unequal widths of the two values.
    pub fn mux(&mut self, select: NodeId, then: NodeId, otherwise: NodeId) -> Result<NodeId, WidthMismatch> {
        self.require(1, select)?;
        let width = self.width(then);
        self.require(width, otherwise)?;
        if then == otherwise {
            return Ok(then);
        }
        if let Some(value) = self.literal(select) {
            return Ok(if value.is_zero() { otherwise } else { then });
        }
        if let Node::Unary(UnaryOp::Not, inner) = *self.node(select) {
            return self.mux(inner, otherwise, then);
        }
        if width == 1 {
            let bit = |module: &Self, id| module.literal(id).map(|value| !value.is_zero());
            match (bit(self, then), bit(self, otherwise)) {
                (Some(true), Some(false)) => return Ok(select),
                (Some(false), Some(true)) => return Ok(self.unary(UnaryOp::Not, select)),
                (Some(true), None) => return self.binary(BinaryOp::Or, select, otherwise),
                (None, Some(false)) => return self.binary(BinaryOp::And, select, then),
                (Some(false), None) => {
                    let not = self.unary(UnaryOp::Not, select);
                    return self.binary(BinaryOp::And, not, otherwise);
                }
                (None, Some(true)) => {
                    let not = self.unary(UnaryOp::Not, select);
                    return self.binary(BinaryOp::Or, not, then);
                }
                _ => {}
            }
        }
        Ok(self.intern(Node::Mux { select, then, otherwise }, width))
    }

    /// The `width` bits of `from` from bit `low` on.
    ///
    /// # Errors
    /// A slice of no bits, or one that reaches beyond the operand: `expected` is then the width
    /// `from` would need.
    pub fn slice(&mut self, from: NodeId, low: u32, width: u32) -> Result<NodeId, WidthMismatch> {
        let available = self.width(from);
        if width == 0 || low.checked_add(width).is_none_or(|end| end > available) {
            return Err(WidthMismatch { expected: low.saturating_add(width.max(1)), found: available });
        }
        if width == available {
            return Ok(from);
        }
        // Remembered: a shared operand is sliced once, however many ways lead to it.
        if let Some(&known) = self.sliced.get(&(from, low, width)) {
            return Ok(known);
        }
        let sliced = self.slice_part(from, low, width)?;
        self.sliced.insert((from, low, width), sliced);
        Ok(sliced)
    }

    fn slice_part(&mut self, from: NodeId, low: u32, width: u32) -> Result<NodeId, WidthMismatch> {
        match self.node(from).clone() {
            Node::Constant { value, name: None } => Ok(self.constant(value.slice(low, width))),
            Node::Slice { from: inner, low: below, .. } => self.slice(inner, below + low, width),
            Node::Unary(UnaryOp::Not, inner) => {
                let inner = self.slice(inner, low, width)?;
                Ok(self.unary(UnaryOp::Not, inner))
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                let (a, b) = (self.slice(a, low, width)?, self.slice(b, low, width)?);
                self.binary(op, a, b)
            }
            Node::Mux { select, then, otherwise } => {
                let (then, otherwise) = (self.slice(then, low, width)?, self.slice(otherwise, low, width)?);
                self.mux(select, then, otherwise)
            }
            Node::Concat(parts) => {
                let mut picked = Vec::new();
                let mut offset = 0;
                for part in parts.iter().rev() {
                    let part_width = self.width(*part);
                    let first = low.max(offset);
                    let last = (low + width).min(offset + part_width);
                    if first < last {
                        picked.push(self.slice(*part, first - offset, last - first)?);
                    }
                    offset += part_width;
                }
                picked.reverse();
                Ok(self.concat(&picked))
            }
            _ => Ok(self.intern(Node::Slice { from, low, width }, width)),
        }
    }

    /// The operands side by side, most significant first; there has to be at least one.
    pub fn concat(&mut self, parts: &[NodeId]) -> NodeId {
        // Flatten, then join neighbours that are literals or adjacent slices of one operand.
        let mut flat: Vec<NodeId> = Vec::new();
        for &part in parts {
            match self.node(part).clone() {
                Node::Concat(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        let mut joined: Vec<NodeId> = Vec::new();
        for part in flat {
            let merged = joined.last().and_then(|&high| self.join(high, part));
            match merged {
                Some(both) => {
                    joined.pop();
                    joined.push(both);
                }
                None => joined.push(part),
            }
        }
        match joined.as_slice() {
            [] => self.constant(Value::zero(1)),
            [one] => *one,
            many => {
                let width = many.iter().map(|&part| self.width(part)).sum();
                self.intern(Node::Concat(many.to_vec()), width)
            }
        }
    }

    fn join(&mut self, high: NodeId, low: NodeId) -> Option<NodeId> {
        if let (Some(x), Some(y)) = (self.literal(high), self.literal(low)) {
            let value = Value::from_bits(y.bits().chain(x.bits()));
            return Some(self.constant(value));
        }
        match (self.node(high).clone(), self.node(low).clone()) {
            (
                Node::Slice { from: a, low: low_a, width: width_a },
                Node::Slice { from: b, low: low_b, width: width_b },
            ) if a == b && low_b + width_b == low_a => self.slice(a, low_b, width_a + width_b).ok(),
            _ => None,
        }
    }
}

/// The product of two numbers, word by word.
fn product(x: &Value, y: &Value, width: u32) -> Value {
    let mut words = vec![0u64; x.words().len() + y.words().len()];
    for (i, &a) in x.words().iter().enumerate() {
        let mut carry = 0;
        for (j, &b) in y.words().iter().enumerate() {
            let sum = u128::from(a) * u128::from(b) + u128::from(words[i + j]) + u128::from(carry);
            (words[i + j], carry) = (sum as u64, (sum >> 64) as u64);
        }
        words[i + y.words().len()] = carry;
    }
    Value::from_words(width, &words)
}

/// The result of an operator on literals.
fn evaluate(op: BinaryOp, x: &Value, y: &Value, width: u32) -> Value {
    let bitwise = |f: fn(bool, bool) -> bool| Value::from_bits(x.bits().zip(y.bits()).map(|(a, b)| f(a, b)));
    let truth = |bit: bool| Value::new(1, u64::from(bit));
    let add = |carry: bool, flip: bool| {
        let mut carry = carry;
        Value::from_bits(x.bits().zip(y.bits()).map(|(a, b)| {
            let b = b ^ flip;
            let sum = a ^ b ^ carry;
            carry = a & b | carry & (a ^ b);
            sum
        }))
    };
    let less = |signed: bool| {
        let top = x.width() - 1;
        let key = |v: &Value, i: u32| v.bit(i) ^ (signed && i == top);
        (0..=top).rev().map(|i| (key(x, i), key(y, i))).find(|(a, b)| a != b).is_some_and(|(_, b)| b)
    };
    match op {
        BinaryOp::And => bitwise(|a, b| a & b),
        BinaryOp::Or => bitwise(|a, b| a | b),
        BinaryOp::Xor => bitwise(|a, b| a ^ b),
        BinaryOp::Add => add(false, false),
        BinaryOp::Sub => add(true, true),
        BinaryOp::Mul => product(x, y, width),
        BinaryOp::Equal => truth(x == y),
        BinaryOp::NotEqual => truth(x != y),
        BinaryOp::Less => truth(less(false)),
        BinaryOp::LessSigned => truth(less(true)),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            let far = y.words().iter().skip(1).any(|&word| word != 0) || y.low_word() >= u64::from(width);
            let by = if far { width } else { y.low_word() as u32 };
            let shift = |i: u32| match op {
                BinaryOp::ShiftLeft => i >= by && x.bit(i - by),
                _ => x.bit(i.saturating_add(by)),
            };
            Value::from_bits((0..width).map(shift))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module_with(widths: &[u32]) -> (Module, Vec<NodeId>) {
        let mut module = Module::new("m", "");
        let nodes = widths
            .iter()
            .enumerate()
            .map(|(i, &width)| {
                let signal = module.add_signal(format!("s{i}"), width);
                module.read(signal)
            })
            .collect();
        (module, nodes)
    }

    #[test]
    fn equal_expressions_are_one_node() {
        let (mut m, n) = module_with(&[4, 4]);
        let a = m.binary(BinaryOp::And, n[0], n[1]).unwrap();
        let b = m.binary(BinaryOp::And, n[0], n[1]).unwrap();
        assert_eq!(a, b);
    }

    #[test]
    fn slices_reach_through_structure() {
        let (mut m, n) = module_with(&[4, 4]);
        let joined = m.concat(&[n[0], n[1]]);
        assert_eq!(m.slice(joined, 4, 4), Ok(n[0]));
        let low = m.slice(n[0], 0, 2).unwrap();
        let high = m.slice(n[0], 2, 2).unwrap();
        assert_eq!(m.concat(&[high, low]), n[0]);
        let sum = m.binary(BinaryOp::And, n[0], n[1]).unwrap();
        let bit = m.slice(sum, 1, 1).unwrap();
        assert!(matches!(m.node(bit), Node::Binary(BinaryOp::And, ..)));
    }

    #[test]
    fn a_slice_of_much_shared_logic_is_quick() {
        let (mut m, n) = module_with(&[8, 8]);
        let (mut a, mut b) = (n[0], n[1]);
        for _ in 0..60 {
            let sum = m.binary(BinaryOp::Xor, a, b).unwrap();
            b = m.binary(BinaryOp::And, a, sum).unwrap();
            a = sum;
        }
        let bit = m.slice(b, 3, 1).unwrap();
        assert!(matches!(m.node(bit), Node::Binary(BinaryOp::And, ..)));
    }

    #[test]
    fn widths_are_checked() {
        let (mut m, n) = module_with(&[4, 3]);
        assert_eq!(m.binary(BinaryOp::Add, n[0], n[1]), Err(WidthMismatch { expected: 4, found: 3 }));
        assert_eq!(m.mux(n[0], n[1], n[1]), Err(WidthMismatch { expected: 1, found: 4 }));
        assert_eq!(m.slice(n[1], 2, 2), Err(WidthMismatch { expected: 4, found: 3 }));
    }

    #[test]
    fn wide_products_fold() {
        let mut m = Module::new("m", "");
        // (2^70 - 1)^2 = 2^140 - 2^71 + 1
        let a = m.constant(Value::ones(70));
        let node = m.binary(BinaryOp::Mul, a, a).unwrap();
        let bits = (0..140).map(|bit| bit == 0 || bit > 70);
        assert_eq!(m.constant_value(node), Some(&Value::from_bits(bits)));
    }

    #[test]
    fn comparisons_that_never_hold_fold() {
        let (mut m, n) = module_with(&[4]);
        let (zero, ones) = (m.constant(Value::zero(4)), m.constant(Value::ones(4)));
        for (a, b) in [(n[0], zero), (ones, n[0])] {
            let node = m.binary(BinaryOp::Less, a, b).unwrap();
            assert_eq!(m.constant_value(node), Some(&Value::zero(1)));
        }
    }

    #[test]
    fn literals_fold_as_numbers_do() {
        let mut m = Module::new("m", "");
        for x in 0..16u64 {
            for y in 0..16u64 {
                let (a, b) = (m.constant(Value::new(4, x)), m.constant(Value::new(4, y)));
                let signed = |v: u64| (v as i64) << 60 >> 60;
                for (op, expected) in [
                    (BinaryOp::Add, Value::new(4, x + y)),
                    (BinaryOp::Sub, Value::new(4, x.wrapping_sub(y))),
                    (BinaryOp::Mul, Value::new(8, x * y)),
                    (BinaryOp::Less, Value::new(1, u64::from(x < y))),
                    (BinaryOp::LessSigned, Value::new(1, u64::from(signed(x) < signed(y)))),
                    (BinaryOp::ShiftLeft, Value::new(4, x << y)),
                    (BinaryOp::ShiftRight, Value::new(4, x >> y)),
                    (BinaryOp::NotEqual, Value::new(1, u64::from(x != y))),
                ] {
                    let node = m.binary(op, a, b).unwrap();
                    assert_eq!(m.constant_value(node), Some(&expected), "{op:?} {x} {y}");
                }
            }
        }
    }
}
