//! Kernel expressions to netlist expressions, with the meaning they have in Rust.

use rust_hdl::core::ast::{VerilogExpression as E, VerilogOp as Op, VerilogOpUnary as UnOp};

use super::error::LowerProblem;
use super::kernel::Kernel;
use super::operand::{self, Bits, Operand};
use super::{number, spoken};
use crate::netlist::{BinaryOp, NodeId, UnaryOp, Value};

type Result<T> = std::result::Result<T, LowerProblem>;

impl Kernel<'_> {
    /// The value of an expression.
    pub fn evaluate(&mut self, e: &E) -> Result<Operand> {
        match e {
            E::Signal(name) => self.read(name),
            E::Literal(literal) => match number::integer(literal) {
                Some(number) => Ok(Operand::Number(number)),
                None => Err(LowerProblem::Unsupported {
                    construct: format!("the literal {literal}"),
                    mend: "hold numbers over 127 bits in a Constant field",
                }),
            },
            E::Paren(inner) => self.evaluate(inner),
            E::Cast(inner, bits) => self.cast(inner, *bits),
            E::Signed(inner) => Ok(match self.evaluate(inner)? {
                Operand::Bits(bits) => Operand::Bits(Bits { signed: true, elastic: bits.signed, ..bits }),
                number => number,
            }),
            E::Unsigned(inner) => {
                let node = self.sized(inner)?.node;
                Ok(Operand::Bits(Bits::unsigned(node)))
            }
            E::Unary(op, inner) => self.unary(e, op, inner),
            E::Binary(a, op, b) => self.binary(e, a, op, b),
            E::Index(inner, index) => {
                let node = self.sized(inner)?.node;
                let width = self.module.width(node);
                let bit = match self.index(index)? {
                    Operand::Number(at) => {
                        let at = in_range(e, at, width.saturating_sub(1), width)?;
                        operand::slice(&mut self.module, node, at, 1)?
                    }
                    Operand::Bits(at) => self.dynamic_slice(node, at.node, 1)?,
                };
                Ok(Operand::Bits(Bits::unsigned(bit)))
            }
            E::Slice(inner, width, low) => self.slice(e, inner, *width, low),
            E::IndexReplace(inner, index, bit) => self.replace_bit(e, inner, index, bit),
        }
    }

    /// The value of an expression that has a width of its own.
    pub fn sized(&mut self, e: &E) -> Result<Bits> {
        let value = self.evaluate(e)?;
        fixed(e, value)
    }

    /// The value of an expression where `width` bits are needed.
    pub fn coerced(&mut self, e: &E, width: u32, signed: bool) -> Result<NodeId> {
        let value = self.evaluate(e)?;
        self.coerce(e, value, width, signed)
    }

    fn coerce(&mut self, e: &E, value: Operand, width: u32, signed: bool) -> Result<NodeId> {
        match value {
            Operand::Number(number) => operand::literal(&mut self.module, number, width, signed),
            Operand::Bits(bits) if bits.elastic => operand::resize(&mut self.module, bits.node, width, true),
            Operand::Bits(bits) => self.require(e, bits.node, width),
        }
    }

    /// The value of a condition.
    pub fn condition(&mut self, e: &E) -> Result<NodeId> {
        self.coerced(e, 1, false)
    }

    fn require(&self, e: &E, node: NodeId, expected: u32) -> Result<NodeId> {
        let found = self.module.width(node);
        if found == expected {
            return Ok(node);
        }
        Err(LowerProblem::Width { expression: spoken::expression(e), expected, found })
    }

    fn cast(&mut self, inner: &E, bits: usize) -> Result<Operand> {
        let width = bits as u32;
        if width == 0 {
            return Err(LowerProblem::NoBits { name: spoken::expression(inner) });
        }
        let node = match self.evaluate(inner)? {
            Operand::Number(number) => operand::literal(&mut self.module, number, width, false)?,
            Operand::Bits(bits) if bits.elastic => {
                return Err(LowerProblem::SignedCast { expression: spoken::expression(inner) });
            }
            Operand::Bits(bits) => operand::resize(&mut self.module, bits.node, width, false)?,
        };
        Ok(Operand::Bits(Bits::unsigned(node)))
    }

    fn unary(&mut self, e: &E, op: &UnOp, inner: &E) -> Result<Operand> {
        let value = self.evaluate(inner)?;
        if let (UnOp::Neg, Operand::Number(number)) = (op, value) {
            return Ok(Operand::Number(-number));
        }
        let bits = fixed(inner, value)?;
        let reduce = |kernel: &mut Self, op| Bits::unsigned(kernel.module.unary(op, bits.node));
        Ok(Operand::Bits(match op {
            UnOp::Not => Bits::new(self.module.unary(UnaryOp::Not, bits.node), bits.signed),
            UnOp::All => reduce(self, UnaryOp::ReduceAnd),
            UnOp::Any => reduce(self, UnaryOp::ReduceOr),
            UnOp::Xor => reduce(self, UnaryOp::ReduceXor),
            UnOp::Neg => {
                let width = self.module.width(bits.node);
                let zero = self.module.constant(Value::zero(width));
                Bits::new(self.binary_nodes(e, BinaryOp::Sub, zero, bits.node)?, bits.signed)
            }
        }))
    }

    fn binary(&mut self, e: &E, left: &E, op: &Op, right: &E) -> Result<Operand> {
        let (a, b) = (self.evaluate(left)?, self.evaluate(right)?);
        if let (Operand::Number(a), Operand::Number(b)) = (a, b) {
            return numbers(a, op, b).map(Operand::Number).ok_or_else(|| LowerProblem::Unsupported {
                construct: format!("`{}`", spoken::expression(e)),
                mend: "its numbers overflow; compute them before, in a Constant field",
            });
        }
        if let Op::Shl | Op::Shr = op {
            return self.shift(e, (left, a), op, (right, b));
        }
        let (a, b, signed) = self.unify(op, (left, a), (right, b))?;
        let not = |kernel: &mut Self, node| kernel.module.unary(UnaryOp::Not, node);
        let less = if signed { BinaryOp::LessSigned } else { BinaryOp::Less };
        let node = match op {
            Op::Add => self.binary_nodes(e, BinaryOp::Add, a, b)?,
            Op::Sub => self.binary_nodes(e, BinaryOp::Sub, a, b)?,
            Op::Mul => return self.multiply(a, b, signed),
            Op::BitXor => self.binary_nodes(e, BinaryOp::Xor, a, b)?,
            Op::BitAnd => self.binary_nodes(e, BinaryOp::And, a, b)?,
            Op::BitOr => operand::or(&mut self.module, a, b)?,
            Op::LogicalAnd | Op::LogicalOr => {
                let (a, b) = (self.require(left, a, 1)?, self.require(right, b, 1)?);
                let op = if matches!(op, Op::LogicalAnd) { BinaryOp::And } else { BinaryOp::Or };
                self.binary_nodes(e, op, a, b)?
            }
            Op::Eq => self.binary_nodes(e, BinaryOp::Equal, a, b)?,
            Op::Ne => self.binary_nodes(e, BinaryOp::NotEqual, a, b)?,
            Op::Lt => self.binary_nodes(e, less, a, b)?,
            Op::Gt => self.binary_nodes(e, less, b, a)?,
            Op::Ge => {
                let less = self.binary_nodes(e, less, a, b)?;
                not(self, less)
            }
            // Le; the shifts are done above.
            _ => {
                let greater = self.binary_nodes(e, less, b, a)?;
                not(self, greater)
            }
        };
        let number = matches!(op, Op::Add | Op::Sub | Op::BitXor | Op::BitAnd | Op::BitOr);
        Ok(Operand::Bits(Bits::new(node, signed && number)))
    }

    /// Both operands at one width. A number and a signed_bit_cast take the width of the other side;
    /// a Bit added to wider bits is a carry.
    fn unify(
        &mut self,
        op: &Op,
        left: (&E, Operand),
        right: (&E, Operand),
    ) -> Result<(NodeId, NodeId, bool)> {
        let ((left, a), (right, b)) = (left, right);
        match (a, b) {
            (Operand::Bits(a), Operand::Bits(b)) => {
                let signed = a.signed || b.signed;
                let (width_a, width_b) = (self.module.width(a.node), self.module.width(b.node));
                match (a.elastic, b.elastic) {
                    (true, true) => Err(LowerProblem::SignedCast { expression: spoken::expression(left) }),
                    (true, false) => {
                        Ok((operand::resize(&mut self.module, a.node, width_b, true)?, b.node, signed))
                    }
                    (false, true) => {
                        Ok((a.node, operand::resize(&mut self.module, b.node, width_a, true)?, signed))
                    }
                    _ if matches!(op, Op::Add) && width_b == 1 => {
                        Ok((a.node, operand::resize(&mut self.module, b.node, width_a, false)?, signed))
                    }
                    _ => Ok((a.node, self.require(right, b.node, width_a)?, signed)),
                }
            }
            (a @ Operand::Bits(_), b) => {
                let a = fixed(left, a)?;
                let width = self.module.width(a.node);
                Ok((a.node, self.coerce(right, b, width, a.signed)?, a.signed))
            }
            (a, b) => {
                let b = fixed(right, b)?;
                let width = self.module.width(b.node);
                Ok((self.coerce(left, a, width, b.signed)?, b.node, b.signed))
            }
        }
    }

    fn binary_nodes(&mut self, e: &E, op: BinaryOp, a: NodeId, b: NodeId) -> Result<NodeId> {
        self.module.binary(op, a, b).map_err(|mismatch| LowerProblem::Width {
            expression: spoken::expression(e),
            expected: mismatch.expected,
            found: mismatch.found,
        })
    }

    /// The full product. Two's complement numbers become operands as wide as the product first.
    fn multiply(&mut self, a: NodeId, b: NodeId, signed: bool) -> Result<Operand> {
        let width = self.module.width(a) + self.module.width(b);
        if !signed {
            return Ok(Operand::Bits(Bits::unsigned(operand::plain(&mut self.module, BinaryOp::Mul, a, b)?)));
        }
        let a = operand::resize(&mut self.module, a, width, true)?;
        let b = operand::resize(&mut self.module, b, width, true)?;
        let product = operand::plain(&mut self.module, BinaryOp::Mul, a, b)?;
        Ok(Operand::Bits(Bits::new(operand::slice(&mut self.module, product, 0, width)?, true)))
    }

    fn shift(&mut self, e: &E, left: (&E, Operand), op: &Op, right: (&E, Operand)) -> Result<Operand> {
        let a = match left {
            // A number shifted by a signal is 64 bits in rust-hdl.
            (_, Operand::Number(number)) => {
                Bits::unsigned(operand::literal(&mut self.module, number, 64, false)?)
            }
            (left, value) => fixed(left, value)?,
        };
        let op = if matches!(op, Op::Shl) { BinaryOp::ShiftLeft } else { BinaryOp::ShiftRight };
        let node = match right {
            (_, Operand::Number(places)) => {
                let places = u32::try_from(places).map_err(|_| LowerProblem::Unsupported {
                    construct: format!("`{}`", spoken::expression(e)),
                    mend: "shift by a number of places from 0 on",
                })?;
                operand::shift(&mut self.module, op, a.node, places)?
            }
            (right, value) => {
                let places = fixed(right, value)?;
                self.binary_nodes(e, op, a.node, places.node)?
            }
        };
        Ok(Operand::Bits(Bits::new(node, a.signed)))
    }

    fn slice(&mut self, e: &E, inner: &E, width: usize, low: &E) -> Result<Operand> {
        let whole = self.sized(inner)?;
        let (present, width) = (self.module.width(whole.node), width as u32);
        if width == 0 {
            return Err(LowerProblem::NoBits { name: spoken::expression(e) });
        }
        let low = self.index(low)?;
        let node = match low {
            Operand::Number(at) => {
                let at = in_range(e, at, present, present)?;
                operand::slice_padded(&mut self.module, whole.node, at, width)?
            }
            Operand::Bits(at) => self.dynamic_slice(whole.node, at.node, width)?,
        };
        Ok(Operand::Bits(Bits::new(node, whole.signed)))
    }

    fn dynamic_slice(&mut self, node: NodeId, at: NodeId, width: u32) -> Result<NodeId> {
        let shifted = operand::plain(&mut self.module, BinaryOp::ShiftRight, node, at)?;
        operand::resize(&mut self.module, shifted, width, false)
    }

    fn replace_bit(&mut self, e: &E, inner: &E, index: &E, bit: &E) -> Result<Operand> {
        let whole = self.sized(inner)?;
        let width = self.module.width(whole.node);
        let bit = self.condition(bit)?;
        let node = match self.index(index)? {
            Operand::Number(at) => {
                let at = in_range(e, at, width.saturating_sub(1), width)?;
                operand::replace(&mut self.module, whole.node, at, bit)?
            }
            Operand::Bits(at) => {
                let one = self.module.constant(Value::new(width, 1));
                let mask = self.binary_nodes(e, BinaryOp::ShiftLeft, one, at.node)?;
                let set = self.binary_nodes(e, BinaryOp::Or, whole.node, mask)?;
                let others = self.module.unary(UnaryOp::Not, mask);
                let cleared = self.binary_nodes(e, BinaryOp::And, whole.node, others)?;
                operand::mux(&mut self.module, bit, set, cleared)?
            }
        };
        Ok(Operand::Bits(Bits::new(node, whole.signed)))
    }

    /// The value of an index or of a number to match. Both are Rust integers of 64 bits made by
    /// `.index()`, which leaves no trace in the kernel: `(a + 1).index()` and `a.index() + 1` look
    /// the same and differ. So arithmetic on signals is refused here unless a cast gives its width.
    pub fn index(&mut self, e: &E) -> Result<Operand> {
        let value = self.evaluate(e)?;
        if let Operand::Bits(_) = value {
            let bits = fixed(e, value)?;
            if computes(e, self.module.width(bits.node)) {
                return Err(LowerProblem::ComputedIndex { index: spoken::expression(e) });
            }
        }
        Ok(value)
    }
}

