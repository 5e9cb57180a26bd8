//! A critical path in the names of the netlist, place by place.

use serde::Serialize;

use crate::flow::nextpnr::{ReportedPath, Step};

/// A stretch of a path within one instance, or one way between two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// The instance, from the top: `board.square_e4`; empty for the top itself.
    pub instance: String,
    /// The first named signal there that the path is near.
    pub signal: String,
    /// Cells passed through.
    pub cells: u32,
    /// Nanoseconds in cells.
    pub logic_ns: f64,
    /// Nanoseconds on wires, up to the first cell of the next stage.
    pub routing_ns: f64,
    /// Its share of the whole path, in percent.
    pub share_percent: f64,
}

/// The path's stages in order.
pub fn stages(path: &ReportedPath) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for step in &path.path {
        if step.kind == "routing" {
            if let Some(last) = stages.last_mut() {
                last.routing_ns += step.delay;
            }
            continue;
        }
        let (instance, signal) = place(cell_of(step));
        let stage = match stages.last_mut() {
            Some(last) if last.instance == instance => last,
            _ => {
                let new = Stage { instance, signal, cells: 0, logic_ns: 0.0, routing_ns: 0.0, share_percent: 0.0 };
                stages.push(new);
                let end = stages.len() - 1;
                &mut stages[end]
            }
        };
        stage.cells += 1;
        stage.logic_ns += step.delay;
    }
    let whole = path.delay();
    for stage in &mut stages {
        stage.share_percent = rounded(100.0 * (stage.logic_ns + stage.routing_ns) / whole, 10.0);
        stage.logic_ns = rounded(stage.logic_ns, 1000.0);
        stage.routing_ns = rounded(stage.routing_ns, 1000.0);
    }
    stages
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// The cell a step leads out of; the register itself, where it is the last.
fn cell_of(step: &Step) -> &str {
    if step.kind == "setup" { &step.to.cell } else { &step.from.cell }
}

/// The instance a cell is in, and the signal it is named after.
fn place(cell: &str) -> (String, String) {
    let name = named(cell);
    match name.rsplit_once('.') {
        Some((instance, signal)) => (instance.into(), signal.into()),
        None => (String::new(), name.into()),
    }
}

/// What is left of a cell's name without what the tools put behind it: types of cells and their pins, `_LUT4_Z_D`.
fn named(cell: &str) -> &str {
    let tools = ["_LUT", "_TRELLIS_", "_CCU2C", "_PFUMX", "_L6MUX21", "_DP16KD", "_SB_", "_DFF", "_ALU", "_MUX2_", "$"];
    let end = tools.iter().filter_map(|mark| cell.find(mark)).min().unwrap_or(cell.len());
    cell[..end].trim_end_matches('.')
}
