//! The key of a position, and what a move changes of it.

use super::Constants;
use crate::chess::{CastlingRights, Color, Move, Piece, PieceKind, Position, Square};

/// The key of a position. Bit 0 is set if black is to move.
pub fn key_of(constants: &Constants, position: &Position) -> u64 {
    let pieces = Square::all().filter_map(|square| Some(constants.piece(position.piece(square)?, square)));
    let side = if position.side == Color::Black { constants.black() } else { 0 };
    let rest = rights(constants, position.castling) ^ en_passant(constants, position) ^ side;
    pieces.fold(rest, |key, constant| key ^ constant)
}

fn rights(constants: &Constants, castling: CastlingRights) -> u64 {
    Position::castlings()
        .filter(|&(color, king_side)| castling.get(color, king_side))
        .fold(0, |key, (color, king_side)| key ^ constants.castling(color, king_side))
}

fn en_passant(constants: &Constants, position: &Position) -> u64 {
    let file = position.en_passant.filter(|_| can_take_en_passant(position)).map(Square::file);
    file.map_or(0, |file| constants.file(file))
}

/// Whether a pawn of the side to move stands where it could take en passant.
pub fn can_take_en_passant(position: &Position) -> bool {
    let Some(passed) = position.en_passant else { return false };
    let pawn = Piece::new(position.side, PieceKind::Pawn);
    has_a_neighbour(position, passed, -position.side.forward(), pawn)
}

/// Whether this piece is beside the square that is `ranks` above this one.
fn has_a_neighbour(position: &Position, square: Square, ranks: i8, piece: Piece) -> bool {
    [-1, 1]
        .into_iter()
        .filter_map(|files| square.offset(files, ranks))
        .any(|beside| position.piece(beside) == Some(piece))
}

/// What a pseudo-legal move changes of the key: the key after it is the exclusive or of this and
/// the key before, and so is the key after it is taken back. It comes from the squares that the
/// move changes, not from the whole board.
pub fn delta(constants: &Constants, position: &Position, mv: Move) -> u64 {
    let Some(moving) = position.piece(mv.from) else { return 0 };
    let pawn = moving.kind == PieceKind::Pawn;
    let captured = position.piece(mv.to);
    let arrives = Piece::new(moving.color, mv.promotion.filter(|_| pawn).unwrap_or(moving.kind));
    let mut delta = constants.black() ^ constants.piece(moving, mv.from) ^ constants.piece(arrives, mv.to);
    delta ^= captured.map_or(0, |captured| constants.piece(captured, mv.to));
    if pawn && captured.is_none() && position.en_passant == Some(mv.to) {
        let taken = mv.to.offset(0, -moving.color.forward());
        let enemy = Piece::new(moving.color.other(), PieceKind::Pawn);
        delta ^= taken.map_or(0, |square| constants.piece(enemy, square));
    }
    if moving.kind == PieceKind::King {
        delta ^= castled_rook(constants, moving.color, mv);
    }
    delta ^= rights(constants, lost_rights(position.castling, mv)) ^ en_passant(constants, position);
    if pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2 {
        let enemy = Piece::new(moving.color.other(), PieceKind::Pawn);
        delta ^= if has_a_neighbour(position, mv.to, 0, enemy) { constants.file(mv.to.file()) } else { 0 };
    }
    delta
}

/// What the rook's part of a castling changes.
fn castled_rook(constants: &Constants, color: Color, mv: Move) -> u64 {
    let rook = Piece::new(color, PieceKind::Rook);
    let files = match (mv.from.file(), mv.to.file()) {
        (4, 6) => [7, 5],
        (4, 2) => [0, 3],
        _ => return 0,
    };
    let squares = files.into_iter().filter_map(|file| Square::at(file, mv.from.rank()));
    squares.fold(0, |key, square| key ^ constants.piece(rook, square))
}

/// The rights that a move ends: those whose king or rook it moves, or whose rook it takes.
fn lost_rights(castling: CastlingRights, mv: Move) -> CastlingRights {
    let mut lost = CastlingRights::default();
    for (color, king_side) in Position::castlings() {
        let corner = if king_side { 7 } else { 0 };
        let homes = [4, corner].map(|file| Square::at(file, color.home_rank()));
        let touched = homes.iter().any(|&home| home == Some(mv.from) || home == Some(mv.to));
        lost.set(color, king_side, touched && castling.get(color, king_side));
    }
    lost
}
