//! The player behind the serial line of the FPT design competitions: it receives moves as messages
//! and answers with moves. docs/blokus.md has the messages character by character.
//!
//! **Structure.** Bytes from the line become messages (`reader`). A message becomes commands at the
//! port of the search core (`runner`). The core's result becomes characters (`writer`). The rules
//! exist only in the core: a received move is compared with the moves that the core gives. A table
//! of the 168 rotations (`canonical`) first brings it to its smallest rotation. If no move is
//! equal, the received one is against the rules.
//!
//! **State.** The search core holds the position; a new game is a reset of the core. Three other
//! things are stored: the phase of the game, which player the machine is, and its last move.

mod canonical;
mod conformance;
mod core;
mod exercise;
mod host;
mod protocol;
mod reader;
mod runner;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use thiserror::Error;

pub use self::core::design;
use crate::blokus::search::{self, DEEPEST, LONGEST};
use crate::link::LinkError;
use crate::link::uart::UartOptions;
pub use conformance::{Game, four_games};
pub use exercise::{exercise, glimpse_bits};
pub use host::{Competitor, ConversationError};
pub use protocol::Protocol;

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name. The top module has the same name, with underscores.
    pub name: String,
    /// The search core within.
    pub search: search::Options,
    /// Plies it looks ahead, 1 to [`DEEPEST`].
    pub depth: u32,
    /// The time in which it looks ahead one more ply each time, up to `depth`; `None` for `depth`
    /// plies at once.
    pub time: Option<Time>,
    /// Whose messages it understands.
    pub protocol: Protocol,
    /// The team code it answers a greeting with, two printable characters of ASCII.
    pub team: [u8; 2],
    /// The line. Its pause ends an unfinished message.
    pub line: UartOptions,
}

/// The time of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// So many milliseconds of the clock, at least 1.
    Milliseconds(u32),
    /// So many clock cycles.
    Cycles(u32),
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Milliseconds(time) => write!(f, "{time} ms"),
            Self::Cycles(cycles) => write!(f, "{cycles} clock cycles"),
        }
    }
}

impl Time {
    /// The same in clock cycles, whatever clock there is then.
    ///
    /// # Errors
    /// The search core cannot count as many.
    pub fn at(self, clock_hz: u32) -> Result<Self, BuildError> {
        self.cycles(clock_hz).map(Self::Cycles).ok_or(BuildError::Time { time: self, clock_hz })
    }

    /// The clock cycles, if the search core can count as many.
    fn cycles(self, clock_hz: u32) -> Option<u32> {
        let cycles = match self {
            Self::Milliseconds(time) => u64::from(time) * u64::from(clock_hz) / 1000,
            Self::Cycles(cycles) => cycles.into(),
        };
        u32::try_from(cycles).ok().filter(|cycles| *cycles <= LONGEST)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "blokus-serial".into(),
            search: search::Options::default(),
            depth: 3,
            time: None,
            protocol: Protocol::Heart2014,
            team: *b"MW",
            line: UartOptions::default(),
        }
    }
}

/// The reasons why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no search of this depth.
    #[error("a search of {depth} plies; choose 1 to {DEEPEST}")]
    Depth {
        /// The depth asked for.
        depth: u32,
    },
    /// The search core cannot count so long a time.
    #[error(
        "a time of {time} at {clock_hz} Hz; choose up to {} ms, or a slower clock",
        u64::from(LONGEST) * 1000 / u64::from((*.clock_hz).max(1))
    )]
    Time {
        /// The time asked for.
        time: Time,
        /// The clock.
        clock_hz: u32,
    },
    /// The team code cannot be sent as two characters.
    #[error("the team code {code:?} is not two letters or digits; choose such as MW")]
    Team {
        /// The code asked for.
        code: String,
    },
    /// The search core cannot be built.
    #[error(transparent)]
    Search(#[from] search::BuildError),
    /// The line or the core behind it cannot be built.
    #[error(transparent)]
    Link(#[from] LinkError),
}
