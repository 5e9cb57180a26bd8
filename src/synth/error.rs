//! The errors between a design and its figures.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::emit::EmitError;
use crate::floorplan::FloorplanError;
use crate::flow::FlowError;
use crate::flow::nextpnr::{Utilization, finds_no_place};
use crate::simulate::SimulateError;

/// The reasons why a design has no figures.
#[derive(Debug, Error)]
pub enum SynthError {
    /// It has no top module.
    #[error("{design} has no top module; set one")]
    NoTop {
        /// The design.
        design: String,
    },
    /// It cannot be said in Verilog.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// Its ports cannot be told.
    #[error(transparent)]
    Ports(#[from] SimulateError),
    /// The frame around it cannot be printed.
    #[error("the harness of {top} cannot be printed: {reason}")]
    Frame {
        /// The top module.
        top: String,
        /// The reason.
        reason: String,
    },
    /// The design has no floorplan on the device.
    #[error(transparent)]
    Floorplan(#[from] FloorplanError),
    /// A tool is missing or fails.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// A folder or file for a tool cannot be written or read.
    #[error("{}: {error}; make room, or choose another folder with TMPDIR", path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// No open tool places and routes there.
    #[error(
        "{target} can be mapped but not placed here; ask for no placing, or choose ecp5, ice40, gowin or xc7"
    )]
    NoPlacer {
        /// The target.
        target: &'static str,
    },
    /// Registers are not given lookup tables there.
    #[error("registers get lookup tables of their own on ecp5 alone; leave --own-tables out for {target}")]
    NoOwnTables {
        /// The target.
        target: &'static str,
    },
    /// The device is too small.
    #[error(
        "{device} is too small: {} of {cell} are needed and it has {}; choose a larger target",
        numbers.used, numbers.available
    )]
    DoesNotFit {
        /// The device.
        device: &'static str,
        /// The cell type there is not enough of.
        cell: String,
        /// The number needed, and the number available.
        numbers: Utilization,
    },
    /// Nothing limits the clock.
    #[error("{top} has no path from a register to a register, so nothing limits its clock")]
    NoPath {
        /// The top module.
        top: String,
    },
}

impl SynthError {
    /// Whether the placer left cells without a place, and nothing else failed.
    pub fn finds_no_place(&self) -> bool {
        matches!(self, Self::Flow(FlowError::Failed { lines, .. }) if finds_no_place(lines))
    }

    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |error| Self::File { path, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_for_a_cell_is_told_from_a_crash() {
        let failed = |line: &str| {
            let (tool, status, log) = ("nextpnr-ice40", "exit status: 255".into(), "nextpnr.log".into());
            SynthError::Flow(FlowError::Failed { tool, status, lines: vec![line.into()], log })
        };
        let nowhere =
            "ERROR: Unable to find legal placement for all cells, design is probably at utilisation limit.";
        assert!(failed(nowhere).finds_no_place());
        assert!(!failed("terminate called after throwing an instance of 'std::bad_alloc'").finds_no_place());
    }
}
