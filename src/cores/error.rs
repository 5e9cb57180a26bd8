//! The errors of building or running a core.

use thiserror::Error;

use super::CoreInfo;
use crate::game::{MachineError, Refusal};
use crate::host::HostError;
use crate::link::LinkError;
use crate::prove::PropertyError;
use crate::sections::SectionError;
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
        error: Refusal,
    },
    /// A value of a setting with which the core's description does not make a machine.
    #[error("{core}: {error}")]
    Setting {
        /// The core.
        core: &'static str,
        /// The problem.
        error: Refusal,
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
    /// The core searches nothing.
    #[error("{core} searches nothing; choose a core that does, such as blokus-player")]
    NoSearch {
        /// The core.
        core: &'static str,
    },
    /// There is nothing to draw.
    #[error("{core} has no picture; choose a core that has, such as chess-classic")]
    NoPicture {
        /// The core.
        core: &'static str,
    },
    /// The core plays another game.
    #[error("{core} does not play {game}; `movewright cores` lists the cores that do")]
    OtherGame {
        /// The core.
        core: &'static str,
        /// The game asked for.
        game: &'static str,
    },
    /// The first position of the core's game cannot be read: a defect of the game.
    #[error("{core}: its first position cannot be read: {problem}")]
    Start {
        /// The core.
        core: &'static str,
        /// The problem.
        problem: Refusal,
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
    /// What it adds to its page cannot be made.
    #[error(transparent)]
    Section(#[from] SectionError),
    /// A property does not fit the machine.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

impl CoreError {
    /// Makes an error of a core's description one of the core.
    pub fn build<E: Into<Refusal>>(core: &CoreInfo) -> impl FnOnce(E) -> Self {
        move |error| Self::Build { core: core.name, error: error.into() }
    }

    /// The same, if another value of a setting is the remedy.
    pub fn setting<E: Into<Refusal>>(core: &CoreInfo) -> impl FnOnce(E) -> Self {
        move |error| Self::Setting { core: core.name, error: error.into() }
    }

    /// One of the two, for a core that cannot be linked to its host.
    pub(super) fn link(core: &CoreInfo) -> impl FnOnce(LinkError) -> Self {
        move |error| match error.is_setting() {
            true => Self::setting(core)(error),
            false => Self::build(core)(error),
        }
    }

    /// Whether another value of a setting is the remedy.
    pub fn is_setting(&self) -> bool {
        matches!(self, Self::Setting { .. } | Self::NoPort { .. })
    }
}
