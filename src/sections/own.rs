//! The part of a page that a core adds to the sections of any.

/// A part of the page with a heading of its own and an entry in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The id to which the table of contents points; unique on the page.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// The content, as HTML.
    pub body: String,
    /// A script for it, which runs once the page is there.
    pub script: Option<&'static str>,
}

/// A figure in the page's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The figure.
    pub value: String,
    /// Its unit, and what it is of.
    pub label: &'static str,
}

impl Fact {
    /// A figure, and what it is of.
    pub fn new(value: impl ToString, label: &'static str) -> Self {
        Self { value: value.to_string(), label }
    }
}

/// The speed of the core of the page, in clock cycles.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// The names of one result and of many: `move`, `moves`.
    pub units: [&'static str; 2],
    /// Clock cycles of one result; `None` if there was none.
    pub cycles: Option<f64>,
    /// The source of the figure, as HTML.
    pub told: String,
}

/// All that a core adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// Figures of the page's header.
    pub facts: Vec<Fact>,
    /// A small picture of its run, as SVG.
    pub picture: String,
    /// Its structure, besides its modules.
    pub structure: Vec<Section>,
    /// Its speed.
    pub rate: Rate,
    /// Its runs in the built-in simulator.
    pub runs: Vec<Section>,
}
