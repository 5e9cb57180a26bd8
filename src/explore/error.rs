//! The errors of an exploration.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::cores::{CoreError, SettingsError};
use crate::emit::EmitError;
use crate::synth::SynthError;

/// The reasons why settings are not explored.
#[derive(Debug, Error)]
pub enum ExploreError {
    /// A value that the core refuses whatever the others are, or a parameter it does not have.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Values of a parameter that are no list of values.
    #[error("`{values}` of parameter `{parameter}` is no range: {problem}")]
    Range {
        /// The parameter.
        parameter: String,
        /// What was given.
        values: String,
        /// The problem and its remedy.
        problem: String,
    },
    /// More combinations than anybody waits for.
    #[error("{count} combinations of the settings are more than {most}; give fewer values to --set")]
    TooMany {
        /// The number of combinations.
        count: u128,
        /// The most that are explored.
        most: u128,
    },
    /// The core refuses all combinations.
    #[error("{core} refuses all {count} combinations of the settings, the first because: {reason}")]
    NoneLeft {
        /// The core.
        core: &'static str,
        /// The number of combinations.
        count: usize,
        /// The first refusal.
        reason: String,
    },
    /// The core cannot be built.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// The core cannot be emitted.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// It cannot be mapped or placed.
    #[error(transparent)]
    Synth(#[from] SynthError),
    /// A file of the directory cannot be written or read.
    #[error("cannot {action} {}: {error}; choose a directory you may write to with -o", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// A signal ended the run.
    #[error("interrupted; what is done stays, and the same command goes on from there")]
    Interrupted,
    /// A picture, a page or a list of jobs cannot be printed: a defect of its template.
    #[error("a template of the exploration cannot be printed: {0}; please report it")]
    Template(#[from] askama::Error),
    /// A job that the driver did not plan, because something differs there.
    #[error("seed {seed} is none of this exploration; give a seed from {first} to {last}, or `map`")]
    NoSeed {
        /// The seed asked for.
        seed: u32,
        /// The first seed.
        first: u32,
        /// The last seed.
        last: u32,
    },
}

impl ExploreError {
    /// Whether another command line is the remedy.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Settings(_) | Self::Range { .. } | Self::TooMany { .. } | Self::NoneLeft { .. } => true,
            Self::NoSeed { .. } => true,
            Self::Core(error) => error.is_setting(),
            _ => false,
        }
    }

    pub(super) fn file(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { action, path, error }
    }
}
