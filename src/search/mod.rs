//! Search, apart from any game: the logic that machines with alpha-beta have in common, and the
//! search in software that says what they have to find.
//!
//! Each part is combinational logic over the words of a node. It does not say where the words are
//! kept. A machine with one search keeps them in registers, such as `blokus-player`. A machine with
//! many threads in a pipeline keeps them in a memory with a word for each thread; the tests of this
//! module have one. So a part takes the words as they are, and gives each word that follows as a
//! [`Change`]: the value, and when it is taken.
//!
//! | part | question |
//! | --- | --- |
//! | [`Window`] | Does a value cut the node or raise its alpha? Which window has the node below or above? |
//! | [`PliesLeft`] | How many plies are left at this node? Is it the root, or the last ply? |
//! | [`NodeState`] | What is a node between two steps? What waits on the stack below it? |
//! | [`Killers`], [`KnownPlies`] | Which moves cut the nodes of a ply before? |
//! | [`Goal`], [`Budget`] | Does a deeper search come? Is the time over? |
//! | [`SharedRoot`], [`BestOfAll`] | Which of the root's moves is whose, and which of all is the best? |
//! | [`counted`] | How many nodes and leaves were there? |
//! | [`AlphaBeta`] | What does a program find that takes one move after the other? |
//!
//! **Values** are two's complement. No position is worth the least or the greatest number of the
//! width, so the negative of a value always exists. **Windows** are turned round below a move. A
//! node's value is cut to its window (fail-hard). So the stack needs only beta: a node's alpha is
//! the negated beta of the node below.

mod change;
mod counters;
mod deepening;
mod killers;
mod model;
mod node_state;
mod plies;
mod shared_root;
mod window;

pub use change::Change;
pub use counters::counted;
pub use deepening::{Budget, Goal};
pub use killers::{Killer, Killers, KnownPlies};
pub use model::{AlphaBeta, Found, GameTree, Rules};
pub use node_state::{NodeState, NodeWidths, Waiting};
pub use plies::{ChangedPlies, PliesLeft};
pub use shared_root::{BestOfAll, ChangedBest, Report, SharedRoot};
pub use window::{ChangedWindow, Judged, Opening, Window};

use crate::describe::Wire;

/// The steps of a search from node to node, 1 bit each. At most one is set.
#[derive(Clone)]
pub struct Step {
    /// A search begins at its root.
    pub begins: Wire,
    /// A deeper search begins behind the one that ended at the root.
    pub deepens: Wire,
    /// The node below a move begins.
    pub down: Wire,
    /// A node is left for the one above it.
    pub up: Wire,
}

#[cfg(test)]
mod tests;
