//! How fast simulators run the whole machine: the same work in each, in turns, in one run.

use std::time::Instant;

use serde::Serialize;

use super::{BenchError, settings_and_name};
use crate::chess::Position;
use crate::chess::machine::{Machine, MachineError};
use crate::cores::{self, CoreInfo, Simulator};
use crate::simulate::outside::Traces;

/// The speed of the built-in simulator and of Verilator on one core, and what they did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulatorSpeed {
    /// The core.
    pub core: &'static str,
    /// The position whose game tree is walked.
    pub fen: String,
    /// How deep.
    pub depth: u32,
    /// The clock cycles that takes, in either.
    pub cycles: u64,
    /// Clock cycles a second, the best of several turns.
    pub built_in_cycles_per_second: f64,
    /// Clock cycles a second, the best of several turns.
    pub verilator_cycles_per_second: f64,
    /// The built-in simulator's speed by Verilator's.
    pub ratio: f64,
    /// From the description of the core to the machine's first clock cycle.
    pub built_in_first_cycle_seconds: f64,
    /// From the description of the core to the machine's first clock cycle, with all of Verilator's build.
    pub verilator_first_cycle_seconds: f64,
}

/// Both walk this often, in turns, and the fastest counts: other programs only ever slow a machine down.
const TURNS: usize = 3;

/// Walks the game tree in both simulators; Verilator builds from nothing.
///
/// # Errors
/// The core cannot be built or run, Verilator is missing or fails, or the two do not take the same cycles.
pub fn measure_simulators(
    core: &'static CoreInfo,
    position: &Position,
    depth: u32,
) -> Result<SimulatorSpeed, BenchError> {
    let (settings, _) = settings_and_name(core, &[])?;
    let cache = tempfile::tempdir().map_err(BenchError::file(std::env::temp_dir()))?;
    let start = |simulator| {
        let begin = Instant::now();
        let machine = cores::machine_in(core, &settings, simulator, cache.path())?;
        Ok::<_, BenchError>((machine, begin.elapsed().as_secs_f64()))
    };
    let (mut built_in, built_in_first) = start(Simulator::BuiltIn)?;
    let (mut verilator, verilator_first) = start(Simulator::Verilator(Traces::Without))?;
    let (mut cycles, mut best) = (0, [f64::INFINITY; 2]);
    for _ in 0..TURNS {
        let (here, seconds) = timed(built_in.as_mut(), position, depth)?;
        best[0] = best[0].min(seconds);
        let (there, seconds) = timed(verilator.as_mut(), position, depth)?;
        best[1] = best[1].min(seconds);
        if here != there {
            let problem = format!("takes {there} cycles where the built-in simulator takes {here}");
            return Err(MachineError::Simulator { simulator: "verilator", problem }.into());
        }
        cycles = here;
    }
    let [built_in, verilator] = best.map(|seconds| cycles as f64 / seconds);
    Ok(SimulatorSpeed {
        core: core.name,
        fen: position.to_fen(),
        depth,
        cycles,
        built_in_cycles_per_second: built_in.round(),
        verilator_cycles_per_second: verilator.round(),
        ratio: (built_in / verilator * 100.0).round() / 100.0,
        built_in_first_cycle_seconds: rounded(built_in_first),
        verilator_first_cycle_seconds: rounded(verilator_first),
    })
}

/// Cycles and seconds of one walk.
fn timed(machine: &mut dyn Machine, position: &Position, depth: u32) -> Result<(u64, f64), MachineError> {
    machine.load(position)?;
    let begin = Instant::now();
    let count = machine.perft(depth, false)?;
    Ok((count.cycles, begin.elapsed().as_secs_f64()))
}

fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
