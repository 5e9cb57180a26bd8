//! The speed of simulators on the whole machine: the same work in each, in turns, in one run.
//!
//! The built-in simulator and Verilator walk the same game tree. Verilator's program is told once
//! to run until the answer is there, so nothing crosses its pipe in between. GHDL, which is much
//! slower, replays the first cycles of the walk. The last comparison is between single positions
//! and 64 at a time, both in the built-in simulator.

use std::time::Instant;

use serde::Serialize;

use super::{BenchError, settings_and_name, suite};
use crate::chess::classic::{ClassicLanes, ClassicMachine};
use crate::chess::{Chess, Position};
use crate::cores::{self, CoreInfo, Settings, Simulator};
use crate::flow::{Folder, GHDL, Tool, VERILATOR};
use crate::game::{Machine, MachineError};
use crate::netlist::Design;
use crate::simulate::lanes::LANES;
use crate::simulate::outside::{Traces, replay_on_ghdl};
use crate::simulate::transcript::{Recorder, Transcript};
use crate::simulate::{Interface, PortsError, Simulation};

/// The speed of the simulators on one core, and the work they did. All rates are the best of
/// several turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulatorSpeed {
    /// The core.
    pub core: &'static str,
    /// The position whose game tree is walked.
    pub fen: String,
    /// The depth.
    pub depth: u32,
    /// The clock cycles that takes, in the built-in simulator and in Verilator alike.
    pub cycles: u64,
    /// Clock cycles a second.
    pub built_in_cycles_per_second: f64,
    /// Clock cycles a second.
    pub verilator_cycles_per_second: f64,
    /// Clock cycles a second.
    pub ghdl_cycles_per_second: f64,
    /// The built-in simulator's speed by Verilator's.
    pub ratio: f64,
    /// From the description of the core to the machine's first clock cycle.
    pub built_in_first_cycle_seconds: f64,
    /// From the description of the core to the machine's first clock cycle, with all of Verilator's
    /// build.
    pub verilator_first_cycle_seconds: f64,
    /// From the description of the core to the first clock cycle's end, with GHDL's analysis.
    pub ghdl_first_cycle_seconds: f64,
    /// Positions counted at once by the built-in simulator's lanes.
    pub lanes: u32,
    /// Positions of the perft suite counted to depth 2 in a second, one after the other.
    pub single_positions_per_second: f64,
    /// Positions of the perft suite counted to depth 2 in a second, in lanes.
    pub lanes_positions_per_second: f64,
    /// The lanes' speed by the single simulation's.
    pub lanes_ratio: f64,
    /// The other simulators and their versions.
    pub tools: String,
}

/// The number of times that all walk, in turns. The fastest counts, because other programs only
/// ever slow a machine down.
pub(super) const TURNS: usize = 5;

/// Cycles that GHDL replays.
const GHDL_CYCLES: usize = 2000;

/// The depth to which positions are counted to compare lanes with a single simulation.
const LANES_DEPTH: u32 = 2;

/// The number of times that the lanes count the suite, so that no lane waits long for the last one.
const LANES_ROUNDS: usize = 8;

/// Walks the game tree in all simulators; Verilator builds from nothing.
///
/// # Errors
/// The core cannot be built or run, a tool is missing or fails, or two simulators do not do the
/// same.
pub fn measure_simulators(
    core: &'static CoreInfo,
    position: &Position,
    depth: u32,
) -> Result<SimulatorSpeed, BenchError> {
    let (settings, _) = settings_and_name(core, &[])?;
    let version = |program| Tool::find(program).map(|tool| format!("{} {}", tool.name(), tool.version()));
    let tools = format!("{}, {}", version(VERILATOR)?, version(GHDL)?);
    let cache = Folder::temporary("movewright-").map_err(BenchError::file(std::env::temp_dir()))?;
    let start = |simulator| {
        let begin = Instant::now();
        let machine = cores::driver_in::<Chess>(core, &settings, simulator, cache.path())?;
        Ok::<_, BenchError>((machine, begin.elapsed().as_secs_f64()))
    };
    let (mut built_in, built_in_first) = start(Simulator::BuiltIn)?;
    let (mut verilator, verilator_first) = start(Simulator::Verilator(Traces::Without))?;
    let mut ghdl = Ghdl::new(core, &settings, position)?;
    let mut lanes = LaneTurns::new(core, &settings)?;
    let (mut cycles, mut best) = (0, [f64::INFINITY; 2]);
    for _ in 0..TURNS {
        let (here, seconds) = timed(&mut built_in, position, depth)?;
        best[0] = best[0].min(seconds);
        let (there, seconds) = timed(&mut verilator, position, depth)?;
        best[1] = best[1].min(seconds);
        if here != there {
            let problem = format!("takes {there} cycles where the built-in simulator takes {here}");
            return Err(MachineError::Simulator { simulator: "verilator", problem }.into());
        }
        cycles = here;
        ghdl.turn()?;
        lanes.turn(&mut built_in)?;
    }
    let [built_in, verilator] = best.map(|seconds| cycles as f64 / seconds);
    let (single, in_lanes) = (lanes.single, lanes.in_lanes);
    Ok(SimulatorSpeed {
        core: core.name,
        fen: position.to_fen(),
        depth,
        cycles,
        built_in_cycles_per_second: built_in.round(),
        verilator_cycles_per_second: verilator.round(),
        ghdl_cycles_per_second: ghdl.cycles_per_second().round(),
        ratio: ratio(built_in, verilator),
        built_in_first_cycle_seconds: rounded(built_in_first),
        verilator_first_cycle_seconds: rounded(verilator_first),
        ghdl_first_cycle_seconds: rounded(ghdl.first),
        lanes: LANES,
        single_positions_per_second: (single * 10.0).round() / 10.0,
        lanes_positions_per_second: (in_lanes * 10.0).round() / 10.0,
        lanes_ratio: ratio(in_lanes, single),
        tools,
    })
}

