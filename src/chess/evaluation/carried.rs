//! What a node of a search carries along: the sum over pieces and squares, and the material.

use cozy_chess::BitBoard;

use super::sets::Sets;
use super::weights::{Pair, Weights};
use crate::chess::{Color, Piece, PieceKind};

/// The largest phase: all pieces are on the board.
pub const FULL_PHASE: i32 = 64;

/// The sum of the term [`super::Term::Squares`], and the material. A piece that comes or goes
/// changes both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// The sum over all pieces, white's minus black's.
    pub squares: Pair,
    /// 3 a knight or bishop, 5 a rook, 10 a queen, of both sides; it can be above [`FULL_PHASE`].
    pub pieces: i32,
    /// 3 a knight or bishop, 5 a rook, 9 a queen; white's minus black's.
    pub points: i32,
}

/// What a piece of each kind adds to the phase.
const OF_KIND: [i32; 6] = [0, 3, 3, 5, 10, 0];

/// What a piece of each kind is worth in points.
const POINTS: [i32; 6] = [0, 3, 3, 5, 9, 0];

impl Carried {
    /// The sum of this position's pieces.
    pub fn of(sets: &Sets, weights: &Weights) -> Self {
        let mut carried = Self::default();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for square in BitBoard(sets.of(color, kind)) {
                    carried.add(Piece::new(color, kind), square as usize, weights);
                }
            }
        }
        carried
    }

    /// A piece comes to the square of this index, 0 (a1) to 63.
    #[inline]
    pub fn add(&mut self, piece: Piece, square: usize, weights: &Weights) {
        self.squares += of_piece(piece, square, weights);
        self.pieces += OF_KIND[piece.kind as usize - 1];
        self.points += points(piece);
    }

    /// A piece leaves the square of this index, 0 (a1) to 63.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: usize, weights: &Weights) {
        self.squares += -of_piece(piece, square, weights);
        self.pieces -= OF_KIND[piece.kind as usize - 1];
        self.points -= points(piece);
    }

    /// What the position after a move carries, from the sets before and after it.
    #[inline]
    pub fn after(&self, before: &Sets, after: &Sets, weights: &Weights) -> Self {
        let mut carried = *self;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let (old, new) = (before.of(color, kind), after.of(color, kind));
                let piece = Piece::new(color, kind);
                for square in BitBoard(old & !new) {
                    carried.remove(piece, square as usize, weights);
                }
                for square in BitBoard(new & !old) {
                    carried.add(piece, square as usize, weights);
                }
            }
        }
        carried
    }

    /// The phase: [`FULL_PHASE`] with all pieces on the board, 0 without any but pawns and kings.
    #[inline]
    pub fn phase(&self) -> i32 {
        self.pieces.min(FULL_PHASE)
    }
}

/// The feature of a piece on a square.
#[inline]
pub(super) const fn feature(piece: Piece, square: usize) -> usize {
    let seen = match piece.color {
        Color::White => square,
        Color::Black => square ^ 56,
    };
    64 * (piece.kind as usize - 1) + seen % 64
}

/// What a piece on a square adds, in white's view.
#[inline]
fn of_piece(piece: Piece, square: usize, weights: &Weights) -> Pair {
    let pair = weights[feature(piece, square)];
    match piece.color {
        Color::White => pair,
        Color::Black => -pair,
    }
}

/// The points of a piece, in white's view.
#[inline]
fn points(piece: Piece) -> i32 {
    let points = POINTS[piece.kind as usize - 1];
    if piece.color == Color::White { points } else { -points }
}
