//! The reasons why a core's part of a page cannot be made.

use thiserror::Error;

use crate::chess::classic::observe::ObserveError;
use crate::game::MachineError;
use crate::simulate::{PortsError, SimulateError};

/// The reasons why a core's part of a page cannot be made.
#[derive(Debug, Error)]
pub enum SectionError {
    /// A signal the page shows is not in the machine.
    #[error("the page cannot show what the machine does: {0}")]
    Observe(#[from] ObserveError),
    /// The simulator refuses the machine.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The simulator refuses what a machine is given.
    #[error(transparent)]
    Ports(#[from] PortsError),
    /// The machine does not answer as it should.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A position of another game than the core.
    #[error("{core} is about {game}, and the position is of another game; give one of {game}")]
    Game {
        /// The core.
        core: &'static str,
        /// Its game.
        game: &'static str,
    },
    /// Threads of a machine are waited for in vain: a defect of it.
    #[error("{core}: not all threads took their position in {cycles} cycles; please report it")]
    Threads {
        /// The core.
        core: &'static str,
        /// The cycles waited.
        cycles: u64,
    },
    /// A picture that is none.
    #[error(
        "it is not an SVG picture: it does not hold an <svg> element; give a file such as `movewright picture` writes"
    )]
    Picture,
    /// A template cannot be rendered: a defect of it.
    #[error("a template of the page: {0}")]
    Template(#[from] askama::Error),
    /// The replay cannot be written as data: a defect of it.
    #[error("the data of the replay: {0}")]
    Data(#[from] serde_json::Error),
}
