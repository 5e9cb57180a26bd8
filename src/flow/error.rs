//! The errors of an outside tool.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

/// The reasons why a tool did not do its work.
#[derive(Debug, Error)]
pub enum FlowError {
    /// It is not on the search path.
    #[error("{tool} is not installed; install it as the README says, or with `make tools` in a clone")]
    Missing {
        /// The tool.
        tool: &'static str,
    },
    /// It is not there with Python.
    #[error(
        "no {tool} that runs scripts in Python is installed; install it with `make tools-full` in a clone"
    )]
    NoScripts {
        /// The tool.
        tool: &'static str,
    },
    /// The tool is older than the versions tried here.
    #[error(
        "{tool} is of {found}, and {oldest} or newer is needed; install it as the README says, or with `make tools` in a clone"
    )]
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
        /// The system's message.
        error: io::Error,
    },
    /// A signal stopped it with the whole of this process.
    #[error("{tool} was interrupted")]
    Interrupted {
        /// The tool.
        tool: &'static str,
    },
    /// An environment variable names no folder of tools.
    #[error("{variable} names {}, {problem}; name a folder with tools in it or in its `bin`, or unset it", folder.display())]
    Folder {
        /// The variable.
        variable: &'static str,
        /// The folder it names.
        folder: PathBuf,
        /// The problem.
        problem: &'static str,
    },
    /// The time that tools are given is no time.
    #[error("{variable} is `{value}`; give a number of minutes, such as 90, or unset it")]
    Patience {
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: String,
    },
    /// It was asked for a word about itself and did not end.
    #[error(
        "{} did not end within {seconds} seconds when it was asked {asked}; see that it runs, or set MOVEWRIGHT_TOOLS \
         to a folder with another",
        path.display()
    )]
    Mute {
        /// Its file.
        path: PathBuf,
        /// The option it was started with.
        asked: &'static str,
        /// The time waited.
        seconds: u64,
    },
    /// It took longer than it was given.
    #[error("{tool} had not ended after {} and was stopped; {mend}", span(*limit))]
    Late {
        /// The tool.
        tool: &'static str,
        /// The time it was given.
        limit: Duration,
        /// The remedy.
        mend: &'static str,
    },
    /// Its log cannot be kept.
    #[error("{tool}: cannot keep its log {}: {error}; choose a place you may write to", log.display())]
    Log {
        /// The tool.
        tool: &'static str,
        /// The log.
        log: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// The tool succeeded, but its report is not as it should be.
    #[error("{tool} wrote a report without {missing}; try the version that `make tools` installs")]
    Report {
        /// The tool.
        tool: &'static str,
        /// The missing thing.
        missing: String,
    },
    /// It ended well and left nothing where its work should be.
    #[error(
        "{tool} ended well, but {} {state}; try the version that `make tools` installs{}",
        file.display(), log_of(log.as_deref())
    )]
    Nothing {
        /// The tool.
        tool: &'static str,
        /// The file it should have left.
        file: PathBuf,
        /// `is not there`, `is empty`, or what the system says.
        state: String,
        /// Its log, where that stays.
        log: Option<PathBuf>,
    },
    /// It ran and failed.
    #[error("{tool} failed ({status}):\n  {}\nthe whole log is {}", lines.join("\n  "), log.display())]
    Failed {
        /// The tool.
        tool: &'static str,
        /// Its exit status.
        status: String,
        /// The lines of its log that say why.
        lines: Vec<String>,
        /// The whole log.
        log: PathBuf,
    },
}

/// A time in words.
fn span(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds / 60),
    }
}

fn log_of(log: Option<&Path>) -> String {
    log.map(|log| format!("; the whole log is {}", log.display())).unwrap_or_default()
}
