//! The classic chess move generator after Belle, Deep Blue and Boulé & Zilic 2002.

mod board;
mod command;
mod core;
mod exercise;
mod lines;
mod machine;
mod move_word;
pub mod observe;
pub mod properties;
mod receiver;
mod sequencer;
mod sight;
mod square;
#[cfg(test)]
mod tests;
mod transmitter;

use thiserror::Error;

pub use self::core::design;
use crate::chess::CHESS;
use crate::describe::LowerError;
use crate::netlist::{NetlistError, NetlistErrors};
use crate::parts::arbiter::Order;
use crate::parts::board::Board;
pub use command::Command;
pub(in crate::chess) use exercise::{CHESS_POSITIONS, at_the_port, interrupt};
pub use exercise::{exercise, session};
pub use machine::{ClassicLanes, ClassicMachine};

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name. The top module has the same name, with underscores.
    pub name: String,
    /// The board, 4 to 8 squares each way. Only the chess board castles and promotes.
    pub board: Board,
    /// Whether there is logic that generates checks first. Each position loaded chooses the mode.
    pub checks_first: bool,
    /// Moves that leave the own king attacked are taken back and not reported.
    pub legality: bool,
    /// The order in which arbiters choose.
    pub order: Order,
    /// Plies of masks and of the move stack: a power of two from 8 to 64.
    pub stack_depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "chess-classic".into(),
            board: CHESS,
            checks_first: true,
            legality: true,
            order: Order::Priority,
            stack_depth: 64,
        }
    }
}

impl Options {
    fn check(&self) -> Result<(), BuildError> {
        let Board { files, ranks } = self.board;
        let sides = 4..=8;
        if !sides.contains(&files) || !sides.contains(&ranks) {
            return Err(BuildError::Board { core: self.name.clone(), files, ranks });
        }
        let plies = self.stack_depth;
        if !(8..=64).contains(&plies) || !plies.is_power_of_two() {
            return Err(BuildError::StackDepth { core: self.name.clone(), plies });
        }
        Ok(())
    }

    /// Names and values, for the header of the emitted files.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let on_off = |value: bool| if value { "on" } else { "off" }.to_owned();
        let order = match self.order {
            Order::Priority => "mvv_lva",
            Order::Plain => "plain",
        };
        vec![
            ("checks_first", on_off(self.checks_first)),
            ("legality", on_off(self.legality)),
            ("order", order.to_owned()),
            ("stack_depth", self.stack_depth.to_string()),
        ]
    }
}

/// The reasons why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A board that is too small or too large.
    #[error("{core}: a board of {files} by {ranks} squares; choose 4 to 8 files and ranks")]
    Board {
        /// The core.
        core: String,
        /// The files asked for.
        files: u32,
        /// The ranks asked for.
        ranks: u32,
    },
    /// A stack the machine has no words for.
    #[error("{core}: a stack of {plies} plies; choose 8, 16, 32 or 64")]
    StackDepth {
        /// The core.
        core: String,
        /// The plies asked for.
        plies: u32,
    },
    /// A leaf cell does not lower.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A mistake in a description.
    #[error(transparent)]
    Describe(#[from] NetlistError),
    /// Rules of the netlist that the whole design breaks.
    #[error(transparent)]
    Netlist(#[from] NetlistErrors),
}
