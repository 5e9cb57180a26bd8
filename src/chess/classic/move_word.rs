//! The move word: the stored form of a move, enough to take it back and to go on after it.

use crate::bundle;
use crate::describe::{Bundle, Wire, concat};

bundle! {
    /// A move on the board, 32 bits: the first field in the lowest bits.
    pub struct MoveWord {
        /// Where the piece came from: rank, file.
        origin: 6,
        /// Where it went.
        destination: 6,
        /// Its kind before the move.
        moved: 3,
        /// The kind captured, 0 for none; a pawn for en passant.
        captured: 3,
        /// Promotion piece: queen, rook, bishop, knight.
        promotion: 2,
        /// The last aggressor of its victim.
        last: 1,
        /// The phase it was found in: checks, discovered checks, promotions, captures, en passant,
        /// quiet moves.
        phase: 3,
        /// The castling rights before the move, in the order of the castlings.
        castling: 4,
        /// The en passant file before the move: valid, file.
        en_passant: 4,
    }
}

impl MoveWord {
    /// The 32 bits.
    pub fn pack(&self) -> Wire {
        let mut wires: Vec<Wire> = self.wires().into_iter().cloned().collect();
        wires.reverse();
        concat(&wires)
    }

    /// From 32 bits.
    pub fn unpack(word: &Wire) -> Self {
        let mut low = 0;
        Self::from_wires(|_, width| {
            low += width;
            word.slice(low - width, width)
        })
    }

    /// The move is a castling: a king two files from where it was.
    pub fn is_castling(&self) -> Wire {
        self.moved.is(6) & two_files(&self.origin, &self.destination)
    }
}

/// Whether a king steps two files, as in no move except a castling: the lowest file bit stays, the
/// next changes.
pub fn two_files(origin: &Wire, destination: &Wire) -> Wire {
    let change = origin ^ destination;
    !change.bit(0) & change.bit(1)
}

/// A pawn's step of two ranks: the lowest rank bit stays.
pub fn two_ranks(origin: &Wire, destination: &Wire) -> Wire {
    !(origin ^ destination).bit(3)
}
