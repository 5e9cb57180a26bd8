//! The constants of keys of shogi.

use crate::netlist::testing::Random;
use crate::shogi::{Kind, Piece, Side, Square};

/// A constant of 64 bits for each thing that a key depends on.
///
/// They are the numbers of splitmix64 from a seed, in this order: the pieces on 9i, which are
/// Black's from pawn to king, Black's promoted ones without the general of gold, and White's in the
/// same order; the pieces on 8i, and so on to 1a; the pieces in hand, Black's first, kind by kind
/// from pawn to rook, one for the first piece of a kind, one for the second, and so on; White to
/// move. Bit 0 of a key is the side to move, so it is set in the last constant and clear in the
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    seed: u64,
    pieces: Vec<[u64; CODES]>,
    held: [Vec<Vec<u64>>; 2],
    white: u64,
}

/// Codes of pieces, see [`Piece::code`].
const CODES: usize = 32;

impl Constants {
    /// The seed of a core without another.
    pub const SEED: u64 = crate::hash::zobrist::Constants::SEED;

    /// The constants of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut next = || random.next() & !1;
        let mut on_a_square = || {
            std::array::from_fn(|code| match Piece::from_code(code as u8) {
                Some(_) => next(),
                None => 0,
            })
        };
        let pieces = (0..Square::COUNT).map(|_| on_a_square()).collect();
        let held = Side::ALL.map(|_| {
            let of_kind = |kind: Kind| (0..kind.in_a_set()).map(|_| next()).collect();
            Kind::IN_HAND.map(of_kind).into()
        });
        Self { seed, pieces, held, white: next() | 1 }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The constant of a piece on a square.
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        let on_square = self.pieces.get(square.index());
        on_square.and_then(|pieces| pieces.get(usize::from(piece.code()))).copied().unwrap_or(0)
    }

    /// The constant of a piece in hand beside `before` others of its kind; 0 if there is no such
    /// piece.
    pub fn held(&self, side: Side, kind: Kind, before: u8) -> u64 {
        let of_kind = self.held[side as usize].get(kind as usize);
        of_kind.and_then(|constants| constants.get(usize::from(before))).copied().unwrap_or(0)
    }

    /// The constant of White to move.
    pub fn white(&self) -> u64 {
        self.white
    }
}
