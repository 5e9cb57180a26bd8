//! The reasons why a machine with a long pipeline cannot be built, and how many threads fill it.

use thiserror::Error;

use crate::describe::PipelineError;
use crate::netlist::{NetlistError, NetlistErrors};

/// The reasons why a fast machine cannot be built.
#[derive(Debug, Error)]
pub enum FastError {
    /// A mistake in the description.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// The machine breaks a rule.
    #[error(transparent)]
    Rules(#[from] NetlistErrors),
    /// The logic cannot be cut into stages.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The threads do not fill the pipeline, or are too many.
    #[error(
        "{threads} threads where the pipeline needs {least} to {most}; choose as many, or cut it into fewer stages"
    )]
    Threads {
        /// Those asked for.
        threads: u32,
        /// The fewest that fill it.
        least: u32,
        /// The most there can be.
        most: u32,
    },
}

/// The most threads of a machine.
pub const MOST_THREADS: u32 = 256;

/// The number of threads that take turns: as many as asked for, or the fewest that fill the
/// pipeline.
///
/// # Errors
/// Fewer are asked for, or more than [`MOST_THREADS`].
pub(crate) fn threads(least: u32, asked: Option<u32>) -> Result<u32, FastError> {
    let threads = asked.unwrap_or(least);
    match (least..=MOST_THREADS).contains(&threads) {
        true => Ok(threads),
        false => Err(FastError::Threads { threads, least, most: MOST_THREADS }),
    }
}
