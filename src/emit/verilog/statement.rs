//! The body of a Verilog module: assignments, memories, registers, instances.

use super::expression::{literal, range};
use super::{INDENT, Printer};
use crate::emit::frame::Section;
use crate::emit::plan::{Case, Connection, Group, Step};
use crate::emit::{dialect, layout};
use crate::netlist::{Argument, Assign, Instance, Memory, Module, NodeId, SignalId, Value};

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
                        vec![format!("assign {target} = {name};")]
                    }
                    _ => self.assign(target, node),
                }
            }
            Step::Memory(index) => self.memory(index, &module.memories[index]),
            Step::Registers(clock) => self.registers(clock),
            Step::Instance(index) => self.instance(index, &module.instances[index]),
        }
    }

    /// `assign target = ...;`, a chain of choices one to a line.
    fn assign(&self, target: &str, node: NodeId) -> Section {
        let start = format!("assign {target} = ");
        let (arms, last) = self.plan.choices(node);
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

    /// A process for the registers of a clock, and one for those that are kept.
    fn registers(&self, clock: SignalId) -> Section {
        let module = self.plan.module;
        let all = self.plan.groups_of(clock).flat_map(|group| &group.registers);
        let registers = all.filter_map(|&index| module.registers.get(index));
        let mut lines =
            self.initial(registers.map(|register| (register.output, register.initial.clone())).collect());
        for kept in [false, true] {
            let groups = self.plan.groups_of(clock).filter(|group| group.kept == kept);
            let body: Section = groups.flat_map(|group| self.group(group)).collect();
            if !body.is_empty() {
                let keep = if kept { dialect::kept(self.dialect) } else { "" };
                lines.push(format!("{keep}always @(posedge {}) begin", module.signal(clock).name));
                lines.extend(body);
                lines.push("end".into());
            }
        }
        lines
    }

    /// Registers of one reset and enable.
    fn group(&self, group: &Group) -> Section {
        let module = self.plan.module;
        let registers = || group.registers.iter().filter_map(|&index| module.registers.get(index));
        let chained = self.plan.is_chained(group);
        let depth = if (group.reset.is_some() || group.enable.is_some()) && !chained { 2 } else { 1 };
        let mut updates = Section::new();
        for register in registers() {
            updates.extend(self.update(register.output, register.next, depth));
        }
        let mut lines = Section::new();
        if updates.is_empty() && group.reset.is_none() {
            return lines;
        }
        if let Some(reset) = group.reset {
            let lead = format!("    if ({}) begin", self.expressions.expression(reset));
            lines.extend(layout::wrap(&lead, INDENT, 8));
            for register in registers() {
                let value = register.reset.as_ref().map(|reset| literal(&reset.value)).unwrap_or_default();
                lines.push(format!("        {} <= {value};", module.signal(register.output).name));
            }
        }
        let condition = group.enable.map(|enable| format!("if ({}) ", self.expressions.expression(enable)));
        // Registers that only a reset changes have nothing left to do.
        if chained {
            let first = updates.first().map(|first| format!("    end else {}", first.trim_start()));
            lines.extend(first);
            lines.extend(updates.into_iter().skip(1));
        } else if !updates.is_empty() {
            if let ([one], None, Some(condition)) = (updates.as_slice(), group.reset, &condition) {
                let one = format!("    {condition}{}", one.trim_start());
                if one.len() + INDENT <= layout::COLUMNS {
                    return vec![one];
                }
            }
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

    /// The statements that give a register its next value, with choices as `if`, `else` and `case`;
    /// nothing if it keeps its value.
    fn update(&self, output: SignalId, node: NodeId, depth: usize) -> Section {
        if self.plan.is_choice(node) {
            let (choices, last) = self.plan.choices(node);
            self.choose(output, &choices, last, depth)
        } else if self.plan.keeps(output, node) {
            Section::new()
        } else {
            self.store(&"    ".repeat(depth), output, node)
        }
    }

    fn choose(&self, output: SignalId, choices: &[(NodeId, NodeId)], last: NodeId, depth: usize) -> Section {
        let margin = "    ".repeat(depth);
        let mut lines = Section::new();
        for (place, &(select, then)) in choices.iter().enumerate() {
            if let Some(case) = self.plan.case(&choices[place..]) {
                let lead = self.or_else(&mut lines, &margin);
                lines.extend(self.case(&lead, output, &case, &choices[place..], last, depth));
                return lines;
            }
            let lead =
                format!("{}if ({})", self.or_else(&mut lines, &margin), self.expressions.expression(select));
            lines.extend(self.branch(&lead, output, then, depth));
        }
        if !self.plan.keeps(output, last) {
            let lead = self.or_else(&mut lines, &margin);
            lines.extend(self.branch(lead.trim_end(), output, last, depth));
        }
        lines
    }

    fn case(
        &self,
        lead: &str,
        output: SignalId,
        case: &Case,
        choices: &[(NodeId, NodeId)],
        last: NodeId,
        depth: usize,
    ) -> Section {
        let margin = "    ".repeat(depth);
        let mut lines = vec![format!("{lead}case ({})", self.expressions.expression(case.selector))];
        let labelled = |labels: &str, body: Section| -> Section {
            match body.as_slice() {
                [] => vec![format!("{margin}    {labels}: ;")],
                [one] if labels.len() + one.len() + INDENT < layout::COLUMNS => {
                    vec![format!("{margin}    {labels}: {}", one.trim_start())]
                }
                _ => {
                    let head = layout::wrap(&format!("{margin}    {labels}: begin"), INDENT, 4 * depth + 8);
                    head.into_iter().chain(body).chain([format!("{margin}    end")]).collect()
                }
            }
        };
        for (constants, &(_, then)) in case.labels.iter().zip(choices) {
            let labels: Vec<String> = constants.iter().map(|&id| self.expressions.expression(id)).collect();
            lines.extend(labelled(&labels.join(", "), self.update(output, then, depth + 2)));
        }
        let rest = match &choices[case.labels.len()..] {
            [] => self.update(output, last, depth + 2),
            rest => self.choose(output, rest, last, depth + 2),
        };
        lines.extend(labelled("default", rest));
        lines.push(format!("{margin}endcase"));
        lines
    }

    /// The text before the next branch: `else` on the line of the `end` it follows, if there is
    /// one.
    fn or_else(&self, lines: &mut Section, margin: &str) -> String {
        match lines.last() {
            None => margin.to_string(),
            Some(last) if *last == format!("{margin}end") => {
                lines.pop();
                format!("{margin}end else ")
            }
            Some(_) => format!("{margin}else "),
        }
    }

    fn branch(&self, lead: &str, output: SignalId, node: NodeId, depth: usize) -> Section {
        if !self.plan.is_choice(node) {
            let one = self.store(&format!("{lead} "), output, node);
            if one.len() == 1 {
                return one;
            }
        }
        let margin = "    ".repeat(depth);
        let mut lines = layout::wrap(&format!("{lead} begin"), INDENT, 4 * depth + 4);
        lines.extend(match self.plan.is_choice(node) {
            true => self.update(output, node, depth + 1),
            false => self.store(&format!("{margin}    "), output, node),
        });
        lines.push(format!("{margin}end"));
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
        let attribute = memory.style.map(|style| {
            let unchecked = dialect::unchecked(style, self.dialect).map(|name| format!(", {name}"));
            let style = dialect::ram_style(style, self.dialect);
            format!("(* {} = {}{} *) ", style.name, style.value, unchecked.unwrap_or_default())
        });
        let attribute = attribute.unwrap_or_default();
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
        let Some(id) = condition.filter(|&id| !self.plan.is_always(id)) else {
            return layout::wrap(&format!("    {statement}"), INDENT, 8);
        };
        let condition = format!("    if ({})", self.expressions.expression(id));
        let one = format!("{condition} {statement}");
        if one.len() + INDENT <= layout::COLUMNS {
            return vec![one];
        }
        let mut lines = layout::wrap(&format!("{condition} begin"), INDENT, 8);
        lines.extend(layout::wrap(&format!("        {statement}"), INDENT, 12));
        lines.push("    end".into());
        lines
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
            let text = format!(
                "for ({index} = {from}; {index} < {to}; {index} = {index} + 1) {name}[{index}] = {zero};"
            );
            body.extend(layout::wrap(&text, INDENT + 4, 4));
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
        let connections: Vec<String> = self
            .plan
            .connections(index)
            .into_iter()
            .map(|(port, connection)| match connection {
                Connection::Input(node) => format!(".{port}({})", self.expressions.expression(node)),
                Connection::Output(signal) => format!(".{port}({})", self.plan.module.signal(signal).name),
                Connection::Open(open) => format!(".{port}({})", open.wire),
            })
            .collect();
        let one = format!("{head}{});", connections.join(", "));
        if one.len() + INDENT <= layout::COLUMNS {
            lines.push(one);
            return lines;
        }
        lines.extend(layout::wrap(&head, INDENT, 4));
        // A connection may be longer than a line by itself.
        let filled = layout::fill(&connections, ",", INDENT + 4);
        lines.extend(filled.into_iter().flat_map(|line| layout::wrap(&format!("    {line}"), INDENT, 8)));
        lines.push(");".into());
        lines
    }
}
