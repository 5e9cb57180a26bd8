//! Symbolic execution of a kernel: the value assigned to each signal, path by path, as netlist
//! expressions.

use std::collections::BTreeMap;

use super::cell::{Cell, Item, Role, spoken};
use super::error::LowerProblem;
use super::operand::{self, Bits, Operand};
use super::path;
use crate::netlist::{Direction, Module, NodeId, SignalId, Value};
use rust_hdl::core::ast::VerilogExpression as E;

type Result<T> = std::result::Result<T, LowerProblem>;

/// The value assigned to a signal so far in this update.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The value where it is assigned.
    pub value: NodeId,
    /// The bits assigned on every path up to here.
    pub covered: Value,
}

impl Assigned {
    /// Whether every bit is assigned on every path.
    pub fn complete(&self) -> bool {
        self.covered.bits().all(|bit| bit)
    }
}

/// The value assigned to each signal so far, by the probe's name.
pub type Assignments = BTreeMap<String, Assigned>;

/// A kernel under execution.
///
/// It runs twice. The first run records where each signal is assigned last. In the second run, a
/// read after that place is a read of the named net, so the emitted text has the names of the
/// source. An earlier read takes the value assigned up to there.
pub struct Kernel<'a> {
    pub(super) cell: &'a Cell,
    /// The module under construction.
    pub module: Module,
    /// The present assignments.
    pub assignments: Assignments,
    /// The statement under execution, for errors.
    pub place: Option<String>,
    pub(super) loops: Vec<(String, i128)>,
    nets: BTreeMap<String, SignalId>,
    step: usize,
    last: BTreeMap<String, usize>,
    last_known: Option<BTreeMap<String, usize>>,
}

impl<'a> Kernel<'a> {
    /// A kernel before its first statement. `last_known` is the result of [`Kernel::into_last`] of
    /// a first run.
    pub fn new(cell: &'a Cell, module: Module, last_known: Option<BTreeMap<String, usize>>) -> Self {
        Self {
            cell,
            module,
            assignments: BTreeMap::new(),
            place: None,
            loops: Vec::new(),
            nets: BTreeMap::new(),
            step: 0,
            last: BTreeMap::new(),
            last_known,
        }
    }

    /// The place where each signal was assigned last.
    pub fn into_last(self) -> BTreeMap<String, usize> {
        self.last
    }

    /// The nets made so far, by the probe's name, without local signals that were never read.
    pub fn nets(&self) -> &BTreeMap<String, SignalId> {
        &self.nets
    }

    /// The net of a signal. Ports and flip-flops are made in the order of their fields before the
    /// first statement, local signals at their first read.
    pub fn net(&mut self, item: &Item) -> SignalId {
        if let Some(&net) = self.nets.get(&item.path) {
            return net;
        }
        let name = net_name(&item.path, item.role);
        let net = match item.role {
            Role::Input => self.module.add_port(Direction::Input, name, item.width),
            Role::Output => self.module.add_port(Direction::Output, name, item.width),
            _ => self.module.add_signal(name, item.width),
        };
        self.nets.insert(item.path.clone(), net);
        net
    }

    /// The value of a name.
    pub fn read(&mut self, name: &str) -> Result<Operand> {
        let cell = self.cell;
        if let Some(&(_, number)) = self.loops.iter().rev().find(|(variable, _)| variable == name) {
            return match cell.find(name) {
                Some(_) => Err(LowerProblem::HiddenField { name: name.into() }),
                None => Ok(Operand::Number(number)),
            };
        }
        let path = path::resolve(name, &self.loops)?;
        let Some(item) = cell.find(&path) else {
            return self.read_variant(&path);
        };
        let node = match item.role {
            Role::Constant => {
                let constant = net_name(&item.path, item.role);
                self.module.named_constant(constant, item.value.clone())
            }
            Role::Next | Role::Clock => {
                return Err(LowerProblem::NotReadable { signal: spoken(&path) });
            }
            Role::Input | Role::State => {
                let net = self.net(item);
                self.module.read(net)
            }
            Role::Output | Role::Local => self.read_assigned(item)?,
        };
        Ok(Operand::Bits(Bits::new(node, item.signed)))
    }

