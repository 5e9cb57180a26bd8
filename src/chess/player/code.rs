//! A move as a node stores it, in 16 bits.

use crate::chess::{Move, PieceKind, Square};

/// A move: its origin in bits 5 to 0, its destination in bits 11 to 6, and in bits 14 to 12 the
/// code of the piece that a pawn becomes, or 0. The number 0 is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code(u16);

impl Code {
    /// No move.
    pub const NONE: Self = Self(0);

    /// A move from one square to another, of a pawn that becomes the piece of this code.
    pub const fn new(from: usize, to: usize, promotion: usize) -> Self {
        Self(((from & 63) | (to & 63) << 6 | (promotion & 7) << 12) as u16)
    }

    /// The move of a number, of which the low 15 bits count. It may be none that any position has.
    pub const fn of_bits(bits: u32) -> Self {
        Self(bits as u16 & 0x7fff)
    }

    /// Its number.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The square it leaves, 0 to 63.
    pub const fn origin(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square it goes to, 0 to 63.
    pub const fn destination(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    /// The code of the piece that a pawn becomes, or 0.
    pub const fn promotion(self) -> usize {
        (self.0 >> 12 & 7) as usize
    }

    /// Whether it is no move.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The move in the words of the rules; `None` if it is none.
    pub fn mv(self) -> Option<Move> {
        if self.is_none() {
            return None;
        }
        let [from, to] = [self.origin(), self.destination()].map(|index| Square::new(index as u8));
        Some(Move { from: from?, to: to?, promotion: PieceKind::from_code(self.promotion() as u8) })
    }
}

impl From<Move> for Code {
    fn from(mv: Move) -> Self {
        let promotion = mv.promotion.map_or(0, PieceKind::code);
        Self::new(mv.from.index(), mv.to.index(), promotion.into())
    }
}
