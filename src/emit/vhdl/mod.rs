//! Modules in VHDL-2008.

mod expression;
mod statement;

use std::cell::Cell;
use std::collections::BTreeMap;

use askama::Template;

use self::expression::{Expressions, literal, logic_type};
use super::dialect::{self, Spelling};
use super::frame::{Section, grouped_declarations};
use super::plan::Plan;
use super::{Dialect, Language, layout, library, support_name};
use crate::netlist::{Direction, Memory, Node, SignalId, Value};

#[derive(Template)]
#[template(path = "module.vhd", syntax = "hdl")]
struct Frame<'a> {
    header: &'a [String],
    name: &'a str,
    /// The library that has to be named, where it is not `work`.
    library: Option<&'a str>,
    /// The support package, where it is used.
    support: Option<String>,
    generics: Vec<String>,
    ports: Vec<String>,
    port_attributes: Vec<String>,
    declarations: Vec<Section>,
    statements: Vec<Section>,
}

#[derive(Template)]
#[template(path = "support.vhd", syntax = "hdl")]
struct Support<'a> {
    name: &'a str,
    header: &'a [String],
    attributes: [Spelling; 3],
}

/// The blanks the frame puts before every line of entity and architecture.
const INDENT: usize = 2;

/// The text of one module's file, and whether it uses the support package.
pub(super) fn print(
    plan: &Plan,
    dialect: Dialect,
    header: &[String],
) -> Result<(String, bool), askama::Error> {
    let expressions = Expressions { plan, support: Cell::new(false) };
    let printer = Printer { plan, dialect, expressions, initial: initial_values(plan) };
    let statements = printer.statements();
    let attributes = |port: bool| {
        let of_kind = plan.module.signal_ids().filter(move |&id| plan.is_port(id) == port);
        let of_kind: Vec<SignalId> =
            of_kind.filter(|&id| !plan.module.signal(id).attributes.is_empty()).collect();
        let widest = of_kind.iter().map(|&id| plan.module.signal(id).name.len()).max().unwrap_or(0);
        of_kind.into_iter().flat_map(|id| printer.attributes(id, widest)).collect::<Section>()
    };
    let port_attributes = attributes(true);
    let signal_attributes = attributes(false);
    let memory_attributes = plan.module.memories.iter().any(|memory| memory.style.is_some());
    let support = printer.expressions.support.get()
        || memory_attributes
        || !port_attributes.is_empty()
        || !signal_attributes.is_empty();
    let frame = Frame {
        header,
        name: &plan.module.name,
        library: plan.design.library().filter(|_| support || !plan.module.instances.is_empty()),
        support: support.then(|| format!("{}.{}", library(plan.design), support_name(plan.design))),
        generics: printer.generics(),
        ports: printer.ports(),
        port_attributes,
        declarations: printer.declarations(signal_attributes),
        statements,
    };
    Ok((frame.render()?, support))
}

/// The text of the support package: attributes of the dialect, and conversions.
pub(super) fn support(name: &str, dialect: Dialect, header: &[String]) -> Result<String, askama::Error> {
    Support { name, header, attributes: dialect::declarations(dialect) }.render()
}

/// The values of clocked signals before the first edge.
fn initial_values(plan: &Plan) -> BTreeMap<SignalId, Value> {
    let module = plan.module;
    let registers = module.registers.iter().map(|register| (register.output, register.initial.clone()));
    let reads = module.memories.iter().flat_map(|memory| &memory.reads);
    let words = reads.filter(|read| read.clock.is_some()).map(|read| {
        let width = module.signal(read.data).width;
        (read.data, Value::zero(width))
    });
    registers.chain(words).collect()
}

struct Printer<'p, 'a> {
    plan: &'p Plan<'a>,
    dialect: Dialect,
    expressions: Expressions<'p, 'a>,
    initial: BTreeMap<SignalId, Value>,
}

impl Printer<'_, '_> {
    fn generics(&self) -> Vec<String> {
        let parameters = &self.plan.module.parameters;
        let rows: Vec<_> = parameters
            .iter()
            .enumerate()
            .map(|(place, parameter)| {
                let semicolon = if place + 1 < parameters.len() { ";" } else { "" };
                let kind = logic_type(parameter.default.width());
                let value = format!(":= {}{semicolon}", literal(&parameter.default));
                (vec![parameter.name.clone(), format!(": {kind}"), value], None)
            })
            .collect();
        layout::table(&rows, "--")
    }

    fn ports(&self) -> Vec<String> {
        let ports = &self.plan.module.ports;
        let rows: Vec<_> = ports
            .iter()
            .enumerate()
            .map(|(place, port)| {
                let signal = self.plan.module.signal(port.signal);
                let direction = match port.direction {
                    Direction::Input => ": in ",
                    Direction::Output => ": out",
                };
                let semicolon = if place + 1 < ports.len() { ";" } else { "" };
                let kind =
                    format!("{direction} {}{}{semicolon}", logic_type(signal.width), self.start(port.signal));
                (vec![signal.name.clone(), kind], signal.comment.as_deref().map(layout::comment))
            })
            .collect();
        layout::table(&rows, "--")
    }

    /// ` := value` for what changes with a clock.
    fn start(&self, signal: SignalId) -> String {
        self.initial.get(&signal).map(|value| format!(" := {}", literal(value))).unwrap_or_default()
    }

