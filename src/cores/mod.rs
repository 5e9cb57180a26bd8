//! The cores that can be built, their parameters, and the way from chosen values to a machine.
//!
//! A core is of a [`Kind`], which says what it can do. Cores with a command port play ([`Player`],
//! or Blokus) or count. Others count a position or give a move in every clock cycle. All cores are
//! emitted, proven and mapped in the same way.

mod blokus;
mod counter;
mod error;
mod machine;
mod pipelines;
mod player;
mod searcher;
mod serial;
mod settings;
mod streamer;
mod walker;

pub use blokus::blokus_machine;
pub use counter::count_machine;
pub use error::CoreError;
pub use machine::{Simulator, deepest, has_a_deeper_stack, lanes, machine, machine_in};
pub use player::{Player, host, machine_on, machine_on_a_line, start, uart, unlinked};
pub use searcher::{PLAYERS, evaluation, search_machine};
pub use serial::{SIMULATED_BYTE, competitor, competitor_on_a_line, player_on_a_line};
pub use settings::{ParameterInfo, Range, Setting, Settings, SettingsError};
pub use streamer::stream_machine;
pub use walker::pairs;

use crate::chess::machine::MachineError;
use crate::chess::{Position, Square};
use crate::link;
use crate::link::uart::UartOptions;
use crate::netlist::Design;
use crate::parts::board::Board;
use crate::prove::Property;
use crate::simulate::transcript::{Recorder, Transcript};
use crate::simulate::{Interface, PortsError, Simulation};

/// A core the generator can build.
#[derive(Debug)]
pub struct CoreInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// The name of its top module.
    pub top: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
    /// The kind, which says what the core can do.
    pub kind: Kind,
    /// The parameters.
    pub parameters: &'static [ParameterInfo],
}

/// The game of a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Chess.
    Chess,
    /// Blokus Duo.
    Blokus,
}

/// The kind of a core, which says what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Commands, one after the other: a position of chess, its moves, down, up, counts.
    Player(Player),
    /// The same of Blokus Duo.
    Blokus,
    /// Commands: a position of Blokus Duo, its best move.
    Searcher,
    /// Messages of a game of Blokus Duo on a serial line.
    Competitor,
    /// The number of a position's moves, in every clock cycle.
    Counter,
    /// A node's next move, in every clock cycle, by threads.
    Streamer,
    /// Commands, but no moves one by one: a position, its counts.
    Walker,
}

/// All cores, in the order they are listed.
pub fn cores() -> &'static [CoreInfo] {
    &[
        player::CLASSIC,
        player::SMALL,
        counter::COUNT,
        streamer::STREAM,
        walker::PERFT,
        blokus::BLOKUS,
        searcher::PLAYER,
        serial::SERIAL,
    ]
}

/// The core of this name.
pub fn find(name: &str) -> Option<&'static CoreInfo> {
    cores().iter().find(|core| core.name == name)
}

impl CoreInfo {
    /// The player of chess that the core is.
    ///
    /// # Errors
    /// [`CoreError::NoPlayer`]: it gives no moves one by one; [`CoreError::NoChess`]: it plays
    /// another game.
    pub fn player(&self) -> Result<Player, CoreError> {
        match self.kind {
            Kind::Player(player) => Ok(player),
            Kind::Blokus | Kind::Searcher | Kind::Competitor => Err(CoreError::NoChess { core: self.name }),
            Kind::Counter | Kind::Streamer | Kind::Walker => Err(CoreError::NoPlayer { core: self.name }),
        }
    }

    /// The game it is about.
    pub fn game(&self) -> Game {
        match self.kind {
            Kind::Blokus | Kind::Searcher | Kind::Competitor => Game::Blokus,
            Kind::Player(_) | Kind::Counter | Kind::Streamer | Kind::Walker => Game::Chess,
        }
    }

    /// Whether the core takes commands, including a position.
    pub fn takes_commands(&self) -> bool {
        matches!(self.kind, Kind::Player(_) | Kind::Blokus | Kind::Searcher | Kind::Walker)
    }

    /// Refuses a position with a piece on a square that the core has not.
    ///
    /// # Errors
    /// [`CoreError::OffBoard`].
    pub fn takes(&self, position: &Position) -> Result<(), CoreError> {
        let Kind::Player(Player { board, start }) = self.kind else { return Ok(()) };
        let Board { files, ranks } = board;
        let off = |square: &Square| u32::from(square.file()) >= files || u32::from(square.rank()) >= ranks;
        let stray = Square::all().filter(off).find(|&square| position.piece(square).is_some());
        stray.map_or(Ok(()), |square| Err(CoreError::OffBoard { core: self.name, board, square, start }))
    }
}

