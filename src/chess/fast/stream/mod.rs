//! An ordered legal move in every clock cycle: the next move of a node and the position after it,
//! in one pass through a pipeline.
//!
//! A node is a position and the moves left to try there. A pass takes a node, finds the best
//! destination left and the best origin left for it, and gives the move, the position after it, and
//! the moves left then. So making a move takes no cycle, and undoing one means taking an earlier
//! node again.

mod aggressors;
mod checks;
mod exercise;
mod machine;
pub mod order;
mod phase;
mod step;
mod victims;

pub use exercise::exercise;
pub use machine::{ChessStream, pass_logic, stream};
pub(in crate::chess) use step::{Found, Passed, pass};
pub(in crate::chess) use victims::First;

pub(in crate::chess) use crate::stream::WAITS;
pub use crate::stream::{AT_ONCE, READERS, Stream, StreamOptions, Walk, Walks, all_moves, either, walk};

/// The driver of a machine of chess.
pub type StreamDriver<P> = crate::stream::StreamDriver<P, ChessStream>;

/// A pass of chess as a design of its own.
pub type Pass = crate::stream::LanePass<ChessStream>;

/// 64 passes of chess.
pub type PassLanes = crate::stream::PassLanes<ChessStream>;

/// A node of chess, and the expected results for it.
pub type Expected = crate::stream::Expected<ChessStream>;

#[cfg(test)]
mod tests;
