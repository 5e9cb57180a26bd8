//! The body of a Verilog module: assignments, memories, registers, instances.

use super::expression::{literal, range};
use super::{INDENT, Printer};
use crate::emit::frame::Section;
use crate::emit::plan::{Group, Step};
use crate::emit::{dialect, layout};
use crate::netlist::{Argument, Direction, Instance, Memory, Module, Node, NodeId, SignalId, Value};

impl Printer<'_, '_> {
    /// One section for each memory, group of registers and instance, with the assignments before it that it needs.
    pub(super) fn statements(&self) -> Vec<Section> {
        let module = self.plan.module;
        let mut sections = Vec::new();
        let mut assigns = Section::new();
        for step in &self.plan.steps {
            let section = match *step {
                Step::Wire(id) => {
                    assigns.extend(self.assign(self.plan.name(id).unwrap_or_default(), id));
                    continue;
                }
                Step::Assign(index) => {
                    let assign = &module.assigns[index];
                    let target = &module.signal(assign.signal).name;
                    // An alias of itself is defined here; another signal for the same value reads the first.
                    let text = if self.plan.inlining.alias[assign.node.index()] == Some(index) {
                        self.assign(target, assign.node)
                    } else {
                        self.assign_expression(target, assign.node)
                    };
                    assigns.extend(text);
                    continue;
                }
                Step::Memory(index) => self.memory(index, &module.memories[index]),
                Step::Registers(index) => self.registers(&self.plan.groups[index]),
                Step::Instance(index) => self.instance(index, &module.instances[index]),
            };
            // Wiring that belongs to an instance stands with it; before a process it is a block of its own.
            if matches!(step, Step::Instance(_)) {
                assigns.extend(section);
                sections.push(std::mem::take(&mut assigns));
            } else {
                sections.push(std::mem::take(&mut assigns));
                sections.push(section);
            }
        }
        sections.push(assigns);
        sections
    }

    fn assign_expression(&self, target: &str, node: NodeId) -> Section {
        if self.plan.name(node).is_some() {
            return vec![format!("assign {target} = {};", self.expressions.expression(node))];
        }
        self.assign(target, node)
    }

    /// `assign target = ...;`, a chain of choices one to a line.
    fn assign(&self, target: &str, node: NodeId) -> Section {
        let start = format!("assign {target} = ");
        let (arms, last) = self.choices(node);
        if arms.len() <= 1 {
            let text = format!("{start}{};", self.expressions.definition(node));
            if text.len() + INDENT <= layout::COLUMNS || arms.is_empty() {
                return layout::wrap(&text, INDENT, 4);
            }
        }
        let mut lines = Section::new();
        let margin = " ".repeat(start.len() - 2);
        for (place, (select, then)) in arms.iter().enumerate() {
            let lead = if place == 0 { start.clone() } else { format!("{margin}: ") };
            let text = format!(
                "{lead}{} ? {}",
                self.expressions.operand(*select),
                self.expressions.expression(*then)
            );
            lines.extend(layout::wrap(&text, INDENT, start.len() + 4));
        }
        let text = format!("{margin}: {};", self.expressions.expression(last));
        lines.extend(layout::wrap(&text, INDENT, start.len() + 4));
        lines
    }

    /// A chain of choices without names of their own, and what is left when none holds.
    fn choices(&self, node: NodeId) -> (Vec<(NodeId, NodeId)>, NodeId) {
        let mut arms = Vec::new();
        let mut last = node;
        while let Node::Mux { select, then, otherwise } = self.plan.module.node(last) {
            arms.push((*select, *then));
            last = *otherwise;
            if self.plan.name(last).is_some() {
                break;
            }
        }
        (arms, last)
    }

    fn registers(&self, group: &Group) -> Section {
        let module = self.plan.module;
        let registers = || group.registers.iter().filter_map(|&index| module.registers.get(index));
        let initial = registers().map(|register| (register.output, register.initial.clone())).collect();
        let mut lines = self.initial(initial);
        let mut updates = Section::new();
        let depth = if group.reset.is_some() || group.enable.is_some() { 2 } else { 1 };
        for register in registers() {
            updates.extend(self.update(register.output, register.next, depth));
        }
        if updates.is_empty() && group.reset.is_none() {
            return lines;
        }
        lines.push(format!("always @(posedge {}) begin", module.signal(group.clock).name));
        if let Some(reset) = group.reset {
            lines.push(format!("    if ({}) begin", self.expressions.expression(reset)));
            for register in registers() {
                let value = register.reset.as_ref().map(|reset| literal(&reset.value)).unwrap_or_default();
                lines.push(format!("        {} <= {value};", module.signal(register.output).name));
            }
        }
        let condition = group.enable.map(|enable| format!("if ({}) ", self.expressions.expression(enable)));
        // Registers that only a reset changes have nothing left to do.
        if !updates.is_empty() {
            let open = match (group.reset, condition) {
                (Some(_), condition) => format!("    end else {}begin", condition.unwrap_or_default()),
                (None, Some(condition)) => format!("    {condition}begin"),
                (None, None) => String::new(),
            };
            if !open.is_empty() {
                lines.extend(layout::wrap(&open, INDENT, 8));
            }
            lines.extend(updates);
        }
        if depth == 2 {
            lines.push("    end".into());
        }
        lines.push("end".into());
        lines
    }