/// The netlist of a core with these settings, linked to its host.
///
/// # Errors
/// The description breaks a rule of the netlist, or the core cannot be linked so.
pub fn design(core: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
    match core.kind {
        Kind::Player(_) => player::design(core, settings),
        Kind::Blokus => blokus::design(core, settings),
        Kind::Searcher => searcher::design(core, settings),
        Kind::Competitor => serial::design(core, settings),
        Kind::Counter => counter::design(core, settings),
        Kind::Streamer => streamer::design(core, settings),
        Kind::Walker => walker::design(core, settings),
    }
}

/// The netlist of a core with these settings and a serial line of this clock and baud rate. Its top
/// has the ports of [`link::uart::wrap`].
///
/// # Errors
/// See [`design`]; or the baud rate does not go with the clock.
pub fn on_a_line(core: &CoreInfo, settings: &Settings, line: &UartOptions) -> Result<Design, CoreError> {
    let linked = |error| CoreError::Link { core: core.name, error: Box::new(error) };
    match core.kind {
        Kind::Competitor => serial::design_at(core, settings, line),
        _ => link::uart::wrap(&design(core, settings)?, line).map_err(linked),
    }
}

/// The core with a command port behind the line of [`on_a_line`], and its settings. That is the
/// core itself, except for a core that has a line already.
pub fn within<'a>(core: &'a CoreInfo, settings: &Settings) -> (&'a CoreInfo, Settings) {
    match core.kind {
        Kind::Competitor => (&searcher::PLAYER, settings.of(&searcher::PLAYER)),
        _ => (core, settings.clone()),
    }
}

/// The properties that have to hold of a core with these settings; `design` is its netlist.
///
/// # Errors
/// A property does not fit the core: a defect of one of them.
pub fn properties(core: &CoreInfo, settings: &Settings, design: &Design) -> Result<Vec<Property>, CoreError> {
    match core.kind {
        Kind::Player(_) => player::properties(core, settings, design),
        Kind::Blokus => blokus::properties(design),
        Kind::Searcher => searcher::properties(design),
        Kind::Competitor => serial::properties(settings),
        Kind::Counter => counter::properties(core, settings, design),
        Kind::Streamer => streamer::properties(core, settings, design),
        Kind::Walker => walker::properties(design),
    }
}

/// A run of a core in the built-in simulator through everything its ports can do.
///
/// # Errors
/// See [`design`]; or the machine does not answer as it should.
pub fn stimulus(core: &CoreInfo, settings: &Settings) -> Result<Transcript, CoreError> {
    let design = design(core, settings)?;
    let interface = Interface::of(&design)?;
    let mut recorder = Recorder::new(Simulation::new(&design)?, interface).map_err(failed)?;
    match core.kind {
        Kind::Player(_) => player::exercise(core, settings, &mut recorder)?,
        Kind::Blokus => blokus::exercise(settings, &mut recorder)?,
        Kind::Searcher => searcher::exercise(&mut recorder)?,
        Kind::Competitor => serial::exercise(core, settings, &mut recorder)?,
        Kind::Counter => counter::exercise(&mut recorder)?,
        Kind::Streamer => streamer::exercise(core, settings, &mut recorder)?,
        Kind::Walker => walker::exercise(core, settings, &mut recorder)?,
    }
    Ok(recorder.into_transcript())
}

/// The approximate clock cycles of the run that [`stimulus`] records over a core's serial line;
/// `None` if no slow line makes it long.
pub fn cycles_over_a_line(core: &CoreInfo, settings: &Settings) -> Option<u64> {
    let bits = match core.kind {
        Kind::Player(_) if player::host(settings) == "uart" => crate::host::EXERCISE_BITS,
        Kind::Competitor => serial::glimpse_bits(settings)?,
        _ => return None,
    };
    let line = uart(settings);
    Some(bits * u64::from(line.clock_hz / line.baud.max(1)))
}

/// The parameter that says how deep a core's stack is.
const STACK_DEPTH: &str = "stack_depth";

fn failed(error: PortsError) -> MachineError {
    MachineError::Simulator { simulator: "built-in simulator", problem: error.to_string() }
}

#[cfg(test)]
mod tests;
