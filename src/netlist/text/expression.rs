//! Reading operands and operators of the text form.

use super::parse::{Body, Parsed};
use super::tokens::{Line, MAX_WIDTH, Token};
use super::{BINARY, UNARY};
use crate::netlist::{BinaryOp, Node, NodeId, ParameterId, UnaryOp, WidthMismatch};

impl Body {
    fn operand(&mut self, line: &mut Line) -> Parsed<NodeId> {
        if line.accept_symbol('$') {
            let id = self.known_parameter(line)?;
            return Ok(self.module.parameter(id));
        }
        match line.peek() {
            Some(Token::Value(value)) => {
                let node = self.module.constant(value.clone());
                line.take();
                Ok(node)
            }
            Some(&Token::Line(number)) => {
                line.take();
                let found = self.lines.get(number).copied();
                found.ok_or_else(|| {
                    line.error(format!("no line `%{number} =` stands above in this module; add it"))
                })
            }
            Some(Token::Word(name) | Token::Quoted(name)) => {
                let name = name.clone();
                let signal = self.signals.get(&name).copied();
                line.take();
                if line.accept_symbol('=') {
                    return Ok(self.module.named_constant(name, line.value(None)?));
                }
                let signal = signal.ok_or_else(|| {
                    line.error(format!("no signal `{name}` in this module; declare it on a line above"))
                })?;
                Ok(self.module.read(signal))
            }
            _ => Err(line.unexpected("an operand")),
        }
    }

    /// The parameter whose name follows.
    pub(super) fn known_parameter(&self, line: &mut Line) -> Parsed<ParameterId> {
        let name = line.name()?;
        let found = self.parameters.get(&name).copied();
        found.ok_or_else(|| line.error(format!("no parameter `{name}`; declare it on a line above")))
    }

    pub(super) fn operand_of(&mut self, line: &mut Line, width: u32) -> Parsed<NodeId> {
        let node = self.operand(line)?;
        self.check_width(line, width, self.module.width(node))?;
        Ok(node)
    }

    /// `%number = operator operands`, the number read already.
    pub(super) fn operator(&mut self, number: usize, line: &mut Line) -> Parsed<()> {
        if number != self.lines.len() {
            return Err(line.error(format!("`%{number}` is out of order; number it `%{}`", self.lines.len())));
        }
        line.expect_symbol('=')?;
        let Some(Token::Word(name)) = line.take() else {
            return Err(line.error("`=` needs an operator after it, such as `and`"));
        };
        let mismatch = |line: &Line, error: WidthMismatch| {
            line.error(format!(
                "{} bits where {} are needed; slice, extend or widen one side",
                error.found, error.expected
            ))
        };
        let node = if let Some((_, op)) = UNARY.iter().find(|(known, _)| *known == name) {
            let a = self.operand(line)?;
            self.module.unary(*op, a)
        } else if let Some((_, op)) = BINARY.iter().find(|(known, _)| *known == name) {
            let (a, b) = (self.operand(line)?, self.operand(line)?);
            if *op == BinaryOp::Mul {
                self.bound(line, [a, b])?;
            }
            self.module.binary(*op, a, b).map_err(|error| mismatch(line, error))?
        } else if name == "mux" {
            let [select, then, otherwise] = [self.operand(line)?, self.operand(line)?, self.operand(line)?];
            self.module.mux(select, then, otherwise).map_err(|error| mismatch(line, error))?
        } else if name == "slice" {
            let from = self.operand(line)?;
            let high = line.up_to(0, MAX_WIDTH - 1)?;
            line.expect_symbol(':')?;
            let low = line.up_to(0, high)?;
            if reaches_through(self.module.node(from)) {
                return Err(line.error(
                    "a slice of bitwise logic, a mux or a concatenation; slice its operands instead",
                ));
            }
            self.module.slice(from, low, high - low + 1).map_err(|error| mismatch(line, error))?
        } else if name == "concat" {
            let mut parts = vec![self.operand(line)?];
            while line.peek().is_some() {
                parts.push(self.operand(line)?);
            }
            if parts.iter().any(|&part| matches!(self.module.node(part), Node::Concat(_))) {
                return Err(
                    line.error("a concatenation within a concatenation; list the parts of the inner one")
                );
            }
            self.bound(line, parts.iter().copied())?;
            self.module.concat(&parts)
        } else {
            return Err(line.error(format!("no operator `{name}`; see the docs of `Design::to_text`")));
        };
        self.lines.push(node);
        Ok(())
    }

    /// Operands side by side may not be wider than the text form takes.
    fn bound(&self, line: &Line, operands: impl IntoIterator<Item = NodeId>) -> Parsed<()> {
        let width: u64 = operands.into_iter().map(|node| u64::from(self.module.width(node))).sum();
        if width <= u64::from(MAX_WIDTH) {
            return Ok(());
        }
        Err(line.error(format!("an expression of {width} bits; use at most {MAX_WIDTH}")))
    }
}

/// Whether building a slice of the expression would slice its operands instead. These may be of any
/// depth, and a text must not make the reader walk that deep.
fn reaches_through(node: &Node) -> bool {
    matches!(
        node,
        Node::Unary(UnaryOp::Not, _)
            | Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
            | Node::Mux { .. }
            | Node::Concat(_)
    )
}