    /// The values before the first edge.
    fn initial(&self, values: Vec<(SignalId, Value)>) -> Section {
        let assignments: Vec<String> = values
            .iter()
            .map(|(signal, value)| format!("{} = {};", self.plan.module.signal(*signal).name, literal(value)))
            .collect();
        match assignments.as_slice() {
            [] => Section::new(),
            [one] => vec![format!("initial {one}")],
            _ => {
                let filled = layout::fill(&assignments, "", INDENT + 4);
                let body = filled.into_iter().map(|line| format!("    {line}"));
                std::iter::once("initial begin".into()).chain(body).chain(["end".into()]).collect()
            }
        }
    }

    /// What a register takes, choices as `if` and `else`; nothing where it keeps its value.
    fn update(&self, output: SignalId, node: NodeId, depth: usize) -> Section {
        let (mut arms, last) = self.choices(node);
        if self.plan.name(node).is_some() {
            arms.clear();
        }
        let last = if arms.is_empty() { node } else { last };
        let margin = "    ".repeat(depth);
        let mut lines = Section::new();
        for (place, (select, then)) in arms.iter().enumerate() {
            let lead = if place == 0 { "" } else { "else " };
            let lead = format!("{margin}{lead}if ({})", self.expressions.expression(*select));
            lines.extend(self.branch(&lead, output, *then, depth));
        }
        let keeps = matches!(self.plan.module.node(last), Node::Signal(signal) if *signal == output);
        match (arms.is_empty(), keeps) {
            (_, true) => {}
            (true, false) => lines.extend(self.store(&margin, output, last)),
            (false, false) => lines.extend(self.branch(&format!("{margin}else"), output, last, depth)),
        }
        lines
    }

    fn branch(&self, lead: &str, output: SignalId, node: NodeId, depth: usize) -> Section {
        let is_choice =
            matches!(self.plan.module.node(node), Node::Mux { .. }) && self.plan.name(node).is_none();
        if is_choice {
            let mut lines = layout::wrap(&format!("{lead} begin"), INDENT, 4 * depth + 4);
            lines.extend(self.update(output, node, depth + 1));
            lines.push(format!("{}end", "    ".repeat(depth)));
            return lines;
        }
        let one = self.store(&format!("{lead} "), output, node);
        if one.len() == 1 {
            return one;
        }
        let mut lines = layout::wrap(lead, INDENT, 4 * depth + 4);
        lines.extend(self.store(&"    ".repeat(depth + 1), output, node));
        lines
    }

    fn store(&self, lead: &str, output: SignalId, node: NodeId) -> Section {
        let name = &self.plan.module.signal(output).name;
        let text = format!("{lead}{name} <= {};", self.expressions.expression(node));
        let margin = lead.len() - lead.trim_start().len();
        layout::wrap(&text, INDENT, margin + 4)
    }

    fn memory(&self, index: usize, memory: &Memory) -> Section {
        let module = self.plan.module;
        let name = &memory.name;
        let mut lines: Section =
            memory.comment.iter().map(|text| format!("// {}", layout::comment(text))).collect();
        let style = memory.style.map(|style| dialect::ram_style(style, self.dialect));
        let attribute =
            style.map(|style| format!("(* {} = {} *) ", style.name, style.value)).unwrap_or_default();
        lines.push(format!("{attribute}reg {}{name} [0:{}];", range(memory.width), memory.depth - 1));
        lines.extend(self.memory_contents(memory, &self.plan.memory_names[index].index));
        let mut clocks: Vec<SignalId> = memory.writes.iter().map(|write| write.clock).collect();
        clocks.extend(memory.reads.iter().filter_map(|read| read.clock.as_ref()).map(|clock| clock.clock));
        let mut done: Vec<SignalId> = Vec::new();
        for clock in clocks {
            if done.contains(&clock) {
                continue;
            }
            done.push(clock);
            lines.push(format!("always @(posedge {}) begin", module.signal(clock).name));
            for write in memory.writes.iter().filter(|write| write.clock == clock) {
                let (address, data) =
                    (self.expressions.expression(write.address), self.expressions.expression(write.data));
                let text = format!("{name}[{address}] <= {data};");
                lines.extend(self.when(Some(write.enable), &text));
            }
            for read in &memory.reads {
                let Some(at) = read.clock.as_ref().filter(|at| at.clock == clock) else { continue };
                let data = &module.signal(read.data).name;
                let text = format!("{data} <= {name}[{}];", self.expressions.expression(read.address));
                lines.extend(self.when(at.enable, &text));
            }
            lines.push("end".into());
        }
        for read in memory.reads.iter().filter(|read| read.clock.is_none()) {
            let data = &module.signal(read.data).name;
            lines.push(format!("assign {data} = {name}[{}];", self.expressions.expression(read.address)));
        }
        lines
    }

