//! The commands of the port that are shogi's own, and the words that load a position.

use crate::game::Word;
use crate::shogi::{Kind, Piece, Position, Side, Square};

crate::commands! {
    /// The commands of the port besides [`crate::game::Walk`]: those that know shogi.
    pub enum Command {
        /// Chooses the square (data bits 6..0) that the next piece comes to.
        ChooseSquare = 1,
        /// Puts a piece (data bits 4..0) on the square chosen, and chooses the one after it.
        LoadPiece = 2,
        /// Returns the piece on a square.
        ReadSquare = 7,
        /// Sets how many (data bits 4..0) of a kind (bits 8..6) a side (bit 9) has in hand.
        LoadHand = 9,
        /// Sets the side to move: data bit 0 is set for White.
        LoadSide = 10,
    }
}

/// The commands that put a position on the board.
pub fn load(position: &Position) -> Vec<Word> {
    let piece = |square| position.piece(square).map_or(0, Piece::code);
    let board = Square::all().map(|square| Command::LoadPiece.with(piece(square).into()));
    let hands = Side::ALL.into_iter().flat_map(|side| {
        Kind::IN_HAND.map(|kind| {
            let count = u64::from(position.hand(side).count(kind));
            Command::LoadHand.with(count | (kind as u64 + 1) << 6 | (side as u64) << 9)
        })
    });
    let side = Command::LoadSide.with(position.side as u64);
    [Command::ChooseSquare.with(0)].into_iter().chain(board).chain(hands).chain([side]).collect()
}
