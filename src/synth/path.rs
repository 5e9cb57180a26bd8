//! A critical path in the names of the netlist, place by place.
//!
//! Logic that is mapped as one has few nets left with a name of the netlist. The tools name a cell
//! between them after one of its neighbours, followed by the types of cells and pins on the way:
//! `hit_LUT4_A` takes `hit`, and `hit_LUT4_Z_B` makes it. That is enough to say whether a cell
//! comes before or after `hit`.

use serde::{Deserialize, Serialize};

use super::harness::CORE;
use crate::flow::nextpnr::ReportedPath;

/// The position of a stretch of a path relative to the signal that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The path goes through the signal.
    At,
    /// In the logic that makes it.
    Before,
    /// In the logic that takes it.
    After,
}

/// A stretch of a path within one instance, with the wires up to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The instance, from the top: `board.square_e4`; empty for the top itself.
    pub instance: String,
    /// The first signal there that can be named.
    pub signal: String,
    /// The position of the stretch's beginning relative to the signal.
    pub place: Place,
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
    for (index, step) in path.path.iter().enumerate() {
        if step.kind == "routing" {
            if let Some(last) = stages.last_mut() {
                last.routing_ns += step.delay;
            }
            continue;
        }
        // What a cell makes is the net that leads away from it.
        let net = path.path.get(index + 1).and_then(|next| next.net.as_deref());
        let here = match net.map(named) {
            Some(net) if net.place == Place::At => net,
            _ => named(&step.to.cell),
        };
        match stages.last_mut() {
            Some(last) if here.is_in(last) => last.take(step.delay),
            _ => stages.push(here.begins(step.delay)),
        }
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

/// The place of a cell or net.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    instance: &'a str,
    signal: &'a str,
    place: Place,
}

impl Named<'_> {
    /// Whether a stage goes on here: in the same instance; at the top, where there are many
    /// signals, at the same signal.
    fn is_in(&self, stage: &Stage) -> bool {
        self.instance == stage.instance && (!self.instance.is_empty() || self.signal == stage.signal)
    }

    fn begins(&self, delay: f64) -> Stage {
        Stage {
            instance: self.instance.into(),
            signal: self.signal.into(),
            place: self.place,
            cells: 1,
            logic_ns: delay,
            routing_ns: 0.0,
            share_percent: 0.0,
        }
    }
}

impl Stage {
    fn take(&mut self, delay: f64) {
        self.cells += 1;
        self.logic_ns += delay;
    }
}

/// The types of cells that stand in names, after the signal from which the name is taken.
const TYPES: [&str; 20] = [
    "_LUT",
    "_TRELLIS_",
    "_CCU2C",
    "_PFUMX",
    "_L6MUX21",
    "_DP16KD",
    "_PDPW16KD",
    "_MULT",
    "_SB_",
    "_DFF",
    "_ALU",
    "_MUX2_",
    "_SDPB",
    "_RAM",
    "_FD",
    "_CARRY4",
    "_MUXF",
    "_SRL",
    "_INV",
    "$",
];

/// The output pins of these cells.
const OUTPUTS: [&str; 10] = ["Z", "Q", "F", "O", "S0", "S1", "COUT", "CO", "DO", "SUM"];

/// Those through which they take something.
const INPUTS: [&str; 14] = ["A", "B", "C", "D", "M", "I0", "I1", "I2", "I3", "I", "CI", "CIN", "DI", "CE"];

/// The parts of a name: the signal, and its relation by the types and pins after it.
fn named(name: &str) -> Named<'_> {
    let name = name.strip_prefix(CORE).unwrap_or(name);
    let end = TYPES.iter().filter_map(|mark| name.find(mark)).min().unwrap_or(name.len());
    let (base, tail) = name.split_at(end);
    let base = base.split('[').next().unwrap_or(base).trim_end_matches('.');
    let (instance, signal) = base.rsplit_once('.').unwrap_or(("", base));
    Named { instance, signal, place: place(tail) }
}

/// The position of `_LUT4_Z_1_D` and the like: the first pin in it belongs to the cell next to the
/// signal.
fn place(tail: &str) -> Place {
    let is_pin = |word: &&str| OUTPUTS.contains(word) || INPUTS.contains(word);
    let mut pins = tail.split('_').filter(is_pin);
    match (pins.next(), pins.next()) {
        _ if tail.is_empty() => Place::At,
        // The cell that makes the signal.
        (Some(pin), None) if OUTPUTS.contains(&pin) => Place::At,
        (Some(pin), Some(_)) if OUTPUTS.contains(&pin) => Place::Before,
        _ => Place::After,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::nextpnr::NextpnrReport;

    #[test]
    fn names_tell_the_signal_and_the_side() {
        let tell = |name| {
            let Named { instance, signal, place } = named(name);
            (instance, signal, place)
        };
        assert_eq!(tell("core.board.square_e4.hit[2]"), ("board.square_e4", "hit", Place::At));
        assert_eq!(tell("core.victim_TRELLIS_FF_Q_5"), ("", "victim", Place::At));
        assert_eq!(tell("core.victim_TRELLIS_FF_Q_5_DI_LUT4_Z_1_D"), ("", "victim", Place::Before));
        assert_eq!(tell("core.board.find_LUT4_A_Z_LUT4_C"), ("board", "find", Place::After));
        assert_eq!(tell("core.a_SB_LUT4_O_I3_SB_LUT4_O_1"), ("", "a", Place::Before));
        assert_eq!(tell("core.board.square_e4.hit_LUT6_O_I3"), ("board.square_e4", "hit", Place::Before));
        assert_eq!(tell("core.sequencer.state_FDRE_Q_1"), ("sequencer", "state", Place::At));
        assert_eq!(tell("core.total_CARRY4_O_CO"), ("", "total", Place::Before));
        assert_eq!(tell("$abc$12$auto$34"), ("", "", Place::After));
    }

    #[test]
    fn a_path_is_told_by_stages() {
        let report = include_str!("../../tests/data/nextpnr_report.json");
        let report = NextpnrReport::parse("nextpnr-ecp5", report).unwrap();
        let path = report.critical_path("harness_clock").unwrap();
        let stages = stages(path);
        let told: Vec<_> = stages.iter().map(|stage| (stage.instance.as_str(), stage.cells)).collect();
        insta::assert_debug_snapshot!(told);
        let share: f64 = stages.iter().map(|stage| stage.share_percent).sum();
        assert!((share - 100.0).abs() < 1.0, "{share}");
        let sum: f64 = stages.iter().map(|stage| stage.logic_ns + stage.routing_ns).sum();
        assert!((sum - path.delay()).abs() < 0.05, "{sum}");
    }
}
