//! One self-contained page about a core: what it is, how it is built, what it takes of devices, and what it does in each
//! clock cycle of a node.
//!
//! A page is a list of [`Section`]s. Some are of any core; a core adds its own, each with its text, its data and its script,
//! so that a new kind of section touches no other. The page fetches nothing, and the same request gives the same bytes.

mod blocks;
mod error;
mod figure;
mod replay;
mod results;
#[cfg(test)]
mod tests;
mod waves;

use askama::Template;

pub use blocks::{Block, Wires, block};
pub use error::ReportError;
pub use figure::Figure;
pub use replay::{Answer, Node, record};
pub use results::{Measured, Walk, measured_from};

use crate::bench::thousands;
use crate::chess::Position;
use crate::cores::{self, CoreInfo, Settings};
use crate::picture;

/// What a page is to show.
#[derive(Debug)]
pub struct Request {
    /// The core.
    pub core: &'static CoreInfo,
    /// Its parameters.
    pub settings: Settings,
    /// The position whose node is replayed.
    pub position: Position,
    /// What the core was measured to take of devices; the page says how to measure where this is empty.
    pub measured: Vec<Measured>,
    /// Pictures to show beside the array: floorplans, placements.
    pub figures: Vec<Figure>,
}

/// A part of the page with a heading of its own and an entry in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the table of contents points at; unique on the page.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// What is shown, as HTML.
    pub body: String,
    /// A script for it, which runs once the page is there.
    pub script: Option<&'static str>,
}

/// A figure in the page's header.
struct Fact {
    value: String,
    label: &'static str,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    core: &'a str,
    about: &'a str,
    top: &'a str,
    settings: Vec<Parameter>,
    version: &'a str,
    style: &'a str,
    facts: Vec<Fact>,
    sections: Vec<Section>,
    scripts: Vec<&'a str>,
}

struct Parameter {
    name: &'static str,
    value: String,
    about: &'static str,
}

/// The page, as HTML.
///
/// # Errors
/// The core cannot be built or simulated, or a signal the page shows is not there.
pub fn page(request: &Request) -> Result<String, ReportError> {
    let Request { core, settings, .. } = request;
    let design = cores::design(core, settings)?;
    let stack = cores::deepest(core, settings)?;
    // The replay drives the core at its command port, whatever it is linked to outside.
    let board = core.player()?.board;
    let node = record(&cores::unlinked(core, settings)?, board, stack, &request.position)?;
    let walk = &node.walk;
    let facts = vec![
        Fact { value: board.squares().to_string(), label: "square cells" },
        Fact { value: (board.squares() - 1).to_string(), label: "arbiters" },
        Fact { value: node.answers.len().to_string(), label: "moves in the node below" },
        Fact {
            value: thousands(node.cycles.len() as u64),
            label: "clock cycles to generate them one by one",
        },
        Fact { value: format!("{:.2}", walk.cycles_per_move()), label: "cycles a move of the walker" },
    ];
    // Sections of any core.
    let mut sections = vec![blocks::section(&design)?];
    // Those of an array of squares.
    sections.push(array(request)?);
    // Those of any core again.
    sections.push(figure::placement(core.name, &request.figures)?);
    sections.push(results::section(request, walk)?);
    // Those of a machine with a command port and one find a cycle.
    sections.extend(replay::sections(&node)?);
    let about = |name: &str| core.parameters.iter().find(|known| known.name == name).map_or("", |p| p.about);
    let page = Page {
        core: core.name,
        about: core.about,
        top: core.top,
        settings: settings
            .iter()
            .map(|(name, value)| Parameter { name, value: value.to_string(), about: about(name) })
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
        style: include_str!("../../templates/report.css"),
        facts,
        scripts: sections.iter().filter_map(|section| section.script).collect(),
        sections,
    };
    Ok(page.render()?)
}

/// The picture of the array.
fn array(request: &Request) -> Result<Section, ReportError> {
    let board = request.core.player()?.board;
    let figure = Figure {
        title: "The array".into(),
        svg: picture::array(board)?,
        caption: format!(
            "{} squares pass lines to their neighbours; a tree of {} arbiters, each between the blocks it joins, picks one \
             square a cycle.",
            board.squares(),
            board.squares() - 1
        ),
    };
    figure::section("array", "The array", &[figure], None)
}
