//! The table that brings the 168 rotations of a received move to those in which the search core
//! gives moves.

use crate::blokus::piece::{Piece, ROTATIONS};
use crate::describe::{Builder, Wire, concat};

/// Bits of a move: column, row (4 each, from 0), piece (5), rotation (3).
pub const MOVE: u32 = 16;

/// Bits of a step of the centre, two's complement.
const STEP: u32 = 2;

/// The words of the table, by rotation above piece: the smallest rotation that gives the same
/// cells, and the step from the centre to the centre of that rotation.
fn words() -> Vec<u64> {
    let mask = (1 << STEP) - 1;
    let word = |piece: Piece, rotation: u8| {
        let (smallest, (x, y)) = piece.canonical(rotation);
        assert!(x.abs() <= 1 && y.abs() <= 1);
        (x as u64 & mask) | (y as u64 & mask) << STEP | u64::from(smallest) << (2 * STEP)
    };
    // Numbers above that of the last piece come with no message.
    let of = |rotation: u8| {
        (0..1 << 5).map(move |number| Piece::from_index(number).map_or(0, |piece| word(piece, rotation)))
    };
    (0..ROTATIONS).flat_map(of).collect()
}

/// The same move in its smallest rotation, one cycle later; `mv` has to stay until then. A move
/// that is partly off the board stays partly off the board.
pub fn canonical(b: &Builder, mv: &Wire) -> Wire {
    let table = b.memory("canonical_table", 2 * STEP + 3, 1 << 8).contents(&words());
    let table = table
        .comment("each rotation's smallest one that gives the same cells, and the step of the centre to it");
    let word = table.read_next("canonical_word", &mv.slice(8, 8));
    let moved = |low: u32, step: u32| {
        let by = word.slice(step, STEP);
        mv.slice(low, 4) + concat(&[by.bit(1).repeat(2), by])
    };
    concat(&[word.slice(2 * STEP, 3), mv.slice(8, 5), moved(4, STEP), moved(0, 0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_fit_their_bits() {
        for piece in Piece::all() {
            for rotation in 0..ROTATIONS {
                let (_, (x, y)) = piece.canonical(rotation);
                assert!(x.abs() <= 1 && y.abs() <= 1, "{piece}{rotation}");
            }
        }
        assert_eq!(words().len(), 256);
    }
}
