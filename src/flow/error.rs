//! What can go wrong with an outside tool.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a tool did not do its work.
#[derive(Debug, Error)]
pub enum FlowError {
    /// It is not on the search path.
    #[error("{tool} is not installed; install it with `make tools`")]
    Missing {
        /// The tool.
        tool: &'static str,
    },
    /// It is not there with Python.
    #[error("no {tool} that runs scripts in Python is installed; install it with `make tools-full`")]
    NoScripts {
        /// The tool.
        tool: &'static str,
    },
    /// It is older than what was tried here.
    #[error("{tool} is of {found}, and {oldest} or newer is needed; install it with `make tools`")]
    Old {
        /// The tool.
        tool: &'static str,
        /// The version found.
        found: String,
        /// The oldest that will do.
        oldest: &'static str,
    },
    /// It is there and cannot be run.
    #[error("{tool} cannot be started: {error}; see that it may be executed")]
    Start {
        /// The tool.
        tool: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// A signal stopped it with the whole of this process.
    #[error("{tool} was interrupted")]
    Interrupted {
        /// The tool.
        tool: &'static str,
    },
    /// It took longer than it was given.
    #[error("{tool} had not ended after {minutes} minutes; give it more, or choose another seed")]
    Late {
        /// The tool.
        tool: &'static str,
        /// The minutes it was given.
        minutes: u64,
    },
    /// Its log cannot be kept.
    #[error("{tool}: cannot keep its log {}: {error}; choose a place you may write to", log.display())]
    Log {
        /// The tool.
        tool: &'static str,
        /// The log.
        log: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It ended well, and what it reports is not what it should be.
    #[error("{tool} wrote a report without {missing}; try the version that `make tools` installs")]
    Report {
        /// The tool.
        tool: &'static str,
        /// What is missing in it.
        missing: String,
    },
    /// It ran and failed.
    #[error("{tool} failed ({status}):\n  {}\nthe whole log is {}", lines.join("\n  "), log.display())]
    Failed {
        /// The tool.
        tool: &'static str,
        /// How it ended.
        status: String,
        /// The lines of its log that say why.
        lines: Vec<String>,
        /// The whole log.
        log: PathBuf,
    },
}
