//! The body of a VHDL architecture: assignments, memories, registers, instances.

use super::expression::literal;
use super::{INDENT, Printer};
use crate::emit::frame::Section;
use crate::emit::layout;
use crate::emit::plan::{Group, Step};
use crate::netlist::{Argument, Direction, Instance, Memory, Module, Node, NodeId, SignalId};

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
                    let named = self.plan.name(assign.node);
                    // An alias of itself is defined here; another signal for the same value reads the first.
                    assigns.extend(match named {
                        Some(name) if self.plan.inlining.alias[assign.node.index()] != Some(index) => {
                            vec![format!("{target} <= {name};")]
                        }
                        _ => self.assign(target, assign.node),
                    });
                    continue;
                }
                Step::Memory(index) => self.memory_body(&module.memories[index]),
                Step::Registers(index) => self.registers(&self.plan.groups[index]),
                Step::Instance(index) => self.instance(&module.instances[index]),
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
        sections.retain(|section| !section.is_empty());
        sections
    }

    /// `target <= ...;`, a chain of choices one to a line, a condition as `'1' when ... else '0'`.
    fn assign(&self, target: &str, node: NodeId) -> Section {
        let start = format!("{target} <= ");
        if self.expressions.defines_condition(node) {
            let text = format!("{start}'1' when {} else '0';", self.expressions.define_condition(node));
            return layout::wrap(&text, INDENT, 4);
        }
        let (arms, last) = self.choices(node);
        if arms.is_empty() {
            return layout::wrap(&format!("{start}{};", self.expressions.definition(node)), INDENT, 4);
        }
        let arms: Vec<String> = arms
            .iter()
            .map(|(select, then)| {
                let value = self.expressions.typed_logic(*then);
                format!("{value} when {}", self.expressions.condition(*select))
            })
            .chain([format!("{};", self.expressions.typed_logic(last))])
            .collect();
        let one = format!("{start}{}", arms.join(" else "));
        if arms.len() == 2 && one.len() + INDENT <= layout::COLUMNS {
            return vec![one];
        }
        let margin = " ".repeat(start.len());
        let mut lines = Section::new();
        for (place, arm) in arms.iter().enumerate() {
            let lead = if place == 0 { start.clone() } else { margin.clone() };
            let end = if place + 1 < arms.len() { " else" } else { "" };
            lines.extend(layout::wrap(&format!("{lead}{arm}{end}"), INDENT, start.len() + 4));
        }
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

    fn process(&self, clock: SignalId, body: Section) -> Section {
        let clock = &self.plan.module.signal(clock).name;
        let mut lines =
            vec![format!("process ({clock})"), "begin".into(), format!("  if rising_edge({clock}) then")];
        lines.extend(body);
        lines.extend(["  end if;".into(), "end process;".into()]);
        lines
    }

    fn registers(&self, group: &Group) -> Section {
        let module = self.plan.module;
        let registers = || group.registers.iter().filter_map(|&index| module.registers.get(index));
        let conditional = group.reset.is_some() || group.enable.is_some();
        let depth = if conditional { 3 } else { 2 };
        let mut updates = Section::new();
        for register in registers() {
            updates.extend(self.update(register.output, register.next, depth));
        }
        if updates.is_empty() && group.reset.is_none() {
            return Section::new();
        }
        let mut lines = Section::new();
        if let Some(reset) = group.reset {
            let text = format!("    if {} then", self.expressions.condition(reset));
            lines.extend(layout::wrap(&text, INDENT, 8));
            for register in registers() {
                let value = register.reset.as_ref().map(|reset| literal(&reset.value)).unwrap_or_default();
                lines.push(format!("      {} <= {value};", module.signal(register.output).name));
            }
        }
        // Registers that only a reset changes have nothing left to do.
        if !updates.is_empty() {
            let enable = group.enable.map(|enable| self.expressions.condition(enable));
            let open = match (group.reset, enable) {
                (Some(_), Some(enable)) => format!("    elsif {enable} then"),
                (Some(_), None) => "    else".into(),
                (None, Some(enable)) => format!("    if {enable} then"),
                (None, None) => String::new(),
            };
            if !open.is_empty() {
                lines.extend(layout::wrap(&open, INDENT, 8));
            }
            lines.extend(updates);
        }
        if conditional {
            lines.push("    end if;".into());
        }
        self.process(group.clock, lines)
    }

    /// What a register takes, choices as `if` and `elsif`; nothing where it keeps its value.
    fn update(&self, output: SignalId, node: NodeId, depth: usize) -> Section {
        let margin = "  ".repeat(depth);
        let is_choice =
            matches!(self.plan.module.node(node), Node::Mux { .. }) && self.plan.name(node).is_none();
        if !is_choice {
            return if self.keeps(output, node) { Section::new() } else { self.store(&margin, output, node) };
        }
        let (arms, last) = self.choices(node);
        let mut lines = Section::new();
        for (place, (select, then)) in arms.iter().enumerate() {
            let word = if place == 0 { "if" } else { "elsif" };
            let text = format!("{margin}{word} {} then", self.expressions.condition(*select));
            lines.extend(layout::wrap(&text, INDENT, 2 * depth + 4));
            let stores = self.update(output, *then, depth + 1);
            // A branch that keeps the value has to be there, or the next one would be taken.
            lines.extend(if stores.is_empty() { vec![format!("{margin}  null;")] } else { stores });
        }
        if !self.keeps(output, last) {
            lines.push(format!("{margin}else"));
            lines.extend(self.store(&format!("{margin}  "), output, last));
        }
        lines.push(format!("{margin}end if;"));
        lines
    }

    fn keeps(&self, output: SignalId, node: NodeId) -> bool {
        matches!(self.plan.module.node(node), Node::Signal(signal) if *signal == output)
    }

    fn store(&self, margin: &str, output: SignalId, node: NodeId) -> Section {
        let name = &self.plan.module.signal(output).name;
        let text = format!("{margin}{name} <= {};", self.expressions.typed_logic(node));
        layout::wrap(&text, INDENT, margin.len() + 4)
    }

    fn memory_body(&self, memory: &Memory) -> Section {
        let module = self.plan.module;
        let name = &memory.name;
        let mut lines = Section::new();
        let mut clocks: Vec<SignalId> = memory.writes.iter().map(|write| write.clock).collect();
        clocks.extend(memory.reads.iter().filter_map(|read| read.clock.as_ref()).map(|clock| clock.clock));
        let mut done: Vec<SignalId> = Vec::new();
        for clock in clocks {
            if done.contains(&clock) {
                continue;
            }
            done.push(clock);
            let mut body = Section::new();
            for write in memory.writes.iter().filter(|write| write.clock == clock) {
                let data = self.expressions.typed_logic(write.data);
                let text = format!("{name}({}) <= {data};", self.expressions.index(write.address));
                body.extend(self.when(Some(write.enable), &text));
            }
            for read in &memory.reads {
                let Some(at) = read.clock.as_ref().filter(|at| at.clock == clock) else { continue };
                let data = &module.signal(read.data).name;
                let text = format!("{data} <= {name}({});", self.expressions.index(read.address));
                body.extend(self.when(at.enable, &text));
            }
            lines.extend(self.process(clock, body));
        }
        for read in memory.reads.iter().filter(|read| read.clock.is_none()) {
            let data = &module.signal(read.data).name;
            lines.push(format!("{data} <= {name}({});", self.expressions.index(read.address)));
        }
        lines
    }

    /// A statement of a clocked process, under its condition unless that is always true.
    fn when(&self, condition: Option<NodeId>, statement: &str) -> Section {
        let always = |id: &NodeId| {
            self.plan.module.constant_value(*id).is_some_and(|value| !value.is_zero())
                && self.plan.name(*id).is_none()
        };
        match condition.filter(|id| !always(id)) {
            None => layout::wrap(&format!("    {statement}"), INDENT, 8),
            Some(id) => {
                let text = format!("    if {} then", self.expressions.condition(id));
                let mut lines = layout::wrap(&text, INDENT, 8);
                lines.extend(layout::wrap(&format!("      {statement}"), INDENT, 10));
                lines.push("    end if;".into());
                lines
            }
        }
    }

    fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Value(value) => literal(value),
            Argument::Parameter(id) => self.plan.module.parameters[id.index()].name.clone(),
        }
    }

    fn instance(&self, instance: &Instance) -> Section {
        let of: &Module = self.plan.design.module(instance.module);
        let mut lines: Section = instance
            .comment
            .iter()
            .flat_map(|text| layout::comment_lines(text))
            .map(|line| format!("-- {line}"))
            .collect();
        lines.push(format!("{} : entity work.{}", instance.name, of.name));
        if !instance.parameters.is_empty() {
            let given: Vec<String> = instance
                .parameters
                .iter()
                .map(|(name, argument)| format!("{name} => {}", self.argument(argument)))
                .collect();
            let text = format!("  generic map ({})", given.join(", "));
            lines.extend(layout::wrap(&text, INDENT, 4));
        }
        let mut connections = Vec::new();
        for port in &of.ports {
            let name = &of.signal(port.signal).name;
            let actual = match port.direction {
                Direction::Input => instance
                    .inputs
                    .iter()
                    .find(|(given, _)| given == name)
                    .map(|(_, node)| self.expressions.typed_logic(*node)),
                Direction::Output => instance
                    .outputs
                    .iter()
                    .find(|(given, _)| given == name)
                    .map(|(_, signal)| self.plan.module.signal(*signal).name.clone()),
            };
            connections.push(format!("{name} => {}", actual.unwrap_or_else(|| "open".into())));
        }
        if connections.is_empty() {
            if let Some(last) = lines.last_mut() {
                last.push(';');
            }
            return lines;
        }
        lines.push("  port map (".into());
        lines.extend(
            layout::fill(&connections, ",", INDENT + 4).into_iter().map(|line| format!("    {line}")),
        );
        lines.push("  );".into());
        lines
    }
}
