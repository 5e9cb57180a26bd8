//! Expressions in VHDL-2008.
//!
//! The context wants an expression as one of three things: logic (`std_logic` for one bit,
//! `std_logic_vector` for more), a number (`unsigned`), or a condition (`boolean`). Each node
//! prints itself in its natural form, and is converted where another is wanted. So `a + b + 1`
//! converts once, and `when a = b and ready = '1'` not at all.

use std::cell::Cell;

use crate::emit::plan::Plan;
use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value};

/// A literal of logic: a character for one bit, a string of bits, or of hex digits if it is long.
pub(super) fn literal(value: &Value) -> String {
    let width = value.width();
    if width == 1 {
        format!("'{}'", value.to_binary())
    } else if width <= 12 {
        format!("\"{}\"", value.to_binary())
    } else if value.is_zero() {
        format!("{width}x\"0\"")
    } else {
        format!("{width}x\"{}\"", value.to_hex().to_uppercase())
    }
}

/// `std_logic`, or `std_logic_vector(7 downto 0)`.
pub(super) fn logic_type(width: u32) -> String {
    if width == 1 { "std_logic".into() } else { format!("std_logic_vector({} downto 0)", width - 1) }
}

/// Prints expressions of one planned module.
pub(super) struct Expressions<'p, 'a> {
    pub(super) plan: &'p Plan<'a>,
    /// Set when a function of the support package was used.
    pub(super) support: Cell<bool>,
}

impl Expressions<'_, '_> {
    fn module(&self) -> &Module {
        self.plan.module
    }

    fn inline(&self, id: NodeId) -> Option<&Node> {
        if self.plan.name(id).is_some() { None } else { Some(self.module().node(id)) }
    }

    /// Logic whose type follows from the expression alone, so it can stand anywhere.
    pub(super) fn logic(&self, id: NodeId) -> String {
        match self.inline(id) {
            None => self.name(id),
            Some(Node::Concat(parts)) => {
                let text = self.concat(parts);
                // One repetition stands in parentheses already.
                let bare = parts.iter().all(|part| parts.first() == Some(part)) && text.starts_with('(');
                if bare { format!("std_logic_vector'{text}") } else { format!("std_logic_vector'({text})") }
            }
            Some(_) => self.definition(id),
        }
    }

    /// Logic where the context says the type, as behind `<=`.
    pub(super) fn typed_logic(&self, id: NodeId) -> String {
        if self.inline(id).is_none() { self.name(id) } else { self.definition(id) }
    }

    fn name(&self, id: NodeId) -> String {
        self.plan.name(id).unwrap_or_default().to_string()
    }