    /// A statement of a clocked process, under its condition unless that is always true.
    fn when(&self, condition: Option<NodeId>, statement: &str) -> Section {
        let always = |id: &NodeId| {
            self.plan.module.constant_value(*id).is_some_and(|value| !value.is_zero())
                && self.plan.name(*id).is_none()
        };
        let text = match condition.filter(|id| !always(id)) {
            Some(id) => format!("    if ({}) {statement}", self.expressions.expression(id)),
            None => format!("    {statement}"),
        };
        layout::wrap(&text, INDENT, 8)
    }

    fn memory_contents(&self, memory: &Memory, index: &str) -> Section {
        let name = &memory.name;
        let words: Vec<&Value> = memory.initial.iter().take(memory.depth as usize).collect();
        let mut lines = Section::new();
        let mut body = Section::new();
        if words.len() < memory.depth as usize {
            let zero = literal(&Value::zero(memory.width));
            let (from, to) = (words.len(), memory.depth);
            lines.push(format!("integer {index};"));
            body.push(format!(
                "for ({index} = {from}; {index} < {to}; {index} = {index} + 1) {name}[{index}] = {zero};"
            ));
        }
        let stores: Vec<String> = words
            .iter()
            .enumerate()
            .map(|(at, value)| format!("{name}[{at}] = {};", literal(value)))
            .collect();
        body.extend(layout::fill(&stores, "", INDENT + 4));
        let outputs = memory.reads.iter().filter(|read| read.clock.is_some()).map(|read| {
            let signal = self.plan.module.signal(read.data);
            format!("{} = {};", signal.name, literal(&Value::zero(signal.width)))
        });
        body.extend(layout::fill(&outputs.collect::<Vec<_>>(), "", INDENT + 4));
        lines.push("initial begin".into());
        lines.extend(body.into_iter().map(|line| format!("    {line}")));
        lines.push("end".into());
        lines
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(value) => literal(value),
            Argument::Parameter(id) => self.plan.module.parameters[id.index()].name.clone(),
        }
    }

    fn instance(&self, index: usize, instance: &Instance) -> Section {
        let of: &Module = self.plan.design.module(instance.module);
        let mut lines: Section = instance
            .comment
            .iter()
            .flat_map(|text| layout::comment_lines(text))
            .map(|line| format!("// {line}"))
            .collect();
        let parameters: Vec<String> = instance
            .parameters
            .iter()
            .map(|(name, argument)| format!(".{name}({})", self.argument(argument)))
            .collect();
        let head = match parameters.as_slice() {
            [] => format!("{} {} (", of.name, instance.name),
            some => format!("{} #({}) {} (", of.name, some.join(", "), instance.name),
        };
        lines.extend(layout::wrap(&head, INDENT, 4));
        let mut connections = Vec::new();
        for port in &of.ports {
            let name = &of.signal(port.signal).name;
            let actual = match port.direction {
                Direction::Input => instance
                    .inputs
                    .iter()
                    .find(|(given, _)| given == name)
                    .map(|(_, node)| self.expressions.expression(*node)),
                Direction::Output => {
                    let driven = instance.outputs.iter().find(|(given, _)| given == name);
                    let open = self
                        .plan
                        .open
                        .get(index)
                        .and_then(|open| open.iter().find(|open| open.port == *name));
                    driven
                        .map(|(_, signal)| self.plan.module.signal(*signal).name.clone())
                        .or_else(|| open.map(|open| open.wire.clone()))
                }
            };
            connections.push(format!(".{name}({})", actual.unwrap_or_default()));
        }
        lines.extend(
            layout::fill(&connections, ",", INDENT + 4).into_iter().map(|line| format!("    {line}")),
        );
        lines.push(");".into());
        lines
    }
}
