//! A position in the form of the fast machines: seen from the side to move, which is always at the
//! bottom and moves north.

use crate::chess::{Color, PieceKind, Position, Square};

/// Sets of squares as 64 bits, a1 in bit 0, b1 in bit 1; mirrored if black is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Pieces of the side to move.
    pub own: u64,
    /// Pieces of the other side.
    pub enemy: u64,
    /// Pawns of both.
    pub pawns: u64,
    /// Knights of both.
    pub knights: u64,
    /// Bishops and queens of both.
    pub diagonal: u64,
    /// Rooks and queens of both.
    pub straight: u64,
    /// Both kings.
    pub kings: u64,
    /// The side to move may castle to the king's side (bit 0) and the queen's side (bit 1).
    pub castling: u8,
    /// Bit 3: an enemy pawn has just moved two squares; bits 2..0: its file.
    pub en_passant: u8,
}

impl Side {
    /// The position, seen from the side to move.
    pub fn of(position: &Position) -> Self {
        let mut side = Self::default();
        let color = position.side;
        for square in Square::all() {
            let Some(piece) = position.piece(square) else { continue };
            let bit = 1 << seen_from(color, square);
            *if piece.color == color { &mut side.own } else { &mut side.enemy } |= bit;
            let (diagonal, straight) = match piece.kind {
                PieceKind::Pawn => (&mut side.pawns, None),
                PieceKind::Knight => (&mut side.knights, None),
                PieceKind::Bishop => (&mut side.diagonal, None),
                PieceKind::Rook => (&mut side.straight, None),
                PieceKind::Queen => (&mut side.diagonal, Some(&mut side.straight)),
                PieceKind::King => (&mut side.kings, None),
            };
            *diagonal |= bit;
            if let Some(straight) = straight {
                *straight |= bit;
            }
        }
        let right = |king_side| u8::from(position.castling.get(color, king_side));
        side.castling = right(true) | right(false) << 1;
        side.en_passant = position.en_passant.map_or(0, |square| 8 | square.file());
        side
    }
}

impl Side {
    /// The ports of a machine that takes a position, and their values.
    pub fn ports(&self) -> [(&'static str, u64); 9] {
        [
            ("own", self.own),
            ("enemy", self.enemy),
            ("pawns", self.pawns >> 8 & 0xffff_ffff_ffff),
            ("knights", self.knights),
            ("diagonal", self.diagonal),
            ("straight", self.straight),
            ("kings", self.kings),
            ("castling", self.castling.into()),
            ("en_passant", self.en_passant.into()),
        ]
    }
}

/// The place of a square for the side to move.
pub fn seen_from(color: Color, square: Square) -> u32 {
    let index = square.index() as u32;
    match color {
        Color::White => index,
        Color::Black => index ^ 56,
    }
}
