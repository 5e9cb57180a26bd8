//! The floorplan for nextpnr: a script in Python, which a nextpnr built with Python runs with
//! `--pre-place`.
//!
//! Logic that was flattened before it was mapped is named after a signal near it, with a cell type
//! for each step away from it. Registers and memories have their own names. So the script takes the
//! cells of an instance that are named after its signals, the nearest first, and only as many as
//! its region has room for. The other logic of the machine is held in the area of the whole
//! machine, except cells that have to move freely.

use askama::Template;

use super::{Device, FloorplanError, Kind, Plan, Rectangle, Region};

/// Cells named more steps away from a signal belong to no one: they may be far away.
const STEPS: usize = 2;

#[derive(Template)]
#[template(path = "floorplan.py", syntax = "hdl")]
struct Script<'a> {
    plan: &'a Plan,
    scope: String,
    steps: usize,
    control: Option<&'a Region>,
}

impl Script<'_> {
    fn tiles(&self, rectangle: &Rectangle) -> Rectangle {
        tiles(self.plan.device, *rectangle).0
    }
}

/// A rectangle of the device in nextpnr's coordinates, and whether these count rows the other way.
pub(super) fn tiles(device: &Device, rectangle: Rectangle) -> (Rectangle, bool) {
    let Rectangle { left, low, right, high } = rectangle;
    if device.target != "xc7" {
        return (rectangle, false);
    }
    let [left, right] = [left, right].map(series7_column);
    (Rectangle { left, low: series7_row(high), right, high: series7_row(low) }, true)
}

/// The columns of tiles with CLBs of the XC7A50T, from the left.
const SERIES7_COLUMNS: [u32; 33] = [
    10, 13, 14, 17, 23, 24, 30, 33, 35, 38, 39, 42, 43, 46, 51, 52, 55, 56, 62, 65, 67, 70, 71, 74, 79, 81,
    84, 90, 91, 97, 100, 101, 104,
];

fn series7_column(column: u32) -> u32 {
    SERIES7_COLUMNS.get(column as usize).copied().unwrap_or(0)
}

/// Rows of tiles count from the top, and each 25 of CLBs have one of clocks after them or a border.
fn series7_row(row: u32) -> u32 {
    155 - row - row / 25
}

/// The script. `scope` is the path of instances from the top of the device to the core, with dots
/// between them, or empty if the core is the top.
///
/// # Errors
/// The template cannot be rendered.
pub fn write(plan: &Plan, scope: &str) -> Result<String, FloorplanError> {
    let scope = if scope.is_empty() { String::new() } else { format!("{scope}.") };
    let control = plan.regions.iter().find(|region| region.kind == Kind::Control);
    let failed = |reason: askama::Error| FloorplanError::Template {
        what: "a script of nextpnr",
        reason: reason.to_string(),
    };
    Script { plan, scope, steps: STEPS, control }.render().map_err(failed)
}
