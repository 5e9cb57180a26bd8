//! Kernel statements: assignments, branches, matches, unrolled loops.

use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogLoop, VerilogStatement as S,
};

use super::error::LowerProblem;
use super::kernel::Kernel;
use super::operand::Operand;
use super::{number, spoken as text};
use crate::netlist::{Module, Node, NodeId};

type Result<T> = std::result::Result<T, LowerProblem>;

impl Kernel<'_> {
    /// Runs statements in order.
    pub fn run(&mut self, statements: &[S]) -> Result<()> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &S) -> Result<()> {
        match statement {
            S::Assignment(target, value) => {
                self.at(format!("`{} = {}`", text::expression(target), text::expression(value)));
                let item = self.target(target)?;
                let value = self.coerced(value, item.width, item.signed)?;
                self.assign(item, 0, value)
            }
            S::SliceAssignment { base, width, offset, replacement } => {
                self.at(format!("assignment to a part of `{}`", text::expression(base)));
                let item = self.target(base)?;
                let width = *width as u32;
                let Operand::Number(low) = self.evaluate(offset)? else {
                    return Err(LowerProblem::Unsupported {
                        construct: format!("an assignment at `{}`", text::expression(offset)),
                        mend: "assign at a fixed place, or use replace_bit",
                    });
                };
                let low = u32::try_from(low).ok().filter(|low| low.saturating_add(width) <= item.width);
                let low = low.ok_or_else(|| LowerProblem::OutOfRange {
                    expression: text::expression(base),
                    bit: text::expression(offset),
                    width: item.width,
                })?;
                let value = self.coerced(replacement, width, false)?;
                self.assign(item, low, value)
            }
            S::If(conditional) => self.conditional(conditional),
            S::Match(choice) => {
                self.at(format!("`match {}`", text::expression(&choice.test)));
                self.choice(choice)
            }
            S::Loop(repeat) => self.repeat(repeat),
            S::Macro(statements) => self.run(statements),
            S::Comment(_) => Ok(()),
            S::Link(_) => Err(LowerProblem::Unsupported {
                construct: "`link` or `join` of interfaces".into(),
                mend: "assign the signals of the interface one by one",
            }),
        }
    }

    fn at(&mut self, place: String) {
        self.place = Some(place);
    }

    fn conditional(&mut self, conditional: &VerilogConditional) -> Result<()> {
        self.at(format!("`if {}`", text::expression(&conditional.test)));
        let condition = self.condition(&conditional.test)?;
        self.choose(
            condition,
            |kernel| kernel.run(&conditional.then),
            |kernel| match &conditional.otherwise {
                Otherwise::Block(statements) => kernel.run(statements),
                Otherwise::Conditional(next) => kernel.statement(next),
                Otherwise::None => Ok(()),
            },
        )
    }

    /// A branch. If the condition is known now (loop variables), only the side that is taken
    /// counts.
    fn choose(
        &mut self,
        condition: NodeId,
        then: impl FnOnce(&mut Self) -> Result<()>,
        otherwise: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        match known_bit(&self.module, condition) {
            Some(true) => then(self),
            Some(false) => otherwise(self),
            None => self.branch(condition, then, otherwise),
        }
    }

    fn repeat(&mut self, repeat: &VerilogLoop) -> Result<()> {
        self.at(format!("`for {}`", repeat.index));
        let bounds = number::integer(&repeat.from).zip(number::integer(&repeat.to));
        let Some((from, to)) = bounds else {
            return Err(LowerProblem::Unsupported {
                construct: format!("the range of `for {}`", repeat.index),
                mend: "count between numbers below 2^127",
            });
        };
        for value in from..to {
            self.loops.push((repeat.index.clone(), value));
            let done = self.run(&repeat.block);
            self.loops.pop();
            done?;
        }
        Ok(())
    }
}

/// The value of a condition that does not depend on signals or named constants.
fn known_bit(module: &Module, node: NodeId) -> Option<bool> {
    match module.node(node) {
        Node::Constant { value, name: None } => Some(!value.is_zero()),
        _ => None,
    }
}
