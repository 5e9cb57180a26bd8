//! The errors of building a machine.

use thiserror::Error;

use super::options::{FEWEST, MOST, MOST_CORES};
use crate::blokus::evaluation::EvaluationError;
use crate::describe::LowerError;
use crate::netlist::{NetlistError, NetlistErrors};

/// The reasons why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// There is no machine of this many cores.
    #[error("{players} search cores; choose 1 to {MOST_CORES}")]
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
