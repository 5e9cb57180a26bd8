//! Game trees of shogi, counted by pairs of a machine of passes and a counter: see
//! [`crate::pairs`].
//!
//! A pass looks for neither checks nor pins: the counter has found them, and the squares where
//! moves arrive, before the position is stored.

mod command;
mod exercise;
mod node;
mod prepared;
mod root;
mod step;

#[cfg(test)]
mod tests;

pub use command::{Command, load};
pub use exercise::exercise;
pub(super) use prepared::Prepared;

use self::node::Left;
use super::APART;
use super::count::logic_of_node;
use super::stream::Board;
use crate::describe::{Builder, Bundle, Wire};
use crate::netlist::Design;
use crate::pairs::{self, Paired, Root};
pub use crate::pairs::{PerftOptions, SETTLING_STATE, STATES};
use crate::stream::FastError;

/// Shogi, counted by pairs.
#[derive(Debug)]
pub struct ShogiPairs;

impl Paired for ShogiPairs {
    type Board = Board;
    type Prepared = Prepared;
    type Left = Left;

    const WORKED_OUT: &'static [&'static str] = &[];
    const COUNT_BITS: u32 = 10;
    const FILES: u32 = 9;
    const SQUARE_BITS: u32 = 7;
    const LOADS: &'static [(u64, &'static str)] = &[
        (Command::ChooseSquare as u64, "choose_square"),
        (Command::LoadPiece as u64, "load_piece"),
        (Command::LoadHand as u64, "load_hand"),
        (Command::LoadSide as u64, "load_side"),
    ];
    const APART: Option<u32> = Some(APART);

    fn pass(name: &str, shared: bool) -> Builder {
        step::logic(name, shared)
    }

    fn counter(name: &str) -> Builder {
        logic_of_node(name)
    }

    /// All but what the other side holds.
    fn counted(board: Board) -> Vec<(String, Wire)> {
        let mut fields = board.connections("");
        fields.retain(|(field, _)| field != "enemy_hand");
        fields
    }

    fn root(b: &Builder, loads: &[Wire], operand: &Wire, turning: &Wire) -> Root<Board> {
        root::root(b, loads, operand, turning)
    }
}

/// A machine that counts game trees of shogi, see [`pairs::perft`].
///
/// # Errors
/// See there.
pub fn perft(options: &PerftOptions) -> Result<Design, FastError> {
    pairs::perft::<ShogiPairs>(options)
}
