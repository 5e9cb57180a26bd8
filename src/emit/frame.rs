//! The common part of the frames of files, for both languages.

use askama::Template;

use super::layout;
use crate::netlist::{Design, Module};

/// A block of lines; the frame puts an empty line between blocks.
pub(super) type Section = Vec<String>;

#[derive(Template)]
#[template(path = "header.txt", syntax = "hdl")]
struct Header<'a> {
    doc: Vec<String>,
    core: String,
    settings: Vec<String>,
    generator: &'a str,
}

/// The comment at the top of every file, without comment marks: what the file is, its core, and its
/// generator.
pub(super) fn header(design: &Design, doc: &str, generator: &str) -> Result<Vec<String>, askama::Error> {
    let settings: Vec<String> = design
        .settings
        .iter()
        .map(|(name, value)| format!("{} = {}", layout::comment(name), layout::comment(value)))
        .collect();
    let text = Header {
        doc: layout::comment_lines(doc),
        core: layout::comment(&design.name),
        settings: layout::fill(&settings, ",", "-- Settings:  ".len()),
        generator,
    }
    .render()?;
    Ok(text.lines().map(|line| line.trim_end().to_string()).collect())
}

/// A description of a module: its own words, or its name if it has none.
pub(super) fn doc(module: &Module) -> String {
    if module.doc.trim().is_empty() { format!("Module {}", module.name) } else { module.doc.clone() }
}

/// Declarations of signals without comments: those of one width together, in the order of first
/// appearance.
pub(super) fn grouped_declarations(
    signals: Vec<(String, u32)>,
    indent: usize,
    start: impl Fn(u32) -> String,
    end: &str,
) -> Section {
    let mut widths: Vec<u32> = Vec::new();
    for (_, width) in &signals {
        if !widths.contains(width) {
            widths.push(*width);
        }
    }
    let mut lines = Vec::new();
    for width in widths {
        let start = start(width);
        let names: Vec<String> =
            signals.iter().filter(|(_, w)| *w == width).map(|(name, _)| name.clone()).collect();
        let filled = layout::fill(&names, ",", indent + start.len() + end.len());
        let last = filled.len().saturating_sub(1);
        for (place, line) in filled.into_iter().enumerate() {
            let lead = if place == 0 { start.clone() } else { " ".repeat(start.len()) };
            lines.push(format!("{lead}{line}{}", if place == last { end } else { "" }));
        }
    }
    lines
}