/// An operand that has a width of its own.
fn fixed(e: &E, value: Operand) -> Result<Bits> {
    match value {
        Operand::Bits(bits) if bits.elastic => {
            Err(LowerProblem::SignedCast { expression: spoken::expression(e) })
        }
        Operand::Bits(bits) => Ok(bits),
        Operand::Number(_) => Err(LowerProblem::NoWidth { expression: spoken::expression(e) }),
    }
}

/// Whether the value of an expression depends on the width of its computation.
fn computes(e: &E, width: u32) -> bool {
    match e {
        E::Paren(inner) => computes(inner, width),
        E::Binary(_, Op::Add | Op::Sub | Op::Mul | Op::Shl, _) => true,
        E::Binary(a, Op::BitAnd | Op::BitOr | Op::BitXor | Op::Shr, b) => {
            computes(a, width) || computes(b, width)
        }
        E::Unary(UnOp::Neg, _) => true,
        E::Unary(UnOp::Not, inner) => width > 1 || computes(inner, width),
        _ => false,
    }
}

fn in_range(e: &E, at: i128, last: u32, width: u32) -> Result<u32> {
    u32::try_from(at).ok().filter(|&at| at <= last).ok_or_else(|| LowerProblem::OutOfRange {
        expression: spoken::expression(e),
        bit: at.to_string(),
        width,
    })
}

/// An operator on two numbers; `None` if it overflows.
fn numbers(a: i128, op: &Op, b: i128) -> Option<i128> {
    let truth = |bit| Some(i128::from(bit));
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::LogicalAnd => truth(a != 0 && b != 0),
        Op::LogicalOr => truth(a != 0 || b != 0),
        Op::BitXor => Some(a ^ b),
        Op::BitAnd => Some(a & b),
        Op::BitOr => Some(a | b),
        Op::Shl => (0..64).contains(&b).then(|| a.checked_mul(1 << b)).flatten(),
        Op::Shr => (0..127).contains(&b).then(|| a >> b),
        Op::Eq => truth(a == b),
        Op::Lt => truth(a < b),
        Op::Le => truth(a <= b),
        Op::Ne => truth(a != b),
        Op::Ge => truth(a >= b),
        Op::Gt => truth(a > b),
    }
}
