//! What a search is given beside the position: the weights of the evaluation, and the keys.

use crate::chess::evaluation::Weights;
use crate::chess::{Color, Piece, PieceKind, Position, Square};
use crate::hash::zobrist::Constants;

/// The numbers that a node's key and value are made of.
#[derive(Clone, Debug)]
pub struct Givens {
    /// The weights of the evaluation.
    pub weights: Weights,
    /// The constants of the keys.
    pub keys: Keys,
}

impl Default for Givens {
    fn default() -> Self {
        Self { weights: Weights::default(), keys: Keys::of(&Constants::new(Constants::SEED)) }
    }
}

/// The constants of the keys, by what a move changes.
#[derive(Clone, Debug)]
pub struct Keys {
    pieces: Vec<[u64; 64]>,
    castling: [u64; 16],
    files: [u64; 8],
    /// Of black to move.
    pub black: u64,
}

impl Keys {
    /// The same numbers as those of [`crate::hash::zobrist`].
    pub fn of(constants: &Constants) -> Self {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| PieceKind::ALL.into_iter().map(move |kind| (color, kind)));
        let of_piece = |(color, kind)| {
            let mut squares = [0; 64];
            Square::all().for_each(|square| {
                squares[square.index()] = constants.piece(Piece::new(color, kind), square);
            });
            squares
        };
        let rights: Vec<u64> =
            Position::castlings().map(|(color, king_side)| constants.castling(color, king_side)).collect();
        let castling = std::array::from_fn(|set| {
            let held = rights.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            held.fold(0, |key, (_, constant)| key ^ constant)
        });
        Self {
            pieces: pieces.map(of_piece).collect(),
            castling,
            files: std::array::from_fn(|file| constants.file(file as u8)),
            black: constants.black(),
        }
    }

    /// Of a piece on the square of this index.
    #[inline]
    pub fn piece(&self, color: Color, kind: PieceKind, square: usize) -> u64 {
        self.pieces[color as usize * 6 + kind as usize - 1][square & 63]
    }

    /// Of these rights to castle: bits 0 to 3 are `KQkq`.
    #[inline]
    pub fn castling(&self, rights: u8) -> u64 {
        self.castling[usize::from(rights & 15)]
    }

    /// Of a square that a pawn has just passed and an enemy pawn can take on; of none, 0.
    #[inline]
    pub fn passed(&self, passed: u64) -> u64 {
        if passed == 0 { 0 } else { self.files[passed.trailing_zeros() as usize & 7] }
    }
}
