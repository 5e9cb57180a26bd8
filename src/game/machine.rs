//! A machine as a program drives it, whatever it is and wherever it runs.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Game;
use crate::simulate::command_port::{PinsError, Watch};

/// A machine that gives the moves of a position one by one and counts game trees.
pub trait Machine<G: Game> {
    /// Puts a position on the board. It is the root, and no move is held.
    ///
    /// # Errors
    /// The simulator or the line failed, as in every method of this trait.
    fn load(&mut self, position: &G::Position) -> Result<(), MachineError>;

    /// Takes back the move held, generates the next one and returns it, which is then held; `None`
    /// if the node has no more.
    ///
    /// # Errors
    /// See [`Machine::load`].
    fn next(&mut self) -> Result<Option<G::Generated>, MachineError>;

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

    /// Counts the leaves of the game tree below the present node, with the walker in hardware. With
    /// `ordered`, it walks in the order in which moves are reported, if the machine has several;
    /// that takes more cycles and counts the same.
    ///
    /// # Errors
    /// The depth is greater than the move stack's.
    fn perft(&mut self, depth: u32, ordered: bool) -> Result<PerftCount, MachineError>;

    /// Sets the watcher that is told the clock cycles of a count so far, now and then; ignored if
    /// the machine's clock is not at hand.
    fn watch(&mut self, _watch: Watch) {}

    /// Starts a waveform trace. The file's name ends in `.vcd` or `.fst`.
    ///
    /// # Errors
    /// The file cannot be written, or there are no traces here.
    fn trace(&mut self, path: &Path) -> Result<(), MachineError>;

    /// Ends the trace, if there is one, and writes the rest of it.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), MachineError>;

    /// All moves of the node from the next on.
    ///
    /// # Errors
    /// See [`Machine::load`]; or the machine gives more moves than any position has.
    fn rest(&mut self) -> Result<Vec<G::Generated>, MachineError> {
        let mut moves = Vec::new();
        while let Some(generated) = self.next()? {
            if moves.len() == G::MOST_MOVES {
                return Err(MachineError::Endless { most: G::MOST_MOVES });
            }
            moves.push(generated);
        }
        Ok(moves)
    }
}

/// The result of the walker in hardware.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCount {
    /// Leaves of the tree.
    pub nodes: u64,
    /// Clock cycles it took.
    pub cycles: u64,
    /// Moves generated, made and taken back; the leaves for a machine without a counter of moves.
    pub moves: u64,
}

/// The result of a search in hardware, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The best move; `None` if there is none.
    pub best: Option<String>,
    /// Its value for the side to move.
    pub score: i32,
    /// Positions that were evaluated.
    pub leaves: u64,
    /// Clock cycles of the search.
    pub cycles: u64,
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
    /// The machine gives moves without end.
    #[error(
        "the machine gives more than {most} moves of one position, and none has as many; reset it, or load the board again"
    )]
    Endless {
        /// The most moves of any position.
        most: usize,
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

impl MachineError {
    /// A simulator, or a run in it, that failed.
    pub fn simulator(simulator: &'static str, problem: impl ToString) -> Self {
        Self::Simulator { simulator, problem: problem.to_string() }
    }
}

impl From<PinsError> for MachineError {
    fn from(PinsError { simulator, problem }: PinsError) -> Self {
        Self::Simulator { simulator, problem }
    }
}
