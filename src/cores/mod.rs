//! The cores that can be built, their parameters, and the way from chosen values to a machine.
//!
//! A core is a [`CoreInfo`]: data, among them what it can be asked ([`Ability`]), and a [`Core`]
//! that builds, proves, drives and shows it. A new core is a file with both and a line in
//! [`Registry`].

mod blokus_generator;
mod blokus_player;
mod blokus_serial;
mod chess_classic;
mod chess_count;
mod chess_evaluate;
mod chess_perft;
mod chess_player;
mod chess_stream;
mod core;
mod error;
mod hash;
mod hash_keys;
mod hash_memory;
mod kpp;
mod line;
mod machine;
mod pace;
mod pairs;
mod pipelines;
mod registry;
mod settings;
mod shogi_check;
mod shogi_count;
mod shogi_perft;
mod shogi_stream;

pub use self::core::{Ability, Core, CoreInfo, Help};
pub use blokus_player::{PLAYERS, evaluation, search_machine};
pub use blokus_serial::{SIMULATED_BYTE, competitor, competitor_on_a_line, player_on_a_line};
pub use chess_classic::CLASSIC;
pub use chess_count::count_machine;
pub use chess_evaluate::{EVALUATE, evaluating_weights, evaluator};
pub use chess_player::{CHESS_PLAYER, chess_player_machine};
pub use chess_stream::stream_machine;
pub use error::CoreError;
pub use kpp::{KPP, kpp_options};
pub use line::{BAUD_RATE, CLOCK, HOST, exercise_linked, host, linked, machine_on, machine_on_a_line, uart};
pub use machine::{
    Simulator, deepest, driver, driver_in, has_a_deeper_stack, lanes, lanes_of, machine, port, port_in,
};
pub use pace::Pace;
pub(crate) use registry::cores_of_boards;
pub use registry::{OUR_PROGRAM, Registry, cores, find, program};
pub use settings::{ParameterInfo, Range, Setting, Settings, SettingsError};
pub use shogi_check::{SHOGI_CHECK, shogi_check_machine};
pub use shogi_count::{SHOGI_COUNT, shogi_count_machine};
pub use shogi_stream::shogi_stream_machine;

use std::time::{Duration, Instant};

use crate::game::{Game, MachineError, Root};
use crate::link::uart::UartOptions;
use crate::netlist::Design;
use crate::prove::Property;
use crate::simulate::transcript::{Recorder, Transcript};
use crate::simulate::{Interface, Ports, PortsError, Simulation};

impl CoreInfo {
    /// Whether it can be asked this.
    pub fn can(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    /// Whether the core can be asked about a position.
    pub fn takes_commands(&self) -> bool {
        [Ability::Moves, Ability::Perft, Ability::Search].into_iter().any(|ability| self.can(ability))
    }

    /// Whether positions of this core are positions of the other: of one game, on as many squares.
    pub fn plays_as(&self, other: &Self) -> bool {
        let of = |core: &Self| (core.game.name(), core.game.squares());
        of(self) == of(other)
    }

    /// A position, as one of this game.
    ///
    /// # Errors
    /// [`CoreError::OtherGame`]: it is of another game.
    pub fn position<'a, G: Game>(&self, root: &'a Root) -> Result<&'a G::Position, CoreError> {
        root.of::<G>().ok_or(CoreError::OtherGame { core: self.name, game: G::NAME })
    }

    /// The position with which its game begins.
    ///
    /// # Errors
    /// It cannot be read: a defect of the game.
    pub fn start(&self) -> Result<Root, CoreError> {
        self.game.start().map_err(|problem| CoreError::Start { core: self.name, problem })
    }
}

/// The netlist of a core with these settings, linked to its host.
///
/// # Errors
/// The description breaks a rule of the netlist, or the core cannot be linked so.
pub fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    core.core.design(core, settings)
}

/// The netlist of a core with these settings and a serial line of this clock and baud rate. Its top
/// has the ports of [`wrap`](crate::link::uart::wrap).
///
/// # Errors
/// See [`design`]; or the baud rate does not go with the clock.
pub fn on_a_line(core: &CoreInfo, settings: &Settings, line: &UartOptions) -> Result<Design, CoreError> {
    core.core.on_a_line(core, settings, line)
}

/// The properties that have to hold of a core with these settings; `design` is its netlist.
///
/// # Errors
/// A property does not fit the core: a defect of one of them.
pub fn properties(core: &CoreInfo, settings: &Settings, design: &Design) -> Result<Vec<Property>, CoreError> {
    core.core.properties(core, settings, design)
}

/// A run of a core in the built-in simulator through everything its ports can do.
///
/// # Errors
/// See [`design`]; or the machine does not answer as it should.
pub fn stimulus(core: &CoreInfo, settings: &Settings) -> Result<Transcript, CoreError> {
    let mut recorder = recorder(core, settings)?;
    core.core.exercise(core, settings, &mut recorder)?;
    Ok(recorder.into_transcript())
}

/// A core in the built-in simulator, about to be recorded.
fn recorder(core: &CoreInfo, settings: &Settings) -> Result<Recorder<Simulation>, CoreError> {
    let design = design(core, settings)?;
    let interface = Interface::of(&design)?;
    Ok(Recorder::new(Simulation::new(&design)?, interface).map_err(failed)?)
}

/// The approximate clock cycles of the run that [`stimulus`] records over a core's serial line;
/// `None` if no slow line makes it long.
pub fn cycles_over_a_line(core: &CoreInfo, settings: &Settings) -> Option<u64> {
    core.core.cycles_over_a_line(core, settings)
}

/// The approximate clock cycles that [`stimulus`] records in a second on this computer, from a
/// trial of a tenth of a second.
///
/// # Errors
/// See [`design`]; or the simulator stopped.
pub fn recorded_a_second(core: &CoreInfo, settings: &Settings) -> Result<f64, CoreError> {
    const MOMENT: Duration = Duration::from_millis(100);
    let mut recorder = recorder(core, settings)?;
    let begun = Instant::now();
    while begun.elapsed() < MOMENT {
        recorder.step().map_err(failed)?;
    }
    Ok(recorder.transcript().cycles.len() as f64 / begun.elapsed().as_secs_f64())
}

/// The parameter that says how deep a core's stack is: 8 to 64 plies, see [`stack_depth`].
pub const STACK: ParameterInfo = ParameterInfo {
    name: STACK_DEPTH,
    about: "plies of the move stack: the deepest node",
    range: Range::PowerOfTwo { low: 8, high: DEEPEST_STACK },
    default: Setting::Number(DEEPEST_STACK),
    smallest: Some(Setting::Number(8)),
    only_with: None,
};

/// The name of a parameter like [`STACK`].
const STACK_DEPTH: &str = "stack_depth";

const DEEPEST_STACK: u32 = 64;

/// The plies of the stack of a core with the parameter [`STACK`].
pub fn stack_depth(settings: &Settings) -> u32 {
    settings.number(STACK_DEPTH).unwrap_or(DEEPEST_STACK)
}

fn failed(error: PortsError) -> MachineError {
    MachineError::simulator("built-in simulator", error)
}

#[cfg(test)]
mod tests;
