//! The body of a VHDL architecture: assignments, memories, registers, instances.

use super::expression::literal;
use super::{INDENT, Printer, library};
use crate::emit::frame::Section;
use crate::emit::layout;
use crate::emit::plan::{Case, Connection, Group, Step};
use crate::netlist::{Argument, Assign, Instance, Memory, Module, NodeId, SignalId};

impl Printer<'_, '_> {
    /// One section for each memory, group of registers and instance, with the assignments before it
    /// that it needs.
    pub(super) fn statements(&self) -> Vec<Section> {
        self.plan.sections(|step| self.statement(step))
    }

    fn statement(&self, step: Step) -> Section {
        let module = self.plan.module;
        match step {
            Step::Wire(id) => self.assign(self.plan.name(id).unwrap_or_default(), id),
            Step::Assign(index) => {
                let Assign { signal, node } = module.assigns[index];
                let target = &module.signal(signal).name;
                match self.plan.name(node) {
                    // Another signal already has this value.
                    Some(name) if self.plan.inlining.alias[node.index()] != Some(index) => {
                        vec![format!("{target} <= {name};")]
                    }
                    _ => self.assign(target, node),
                }
            }
            Step::Memory(index) => self.memory_body(&module.memories[index]),
            Step::Registers(clock) => self.registers(clock),
            Step::Instance(index) => self.instance(index, &module.instances[index]),
        }
    }

