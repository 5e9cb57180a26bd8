#![doc = include_str!("../../docs/shogi.md")]

mod draw;
pub mod kpp;
pub mod machine;
mod moves;
mod piece;
mod position;
mod rules;
mod sfen;
mod square;

pub use draw::Signs;
pub use moves::{Move, MoveError};
pub use piece::{Hand, Kind, Piece, Side};
pub use position::{LineError, Position};
pub use sfen::SfenError;
pub use square::Square;

#[cfg(test)]
mod tests;
