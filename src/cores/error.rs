//! The errors of building or running a core.

use thiserror::Error;

use crate::blokus::{generator, search, serial};
use crate::chess::Square;
use crate::chess::classic;
use crate::chess::fast::FastError;
use crate::chess::machine::MachineError;
use crate::describe::PipelineError;
use crate::host::HostError;
use crate::link::LinkError;
use crate::parts::board::Board;
use crate::prove::PropertyError;
use crate::simulate::SimulateError;
use crate::simulate::outside::OutsideError;

/// The reasons why a core cannot be built or run.
#[derive(Debug, Error)]
pub enum CoreError {
    /// The core's description does not make a machine.
    #[error("{core}: {error}")]
    Build {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<classic::BuildError>,
    },
    /// The fast machine's description does not make one.
    #[error("{core}: {error}")]
    Fast {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<FastError>,
    },
    /// The core gives no moves one by one.
    #[error("{core} gives no moves one by one when told to; choose a core that plays, such as chess-classic")]
    NoPlayer {
        /// The core.
        core: &'static str,
    },
    /// The core has no command port.
    #[error("{core} has no command port; choose a core that has one, such as chess-classic")]
    NoCommands {
        /// The core.
        core: &'static str,
    },
    /// The core searches, and counts no game trees.
    #[error("{core} has no walker to count game trees with; choose one that has, such as blokus")]
    NoWalker {
        /// The core.
        core: &'static str,
    },
    /// The Blokus core's description does not make a machine.
    #[error("{core}: {error}")]
    Blokus {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<generator::BuildError>,
    },
    /// The searching core's description does not make a machine.
    #[error("{core}: {error}")]
    Search {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<search::BuildError>,
    },
    /// The competition core's description does not make a machine.
    #[error("{core}: {error}")]
    Serial {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<serial::BuildError>,
    },
    /// The core plays another game.
    #[error("{core} does not play chess; choose a core that does, such as chess-classic")]
    NoChess {
        /// The core.
        core: &'static str,
    },
    /// A position has pieces where the core has no squares.
    #[error(
        "{core} plays on {} by {} squares from a1, and there is a piece on {square}; give a position such as `{start}`",
        board.files, board.ranks
    )]
    OffBoard {
        /// The core.
        core: &'static str,
        /// Its board.
        board: Board,
        /// A square with a piece that is not on it.
        square: Square,
        /// A position that will do.
        start: &'static str,
    },
    /// The core's first position cannot be read: a defect of the core.
    #[error("{core}: its first position cannot be read: {problem}")]
    Start {
        /// The core.
        core: &'static str,
        /// The problem.
        problem: String,
    },
    /// The core cannot be linked to its host.
    #[error("{core}: {error}")]
    Link {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Box<LinkError>,
    },
    /// The machine has no command port outside.
    #[error(
        "{core} is driven at its command port here, and with host={host} it has none outside; leave host at port, or speak to \
         one with a UART by `movewright host --sim`"
    )]
    NoPort {
        /// The core.
        core: &'static str,
        /// The host that it has instead.
        host: &'static str,
    },
    /// The line to a simulated machine does not work.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The built-in simulator refuses the machine.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// The machine does not answer as it should.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// An outside simulator cannot run the machine.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// A property does not fit the machine.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

impl CoreError {
    /// Whether another value of a setting is the remedy.
    pub fn is_setting(&self) -> bool {
        let of_link = |error: &LinkError| matches!(error, LinkError::BitTime(_) | LinkError::Pause { .. });
        match self {
            Self::Fast { error, .. } => {
                matches!(
                    **error,
                    FastError::Threads { .. } | FastError::Pipeline(PipelineError::NoCut { .. })
                )
            }
            Self::Link { error, .. } => of_link(error),
            Self::Serial { error, .. } => match &**error {
                serial::BuildError::Time { .. } => true,
                serial::BuildError::Link(error) => of_link(error),
                _ => false,
            },
            Self::NoPort { .. } => true,
            _ => false,
        }
    }
}
