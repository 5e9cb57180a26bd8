//! One self-contained page about a core: each clock cycle of a short run, its area on devices, and
//! its structure.
//!
//! A page is a list of [`Section`]s. Some sections are for any core. Each kind of core adds its
//! own, with their text, data and script, so a new kind of section changes no other. The page
//! fetches nothing, and the same request gives the same bytes.

mod blocks;
mod error;
mod gallery;
mod kept;
mod measured;
mod results;
mod stages;
#[cfg(test)]
mod tests;

use askama::Template;

pub use blocks::{Block, Wires, block};
pub use error::ReportError;
pub use gallery::{Card, INDEX, gallery};
pub use measured::{Clock, Measured, measured_from};

use crate::cores::{self, CoreInfo, Settings};
use crate::game::Root;
use crate::sections::{Asked, figure};
pub use crate::sections::{Fact, Figure, Own, Rate, Section};

/// The styles of a page.
pub(crate) const STYLE: &str = include_str!("../../templates/report.css");

/// The request for a page.
#[derive(Debug)]
pub struct Request {
    /// The core.
    pub core: &'static CoreInfo,
    /// Its parameters.
    pub settings: Settings,
    /// The position with which the simulation begins.
    pub root: Root,
    /// The measured figures of the core on devices. If this is empty, the page has the kept figures
    /// of a default machine, and says how to measure any other machine.
    pub measured: Vec<Measured>,
    /// Pictures to show beside the array: floorplans, placements.
    pub figures: Vec<Figure>,
}

/// A page, and what tells of it where it is linked to.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The page, as HTML.
    pub page: String,
    /// Its description.
    pub card: Card,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    card: &'a Card,
    top: &'a str,
    settings: Vec<Parameter>,
    version: &'a str,
    style: &'a str,
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
/// See [`sheet`].
pub fn page(request: &Request) -> Result<String, ReportError> {
    Ok(sheet(request)?.page)
}

/// The page, and its description for a [`gallery`].
///
/// # Errors
/// The core cannot be built or simulated, its game is not that of the position, or a signal the
/// page shows is not there.
pub fn sheet(request: &Request) -> Result<Sheet, ReportError> {
    let Request { core, settings, .. } = request;
    let design = cores::design(core, settings)?;
    let asked = Asked { core: core.name, root: &request.root, has_figures: !request.figures.is_empty() };
    let Own { facts, picture, structure, rate, runs } = core.core.page(core, settings, &asked, &design)?;
    let card = Card::new(core, facts, &picture);
    let kept = match request.measured.as_slice() {
        [] => kept::of(core, settings, &design)?,
        _ => Vec::new(),
    };
    let measured = if kept.is_empty() { &request.measured } else { &kept };
    // What it does comes first, and then what it takes, how it is built, and of what.
    let mut sections = runs;
    sections.push(results::section(request, measured, &rate)?);
    sections.extend(structure);
    sections.extend(figure::placement(&request.figures)?);
    sections.extend(stages::section(&stages::pipelines(&design))?);
    sections.push(blocks::section(&design)?);
    let about = |name: &str| core.parameters.iter().find(|known| known.name == name).map_or("", |p| p.about);
    let page = Page {
        card: &card,
        top: core.top,
        settings: settings
            .iter()
            .map(|(name, value)| Parameter { name, value: value.to_string(), about: about(name) })
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
        style: STYLE,
        scripts: sections.iter().filter_map(|section| section.script).collect(),
        sections,
    };
    Ok(Sheet { page: page.render()?, card })
}
