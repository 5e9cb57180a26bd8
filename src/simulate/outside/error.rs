//! The errors before an outside simulator runs, and in its output.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::emit::EmitError;
use crate::flow::{FlowError, keep_log};
use crate::simulate::SimulateError;

/// The reasons why a design cannot be run in an outside simulator.
#[derive(Debug, Error)]
pub enum OutsideError {
    /// The tool is missing or failed.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// The design cannot be printed.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// The design does not elaborate.
    #[error(transparent)]
    Elaborate(#[from] SimulateError),
    /// A file or folder.
    #[error("cannot {action} {}: {error}; choose a folder you may write to", path.display())]
    Io {
        /// The action that failed.
        action: &'static str,
        /// To what.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// The folder in which compiled simulators are kept.
    #[error("cannot write {}: {error}; set MOVEWRIGHT_CACHE to a folder you may write to", path.display())]
    Cache {
        /// The folder, or a file in it.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// Verilator cannot work in the cache, nor among the system's temporary files.
    #[error(
        "verilator's make cannot build in {} nor in {}, because of the blanks in their names; \
         set MOVEWRIGHT_CACHE to a folder without one, such as /var/tmp/movewright",
        cache.display(), temporary.display()
    )]
    Unbuildable {
        /// The folder in which compiled simulators are kept.
        cache: PathBuf,
        /// The folder of temporary files.
        temporary: PathBuf,
    },
    /// The simulator that Verilator has just compiled does not run.
    #[error(
        "verilator ended well, but the simulator it compiled does not run: {problem}; see that its C++ compiler makes \
         programs for this machine and that the disk is not full; the log is {}",
        log.display()
    )]
    Useless {
        /// Its behaviour instead.
        problem: String,
        /// Verilator's log.
        log: PathBuf,
    },
    /// A frame around the design cannot be filled.
    #[error("{frame} of {top}: {reason}")]
    Frame {
        /// The frame.
        frame: &'static str,
        /// The design's top.
        top: String,
        /// The template engine's message.
        reason: String,
    },
    /// The output of a simulator is not that of its bench.
    #[error("{}, line {line}: {problem}", path.display())]
    Observed {
        /// The file it wrote.
        path: PathBuf,
        /// The line, which is the cycle + 1.
        line: usize,
        /// The problem.
        problem: String,
    },
}

impl OutsideError {
    /// The same, its log copied to where it stays: for one in a folder that goes.
    pub(crate) fn with_its_log(self) -> Self {
        match self {
            Self::Flow(error) => Self::Flow(keep_log(error)),
            other => other,
        }
    }

    /// For what the system says of the cache, or a file in it.
    pub(super) fn cache(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::Cache { path, error }
    }

    /// Adds to an error the action and the path that failed.
    pub(super) fn doing(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::Io { action, path, error }
    }
}
