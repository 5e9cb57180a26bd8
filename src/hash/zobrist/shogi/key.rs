//! The key of a position of shogi, and what a move changes of it.

use super::Constants;
use crate::shogi::{Kind, Move, Piece, Position, Side};

/// The key of a position. Bit 0 is set if White is to move.
pub fn key_of(constants: &Constants, position: &Position) -> u64 {
    let side = if position.side == Side::White { constants.white() } else { 0 };
    Side::ALL.into_iter().fold(side, |key, side| {
        let standing = position.pieces(side).map(|(square, piece)| constants.piece(piece, square));
        standing.fold(key ^ hand(constants, position, side), |key, constant| key ^ constant)
    })
}

fn hand(constants: &Constants, position: &Position, side: Side) -> u64 {
    Kind::IN_HAND.into_iter().fold(0, |key, kind| {
        let count = position.hand(side).count(kind);
        (0..count).fold(key, |key, before| key ^ constants.held(side, kind, before))
    })
}

/// What a pseudo-legal move changes of the key: the key after it is the exclusive or of this and
/// the key before, and so is the key after it is taken back. It comes from the squares and the
/// number in hand that the move changes.
pub fn delta(constants: &Constants, position: &Position, mv: Move) -> u64 {
    let side = position.side;
    let hand = position.hand(side);
    let change = match mv {
        Move::Drop { kind, to } => {
            let dropped = Piece { side, kind, promoted: false };
            let last = hand.count(kind).saturating_sub(1);
            constants.held(side, kind, last) ^ constants.piece(dropped, to)
        }
        Move::Board { from, to, promotes } => {
            let Some(moving) = position.piece(from) else { return 0 };
            let arrives = Piece { promoted: moving.promoted || promotes, ..moving };
            let taken = position.piece(to).map_or(0, |taken| {
                constants.piece(taken, to) ^ constants.held(side, taken.kind, hand.count(taken.kind))
            });
            constants.piece(moving, from) ^ constants.piece(arrives, to) ^ taken
        }
    };
    constants.white() ^ change
}
