//! The player behind the serial line of the FPT design competitions: messages of moves in, moves out. docs/blokus.md has them character
//! by character.
//!
//! **Structure.** Bytes from the line become messages (`reader`); a message becomes commands at the port of the search core
//! (`runner`); what it found becomes characters (`writer`). The rules are nowhere said again: a move that was told is compared with the
//! moves that the core gives, in their smallest rotation, which a table of the 168 rotations tells (`canonical`). What no move equals
//! is against the rules.
//!
//! **State.** The position is the search core's; a new game is a reset of it. Beside it there are the phase of the game, which player
//! the machine is, and its last move.

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

use thiserror::Error;

pub use self::core::design;
use crate::blokus::search::{self, DEEPEST};
use crate::link::LinkError;
use crate::link::uart::UartOptions;
pub use conformance::{Game, four_games};
pub use exercise::exercise;
pub use host::{Competitor, ConversationError};
pub use protocol::Protocol;

/// What can be chosen about the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name; the top module is called the same, with underscores.
    pub name: String,
    /// The search core within.
    pub search: search::Options,
    /// Plies it looks ahead, 1 to [`DEEPEST`].
    pub depth: u32,
    /// It looks one ply ahead first and one more each time, up to so many, for as long as the search core has time.
    pub deepens: bool,
    /// Whose messages it understands.
    pub protocol: Protocol,
    /// The team code it answers a greeting with, two printable characters of ASCII.
    pub team: [u8; 2],
    /// The line; its pause is what ends an unfinished message.
    pub line: UartOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "blokus-serial".into(),
            search: search::Options::default(),
            depth: 3,
            deepens: false,
            protocol: Protocol::Heart2014,
            team: *b"MW",
            line: UartOptions::default(),
        }
    }
}

/// Why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no search of this depth.
    #[error("a search of {depth} plies; choose 1 to {DEEPEST}")]
    Depth {
        /// The depth asked for.
        depth: u32,
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
    /// The line or what is behind it cannot be built.
    #[error(transparent)]
    Link(#[from] LinkError),
}
