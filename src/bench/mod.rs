//! Measurements: clock cycles a move, logic cells, and the speed of simulators, each on the emitted
//! machine.

mod area;
mod cycles;
mod floorplan;
pub mod fuzz;
mod generation;
mod hash;
mod moves;
mod player;
mod positions;
mod published;
mod simulator;
mod simulators;
mod stream;
mod strength;

use std::path::PathBuf;

use thiserror::Error;

pub use crate::readable::{assignments, thousands};
pub use area::{Area, measure_area};
pub use cycles::{
    CYCLE_SETTINGS, CycleSetting, Cycles, SuitePosition, deep_positions, measure_cycles, suite,
    table_positions,
};
pub use floorplan::{FloorplanClock, measure_floorplan};
pub use generation::{Generation, measure_generation};
pub use hash::{ChipSpeed, HashSpeed, measure_hash};
pub use moves::{TreeMoves, measure_moves};
pub use player::{Games, PlayerSpeed, measure_player};
pub use positions::{PositionCounts, measure_positions};
pub use published::{PUBLISHED, Published};
pub use simulator::{SimulatorSpeed, measure_simulators};
pub use simulators::{CoreSpeed, measure_core_speed};
pub use stream::{StreamOccupancy, measure_stream};
pub use strength::{Match, measure_strength, strength_games};

use crate::blokus::position::MoveError;
use crate::chess::FenError;
use crate::chess::epd::EpdError;
use crate::chess::fast::FastError;
use crate::cores::{CoreError, CoreInfo, Settings, SettingsError};
use crate::emit::EmitError;
use crate::flow::FlowError;
use crate::game::{MachineError, Refusal};
use crate::simulate::{PortsError, SimulateError};
use crate::synth::SynthError;

/// The reasons why a measurement cannot be made.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The core cannot be built or run.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// A hash table cannot be made.
    #[error("the hash table cannot be made: {0}")]
    Hash(Refusal),
    /// The library lacks a core that is measured: a defect of it.
    #[error("the cores lack one that is measured; please report it")]
    NoCore,
    /// The simulator cannot run the core.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The machine cannot be driven.
    #[error(transparent)]
    Ports(#[from] PortsError),
    /// A position of the rules library cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The core cannot be emitted.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// The logic of a machine cannot be built.
    #[error(transparent)]
    Fast(#[from] FastError),
    /// The core does not have the parameters that are compared.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The machine failed while it ran.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A machine found a move that cannot be made.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An outside tool is missing or failed.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// The table of positions cannot be read.
    #[error("table of positions: {0}")]
    Table(#[from] EpdError),
    /// The core cannot be mapped to a device.
    #[error(transparent)]
    Synth(#[from] SynthError),
    /// A folder or file for a tool cannot be written or read.
    #[error("{}: {error}", path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The system's message.
        error: std::io::Error,
    },
}

impl BenchError {
    fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        |error| Self::File { path, error }
    }
}

/// The core's settings with these values, and their name in reports: `default`, or `name=value` and
/// so on.
fn settings_and_name(core: &CoreInfo, given: &[(&str, &str)]) -> Result<(Settings, String), SettingsError> {
    let name = if given.is_empty() { "default".into() } else { assignments(given.iter().copied()) };
    Ok((Settings::parse(core, given)?, name))
}
