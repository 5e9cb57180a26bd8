//! What pieces are worth by themselves.

use crate::shogi::{Kind, Piece, Position, Side};

fn worth(piece: Piece) -> i32 {
    match (piece.kind, piece.promoted) {
        (Kind::King, _) => 0,
        (Kind::Pawn, false) => 90,
        (Kind::Lance, false) => 315,
        (Kind::Knight, false) => 405,
        (Kind::Silver, false) => 495,
        (Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver, true) | (Kind::Gold, _) => 540,
        (Kind::Bishop, false) => 855,
        (Kind::Bishop, true) => 945,
        (Kind::Rook, false) => 990,
        (Kind::Rook, true) => 1395,
    }
}

/// Black's material less white's, with a pawn as 90.
pub fn material(position: &Position) -> i32 {
    let of = |side| {
        let board: i32 = position.pieces(side).map(|(_, piece)| worth(piece)).sum();
        let held =
            |kind| i32::from(position.hand(side).count(kind)) * worth(Piece { side, kind, promoted: false });
        board + Kind::IN_HAND.into_iter().map(held).sum::<i32>()
    };
    of(Side::Black) - of(Side::White)
}