    /// The expression as logic, even if it has a name.
    pub(super) fn definition(&self, id: NodeId) -> String {
        if self.defines_condition(id) {
            self.support.set(true);
            return format!("to_std({})", self.define_condition(id));
        }
        match self.module().node(id) {
            Node::Constant { value, .. } => literal(value),
            Node::Parameter(_) | Node::Signal(_) => self.name(id),
            Node::Unary(UnaryOp::Not, a) => format!("not {}", self.unary_operand(*a)),
            Node::Unary(op, a) => format!("{} {}", reduction(*op), self.unary_operand(*a)),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                let (left, right) = (self.repeated(*a, *b), self.repeated(*b, *a));
                let left = left.map_or_else(|| self.left_operand(*op, *a), |bit| self.operand(bit));
                let right = right.map_or_else(|| self.operand(*b), |bit| self.operand(bit));
                format!("{left} {} {right}", word(*op))
            }
            // What is left here of comparisons is between single bits.
            Node::Binary(BinaryOp::Equal, a, b) => format!("{} xnor {}", self.operand(*a), self.operand(*b)),
            Node::Binary(BinaryOp::NotEqual, a, b) => {
                format!("{} xor {}", self.operand(*a), self.operand(*b))
            }
            Node::Binary(..) => format!("std_logic_vector({})", self.define_number(id)),
            Node::Slice { from, low, width: 1 } => format!("{}({low})", self.logic(*from)),
            Node::Slice { from, low, width } => {
                format!("{}({} downto {low})", self.logic(*from), low + width - 1)
            }
            Node::Concat(parts) => self.concat(parts),
            // Choices are statements; the plan leaves none inside an expression.
            Node::Mux { select, then, otherwise } => {
                format!(
                    "{} when {} else {}",
                    self.logic(*then),
                    self.condition(*select),
                    self.logic(*otherwise)
                )
            }
        }
    }

    /// Logic as an operand: in parentheses if it is an operator's result.
    fn operand(&self, id: NodeId) -> String {
        let bare = match self.inline(id) {
            Some(Node::Unary(UnaryOp::Not, _)) => !self.is_condition(id),
            Some(Node::Unary(..)) => false,
            Some(Node::Binary(op, ..)) => {
                self.is_condition(id)
                    || !matches!(
                        op,
                        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Equal | BinaryOp::NotEqual
                    )
            }
            _ => true,
        };
        let text = self.logic(id);
        if bare { text } else { format!("({text})") }
    }

    /// `and not a` is no expression in VHDL.
    fn unary_operand(&self, id: NodeId) -> String {
        match self.inline(id) {
            Some(Node::Unary(..)) if !self.is_condition(id) => format!("({})", self.logic(id)),
            _ => self.operand(id),
        }
    }

    /// The bit that an operand repeats: VHDL-2008 joins each bit of the `other` operand with it.
    /// The other operand has to be a visible vector.
    fn repeated(&self, id: NodeId, other: NodeId) -> Option<NodeId> {
        let bit = |id: NodeId| match self.inline(id) {
            Some(Node::Concat(parts)) => match parts.as_slice() {
                [first, rest @ ..] if !rest.is_empty() && self.module().width(*first) == 1 => {
                    rest.iter().all(|part| part == first).then_some(*first)
                }
                _ => None,
            },
            _ => None,
        };
        let literal = matches!(self.inline(other), Some(Node::Constant { .. }));
        if literal || bit(other).is_some() { None } else { bit(id) }
    }

    fn left_operand(&self, op: BinaryOp, id: NodeId) -> String {
        match self.inline(id) {
            Some(Node::Binary(inner, ..)) if *inner == op && !self.is_condition(id) => self.logic(id),
            _ => self.operand(id),
        }
    }

    fn concat(&self, parts: &[NodeId]) -> String {
        let runs: Vec<String> = parts
            .chunk_by(|a, b| a == b)
            .filter_map(|run| run.first().map(|&part| (part, run.len())))
            .map(|(part, times)| match times {
                1 => self.operand(part),
                _ if self.module().width(part) == 1 => {
                    format!("({} downto 0 => {})", times - 1, self.logic(part))
                }
                _ => vec![self.operand(part); times].join(" & "),
            })
            .collect();
        runs.join(" & ")
    }

    // Numbers.

    /// The expression as `unsigned`.
    fn number(&self, id: NodeId) -> String {
        match self.inline(id) {
            Some(Node::Constant { .. }) => format!("unsigned'({})", self.definition(id)),
            Some(Node::Concat(parts)) => match self.zero_extended(parts) {
                Some(part) => format!("resize({}, {})", self.number(part), self.module().width(id)),
                None => format!("unsigned({})", self.logic(id)),
            },
            Some(node) if is_arithmetic(node) => self.define_number(id),
            _ => format!("unsigned({})", self.logic(id)),
        }
    }

    /// The part after leading zeros, if all the other parts are zeros.
    fn zero_extended(&self, parts: &[NodeId]) -> Option<NodeId> {
        match parts {
            [zeros, part] if self.module().width(*part) > 1 => match self.inline(*zeros) {
                Some(Node::Constant { value, .. }) if value.is_zero() => Some(*part),
                _ => None,
            },
            _ => None,
        }
    }

    fn number_operand(&self, id: NodeId) -> String {
        let sum =
            matches!(self.inline(id), Some(Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..)));
        if sum { format!("({})", self.number(id)) } else { self.number(id) }
    }

    /// A literal beside a number, written as an integer.
    fn integer(&self, id: NodeId) -> Option<String> {
        match self.inline(id) {
            Some(Node::Constant { value, .. }) => small_integer(value),
            _ => None,
        }
    }

    fn define_number(&self, id: NodeId) -> String {
        match self.module().node(id) {
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let sign = if *op == BinaryOp::Add { "+" } else { "-" };
                // A number first, if the order does not matter.
                let swap = *op == BinaryOp::Add && self.integer(*a).is_some();
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let (left, right) = (self.integer(*a), self.integer(*b));
                // One side has to say what kind of number it is.
                let right_text = right.filter(|_| left.is_none()).unwrap_or_else(|| self.number_operand(*b));
                let chain = matches!(self.inline(*a), Some(Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..)));
                let left_text = match left {
                    Some(text) => text,
                    None if chain => self.number(*a),
                    None => self.number_operand(*a),
                };
                format!("{left_text} {sign} {right_text}")
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                format!("{} * {}", self.number_operand(*a), self.number_operand(*b))
            }
            Node::Binary(op @ (BinaryOp::ShiftLeft | BinaryOp::ShiftRight), a, b) => {
                let name = if *op == BinaryOp::ShiftLeft { "shift_left" } else { "shift_right" };
                format!("{name}({}, {})", self.number(*a), self.index(*b))
            }
            _ => format!("unsigned({})", self.logic(id)),
        }
    }

    /// The expression as an integer, for addresses and amounts of shifts.
    pub(super) fn index(&self, id: NodeId) -> String {
        if let Some(integer) = self.integer(id) {
            return integer;
        }
        if self.module().width(id) == 1 {
            return format!("to_integer(unsigned'(\"\" & {}))", self.operand(id));
        }
        format!("to_integer({})", self.number(id))
    }

    // Conditions.

    /// True for what VHDL compares rather than computes: it contains a comparison of vectors.
    pub(super) fn is_condition(&self, id: NodeId) -> bool {
        self.plan.name(id).is_none() && self.defines_condition(id)
    }

    /// The same of the expression itself, even where it has a name.
    pub(super) fn defines_condition(&self, id: NodeId) -> bool {
        let module = self.module();
        if module.width(id) != 1 {
            return false;
        }
        match module.node(id) {
            Node::Unary(UnaryOp::Not, a) => self.is_condition(*a),
            Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                self.is_condition(*a) || self.is_condition(*b)
            }
            Node::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, _) => module.width(*a) > 1,
            Node::Binary(BinaryOp::Less | BinaryOp::LessSigned, ..) => true,
            _ => false,
        }
    }

    /// The expression as a condition.
    pub(super) fn condition(&self, id: NodeId) -> String {
        if self.inline(id).is_none() { format!("{} = '1'", self.name(id)) } else { self.define_condition(id) }
    }

    /// The expression as a condition, even if it has a name.
    pub(super) fn define_condition(&self, id: NodeId) -> String {
        let module = self.module();
        match module.node(id) {
            Node::Unary(UnaryOp::Not, a) => self.negated(*a),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let left = match self.inline(*a) {
                    Some(Node::Binary(inner, ..)) if inner == op => self.condition(*a),
                    _ => self.condition_operand(*a),
                };
                format!("{left} {} {}", word(*op), self.condition_operand(*b))
            }
            Node::Binary(BinaryOp::Xor, a, b) if self.is_condition(*a) || self.is_condition(*b) => {
                format!("({}) xor ({})", self.condition(*a), self.condition(*b))
            }
            Node::Binary(BinaryOp::Equal, a, b) => self.compare(*a, "=", *b),
            Node::Binary(BinaryOp::NotEqual | BinaryOp::Xor, a, b) => self.compare(*a, "/=", *b),
            Node::Binary(BinaryOp::Less, a, b) => self.order(*a, "<", *b),
            Node::Binary(BinaryOp::LessSigned, a, b) => self.signed_order(*a, "<", *b),
            Node::Constant { value, name: None } => (!value.is_zero()).to_string(),
            Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) | Node::Slice { .. } => {
                format!("{} = '1'", self.typed_logic(id))
            }
            _ => format!("({}) = '1'", self.definition(id)),
        }
    }

    fn condition_operand(&self, id: NodeId) -> String {
        let joined =
            matches!(self.inline(id), Some(Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)));
        // An exclusive or of plain bits prints as one comparison.
        let compared =
            matches!(self.inline(id), Some(Node::Binary(BinaryOp::Xor, ..))) && !self.is_condition(id);
        if joined && !compared { format!("({})", self.condition(id)) } else { self.condition(id) }
    }

    fn negated(&self, id: NodeId) -> String {
        match self.inline(id) {
            None => format!("{} = '0'", self.name(id)),
            Some(Node::Slice { .. }) => format!("{} = '0'", self.logic(id)),
            Some(Node::Binary(BinaryOp::Less, a, b)) => self.order(*a, ">=", *b),
            Some(Node::Binary(BinaryOp::LessSigned, a, b)) => self.signed_order(*a, ">=", *b),
            Some(_) if self.is_condition(id) => format!("not ({})", self.condition(id)),
            Some(_) => format!("({}) = '0'", self.logic(id)),
        }
    }

    fn compare(&self, a: NodeId, sign: &str, b: NodeId) -> String {
        format!("{} {sign} {}", self.operand(a), self.operand(b))
    }

    fn order(&self, a: NodeId, sign: &str, b: NodeId) -> String {
        let (left, right) = (self.integer(a), self.integer(b));
        let right = right.filter(|_| left.is_none()).unwrap_or_else(|| self.number(b));
        let left = left.unwrap_or_else(|| self.number(a));
        format!("{left} {sign} {right}")
    }

    fn signed_order(&self, a: NodeId, sign: &str, b: NodeId) -> String {
        let signed = |id: NodeId| match self.inline(id) {
            Some(Node::Constant { .. }) => format!("signed'({})", self.definition(id)),
            Some(node) if is_arithmetic(node) => format!("signed({})", self.define_number(id)),
            _ => format!("signed({})", self.logic(id)),
        };
        format!("{} {sign} {}", signed(a), signed(b))
    }
}

/// A value that a VHDL `natural` holds on every tool.
fn small_integer(value: &Value) -> Option<String> {
    let small = value.words().iter().skip(1).all(|&word| word == 0) && value.low_word() <= i32::MAX as u64;
    small.then(|| value.low_word().to_string())
}

fn is_arithmetic(node: &Node) -> bool {
    matches!(
        node,
        Node::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::ShiftLeft | BinaryOp::ShiftRight,
            ..
        )
    )
}

fn reduction(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::ReduceAnd => "and",
        UnaryOp::ReduceOr => "or",
        UnaryOp::ReduceXor => "xor",
    }
}

fn word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        _ => "xor",
    }
}
