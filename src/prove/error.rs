//! The reasons why a proof cannot be tried.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::describe::LowerError;
use crate::emit::EmitError;
use crate::flow::FlowError;
use crate::netlist::{NetlistError, NetlistErrors};
use crate::simulate::outside::OutsideError;
use crate::simulate::{PortsError, SimulateError};

/// The reasons why a design cannot be checked. A difference found is no error, see
/// [`super::Finding`].
#[derive(Debug, Error)]
pub enum ProveError {
    /// A tool is missing, or failed where a wrong design does not make it fail.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// The design cannot be printed.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// The design has no modules.
    #[error("{design}: there is no module to check; add one")]
    Empty {
        /// The design.
        design: String,
    },
    /// A file or folder.
    #[error("cannot {action} {}: {error}; choose a folder you may write to", path.display())]
    File {
        /// The action that failed.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// A tool wrote something else than it should.
    #[error("{tool}: {problem}; try the version that `make tools` installs")]
    Output {
        /// The tool.
        tool: &'static str,
        /// The problem.
        problem: String,
    },
    /// An outside simulator cannot run the design.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// A simulator stopped.
    #[error(transparent)]
    Ports(#[from] PortsError),
    /// The built-in simulator refuses the design.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// A property's own netlist is wrong: a defect of the property.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

impl ProveError {
    /// Whether it names a log in the folder of the check, which a user needs now.
    pub fn has_a_log(&self) -> bool {
        let failed =
            |error: &FlowError| matches!(error, FlowError::Failed { .. } | FlowError::Nothing { .. });
        match self {
            Self::Flow(error) | Self::Outside(OutsideError::Flow(error)) => failed(error),
            Self::Output { .. } => true,
            _ => false,
        }
    }
}

/// The reasons why a property cannot be built over a core.
#[derive(Debug, Error)]
pub enum PropertyError {
    /// A module or port it speaks of is not there.
    #[error("property `{property}`: {missing}; adapt the property to the core")]
    Missing {
        /// The property.
        property: &'static str,
        /// The missing thing.
        missing: String,
    },
    /// A mistake in its description.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// Mistakes found when its design was finished.
    #[error(transparent)]
    Netlists(#[from] NetlistErrors),
    /// A cell does not lower.
    #[error(transparent)]
    Lower(#[from] LowerError),
}

impl ProveError {
    /// For what the system says when this is done to that path.
    pub(super) fn doing(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::File { action, path, error }
    }
}
