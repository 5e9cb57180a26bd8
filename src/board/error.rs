//! The errors of a board, and of a machine on it.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::{Shortage, names, table};
use crate::cores::CoreError;
use crate::emit::EmitError;
use crate::flow::FlowError;
use crate::link::LinkError;
use crate::synth::SynthError;
use crate::testbench::TestbenchError;

/// The reasons why there is no board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// Its file is wrong.
    #[error("{file}:{line}: {problem}")]
    File {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The problem and its remedy.
        problem: String,
    },
    /// No board of this name comes with the program.
    #[error("no board `{name}`{meant}; choose {known}, or give a file such as my-board.toml")]
    Unknown {
        /// The name given.
        name: String,
        /// Names that may have been meant.
        meant: String,
        /// The names there are.
        known: String,
    },
}

impl BoardError {
    pub(super) fn unknown(name: &str) -> Self {
        let known: Vec<&str> = names().collect();
        Self::Unknown { name: name.into(), meant: table::meant(name, &known), known: known.join(", ") }
    }
}

/// The reasons why a machine is not built for a board.
#[derive(Debug, Error)]
pub enum BuildError {
    /// It has no serial line.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// It cannot be said in the language.
    #[error(transparent)]
    Emit(#[from] Box<EmitError>),
    /// The core cannot be built.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// Its test bench cannot be written.
    #[error(transparent)]
    Testbench(#[from] TestbenchError),
    /// It cannot be counted.
    #[error(transparent)]
    Synth(#[from] SynthError),
    /// A tool is missing or fails.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// It has no top module.
    #[error("{design} has no top module; set one")]
    NoTop {
        /// The design.
        design: String,
    },
    /// A file cannot be printed.
    #[error("{file} cannot be printed: {reason}")]
    Frame {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// The core is linked to another host than the board's.
    #[error("{board} has a serial line of its own, around a core with host=port; leave host={host} out")]
    Host {
        /// The board.
        board: String,
        /// The chosen host.
        host: &'static str,
    },
    /// The tools of the board do not read VHDL-2008.
    #[error("{board}: {tools} do not read VHDL-2008; choose --language verilog")]
    Language {
        /// The board.
        board: String,
        /// Its tools.
        tools: &'static str,
    },
    /// The device is too small.
    #[error("{core} does not fit {board} ({part}){}{mend}", told(shortage.as_ref()))]
    DoesNotFit {
        /// The core.
        core: &'static str,
        /// The board.
        board: String,
        /// The device.
        part: String,
        /// The resource that is short. None if it was never counted and no setting would help.
        shortage: Option<Shortage>,
        /// Ways to make the machine smaller.
        mend: String,
    },
    /// The placed machine is too slow.
    #[error(
        "{board}: the clock has to be {needed_mhz:.2} MHz, and the slowest path allows {reached_mhz:.2} MHz (seed \
         {seed}); try another --seed, or a lower core_hz in the board's file"
    )]
    TooSlow {
        /// The board.
        board: String,
        /// The frequency asked for.
        needed_mhz: f64,
        /// The frequency reached.
        reached_mhz: f64,
        /// The seed of the placer's random numbers.
        seed: u32,
    },
    /// A folder or file for a tool cannot be written or read.
    #[error("{}: {error}; make room, or choose another folder with TMPDIR", path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
}

fn told(shortage: Option<&Shortage>) -> String {
    match shortage {
        Some(shortage) => format!(": {shortage}; "),
        None => ", whatever is set; ".into(),
    }
}
