//! Alpha-beta: the search in software, which says what the machine has to find, and the machine.
//!
//! **Structure.** The machine has the generator's stream of moves, the same board, and the
//! evaluation as a pipeline. At the last ply, one move a clock goes from the stream through the
//! table of covers onto a copy of the board, and into the evaluation. Values come out in the order
//! of the moves. The value that reaches beta ends the node. The moves under way after it are
//! dropped and not counted. So nodes and leaves are those of a program that takes one move after
//! the other.
//!
//! **State.** A node's window is two registers. The window is turned round below a move, so the
//! stack needs only beta: the node's alpha is the negated beta of the node below. A node that was
//! cut changes nothing above. A node that was not cut is better than all before it. So the only
//! comparison on the way up is with beta.
//!
//! **Order.** The killer of a depth is tried in the stream itself. The stream begins where a node
//! would go on after that move, but with the move included. Either the killer comes out first, or
//! it is no move here. That takes seven clocks. To find the move that comes first by value, the
//! machine sends all other moves through the evaluation. Both moves are tried first and skipped
//! later; a comparison of 17 bits recognises them.

mod command;
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
pub(in crate::blokus) use command::{Command, DEEPEN};
pub use driver::{SearchMachine, Searched};
pub use error::BuildError;
pub use exercise::exercise;
pub use model::{Found, deepen, search};
pub use options::{DEEPEST, FEWEST, HZ, LISTED, LONGEST, MOST, MOST_CORES, Options};
pub use order::ORDER;

#[cfg(test)]
mod tests;
