//! The errors of a run of random designs.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::emit::EmitError;
use crate::flow::FlowError;

/// The reasons why random designs cannot be run.
#[derive(Debug, Error)]
pub enum FuzzError {
    /// The generator makes, or the built-in simulator refuses, the design of a seed.
    #[error("design of seed {seed}: {problem}")]
    Case {
        /// The seed.
        seed: u64,
        /// The problem.
        problem: String,
    },
    /// A design cannot be printed.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// A tool is missing or failed.
    #[error(transparent)]
    Flow(#[from] FlowError),
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
    /// The bench cannot be filled.
    #[error("bench of random designs: {0}")]
    Frame(#[from] askama::Error),
    /// A simulator did not write what its bench writes.
    #[error("{simulator} wrote {found} lines where {expected} are right; see {}", path.display())]
    Observed {
        /// The simulator.
        simulator: &'static str,
        /// The lines found.
        found: usize,
        /// A line for each design and cycle.
        expected: usize,
        /// The file that it wrote.
        path: PathBuf,
    },
    /// A thread that runs a simulator ended without an answer.
    #[error("a simulator's thread ended without an answer; run again with another seed and report it")]
    Thread,
}

impl FuzzError {
    /// Adds to an error the action and the path that failed.
    pub(super) fn doing(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::Io { action, path, error }
    }
}
