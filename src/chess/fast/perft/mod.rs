//! Game trees of chess, counted by pairs of a machine of passes and a counter; see [`crate::pairs`].

mod exercise;
mod origins;
mod step;

#[cfg(test)]
mod tests;

pub use exercise::exercise;

use super::FastError;
use super::count;
use super::node::{Board, Left};
use super::prepared::Prepared;
use super::root::Root;
use crate::describe::{Builder, Bundle, Wire};
use crate::netlist::Design;
use crate::pairs::{self, Paired};
pub use crate::pairs::{PerftOptions, SETTLING_STATE, STATES};

/// Chess, counted by pairs.
#[derive(Debug)]
pub struct ChessPairs;

impl Paired for ChessPairs {
    type Board = Board;
    type Prepared = Prepared;
    type Left = Left;

    const WORKED_OUT: &'static [&'static str] = &["en_passant"];
    const COUNT_BITS: u32 = 8;
    const FILES: u32 = 8;
    const SQUARE_BITS: u32 = 6;
    const LOADS: &'static [(u64, &'static str)] = &[(1, "load_square"), (2, "load_state")];

    fn pass(name: &str, shared: bool) -> Builder {
        step::logic(name, shared)
    }

    fn counter(name: &str) -> Builder {
        count::logic_of_node(name)
    }

    /// Of the rights only those of the side to move.
    fn counted(board: Board) -> Vec<(String, Wire)> {
        Board { castling: board.castling.slice(0, 2), ..board }.connections("")
    }

    fn root(b: &Builder, loads: &[Wire], operand: &Wire, turning: &Wire) -> pairs::Root<Board> {
        let Root { board, stands, squares, .. } = Root::new(b, [&loads[0], &loads[1]], operand, turning);
        pairs::Root { board, stands, squares }
    }
}

/// A machine that counts game trees of chess, see [`pairs::perft`].
///
/// # Errors
/// See there.
pub fn perft(options: &PerftOptions) -> Result<Design, FastError> {
    pairs::perft::<ChessPairs>(options)
}
