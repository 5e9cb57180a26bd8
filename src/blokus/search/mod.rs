//! Alpha-beta: the search in software, which says what the machine has to find, and the machine.
//!
//! **Structure.** The generator's stream of moves, the same board, and behind it the evaluation as a pipeline: at the last ply a move
//! goes from the stream through the table of covers onto a copy of the board and into the evaluation, one a clock. Values come out in the
//! order of the moves; the one that reaches beta ends the node, and what is behind it on the way is forgotten, not counted. So nodes and
//! leaves are those of a program that takes one after the other.
//!
//! **State.** A node's window is two registers. Below a move it is turned round, so that the stack needs beta alone: the node's
//! alpha is what the node below still has as its beta, negated. A node that was cut changes nothing above; one that was not is
//! better than all before it. So the only comparison on the way up is with beta.
//!
//! **Order.** The killer of a depth is tried in the stream itself: it begins where a node would go on behind that move, with the move
//! included, and either that comes out first or it is no move here: seven clocks. The move that comes first by value is found
//! by sending all others through the evaluation. Both are tried first and passed over later, which a comparison of 17 bits tells.

mod control;
mod core;
mod counters;
mod deepening;
mod driver;
mod exercise;
mod leaves;
mod model;
mod order;
mod reply;
mod root;
mod shared;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use self::core::design;
use crate::blokus::evaluation::{Evaluation, EvaluationError, INFLUENCE};
use crate::describe::LowerError;
use crate::netlist::{NetlistError, NetlistErrors};
pub(in crate::blokus) use driver::{DEEPEN, PLAY, SEARCH};
pub use driver::{SearchMachine, Searched};
pub use exercise::exercise;
pub use model::{DEEPEST, Found, deepen, search};
pub use order::{FEWEST, MOST, ORDER};

/// The longest time of searches, in clock cycles.
pub const LONGEST: u32 = (1 << deepening::LIMIT) - 1;

/// Moves of a node that a machine can put in order, unless told otherwise.
pub const LISTED: u32 = 1024;

/// The most cores that share the root.
pub const PLAYERS: u32 = 4;

/// The clock of the published machine of 2014, at which times are told.
pub const HZ: f64 = 50e6;

/// What can be chosen about the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name; the top module is called the same, with underscores.
    pub name: String,
    /// What a leaf is worth.
    pub evaluation: &'static Evaluation,
    /// Lookup tables of four inputs between two registers of the evaluation, at most.
    pub levels: u32,
    /// Cores that share the root, 1 to [`PLAYERS`].
    pub players: u32,
    /// Moves of a node that can be put in order, a power of two from [`FEWEST`] to [`MOST`]; of more none are.
    pub listed: u32,
    /// Clock cycles there are after a reset for searches one after the other, up to [`LONGEST`].
    pub limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "blokus-player".into(),
            evaluation: &INFLUENCE,
            levels: 6,
            listed: LISTED,
            players: 1,
            limit: LONGEST,
        }
    }
}

/// Why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no machine of so many cores.
    #[error("{players} search cores; choose 1 to {PLAYERS}")]
    Players {
        /// The number asked for.
        players: u32,
    },
    /// There are no lists of this length.
    #[error("lists of {listed} moves; choose a power of two from {FEWEST} to {MOST}")]
    Listed {
        /// The length asked for.
        listed: u32,
    },
    /// The table of pieces is empty: a defect of it.
    #[error("the table of pieces is empty; please report it")]
    Empty,
    /// The evaluation cannot be built.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The control does not lower.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A mistake in a description.
    #[error(transparent)]
    Describe(#[from] NetlistError),
    /// Rules of the netlist that the whole design breaks.
    #[error(transparent)]
    Netlist(#[from] NetlistErrors),
}
