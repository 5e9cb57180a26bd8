//! The reasons why a page cannot be made.

use thiserror::Error;

use crate::chess::classic::observe::ObserveError;
use crate::cores::CoreError;
use crate::emit::EmitError;
use crate::game::MachineError;
use crate::simulate::{PortsError, SimulateError};

/// The reasons why a page cannot be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The core cannot be built.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// The core cannot be emitted for the fingerprint of its netlist.
    #[error(transparent)]
    Emit(#[from] EmitError),
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
    /// A line that is no measured result.
    #[error(
        "line {line} is not a result of `movewright synth --format json` ({problem}); write the file with that command"
    )]
    Result {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// A result of another core.
    #[error("line {line} is a result of {found}, and the page is about {core}; give a result of {core}")]
    OtherCore {
        /// The line, from 1.
        line: usize,
        /// The core it is of.
        found: String,
        /// The core of the page.
        core: &'static str,
    },
    /// A file of results without any.
    #[error("there is no result in it; write it with `movewright synth --format json`")]
    NoResult,
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
