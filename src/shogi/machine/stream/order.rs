//! The order of moves, as software: the result of the machine's choices.
//!
//! Captures come first, the most valuable victim first. Promotions on empty squares follow, then
//! quiet moves, then drops. Of equal victims, the lowest destination comes first. For one
//! destination, the least valuable aggressor comes first, and of equal aggressors the lowest
//! origin. A capture with a promotion comes straight before the same capture without it. Drops go
//! square by square, and on each from pawn to rook. Squares count from the near left corner, as the
//! side to move sees them, row by row.

use crate::shogi::{Kind, Move, Piece, Position, Square};

/// Victims, the most valuable first; a piece that moves as a gold general counts as one.
const VICTIMS: [Kind; 7] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

/// The place of a move in the order of its node: smaller is earlier. No two moves of a position
/// have the same. The move is a legal one of the position.
pub fn place(position: &Position, mv: Move) -> [u32; 5] {
    let square = |square: Square| square.seen_by(position.side) as u32;
    let to = square(mv.to());
    match mv {
        Move::Drop { kind, .. } => [Class::Drop.place(), to, kind as u32, 0, 0],
        Move::Board { from, promotes, .. } => {
            let class = match position.piece(mv.to()) {
                Some(victim) => Class::Capture(as_moving(victim)),
                None if promotes => Class::Promotion,
                None => Class::Quiet,
            };
            let aggressor = position.piece(from).map_or(Kind::King, as_moving);
            [class.place(), to, aggressor as u32, square(from), (!promotes).into()]
        }
    }
}

/// The legal moves of a position in this order.
pub fn ordered(position: &Position) -> Vec<Move> {
    let mut moves = position.moves();
    moves.sort_by_cached_key(|mv| place(position, *mv));
    moves
}

/// The classes of moves.
enum Class {
    Capture(Kind),
    Promotion,
    Quiet,
    Drop,
}

impl Class {
    fn place(self) -> u32 {
        let all = VICTIMS.len() as u32;
        match self {
            Self::Capture(victim) => VICTIMS.iter().take_while(|kind| **kind != victim).count() as u32,
            Self::Promotion => all,
            Self::Quiet => all + 1,
            Self::Drop => all + 2,
        }
    }
}

/// The kind that a piece counts as: a gold general if it moves as one; horses and dragons are
/// bishops and rooks.
fn as_moving(piece: Piece) -> Kind {
    match piece.kind {
        Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver if piece.promoted => Kind::Gold,
        kind => kind,
    }
}
