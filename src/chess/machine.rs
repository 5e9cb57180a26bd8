//! The behaviour of a simulated move generator for each command, for any core and any simulator.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Move, MoveKind, PieceKind, Position};
use crate::simulate::command_port::{PinsError, Watch};

/// A simulated move-generator machine a command can drive.
pub trait Machine {
    /// Puts a position on the board. It is the root, and no move is held.
    ///
    /// # Errors
    /// The simulator failed, as in every method of this trait.
    fn load(&mut self, position: &Position) -> Result<(), MachineError>;

    /// Takes back the move held, generates the next one, makes it and returns it; `None` if the
    /// node has no more.
    ///
    /// # Errors
    /// See [`Machine::load`].
    fn next(&mut self) -> Result<Option<Generated>, MachineError>;

    /// Goes to the node below the move held.
    ///
    /// # Errors
    /// No move is held, or the stack is full.
    fn down(&mut self) -> Result<(), MachineError>;

    /// Goes back to the node above. The move that led down is held again.
    ///
    /// # Errors
    /// This is the root.
    fn up(&mut self) -> Result<(), MachineError>;

    /// Counts the leaves of the game tree below the position loaded, with the walker in hardware.
    /// With `checks_first` it walks in that order, if the machine can; that takes more cycles and
    /// counts the same.
    ///
    /// # Errors
    /// The depth is greater than the move stack's.
    fn perft(&mut self, depth: u32, checks_first: bool) -> Result<PerftCount, MachineError>;

    /// Sets the watcher that is told the clock cycles of a count so far, now and then; ignored if
    /// the machine's clock is not at hand.
    fn watch(&mut self, _watch: Watch) {}

    /// Starts a waveform trace. The file's name ends in `.vcd` or `.fst`.
    ///
    /// # Errors
    /// The file cannot be written, or the simulator has no traces.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// Ends the trace, if there is one, and writes the rest of it.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), MachineError>;
}

/// A move as the machine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The move.
    pub mv: Move,
    /// Its kind in the order of the search.
    pub kind: MoveKind,
    /// The piece it captures.
    pub captured: Option<PieceKind>,
    /// The piece that moves.
    pub moved: PieceKind,
    /// Clock cycles from the request to the answer.
    pub cycles: u64,
}

/// The result of the walker in hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// Leaves of the tree.
    pub nodes: u64,
    /// Clock cycles it took.
    pub cycles: u64,
    /// Pseudo-legal moves generated, made and taken back.
    pub moves: u64,
}

/// The reasons why a machine did not carry out a command.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MachineError {
    /// The walker has no stack for this depth.
    #[error(
        "depth {depth} does not fit the move stack of {stack} plies; ask for less or build a deeper stack"
    )]
    Depth {
        /// The depth asked for.
        depth: u32,
        /// The plies the stack holds.
        stack: u32,
    },
    /// There is no move to go below, or no node above.
    #[error("cannot go {direction} here: {why}")]
    Walk {
        /// `down` or `up`.
        direction: &'static str,
        /// The missing part and the remedy.
        why: &'static str,
    },
    /// A trace that cannot be written.
    #[error("trace {}: {problem}", path.display())]
    Trace {
        /// The file.
        path: PathBuf,
        /// The problem and its remedy.
        problem: String,
    },
    /// The simulator or the tool behind it failed.
    #[error("{simulator}: {problem}")]
    Simulator {
        /// The simulator.
        simulator: &'static str,
        /// The problem and its remedy.
        problem: String,
    },
}

impl From<PinsError> for MachineError {
    fn from(PinsError { simulator, problem }: PinsError) -> Self {
        Self::Simulator { simulator, problem }
    }
}
