//! The errors of a bitstream that is read back.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::Family;
use crate::cores::CoreError;
use crate::flow::FlowError;
use crate::simulate::PortsError;
use crate::simulate::outside::OutsideError;

/// The reasons why a bitstream cannot be checked. A wrong answer is no error, see
/// [`super::Difference`].
#[derive(Debug, Error)]
pub enum BitstreamError {
    /// No open tool makes logic of the family's bitstreams.
    #[error("no open tool turns a bitstream of {family} back into logic with its memories; {instead}")]
    NoWayBack {
        /// The family.
        family: &'static str,
        /// The nearest that can be done.
        instead: &'static str,
    },
    /// The file holds no whole bitstream of the device.
    #[error("{file} is no whole bitstream of {part}: {problem}; make it again with `build`")]
    Damaged {
        /// The file.
        file: String,
        /// The device.
        part: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The bitstream is whole, and not of this machine on this board.
    #[error(
        "{file} is not of {top}: {problem}; give the file that `build` made of this core, with these settings, for \
         this board"
    )]
    Other {
        /// The file.
        file: String,
        /// The top level that was expected.
        top: String,
        /// What tells that it is another.
        problem: String,
    },
    /// The core does not answer commands on its line.
    #[error(
        "{core} takes no commands on its serial line that could be compared; check one that counts game trees"
    )]
    NoCommands {
        /// The core.
        core: &'static str,
    },
    /// A tool is missing or failed.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// Verilator does not take the logic.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// The simulator of the logic stopped.
    #[error(transparent)]
    Ports(#[from] PortsError),
    /// The core that it is compared with does not work.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// A file for a tool.
    #[error("cannot write {}: {error}; choose another folder with TMPDIR", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
}

impl BitstreamError {
    /// Whether it names a log in the folder of the check, which a user needs now.
    pub fn has_a_log(&self) -> bool {
        matches!(self, Self::Flow(FlowError::Failed { .. } | FlowError::Nothing { .. }))
    }

    /// For a family whose bitstreams stay closed.
    pub(super) fn no_way_back(family: Family) -> Self {
        let (family, instead) = match family {
            Family::Ice40 => ("iCE40", "build it again"),
            Family::Ecp5 => ("ECP5", "build it again"),
            Family::Gowin => ("Gowin", "build it again"),
            Family::Vivado => (
                "Xilinx 7 series",
                "Vivado writes the netlist after routing (write_verilog -mode funcsim), and simulates it",
            ),
            Family::Quartus => (
                "Cyclone IV",
                "Quartus writes the netlist after fitting (quartus_eda --simulation), for a simulator",
            ),
            Family::Ise => ("Virtex", "ISE writes the netlist after routing (netgen -sim), for a simulator"),
        };
        Self::NoWayBack { family, instead }
    }

    /// For what the system says of a file that is written for a tool.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self::File { path, error }
    }
}