    /// The attributes of a signal, with its name padded to the widest, so that the colons stand
    /// below each other.
    fn attributes(&self, signal: SignalId, widest: usize) -> Section {
        let signal = self.plan.module.signal(signal);
        let spelled = signal
            .attributes
            .iter()
            .map(|attribute| dialect::attribute(attribute, self.dialect, Language::Vhdl));
        let name = format!("{:widest$}", signal.name);
        spelled.map(|spelling| attribute(&spelling, &name)).collect()
    }

    fn declarations(&self, attributes: Section) -> Vec<Section> {
        let module = self.plan.module;
        let mut sections = vec![self.constants(), self.registers_declared(), self.wires(), self.made_wires()];
        sections.push(signals(self.plan.open_wires(|open| open.is_clocked)));
        sections.extend(
            module
                .memories
                .iter()
                .zip(&self.plan.memory_names)
                .map(|(memory, names)| self.memory(memory, &names.words)),
        );
        sections.push(attributes);
        sections.retain(|section| !section.is_empty());
        sections
    }

    fn constants(&self) -> Section {
        let rows: Vec<_> = self
            .plan
            .constants
            .iter()
            .filter_map(|&id| match self.plan.module.node(id) {
                Node::Constant { value, name: Some(name) } => Some((value, name)),
                _ => None,
            })
            .map(|(value, name)| {
                let kind = format!(": {}", logic_type(value.width()));
                let cells = vec!["constant".into(), name.clone(), kind, format!(":= {};", literal(value))];
                (cells, None)
            })
            .collect();
        layout::table(&rows, "--")
    }

    fn registers_declared(&self) -> Section {
        let ids = self.plan.module.signal_ids();
        let rows: Vec<_> = ids
            .filter(|&id| !self.plan.is_port(id) && self.plan.is_clocked(id))
            .map(|id| {
                let signal = self.plan.module.signal(id);
                let kind = format!(": {}", logic_type(signal.width));
                let cells = vec![
                    "signal".into(),
                    signal.name.clone(),
                    kind,
                    format!("{};", self.start(id).trim_start()),
                ];
                (cells, signal.comment.as_deref().map(layout::comment))
            })
            .collect();
        layout::table(&rows, "--")
    }

    fn wires(&self) -> Section {
        let module = self.plan.module;
        let mut plain = Vec::new();
        let mut rows = Vec::new();
        for id in module.signal_ids().filter(|&id| !self.plan.is_port(id) && !self.plan.is_clocked(id)) {
            let signal = module.signal(id);
            match &signal.comment {
                None => plain.push((signal.name.clone(), signal.width)),
                Some(comment) => rows.push((
                    vec!["signal".into(), signal.name.clone(), format!(": {};", logic_type(signal.width))],
                    Some(layout::comment(comment)),
                )),
            }
        }
        let mut lines = layout::table(&rows, "--");
        lines.extend(signals(plain));
        lines
    }

    fn made_wires(&self) -> Section {
        let name = |id| self.plan.name(id).unwrap_or_default().to_string();
        signals(self.plan.wires().map(|id| (name(id), self.plan.module.width(id))).collect())
    }

    fn memory(&self, memory: &Memory, words: &str) -> Section {
        let mut lines: Section = memory
            .comment
            .iter()
            .flat_map(|text| layout::comment_lines(text))
            .map(|line| format!("-- {line}"))
            .collect();
        let last = memory.depth.saturating_sub(1);
        lines.push(format!("type {words} is array (0 to {last}) of {};", logic_type(memory.width)));
        // What nothing writes is a table.
        let class = if memory.writes.is_empty() { "constant" } else { "signal" };
        let zero = if memory.width == 1 { "'0'" } else { "(others => '0')" };
        let start = format!("{class} {} : {words} := (", memory.name);
        let given = memory.initial.iter().take(memory.depth as usize).enumerate();
        let mut items: Vec<String> = given.map(|(at, value)| format!("{at} => {}", literal(value))).collect();
        if items.len() < memory.depth as usize {
            items.push(format!("others => {zero}"));
        }
        if items.len() == 1 {
            lines.push(format!("{start}{});", items.join("")));
        } else {
            lines.push(start);
            lines.extend(layout::fill(&items, ",", INDENT + 2).into_iter().map(|line| format!("  {line}")));
            lines.push(");".into());
        }
        if let Some(style) = memory.style {
            lines.push(match class {
                "constant" => attribute_of(&dialect::ram_style(style, self.dialect), &memory.name, class),
                _ => attribute(&dialect::ram_style(style, self.dialect), &memory.name),
            });
        }
        lines
    }
}

fn signals(plain: Vec<(String, u32)>) -> Section {
    // The type stands behind the names, so the widest type decides what fits.
    let mut lines = Section::new();
    let mut widths: Vec<u32> = Vec::new();
    for (_, width) in &plain {
        if !widths.contains(width) {
            widths.push(*width);
        }
    }
    for width in widths {
        let group = plain.iter().filter(|(_, w)| *w == width).cloned().collect();
        lines.extend(grouped_declarations(
            group,
            INDENT,
            |_| "signal ".into(),
            &format!(" : {};", logic_type(width)),
        ));
    }
    lines
}

fn attribute(spelling: &Spelling, name: &str) -> String {
    attribute_of(spelling, name, "signal")
}

fn attribute_of(spelling: &Spelling, name: &str, class: &str) -> String {
    format!("attribute {} of {name} : {class} is {};", spelling.name, spelling.value)
}