/// GHDL on the first cycles of the work.
struct Ghdl {
    core: &'static CoreInfo,
    settings: Settings,
    transcript: Transcript,
    /// The best seconds with all cycles and with the first cycle alone. Analysis, elaboration and
    /// start are in both.
    all: f64,
    first: f64,
}

impl Ghdl {
    fn new(core: &'static CoreInfo, settings: &Settings, position: &Position) -> Result<Self, BenchError> {
        let design = cores::design(core, settings)?;
        let mut recorder = record(&design)?;
        let mut machine = ClassicMachine::new(&mut recorder, "built-in simulator", LANES_DEPTH)?;
        machine.load(position)?;
        machine.perft(LANES_DEPTH, false)?;
        let mut transcript = recorder.transcript().clone();
        transcript.cycles.truncate(GHDL_CYCLES);
        let settings = settings.clone();
        Ok(Self { core, settings, transcript, all: f64::INFINITY, first: f64::INFINITY })
    }

    fn turn(&mut self) -> Result<(), BenchError> {
        self.first = self.first.min(self.seconds(1)?);
        self.all = self.all.min(self.seconds(GHDL_CYCLES)?);
        Ok(())
    }

    /// Seconds from the description of the core to the end of this many cycles.
    fn seconds(&self, cycles: usize) -> Result<f64, BenchError> {
        let mut transcript = self.transcript.clone();
        transcript.cycles.truncate(cycles);
        let folder = Folder::temporary("movewright-").map_err(BenchError::file(std::env::temp_dir()))?;
        let begin = Instant::now();
        let design = cores::design(self.core, &self.settings)?;
        let seen = replay_on_ghdl(&design, &transcript, folder.path());
        // The folder goes with its logs.
        let seen = seen.map_err(|error| cores::CoreError::from(error.with_its_log()))?;
        let seconds = begin.elapsed().as_secs_f64();
        match transcript.first_difference(&seen) {
            None => Ok(seconds),
            Some(difference) => {
                let problem = difference.to_string();
                Err(MachineError::Simulator { simulator: "ghdl", problem }.into())
            }
        }
    }

    fn cycles_per_second(&self) -> f64 {
        (self.transcript.cycles.len() - 1) as f64 / (self.all - self.first)
    }
}

fn record(design: &Design) -> Result<Recorder<Simulation>, BenchError> {
    let interface = Interface::of(design).map_err(cores::CoreError::from)?;
    let simulation = Simulation::new(design).map_err(cores::CoreError::from)?;
    let failed = |error: PortsError| MachineError::Simulator {
        simulator: "built-in simulator",
        problem: error.to_string(),
    };
    Ok(Recorder::new(simulation, interface).map_err(failed)?)
}

/// The suite, one position after the other and 64 at once.
struct LaneTurns {
    jobs: Vec<(Position, u32)>,
    lanes: ClassicLanes,
    /// The best positions a second so far.
    single: f64,
    in_lanes: f64,
}

impl LaneTurns {
    fn new(core: &CoreInfo, settings: &Settings) -> Result<Self, BenchError> {
        let jobs = suite(core)?.into_iter().map(|chosen| (chosen.position, LANES_DEPTH)).collect();
        Ok(Self { jobs, lanes: cores::lanes_of(core, settings)?, single: 0.0, in_lanes: 0.0 })
    }

    fn turn(&mut self, machine: &mut dyn Machine<Chess>) -> Result<(), BenchError> {
        let begin = Instant::now();
        let mut expected = Vec::new();
        for (position, depth) in &self.jobs {
            machine.load(position)?;
            expected.push(machine.perft(*depth, false)?);
        }
        self.single = self.single.max(self.jobs.len() as f64 / begin.elapsed().as_secs_f64());
        let jobs = [self.jobs.as_slice(); LANES_ROUNDS].concat();
        let begin = Instant::now();
        let counts = self.lanes.perft(&jobs, false, |_| ())?;
        self.in_lanes = self.in_lanes.max(jobs.len() as f64 / begin.elapsed().as_secs_f64());
        match counts.iter().zip(expected.iter().cycle()).position(|(count, expected)| count != expected) {
            None => Ok(()),
            Some(job) => {
                let problem =
                    format!("a lane counts {} otherwise than a single machine", jobs[job].0.to_fen());
                Err(MachineError::Simulator { simulator: "built-in simulator, lanes", problem }.into())
            }
        }
    }
}

/// Cycles and seconds of one walk.
fn timed(
    machine: &mut dyn Machine<Chess>,
    position: &Position,
    depth: u32,
) -> Result<(u64, f64), MachineError> {
    machine.load(position)?;
    let begin = Instant::now();
    let count = machine.perft(depth, false)?;
    Ok((count.cycles, begin.elapsed().as_secs_f64()))
}

pub(super) fn ratio(of: f64, by: f64) -> f64 {
    (of / by * 100.0).round() / 100.0
}

pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
