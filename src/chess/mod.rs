//! Chess: the rules' nouns (squares, pieces, positions, moves), their text forms, and the machines
//! that generate moves.

mod board;
pub mod classic;
pub mod epd;
pub mod evaluation;
pub mod fast;
pub mod fen;
mod game;
mod moves;
mod piece;
pub mod player;
mod position;
pub mod rules;
mod san;
mod square;
mod text;
mod validate;

#[cfg(test)]
pub(crate) mod reference;

pub use board::{CHESS, KNIGHT_STEPS};
pub use fen::{FenError, FenField, FenProblem};
pub use game::{Chess, Generated};
pub use moves::{MOST_MOVES, Move, MoveKind};
pub use piece::{Color, Piece, PieceKind};
pub use position::{CastlingRights, Figures, Position};
pub use san::{End, LineError, MoveError};
pub use square::Square;
pub use text::{ChessText, ON_64_SQUARES};
