//! The constants of keys.

use crate::chess::{Color, Piece, PieceKind, Position, Square};
use crate::netlist::testing::Random;

const PIECES: usize = 12;

/// A constant of 64 bits for each thing that a key depends on.
///
/// They are the numbers of splitmix64 from a seed, in this order: the pieces on a1, which are the
/// white ones from pawn to king and then the black ones, the pieces on b1, and so on; the castlings
/// in the order `KQkq`; the files of an en passant from a to h; black to move. Bit 0 of a key is
/// the side to move, so it is set in the last constant and clear in the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    seed: u64,
    pieces: Vec<[u64; PIECES]>,
    castlings: [u64; 4],
    files: [u64; 8],
    black: u64,
}

impl Constants {
    /// The seed of a core without another.
    pub const SEED: u64 = 1;

    /// The constants of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut next = || random.next() & !1;
        let pieces = (0..64).map(|_| std::array::from_fn(|_| next())).collect();
        let castlings = std::array::from_fn(|_| next());
        let files = std::array::from_fn(|_| next());
        Self { seed, pieces, castlings, files, black: next() | 1 }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The constant of a piece on a square.
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        let number = piece.color as usize * PieceKind::ALL.len() + usize::from(piece.kind.code()) - 1;
        self.pieces.get(square.index()).and_then(|pieces| pieces.get(number)).copied().unwrap_or(0)
    }

    /// The constant of a right to castle.
    pub fn castling(&self, color: Color, king_side: bool) -> u64 {
        let place = Position::castlings().position(|castling| castling == (color, king_side));
        place.map_or(0, |place| self.castlings[place])
    }

    /// The constant of an en passant on this file, 0 to 7.
    pub fn file(&self, file: u8) -> u64 {
        self.files[usize::from(file % 8)]
    }

    /// The constant of black to move.
    pub fn black(&self) -> u64 {
        self.black
    }
}
