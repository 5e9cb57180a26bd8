//! Modules in Verilog-2005.

mod expression;
mod statement;

use askama::Template;

use self::expression::{Expressions, bits, literal, range};
use super::frame::{Section, grouped_declarations};
use super::plan::Plan;
use super::{Dialect, Language, dialect, layout};
use crate::netlist::{Direction, Node, NodeId, SignalId};

#[derive(Template)]
#[template(path = "module.v", syntax = "hdl")]
struct Frame<'a> {
    header: &'a [String],
    name: &'a str,
    parameters: Vec<String>,
    ports: Vec<String>,
    sections: Vec<Section>,
}

/// The blanks the frame puts before every line of the body.
const INDENT: usize = 4;

/// The text of one module's file.
pub(super) fn print(plan: &Plan, dialect: Dialect, header: &[String]) -> Result<String, askama::Error> {
    let printer = Printer { plan, dialect, expressions: Expressions { plan } };
    Frame {
        header,
        name: &plan.module.name,
        parameters: printer.parameters(),
        ports: printer.ports(),
        sections: printer.sections(),
    }
    .render()
}

struct Printer<'p, 'a> {
    plan: &'p Plan<'a>,
    dialect: Dialect,
    expressions: Expressions<'p, 'a>,
}

impl Printer<'_, '_> {
    fn parameters(&self) -> Vec<String> {
        let parameters = &self.plan.module.parameters;
        let rows: Vec<_> = parameters
            .iter()
            .enumerate()
            .map(|(place, parameter)| {
                let width = parameter.default.width();
                let comma = if place + 1 < parameters.len() { "," } else { "" };
                let value = format!("= {}{comma}", literal(&parameter.default));
                (vec!["parameter".into(), format!("[{}:0]", width - 1), parameter.name.clone(), value], None)
            })
            .collect();
        layout::table(&rows, "//")
    }

    fn ports(&self) -> Vec<String> {
        let ports = &self.plan.module.ports;
        let rows: Vec<_> = ports
            .iter()
            .enumerate()
            .map(|(place, port)| {
                let signal = self.plan.module.signal(port.signal);
                let kind = match port.direction {
                    Direction::Input => "input  wire",
                    Direction::Output if self.plan.is_clocked(port.signal) => "output reg",
                    Direction::Output => "output wire",
                };
                let comma = if place + 1 < ports.len() { "," } else { "" };
                let range = range(signal.width).trim_end().into();
                let cells = vec![kind.into(), range, format!("{}{comma}", signal.name)];
                (cells, signal.comment.as_deref().map(layout::comment))
            })
            .collect();
        let attributes = ports.iter().map(|port| self.attributes(port.signal));
        attributes
            .zip(layout::table(&rows, "//"))
            .flat_map(|(above, line)| above.into_iter().chain([line]))
            .collect()
    }

    /// `(* ... *)` for the line above the declaration.
    fn attributes(&self, signal: SignalId) -> Option<String> {
        let attributes = &self.plan.module.signal(signal).attributes;
        let spelled: Vec<String> = attributes
            .iter()
            .map(|attribute| dialect::attribute(attribute, self.dialect, Language::Verilog))
            .map(|spelling| format!("{} = {}", spelling.name, spelling.value))
            .collect();
        if spelled.is_empty() { None } else { Some(format!("(* {} *)", spelled.join(", "))) }
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections =
            vec![self.constants(), self.signals("reg"), self.signals("wire"), self.made_wires()];
        sections.push(self.plain("wire", self.plan.open_wires(|_| true)));
        sections.extend(self.statements());
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
                let range = range(value.width()).trim_end().to_string();
                (vec!["localparam".into(), range, name.clone(), format!("= {};", literal(value))], None)
            })
            .collect();
        layout::table(&rows, "//")
    }

    /// Declarations of the signals of one kind that are not ports.
    fn signals(&self, kind: &str) -> Section {
        let module = self.plan.module;
        let wanted = module
            .signal_ids()
            .filter(|&id| !self.plan.is_port(id) && self.plan.is_clocked(id) == (kind == "reg"));
        let mut plain = Vec::new();
        let mut rows = Vec::new();
        let mut above = Vec::new();
        for id in wanted {
            let signal = module.signal(id);
            let attributes = self.attributes(id);
            if signal.comment.is_none() && attributes.is_none() {
                plain.push((signal.name.clone(), signal.width));
                continue;
            }
            let range = range(signal.width).trim_end().to_string();
            let cells = vec![kind.into(), range, format!("{};", signal.name)];
            rows.push((cells, signal.comment.as_deref().map(layout::comment)));
            above.push(attributes);
        }
        let table = layout::table(&rows, "//");
        let mut lines: Section =
            above.into_iter().zip(table).flat_map(|(above, line)| above.into_iter().chain([line])).collect();
        lines.extend(self.plain(kind, plain));
        lines
    }

    fn plain(&self, kind: &str, signals: Vec<(String, u32)>) -> Section {
        grouped_declarations(signals, INDENT, |width| format!("{kind} {}", range(width)), ";")
    }

    /// The wires made for expressions, and one net that reads those of their bits that nothing else
    /// reads.
    fn made_wires(&self) -> Section {
        let module = self.plan.module;
        let name = |id: NodeId| self.plan.name(id).unwrap_or_default().to_string();
        let wires = self.plan.wires().map(|id| (name(id), module.width(id))).collect();
        let mut lines = self.plain("wire", wires);
        let unread: Vec<String> = self
            .plan
            .wires()
            .flat_map(|id| self.plan.inlining.unread[id.index()].iter().map(move |range| (id, *range)))
            .map(|(id, (low, width))| bits(&name(id), low, width))
            .collect();
        if !unread.is_empty() {
            let text = format!("wire {} = &{{{}}};", self.plan.unused_name, unread.join(", "));
            lines.extend(layout::wrap(&text, INDENT, 4));
        }
        lines
    }
}
