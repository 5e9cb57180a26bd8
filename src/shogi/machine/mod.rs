//! Machines that know the moves of shogi.
//!
//! The position is seen from the side to move, which moves towards the last row, so only one side's
//! moves are described.

mod attacks;
pub mod check;
mod count;
mod drops;
mod exercise;
pub mod lanes;
mod limits;
mod movers;
pub mod perft;
mod planes;
pub mod side;
pub mod stream;

#[cfg(test)]
mod tests;

pub use count::{count, logic};
pub use exercise::{DEEPEST, exercise, give, told};

use crate::parts::board::Board;
use crate::parts::rows::Direction;

/// The board. Column 0 is file 9 for Black, and file 1 for White.
pub const SHOGI: Board = Board { files: 9, ranks: 9 };

/// The first of the three farthest rows, where pieces promote.
const ZONE: usize = 6;

/// Bits with this many readers go to most of the 81 squares: the class of a destination, a check.
/// The way from the table that gives such a bit to all of its copies was the machines' longest.
const APART: u32 = 64;

const fn way(name: &'static str, files: i32, ranks: i32) -> Direction {
    Direction { name, files, ranks }
}

/// The eight directions: each axis is two of them, one behind the other.
const WAYS: [Direction; 8] = [
    way("east", 1, 0),
    way("west", -1, 0),
    way("north", 0, 1),
    way("south", 0, -1),
    way("north_east", 1, 1),
    way("south_west", -1, -1),
    way("north_west", -1, 1),
    way("south_east", 1, -1),
];

/// Places in [`WAYS`].
const EAST: usize = 0;
const WEST: usize = 1;
const NORTH: usize = 2;
const SOUTH: usize = 3;
const NORTH_EAST: usize = 4;
const SOUTH_WEST: usize = 5;
const NORTH_WEST: usize = 6;
const SOUTH_EAST: usize = 7;

/// The names of the four axes.
const AXES: [&str; 4] = ["rank", "file", "rising", "falling"];

/// The way back.
const fn back(way: usize) -> usize {
    way ^ 1
}

/// Whether a direction is one of bishops.
const fn is_diagonal(way: usize) -> bool {
    way >= NORTH_EAST
}
