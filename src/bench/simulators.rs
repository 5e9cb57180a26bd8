//! The speed of the built-in simulator and of Verilator on every core: the same inputs in both, in
//! turns, in one run.
//!
//! The inputs are those of the run that each core is checked with, recorded and given again. They
//! go to Verilator's program as text, ahead of its work, and nothing is asked before the end. Each
//! cycle's inputs stand for several cycles, so that reading the text takes little of the time.

use std::time::Instant;

use serde::Serialize;

use super::BenchError;
use super::simulator::{TURNS, ratio, rounded};
use crate::cores::{self, CoreInfo, Settings};
use crate::flow::{Folder, Tool, VERILATOR};
use crate::game::MachineError;
use crate::netlist::Value;
use crate::simulate::outside::{Traces, Verilated};
use crate::simulate::transcript::Transcript;
use crate::simulate::{Interface, Ports, PortsError, Simulation};

/// The speed of two simulators on a core. Both rates are the best of several turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoreSpeed {
    /// The core.
    pub core: &'static str,
    /// Operations of the built-in simulator in a cycle.
    pub operations: usize,
    /// Clock cycles of a round.
    pub cycles: u64,
    /// Clock cycles a second.
    pub built_in_cycles_per_second: f64,
    /// Clock cycles a second.
    pub verilator_cycles_per_second: f64,
    /// The built-in simulator's speed by Verilator's.
    pub ratio: f64,
    /// From the netlist to Verilator's program.
    pub verilator_build_seconds: f64,
    /// The other simulator and its version.
    pub tools: String,
}

/// The number of cycles for which the inputs of a recorded cycle stand.
const HOLD: u64 = 16;

/// Recorded cycles whose inputs are given, at most: the first ones.
const MOST_RECORDED: usize = 1000;

/// The seconds that a turn takes in the built-in simulator, at least.
const TURN_SECONDS: f64 = 0.5;

/// Gives the core the inputs of its run in both simulators; Verilator builds from nothing.
///
/// # Errors
/// The core cannot be built or run, Verilator is missing or fails, or the outputs differ at the
/// end.
pub fn measure_core_speed(core: &'static CoreInfo) -> Result<CoreSpeed, BenchError> {
    let settings = Settings::parse::<&str, &str>(core, &[])?;
    let tool = Tool::find(VERILATOR)?;
    let design = cores::design(core, &settings)?;
    let mut simulation = Simulation::new(&design)?;
    simulation.compile();
    let operations = simulation.operations();
    let cache = Folder::temporary("movewright-").map_err(BenchError::file(std::env::temp_dir()))?;
    let begin = Instant::now();
    let verilated = Verilated::new(&design, Traces::Without, cache.path());
    let mut verilator = verilated.map_err(cores::CoreError::from)?;
    let verilator_build_seconds = begin.elapsed().as_secs_f64();
    let run = Run::new(&cores::stimulus(core, &settings)?);
    let rounds = (TURN_SECONDS / run.seconds(&mut simulation, 1)?).ceil().max(1.0) as usize;
    run.seconds(&mut verilator, 1)?;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..TURNS {
        best[0] = best[0].min(run.seconds(&mut simulation, rounds)?);
        best[1] = best[1].min(run.seconds(&mut verilator, rounds)?);
    }
    run.compare(&mut simulation, &mut verilator)?;
    let cycles = run.cycles.len() as u64 * HOLD;
    let [here, there] = best.map(|seconds| (cycles * rounds as u64) as f64 / seconds);
    Ok(CoreSpeed {
        core: core.name,
        operations,
        cycles,
        built_in_cycles_per_second: here.round(),
        verilator_cycles_per_second: there.round(),
        ratio: ratio(here, there),
        verilator_build_seconds: rounded(verilator_build_seconds),
        tools: format!("{} {}", tool.name(), tool.version()),
    })
}

/// The inputs of a run.
struct Run {
    interface: Interface,
    /// For each cycle, the inputs that change, by their number, and their values.
    cycles: Vec<Vec<(usize, Value)>>,
}

impl Run {
    fn new(transcript: &Transcript) -> Self {
        let interface = transcript.interface.clone();
        let mut inputs: Vec<Value> = interface.inputs.iter().map(|port| Value::zero(port.width)).collect();
        let cycles = transcript.cycles.iter().take(MOST_RECORDED).map(|cycle| {
            let changes = cycle.inputs.iter().zip(&mut inputs).enumerate();
            let changes = changes.filter_map(|(number, (value, before))| {
                let changed = value != before;
                before.clone_from(value);
                changed.then(|| (number, value.clone()))
            });
            changes.collect()
        });
        Self { cycles: cycles.collect(), interface }
    }

    /// Seconds for this many rounds.
    fn seconds(&self, ports: &mut impl Ports, rounds: usize) -> Result<f64, PortsError> {
        let begin = Instant::now();
        for changes in std::iter::repeat_n(&self.cycles, rounds).flatten() {
            for (number, value) in changes {
                ports.poke_value(&self.interface.inputs[*number].name, value)?;
            }
            ports.step_by(HOLD)?;
        }
        // Answered when all is done.
        if let Some(output) = self.interface.outputs.first() {
            ports.peek_value(&output.name)?;
        }
        Ok(begin.elapsed().as_secs_f64())
    }

    fn compare(&self, here: &mut impl Ports, there: &mut impl Ports) -> Result<(), BenchError> {
        for output in &self.interface.outputs {
            let (value, other) = (here.peek_value(&output.name)?, there.peek_value(&output.name)?);
            if value != other {
                let problem =
                    format!("`{}` is {other} where the built-in simulator has {value}", output.name);
                return Err(MachineError::Simulator { simulator: "verilator", problem }.into());
            }
        }
        Ok(())
    }
}
