//! Alpha-beta: the search in software, which says what the machine has to find, and the machine.
//!
//! **Structure.** The generator's stream of moves, the same board, and behind it the evaluation as a pipeline: at the last ply a move
//! goes from the stream through the table of covers onto a copy of the board and into the evaluation, one a clock. Values come out in the
//! order of the moves; the one that reaches beta ends the node, and what is behind it on the way is forgotten, not counted. So nodes and
//! leaves are those of a program that takes one after the other.
//!
//! **State.** A node's window is two registers. Below a move it is turned round, so that the stack needs beta alone: the node's
//! alpha is what the node below still has as its beta, negated. A node that was cut changes nothing above; one that was not is
//! better than all before it. So the only comparison on the way up is with beta.
//!
//! **Order.** The killer of a depth is tried in the stream itself: it begins where a node would go on behind that move, with the move
//! included, and either that comes out first or it is no move here: seven clocks. The move that comes first by value is found
//! by sending all others through the evaluation. Both are tried first and passed over later, which a comparison of 17 bits tells.

mod control;
mod core;
mod counters;
mod deepening;
mod driver;
mod error;
mod exercise;
mod kept;
mod leaves;
mod model;
mod options;
mod order;
mod reply;
mod root;
mod shared;
mod tree;

pub use self::core::design;
pub(in crate::blokus) use driver::{DEEPEN, PLAY, SEARCH};
pub use driver::{SearchMachine, Searched};
pub use error::BuildError;
pub use exercise::exercise;
pub use model::{Found, deepen, search};
pub use options::{DEEPEST, FEWEST, HZ, LISTED, LONGEST, MOST, Options, PLAYERS};
pub use order::ORDER;

#[cfg(test)]
mod tests;
