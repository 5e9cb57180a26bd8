//! The machines as rows of a table, the best first.

use super::picture::label;
use super::{Goal, Plan, Point};
use crate::readable::thousands;

/// The heads of the columns.
pub const HEADS: [&str; 9] =
    ["", "settings", "LUT", "FF", "BRAM", "DSP", "MHz (seeds)", "a cycle", "million a second"];

/// A machine in the words of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// A cell for each head of the table's columns. The first is a star where no other machine is
    /// both smaller and faster.
    pub cells: [String; 9],
    /// What went otherwise: seeds without a clock, and what failed.
    pub notes: Vec<String>,
}

/// The machines of a plan, the best for the goal first.
pub fn rows(plan: &Plan, points: &[Point], varied: &[&str], goal: Goal) -> Vec<Row> {
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|one, other| one.order(goal).total_cmp(&other.order(goal)));
    sorted.into_iter().map(|point| row(plan, point, varied)).collect()
}

fn row(plan: &Plan, point: &Point, varied: &[&str]) -> Row {
    let counts = point
        .mapped
        .as_ref()
        .map(|(resources, _)| [resources.luts(), resources.ff, resources.bram, resources.dsp].map(thousands));
    let [lut, ff, bram, dsp] = counts.unwrap_or_default();
    let clock = point.spread().map(|clock| match point.seeds.len() {
        1 => format!("{:.1}", clock.median),
        _ => format!("{:.1} ({:.1} to {:.1})", clock.median, clock.min, clock.max),
    });
    let pace = point.mapped.as_ref().map(|(_, pace)| format!("{:.3} {}", pace.per_cycle, pace.of));
    let rate = point.rates().map(|rates| format!("{:.2}", rates.median));
    let star = if point.best { "*" } else { "" };
    let [clock, pace, rate] = [clock, pace, rate].map(|cell| cell.unwrap_or_else(|| "-".into()));
    Row {
        cells: [star.into(), label(point, varied), lut, ff, bram, dsp, clock, pace, rate],
        notes: notes(plan, point),
    }
}

fn notes(plan: &Plan, point: &Point) -> Vec<String> {
    let missing = plan.seeds as usize - point.seeds.len() - point.unplaced.len();
    let of = |name: &str| if name == "map" { "mapping".into() } else { format!("seed {name}") };
    let failed = point
        .failed
        .iter()
        .map(|failed| format!("{} failed: {}; its log is {}", of(&failed.job), failed.reason, failed.log));
    let unplaced = point.unplaced.iter().map(|(seed, reason)| format!("seed {seed}: {reason}"));
    let mapping_failed = point.failed.iter().any(|failed| failed.job == "map");
    let open = missing.saturating_sub(point.failed.iter().filter(|failed| failed.job != "map").count());
    let left = (open > 0 && !mapping_failed).then(|| format!("{open} of {} seeds are not done", plan.seeds));
    failed.chain(unplaced).chain(left).collect()
}

/// A table of text, each column as wide as its widest cell.
pub fn text(rows: &[Row]) -> String {
    let heads = HEADS.map(String::from);
    let all = || [&heads].into_iter().chain(rows.iter().map(|row| &row.cells));
    let width = |column: usize| all().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let line = |cells: &[String; 9]| -> String {
        let cell = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if column < 2 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        cells.join("  ").trim_end().to_string() + "\n"
    };
    let mut text = line(&heads);
    for row in rows {
        text += &line(&row.cells);
        text.extend(row.notes.iter().map(|note| format!("     {note}\n")));
    }
    text
}
