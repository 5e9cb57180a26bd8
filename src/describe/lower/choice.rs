//! `match`: arms that exclude each other.
//!
//! At most one arm is taken, so the order of arms does not matter. Each signal gets the value that
//! most arms leave it with. A choice is made only between the other values, with arms of equal
//! value under one condition.

use std::collections::BTreeSet;

use rust_hdl::core::ast::{VerilogCase, VerilogExpression as E, VerilogMatch};

use super::cell::spoken;
use super::error::LowerProblem;
use super::kernel::{Assigned, Assignments, Kernel};
use super::operand::{self, Bits, Operand};
use super::{number, spoken as text};
use crate::netlist::{BinaryOp, NodeId, Value};

type Result<T> = std::result::Result<T, LowerProblem>;

/// The condition of an arm, and the values assigned at its end.
struct Arm {
    /// None for `_`.
    condition: Option<NodeId>,
    after: Assignments,
}

impl Kernel<'_> {
    /// Runs every arm and joins their assignments.
    pub(super) fn choice(&mut self, choice: &VerilogMatch) -> Result<()> {
        let mut seen: Vec<&str> = Vec::new();
        for case in &choice.cases {
            let pattern = case.condition.as_str();
            if seen.contains(&pattern) || seen.contains(&"default") {
                return Err(LowerProblem::RepeatedArm { pattern: spoken(pattern) });
            }
            seen.push(pattern);
        }
        match self.index(&choice.test)? {
            Operand::Number(value) => self.known_arm(&choice.test, value, &choice.cases),
            Operand::Bits(test) => {
                let conditions = self.conditions(test, &choice.cases)?;
                let before = self.assignments.clone();
                let mut arms: Vec<Arm> = Vec::new();
                for (condition, case) in conditions.into_iter().zip(&choice.cases) {
                    self.assignments = before.clone();
                    self.run(&case.block)?;
                    arms.push(Arm { condition, after: std::mem::take(&mut self.assignments) });
                }
                self.assignments = if arms.is_empty() { before } else { self.join(&arms)? };
                Ok(())
            }
        }
    }

    /// The condition of each arm; `None` for `_`. Patterns exclude each other, however their
    /// numbers are written.
    fn conditions(&mut self, test: Bits, cases: &[VerilogCase]) -> Result<Vec<Option<NodeId>>> {
        let mut conditions = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        for case in cases {
            let pattern = case.condition.as_str();
            if pattern == "default" {
                conditions.push(None);
                continue;
            }
            let expected = match self.pattern(pattern)? {
                Operand::Number(number) => {
                    let width = self.module.width(test.node);
                    operand::literal(&mut self.module, number, width, test.signed)?
                }
                Operand::Bits(expected) => expected.node,
            };
            let value = self.module.constant_value(expected).cloned();
            if value.as_ref().is_some_and(|value| values.contains(value)) {
                return Err(LowerProblem::RepeatedArm { pattern: spoken(pattern) });
            }
            values.extend(value);
            let condition = operand::plain(&mut self.module, BinaryOp::Equal, test.node, expected)?;
            conditions.push(Some(condition));
        }
        Ok(conditions)
    }

    /// A pattern's value.
    fn pattern(&mut self, pattern: &str) -> Result<Operand> {
        match number::pattern(pattern) {
            Some(number) => Ok(Operand::Number(number)),
            None => self.read_variant(pattern),
        }
    }

    /// The one arm taken where the value is known now, as that of a loop's variable is.
    fn known_arm(&mut self, test: &E, value: i128, cases: &[VerilogCase]) -> Result<()> {
        for case in cases {
            let taken = match case.condition.as_str() {
                "default" => true,
                pattern => match self.pattern(pattern)? {
                    Operand::Number(expected) => value == expected,
                    Operand::Bits(_) => {
                        return Err(LowerProblem::NoWidth { expression: text::expression(test) });
                    }
                },
            };
            if taken {
                return self.run(&case.block);
            }
        }
        Ok(())
    }

    fn join(&mut self, arms: &[Arm]) -> Result<Assignments> {
        let mut joined = Assignments::new();
        let paths: BTreeSet<&String> = arms.iter().flat_map(|arm| arm.after.keys()).collect();
        for path in paths {
            let given: Vec<(Option<NodeId>, &Assigned)> = arms
                .iter()
                .filter_map(|arm| arm.after.get(path).map(|assigned| (arm.condition, assigned)))
                .collect();
            let Some((_, first)) = given.first() else { continue };
            // What only some arms assign is not assigned on every path.
            let everywhere = given.len() == arms.len();
            let covered = Value::from_bits(
                (0..first.covered.width())
                    .map(|bit| everywhere && given.iter().all(|(_, assigned)| assigned.covered.bit(bit))),
            );
            let values: Vec<(Option<NodeId>, NodeId)> =
                given.iter().map(|(condition, assigned)| (*condition, assigned.value)).collect();
            let value = self.select(&values)?;
            joined.insert(path.clone(), Assigned { value, covered });
        }
        Ok(joined)
    }

    /// The value of the arm whose condition holds; if none holds, that of `_`, if there is one.
    fn select(&mut self, arms: &[(Option<NodeId>, NodeId)]) -> Result<NodeId> {
        let mut groups: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        let mut fallback = None;
        for &(condition, value) in arms {
            let Some(condition) = condition else {
                fallback = Some(value);
                continue;
            };
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, conditions)) => conditions.push(condition),
                None => groups.push((value, vec![condition])),
            }
        }
        // Where the arms cover all values, the most frequent one needs no condition; the last of
        // several.
        let frequent = groups.iter().max_by_key(|(_, conditions)| conditions.len()).map(|(value, _)| *value);
        let Some(fallback) = fallback.or(frequent) else {
            return Ok(self.module.constant(Value::zero(1)));
        };
        groups.retain(|(value, _)| *value != fallback);
        let mut result = fallback;
        let sum_of_products = self.module.width(fallback) == 1
            && self.module.constant_value(fallback).is_some_and(Value::is_zero);
        for (value, conditions) in groups.into_iter().rev() {
            let mut conditions = conditions.into_iter();
            let Some(mut condition) = conditions.next() else { continue };
            for other in conditions {
                condition = operand::plain(&mut self.module, BinaryOp::Or, condition, other)?;
            }
            result = if sum_of_products {
                let term = operand::plain(&mut self.module, BinaryOp::And, condition, value)?;
                operand::plain(&mut self.module, BinaryOp::Or, term, result)?
            } else {
                operand::mux(&mut self.module, condition, value, result)?
            };
        }
        Ok(result)
    }
}
