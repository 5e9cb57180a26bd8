//! The order of a plan's statements, and the names of the wires it makes.

use std::rc::Rc;

use super::{Plan, Step};
use crate::emit::inline;
use crate::emit::names::Names;
use crate::netlist::{Node, NodeId, SignalId};

/// Puts every wire and assignment before its readers, then memories, registers and instances, and
/// names the wires with the names left in `names`.
pub(super) fn schedule<'a>(plan: &mut Plan<'a>, names: Names<'a>) {
    Scheduler::new(plan, names).run();
}

/// A node or assignment under way: first everything that it reads, then itself.
enum Visit {
    Node(NodeId, Rc<str>),
    Wire(NodeId, Rc<str>),
    Assign(usize),
    AssignDone(usize),
}

/// Puts every wire and assignment before its readers, and names the wires after the signal they
/// first feed.
///
/// The walk keeps its own stack, so no depth of expressions can exhaust the thread's. A signal that
/// depends on itself bit by bit is legal, and keeps the order in which it was met.
struct Scheduler<'p, 'a> {
    plan: &'p mut Plan<'a>,
    names: Names<'a>,
    /// The assignment that drives each signal.
    driver: Vec<Option<usize>>,
    seen: Vec<bool>,
    assigned: Vec<bool>,
}

impl<'p, 'a> Scheduler<'p, 'a> {
    fn new(plan: &'p mut Plan<'a>, names: Names<'a>) -> Self {
        let module = plan.module;
        let mut driver = vec![None; module.signals.len()];
        for (index, assign) in module.assigns.iter().enumerate() {
            driver[assign.signal.index()] = Some(index);
        }
        let seen = vec![false; plan.inlining.live.len()];
        Self { plan, names, driver, seen, assigned: vec![false; module.assigns.len()] }
    }

    fn run(mut self) {
        let module = self.plan.module;
        for index in 0..module.assigns.len() {
            self.walk(Visit::Assign(index), None);
        }
        for (index, memory) in module.memories.iter().enumerate() {
            for write in &memory.writes {
                self.root(write.enable, &memory.name, "write_enable");
                self.root(write.address, &memory.name, "write_address");
                self.root(write.data, &memory.name, "write_data");
            }
            for read in &memory.reads {
                let name = &module.signal(read.data).name;
                self.root(read.address, name, "address");
                if let Some(enable) = read.clock.as_ref().and_then(|clock| clock.enable) {
                    self.root(enable, name, "enable");
                }
            }
            self.plan.steps.push(Step::Memory(index));
        }
        for group in 0..self.plan.groups.len() {
            let registers = self.plan.groups[group].registers.clone();
            for register in registers.iter().filter_map(|&index| module.registers.get(index)) {
                let name = &module.signal(register.output).name;
                if let Some(reset) = &register.reset {
                    self.root(reset.when, name, "reset");
                }
                if let Some(enable) = register.enable {
                    self.root(enable, name, "enable");
                }
                self.root(register.next, name, "next");
            }
        }
        let mut clocks: Vec<SignalId> = Vec::new();
        for group in &self.plan.groups {
            if !clocks.contains(&group.clock) {
                clocks.push(group.clock);
            }
        }
        self.plan.steps.extend(clocks.into_iter().map(Step::Registers));
        for (index, instance) in module.instances.iter().enumerate() {
            for (port, node) in &instance.inputs {
                self.root(*node, &instance.name, port);
            }
            self.plan.steps.push(Step::Instance(index));
        }
    }

    /// An expression that `base` reads as its `role`.
    fn root(&mut self, node: NodeId, base: &str, role: &str) {
        self.walk(Visit::Node(node, base.into()), Some((node, role)));
    }

    fn walk(&mut self, start: Visit, role: Option<(NodeId, &str)>) {
        let module = self.plan.module;
        let mut stack = vec![start];
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Node(id, base) => {
                    if std::mem::replace(&mut self.seen[id.index()], true) {
                        continue;
                    }
                    if let Some(index) = self.plan.inlining.alias[id.index()] {
                        stack.push(Visit::Assign(index));
                        continue;
                    }
                    if let Node::Signal(signal) = module.node(id) {
                        stack.extend(self.driver[signal.index()].map(Visit::Assign));
                        continue;
                    }
                    if self.plan.inlining.wire[id.index()] {
                        stack.push(Visit::Wire(id, base.clone()));
                    }
                    push_operands(&mut stack, module.node(id), &base);
                }
                Visit::Wire(id, base) => {
                    let name = match role {
                        Some((root, role)) if root == id => format!("{base}_{role}"),
                        _ => inline::meaning(module, id)
                            .unwrap_or_else(|| format!("{base}_{}", inline::suffix(module.node(id)))),
                    };
                    self.plan.names[id.index()] = Some(self.names.fresh(&name));
                    self.plan.steps.push(Step::Wire(id));
                }
                Visit::Assign(index) => {
                    if std::mem::replace(&mut self.assigned[index], true) {
                        continue;
                    }
                    let assign = &module.assigns[index];
                    let base: Rc<str> = module.signal(assign.signal).name.as_str().into();
                    stack.push(Visit::AssignDone(index));
                    if self.plan.inlining.alias[assign.node.index()] == Some(index) {
                        push_operands(&mut stack, module.node(assign.node), &base);
                    } else {
                        stack.push(Visit::Node(assign.node, base));
                    }
                }
                Visit::AssignDone(index) => self.plan.steps.push(Step::Assign(index)),
            }
        }
    }
}

fn push_operands(stack: &mut Vec<Visit>, node: &Node, base: &Rc<str>) {
    stack.extend(node.operands().into_iter().rev().map(|operand| Visit::Node(operand, base.clone())));
}
