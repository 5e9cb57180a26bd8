#![doc = include_str!("../../docs/shogi.md")]

mod draw;
mod game;
pub mod kpp;
pub mod machine;
mod moves;
mod piece;
mod position;
mod rules;
mod sfen;
mod square;
mod text;

pub use draw::Signs;
pub use game::{Generated, Shogi};
pub use moves::{Move, MoveError};
pub use piece::{Hand, Kind, Piece, Side};
pub use position::{LineError, Position};
pub use sfen::SfenError;
pub use square::Square;
pub use text::ShogiText;

#[cfg(test)]
mod tests;
