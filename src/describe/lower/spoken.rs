//! Kernel expressions as text, for error messages.

use rust_hdl::core::ast::{VerilogExpression as E, VerilogOp, VerilogOpUnary};

use super::cell::spoken;
use super::number;

/// The expression, near to how it stands in the Rust source.
pub fn expression(e: &E) -> String {
    match e {
        E::Signal(name) => spoken(name),
        E::Literal(literal) => {
            number::integer(literal).map_or_else(|| literal.to_string(), |n| n.to_string())
        }
        E::Cast(inner, bits) => format!("bit_cast::<{bits}, _>({})", expression(inner)),
        E::Signed(inner) => format!("signed_cast({})", expression(inner)),
        E::Unsigned(inner) => format!("unsigned_cast({})", expression(inner)),
        E::Paren(inner) => format!("({})", expression(inner)),
        E::Binary(a, op, b) => format!("{} {} {}", expression(a), operator(op), expression(b)),
        E::Unary(VerilogOpUnary::Not, a) => format!("!{}", expression(a)),
        E::Unary(VerilogOpUnary::Neg, a) => format!("-{}", expression(a)),
        E::Unary(VerilogOpUnary::All, a) => format!("{}.all()", expression(a)),
        E::Unary(VerilogOpUnary::Any, a) => format!("{}.any()", expression(a)),
        E::Unary(VerilogOpUnary::Xor, a) => format!("{}.xor()", expression(a)),
        E::Index(a, i) => format!("{}.get_bit({})", expression(a), expression(i)),
        E::Slice(a, width, low) => format!("{}.get_bits::<{width}>({})", expression(a), expression(low)),
        E::IndexReplace(a, i, bit) => {
            format!("{}.replace_bit({}, {})", expression(a), expression(i), expression(bit))
        }
    }
}

fn operator(op: &VerilogOp) -> &'static str {
    match op {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}
