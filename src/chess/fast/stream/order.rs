//! The order of moves, as software: the result of the machine's choices.
//!
//! Promotions come first; then captures, the most valuable victim first; then quiet moves, with
//! castlings among them. A capture en passant takes a pawn. Of equal victims, the lowest
//! destination comes first. For one destination, the least valuable aggressor comes first, and of
//! equal aggressors the lowest origin. A promotion becomes queen, rook, bishop, then knight.
//! Squares count from a1 = 0 as the side to move sees them: b1 = 1, a2 = 8.
//!
//! If checks come first, all moves that attack the enemy king come before all others, in the same
//! order among themselves. The attack may come from the piece that moved or from one that it
//! uncovered. A castling counts as a quiet move of the king there too. Promotions and captures en
//! passant keep their place, even if they give check.

use crate::chess::fast::side::seen_from;
use crate::chess::{Move, PieceKind, Position};

/// The place of a move in the order of its node: smaller is earlier. The move is a legal one of the
/// position. `check` says that checks come first and that the move gives one.
pub fn place(position: &Position, mv: Move, check: bool) -> [u32; 6] {
    let kind_at = |square| position.piece(square).map(|piece| piece.kind);
    let moved = kind_at(mv.from);
    let passing = moved == Some(PieceKind::Pawn) && position.en_passant == Some(mv.to);
    let captured = kind_at(mv.to).or(passing.then_some(PieceKind::Pawn));
    let class = match (mv.promotion, captured) {
        (Some(_), _) => 0,
        // Codes grow with the value.
        (None, Some(kind)) => 1 + PieceKind::King.code() - kind.code(),
        (None, None) => 1 + PieceKind::King.code(),
    };
    let later = !check || passing || mv.promotion.is_some();
    let promotion = mv.promotion.map_or(0, |kind| PieceKind::Queen.code() - kind.code());
    let square = |square| seen_from(position.side, square);
    let moved = moved.map_or(0, PieceKind::code);
    [later.into(), class.into(), square(mv.to), moved.into(), square(mv.from), promotion.into()]
}
