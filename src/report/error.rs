//! The reasons why a page cannot be made.

use thiserror::Error;

use crate::cores::CoreError;
use crate::emit::EmitError;
use crate::sections::SectionError;

/// The reasons why a page cannot be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The core cannot be built.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// The core cannot be emitted for the fingerprint of its netlist.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// A section cannot be made.
    #[error(transparent)]
    Section(#[from] SectionError),
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
    /// A template cannot be rendered: a defect of it.
    #[error("a template of the page: {0}")]
    Template(#[from] askama::Error),
}
