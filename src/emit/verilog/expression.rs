//! Expressions in Verilog-2005.
//!
//! The operands of every operator have the width that the netlist gives them, so Verilog's rules
//! for widening never apply. A product is the exception: its operands are widened explicitly.
//! Parentheses stand around everything whose precedence a reader might have to look up.

use crate::emit::plan::Plan;
use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp, Value};

/// A sized literal: small ones in base ten, wide ones in base sixteen.
pub(super) fn literal(value: &Value) -> String {
    let width = value.width();
    if width == 1 {
        format!("1'b{}", value.to_binary())
    } else if width <= 8 || is_digit(value) {
        format!("{width}'d{}", value.low_word())
    } else {
        format!("{width}'h{}", value.to_hex())
    }
}

/// Nine or less, which reads best in base ten whatever the width.
fn is_digit(value: &Value) -> bool {
    value.low_word() <= 9 && value.words().iter().skip(1).all(|&word| word == 0)
}

/// `[7:0] `, or nothing for a single bit.
pub(super) fn range(width: u32) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

/// `name[7:4]` or `name[3]`.
pub(super) fn bits(name: &str, low: u32, width: u32) -> String {
    if width == 1 { format!("{name}[{low}]") } else { format!("{name}[{}:{low}]", low + width - 1) }
}

/// Prints expressions of one planned module.
#[derive(Clone, Copy)]
pub(super) struct Expressions<'p, 'a> {
    pub(super) plan: &'p Plan<'a>,
}

impl Expressions<'_, '_> {
    fn module(&self) -> &Module {
        self.plan.module
    }

    /// The expression as it stands inside others: its name if it has one.
    pub(super) fn expression(&self, id: NodeId) -> String {
        match self.plan.name(id) {
            Some(name) => name.to_string(),
            None => self.definition(id),
        }
    }

    /// The text of the expression, even if it has a name.
    pub(super) fn definition(&self, id: NodeId) -> String {
        let module = self.module();
        match module.node(id) {
            Node::Constant { value, .. } => literal(value),
            Node::Parameter(_) | Node::Signal(_) => self.plan.name(id).unwrap_or_default().to_string(),
            Node::Unary(op, a) => format!("{}{}", unary(*op), self.unary_operand(*a)),
            Node::Binary(BinaryOp::Mul, a, b) => {
                let (width_a, width_b) = (module.width(*a), module.width(*b));
                format!("{} * {}", self.widened(*a, width_b), self.widened(*b, width_a))
            }
            Node::Binary(BinaryOp::LessSigned, a, b) => {
                format!("$signed({}) < $signed({})", self.expression(*a), self.expression(*b))
            }
            Node::Binary(op, a, b) => {
                format!("{} {} {}", self.left_operand(*op, *a), binary(*op), self.operand(*b))
            }
            Node::Mux { select, then, otherwise } => {
                format!("{} ? {} : {}", self.operand(*select), self.operand(*then), self.operand(*otherwise))
            }
            Node::Slice { from, low, width } => bits(&self.expression(*from), *low, *width),
            Node::Concat(parts) => self.concat(parts),
        }
    }

    /// The expression as an operand: in parentheses unless it is a name, a literal or a
    /// concatenation.
    pub(super) fn operand(&self, id: NodeId) -> String {
        let text = self.expression(id);
        if self.plan.name(id).is_none() && self.is_compound(id) { format!("({text})") } else { text }
    }

    /// `&~a` is no expression in Verilog.
    fn unary_operand(&self, id: NodeId) -> String {
        match self.module().node(id) {
            Node::Unary(..) if self.plan.name(id).is_none() => format!("({})", self.expression(id)),
            _ => self.operand(id),
        }
    }

    /// The left operand of an operator that associates: the same operator again needs no
    /// parentheses.
    fn left_operand(&self, op: BinaryOp, id: NodeId) -> String {
        let same = matches!(self.module().node(id), Node::Binary(inner, ..) if *inner == op);
        let chain = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add);
        if same && chain { self.expression(id) } else { self.operand(id) }
    }

    fn is_compound(&self, id: NodeId) -> bool {
        match self.module().node(id) {
            Node::Binary(..) | Node::Mux { .. } => true,
            // A complement binds tightest and reads well bare; `a & &b` does not.
            Node::Unary(op, _) => *op != UnaryOp::Not,
            _ => false,
        }
    }

    fn widened(&self, id: NodeId, by: u32) -> String {
        match self.module().node(id) {
            Node::Constant { value, name: None } => {
                literal(&Value::from_words(value.width() + by, value.words()))
            }
            _ => format!("{{{}, {}}}", literal(&Value::zero(by)), self.expression(id)),
        }
    }

    /// Neighbours that are equal become a repetition.
    fn concat(&self, parts: &[NodeId]) -> String {
        let runs: Vec<String> = parts
            .chunk_by(|a, b| a == b)
            .filter_map(|run| run.first().map(|&part| (part, run.len())))
            .map(|(part, times)| match times {
                1 => self.expression(part),
                _ => format!("{{{times}{{{}}}}}", self.expression(part)),
            })
            .collect();
        match runs.as_slice() {
            [one] if parts.len() > 1 => one.clone(),
            _ => format!("{{{}}}", runs.join(", ")),
        }
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "~",
        UnaryOp::ReduceAnd => "&",
        UnaryOp::ReduceOr => "|",
        UnaryOp::ReduceXor => "^",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less | BinaryOp::LessSigned => "<",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
    }
}
