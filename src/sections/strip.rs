//! The output of a pipeline in each cycle of a run, as a strip of coloured cells.

use askama::Template;

use super::{Section, SectionError};
use crate::readable::thousands;

/// From one cell to the next.
const PITCH: usize = 10;
/// The side of a cell.
const CELL: usize = 9;

/// Rows that are drawn of a long run.
const ROWS: usize = 64;

/// A possible output of a pipeline: its name, and whether the cycle was of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub what: &'static str,
    pub useful: bool,
}

/// A run: a cell for each cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    /// The possible outputs of the pipeline.
    pub kinds: &'static [Kind],
    /// Cells of a row.
    pub columns: usize,
    /// Its outputs, as places in the kinds.
    pub cells: Vec<usize>,
}

impl Strip {
    /// The cells of a kind.
    pub fn count(&self, kind: usize) -> usize {
        self.cells.iter().filter(|&&cell| cell == kind).count()
    }

    /// The useful cells.
    pub fn useful(&self) -> usize {
        self.cells.iter().filter(|&&cell| self.kinds[cell].useful).count()
    }

    /// The useful cells in percent of all.
    pub fn occupancy(&self) -> f64 {
        self.useful() as f64 * 100.0 / self.cells.len().max(1) as f64
    }
}

#[derive(Template)]
#[template(path = "report_strip.html")]
struct Shown {
    about: String,
    rows: &'static str,
    strips: Vec<Drawn>,
}

struct Drawn {
    name: String,
    occupancy: String,
    useful: String,
    cells: String,
    /// The rows, and those drawn, where that is not all of them.
    rows: Option<(usize, usize)>,
    width: usize,
    height: usize,
    kinds: Vec<Part>,
}

/// The cells of a kind: one path draws them.
struct Part {
    class: usize,
    what: &'static str,
    count: String,
    path: String,
}

/// The section with strips, each with a name. `about` describes the run, and `rows` says what a row
/// is.
///
/// # Errors
/// The template cannot be rendered: a defect of it.
pub(super) fn section(
    about: String,
    rows: &'static str,
    strips: &[(String, Strip)],
) -> Result<Section, SectionError> {
    let strips = strips.iter().map(|(name, strip)| drawn(name, strip)).collect();
    let body = Shown { about, rows, strips }.render()?;
    Ok(Section {
        id: "occupancy",
        title: "What leaves the pipeline, cycle by cycle".into(),
        body,
        script: None,
    })
}

fn drawn(name: &str, strip: &Strip) -> Drawn {
    let columns = strip.columns.max(1);
    let rows = strip.cells.len().div_ceil(columns);
    let drawn_rows = rows.min(ROWS);
    let part = |(class, kind): (usize, &Kind)| {
        let cells =
            strip.cells.iter().take(drawn_rows * columns).enumerate().filter(|(_, cell)| **cell == class);
        let draw = |(place, _): (usize, &usize)| {
            format!("M{} {}h{CELL}v{CELL}h-{CELL}z", place % columns * PITCH, place / columns * PITCH)
        };
        Part {
            class,
            what: kind.what,
            count: thousands(strip.count(class) as u64),
            path: cells.map(draw).collect(),
        }
    };
    Drawn {
        name: name.into(),
        occupancy: format!("{:.1}", strip.occupancy()),
        useful: thousands(strip.useful() as u64),
        cells: thousands(strip.cells.len() as u64),
        rows: (rows > drawn_rows).then_some((rows, drawn_rows)),
        width: columns * PITCH,
        height: drawn_rows * PITCH,
        kinds: strip.kinds.iter().enumerate().map(part).collect(),
    }
}
