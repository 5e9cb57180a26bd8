//! An ordered legal move in every clock cycle: the next move of a node and the position after it,
//! in one pass through a pipeline.
//!
//! A node is a position and the moves left to try there. A pass takes a node, finds the best
//! destination left and the best origin left for it, and gives the move, the position after it, and
//! the moves left then. So making a move takes no cycle, and undoing one means taking an earlier
//! node again.

mod aggressors;
mod checks;
mod drive;
mod exercise;
mod lanes;
mod options;
pub mod order;
mod passes;
mod phase;
mod step;
mod threads;
mod victims;
mod walk;

pub use drive::{PassResult, StreamDriver, Turn};
pub use exercise::exercise;
pub use lanes::{AT_ONCE, Expected, Pass, PassLanes};
pub use options::StreamOptions;
pub(in crate::chess) use passes::WAITS;
pub use passes::{READERS, either};
pub(in crate::chess) use step::{Found, Passed, pass};
pub use threads::{Stream, stream};
pub use walk::{Walk, Walks, all_moves, walk};

#[cfg(test)]
mod tests;