    /// `target <= ...;`, a chain of choices one to a line, a condition as `'1' when ... else '0'`.
    fn assign(&self, target: &str, node: NodeId) -> Section {
        let start = format!("{target} <= ");
        if self.expressions.defines_condition(node) {
            let text = format!("{start}'1' when {} else '0';", self.expressions.define_condition(node));
            return layout::wrap(&text, INDENT, 4);
        }
        let (arms, last) = self.plan.choices(node);
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

    fn process(&self, clock: SignalId, body: Section) -> Section {
        let clock = &self.plan.module.signal(clock).name;
        let mut lines =
            vec![format!("process ({clock})"), "begin".into(), format!("  if rising_edge({clock}) then")];
        lines.extend(body);
        lines.extend(["  end if;".into(), "end process;".into()]);
        lines
    }

    /// One process for the registers of a clock.
    fn registers(&self, clock: SignalId) -> Section {
        let body: Section = self.plan.groups_of(clock).flat_map(|group| self.group(group)).collect();
        if body.is_empty() { body } else { self.process(clock, body) }
    }

    /// Registers of one reset and enable.
    fn group(&self, group: &Group) -> Section {
        let module = self.plan.module;
        let registers = || group.registers.iter().filter_map(|&index| module.registers.get(index));
        let conditional = group.reset.is_some() || group.enable.is_some();
        let chained = self.plan.is_chained(group);
        let depth = if conditional && !chained { 3 } else { 2 };
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
        if chained {
            lines.extend(updates.iter().take(1).map(|first| first.replacen("if ", "elsif ", 1)));
            lines.extend(updates.into_iter().skip(1));
        } else if !updates.is_empty() {
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
        if conditional && !chained {
            lines.push("    end if;".into());
        }
        lines
    }

    /// The statements that give a register its next value, with choices as `if`, `elsif` and
    /// `case`; nothing if it keeps its value.
    fn update(&self, output: SignalId, node: NodeId, depth: usize) -> Section {
        if self.plan.is_choice(node) {
            let (choices, last) = self.plan.choices(node);
            self.choose(output, &choices, last, depth)
        } else if self.plan.keeps(output, node) {
            Section::new()
        } else {
            self.store(&"  ".repeat(depth), output, node)
        }
    }

    fn choose(&self, output: SignalId, choices: &[(NodeId, NodeId)], last: NodeId, depth: usize) -> Section {
        let margin = "  ".repeat(depth);
        let mut lines = Section::new();
        for (place, &(select, then)) in choices.iter().enumerate() {
            if let Some(case) = self.plan.case(&choices[place..]) {
                let rest = &choices[place..];
                if place == 0 {
                    return self.case(output, &case, rest, last, depth);
                }
                lines.push(format!("{margin}else"));
                lines.extend(self.case(output, &case, rest, last, depth + 1));
                lines.push(format!("{margin}end if;"));
                return lines;
            }
            let word = if place == 0 { "if" } else { "elsif" };
            let text = format!("{margin}{word} {} then", self.expressions.condition(select));
            lines.extend(layout::wrap(&text, INDENT, 2 * depth + 4));
            // A branch that keeps the value has to be there, or the next one would be taken.
            lines.extend(or_null(self.update(output, then, depth + 1), depth + 1));
        }
        if !self.plan.keeps(output, last) {
            lines.push(format!("{margin}else"));
            lines.extend(self.store(&format!("{margin}  "), output, last));
        }
        lines.push(format!("{margin}end if;"));
        lines
    }

    fn case(
        &self,
        output: SignalId,
        case: &Case,
        choices: &[(NodeId, NodeId)],
        last: NodeId,
        depth: usize,
    ) -> Section {
        let margin = "  ".repeat(depth);
        let mut lines = vec![format!("{margin}case {} is", self.expressions.logic(case.selector))];
        let labelled = |labels: &str, body: Section| -> Section {
            let head = format!("{margin}  when {labels} =>");
            match or_null(body, depth + 2).as_slice() {
                [one] if head.len() + one.len() + INDENT < layout::COLUMNS => {
                    vec![format!("{head} {}", one.trim_start())]
                }
                body => {
                    let head = layout::wrap(&head, INDENT, 2 * depth + 6);
                    head.into_iter().chain(body.iter().cloned()).collect()
                }
            }
        };
        for (constants, &(_, then)) in case.labels.iter().zip(choices) {
            let labels: Vec<String> = constants.iter().map(|&id| self.expressions.logic(id)).collect();
            lines.extend(labelled(&labels.join(" | "), self.update(output, then, depth + 2)));
        }
        let rest = match &choices[case.labels.len()..] {
            [] => self.update(output, last, depth + 2),
            rest => self.choose(output, rest, last, depth + 2),
        };
        lines.extend(labelled("others", rest));
        lines.push(format!("{margin}end case;"));
        lines
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
        match condition.filter(|&id| !self.plan.is_always(id)) {
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

    fn instance(&self, index: usize, instance: &Instance) -> Section {
        let of: &Module = self.plan.design.module(instance.module);
        let mut lines: Section = instance
            .comment
            .iter()
            .flat_map(|text| layout::comment_lines(text))
            .map(|line| format!("-- {line}"))
            .collect();
        let given: Vec<String> = instance
            .parameters
            .iter()
            .map(|(name, argument)| format!("{name} => {}", self.argument(argument)))
            .collect();
        let mut head = format!("{} : entity {}.{}", instance.name, library(self.plan.design), of.name);
        if !given.is_empty() {
            head += &format!(" generic map ({})", given.join(", "));
        }
        let connections: Vec<String> = self
            .plan
            .connections(index)
            .into_iter()
            .map(|(port, connection)| match connection {
                Connection::Input(node) => format!("{port} => {}", self.expressions.typed_logic(node)),
                Connection::Output(signal) => format!("{port} => {}", self.plan.module.signal(signal).name),
                Connection::Open(open) if open.is_clocked => format!("{port} => {}", open.wire),
                Connection::Open(_) => format!("{port} => open"),
            })
            .collect();
        if connections.is_empty() {
            lines.extend(layout::wrap(&format!("{head};"), INDENT, 4));
            return lines;
        }
        let one = format!("{head} port map ({});", connections.join(", "));
        if one.len() + INDENT <= layout::COLUMNS {
            lines.push(one);
            return lines;
        }
        lines.extend(layout::wrap(&format!("{head} port map ("), INDENT, 4));
        // A connection may be longer than a line by itself.
        let filled = layout::fill(&connections, ",", INDENT + 2);
        lines.extend(filled.into_iter().flat_map(|line| layout::wrap(&format!("  {line}"), INDENT, 6)));
        lines.push(");".into());
        lines
    }
}

/// The statements, or one that does nothing if there are none.
fn or_null(statements: Section, depth: usize) -> Section {
    if statements.is_empty() { vec![format!("{}null;", "  ".repeat(depth))] } else { statements }
}