    /// The code of an enum's variant, from a path that ends in `Enum$Variant`.
    pub fn read_variant(&mut self, path: &str) -> Result<Operand> {
        match self.cell.variant(path) {
            Some((constant, code)) => {
                Ok(Operand::Bits(Bits::unsigned(self.module.named_constant(constant, code))))
            }
            None => Err(LowerProblem::UnknownName { name: spoken(path) }),
        }
    }

    fn read_assigned(&mut self, item: &Item) -> Result<NodeId> {
        let settled = self
            .last_known
            .as_ref()
            .is_some_and(|last| last.get(&item.path).is_none_or(|&last| last <= self.step));
        match self.assignments.get(&item.path) {
            Some(assigned) if !settled && assigned.complete() => Ok(assigned.value),
            Some(_) if !settled => Err(LowerProblem::ReadPartly { signal: spoken(&item.path) }),
            // Before its first assignment a signal holds what the update ends with, once all is
            // stable.
            _ => {
                let net = self.net(item);
                Ok(self.module.read(net))
            }
        }
    }

    /// The signal an assignment names.
    pub fn target(&self, e: &E) -> Result<&'a Item> {
        let E::Signal(name) = e else {
            return Err(LowerProblem::Unsupported {
                construct: format!("assignment to `{}`", super::spoken::expression(e)),
                mend: "assign to the `next` of a signal",
            });
        };
        let path = path::resolve(name, &self.loops)?;
        let Some(item) = self.cell.find(&path) else {
            return Err(LowerProblem::UnknownName { name: spoken(&path) });
        };
        let what = match item.role {
            Role::Output | Role::Local | Role::Next | Role::Clock => return Ok(item),
            Role::Input => "an input",
            Role::Constant => "a constant",
            Role::State => "the output of a flip-flop",
        };
        Err(LowerProblem::NotAssignable { signal: spoken(&path), what })
    }

    /// Assigns `part` to the bits from `low` on.
    pub fn assign(&mut self, item: &Item, low: u32, part: NodeId) -> Result<()> {
        let width = self.module.width(part);
        self.step += 1;
        self.last.insert(item.path.clone(), self.step);
        let covers = |bit: u32| (low..low + width).contains(&bit);
        let (before, covered) = match self.assignments.get(&item.path) {
            Some(assigned) => (assigned.value, assigned.covered.clone()),
            None => (self.module.constant(Value::zero(item.width)), Value::zero(item.width)),
        };
        let value = operand::replace(&mut self.module, before, low, part)?;
        let covered = Value::from_bits((0..item.width).map(|bit| covered.bit(bit) || covers(bit)));
        self.assignments.insert(item.path.clone(), Assigned { value, covered });
        Ok(())
    }

    /// Runs `then` where the condition holds and `otherwise` where it does not.
    pub fn branch(
        &mut self,
        condition: NodeId,
        then: impl FnOnce(&mut Self) -> Result<()>,
        otherwise: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.assignments.clone();
        then(self)?;
        let after_then = std::mem::replace(&mut self.assignments, before);
        otherwise(self)?;
        let after_otherwise = std::mem::take(&mut self.assignments);
        self.assignments = self.merge(condition, after_then, after_otherwise)?;
        Ok(())
    }

    fn merge(&mut self, condition: NodeId, then: Assignments, otherwise: Assignments) -> Result<Assignments> {
        let mut merged = Assignments::new();
        for (path, b) in &otherwise {
            // What only one branch assigns is not assigned on every path.
            if !then.contains_key(path) {
                let covered = Value::zero(b.covered.width());
                merged.insert(path.clone(), Assigned { value: b.value, covered });
            }
        }
        for (path, a) in then {
            let both = match otherwise.get(&path) {
                Some(b) => Assigned {
                    value: operand::mux(&mut self.module, condition, a.value, b.value)?,
                    covered: Value::from_bits(a.covered.bits().zip(b.covered.bits()).map(|(a, b)| a && b)),
                },
                None => Assigned { value: a.value, covered: Value::zero(a.covered.width()) },
            };
            merged.insert(path, both);
        }
        Ok(merged)
    }
}

/// The name in the netlist: fields joined by underscores. A flip-flop's output is named after the
/// flip-flop.
pub fn net_name(path: &str, role: Role) -> String {
    match role {
        Role::State => path.strip_suffix("$q").unwrap_or(path).replace('$', "_"),
        Role::Constant => path.replace('$', "_").to_uppercase(),
        _ => path.replace('$', "_"),
    }
}
