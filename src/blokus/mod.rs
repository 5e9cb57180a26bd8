//! Blokus Duo: 14 by 14 cells, 21 pieces a player, and machines that generate its moves and search.

pub mod code;
pub mod cover;
pub mod drawing;
pub mod evaluation;
mod game;
pub mod generator;
pub mod piece;
pub mod plane;
pub mod position;
pub mod search;
pub mod serial;
pub mod simple;

pub use code::{Move, Placement};
pub use game::{Blokus, BlokusText, Generated};
pub use piece::Piece;
pub use plane::Cell;
pub use position::{Player, Position};

#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;
