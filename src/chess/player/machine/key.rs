//! Keys of positions, for the hash table: 32 bits, worked out move by move.
//!
//! A piece on a square has a number, and the key is the exclusive or of those of all pieces. No
//! memory holds these numbers: a few rounds of rotations and three-input functions mix the code of
//! the piece and the square, about 200 LUT4 and nine tables deep. All 768 numbers differ, and so do
//! all 294,528 differences of two. So no two moves of one position have the same key behind them.

use super::node::Node;
use super::squares::{castles, taken_on};
use crate::bundle;
use crate::chess::fast::node::Board;
use crate::chess::fast::stream::Passed;
use crate::chess::{Color, PieceKind};
use crate::describe::{Wire, concat, mux};

/// Bits of a key.
pub const KEY: u32 = 32;

/// Rotations of a round: two of the three-input function, and two behind it.
const ROTATIONS: [u32; 4] = [5, 11, 7, 18];

/// Constants before the first round and behind each.
const CONSTANTS: [u32; 4] = [0x9e37_79b9, 0x7f4a_7c15, 0xbf58_476d, 0x1ce4_e5b9];

/// What a key of black is rotated by.
const BLACK: u32 = KEY / 2;

/// The number of the right to castle to the king's side, and to the queen's.
const RIGHTS: [u32; 2] = [0xd131_0ba6, 0x2ffd_72db];

/// The number of black to move.
const BLACK_MOVES: u32 = 0x6a09_e667;

/// Numbers of files on which a pawn can be taken in passing have this code of a piece.
const PASSING: u32 = 7;

/// The number of a place: the code of a piece above a square as its side sees it, 9 bits.
const fn mixed(place: u32) -> u32 {
    let mut state = (place | place << 9 | place << 18 | place << 27) ^ CONSTANTS[0];
    let mut round = 1;
    while round < CONSTANTS.len() {
        let [a, b, c, d] = ROTATIONS;
        let step = state ^ (!state.rotate_left(a) & state.rotate_left(b));
        state = step ^ step.rotate_left(c) ^ step.rotate_left(d) ^ CONSTANTS[round];
        round += 1;
    }
    state
}

/// The numbers of all places.
const NUMBERS: [u32; 512] = {
    let mut numbers = [0; 512];
    let mut place = 0;
    while place < numbers.len() {
        numbers[place] = mixed(place as u32);
        place += 1;
    }
    numbers
};

/// The number of a piece on a square of the board.
pub fn of_piece(color: Color, kind: PieceKind, square: usize) -> u32 {
    let black = color == Color::Black;
    let seen = square & 63 ^ if black { 56 } else { 0 };
    NUMBERS[usize::from(kind.code()) << 6 | seen].rotate_left(if black { BLACK } else { 0 })
}

/// What a key has beside the pieces: rights to castle (bits 0 to 3 are `KQkq`), the file on which
/// a pawn can be taken in passing, and the side to move.
pub fn beside(castling: u8, passing: Option<u32>, side: Color) -> u32 {
    let right = |bit: u32| match castling >> bit & 1 {
        0 => 0,
        _ => RIGHTS[bit as usize % 2].rotate_left(if bit < 2 { 0 } else { BLACK }),
    };
    let rights = (0..4).fold(0, |all, bit| all ^ right(bit));
    let file = passing.map_or(0, |file| mixed(PASSING << 6 | file));
    rights ^ file ^ if side == Color::Black { BLACK_MOVES } else { 0 }
}

bundle! {
    /// What a node knows of its key.
    pub struct Key {
        /// The numbers of its pieces.
        pieces: KEY,
        /// Black is to move.
        black: 1,
        /// A pawn that has just gone two squares can be taken.
        passing: 1,
    }
}

fn rotated(word: &Wire, by: u32) -> Wire {
    concat(&[word.slice(0, KEY - by), word.slice(KEY - by, by)])
}

/// The number of a piece (its code, 3 bits) on a square (6 bits) as its side sees it. `black` says
/// whose it is. Combinational, about 200 LUT4.
pub fn number(kind: &Wire, square: &Wire, black: &Wire, name: &str) -> Wire {
    let b = kind.builder();
    let word = |number: u32| b.constant(KEY, number.into());
    let place = concat(&[kind.clone(), square.clone()]);
    let spread = concat(&[place.slice(0, 5), place.clone(), place.clone(), place]);
    let first = (spread ^ word(CONSTANTS[0])).named(&format!("{name}_spread"));
    let [a, by, c, d] = ROTATIONS;
    let mixed = (1..CONSTANTS.len()).fold(first, |state, round| {
        let step = &state ^ &(!rotated(&state, a) & rotated(&state, by));
        let step = step.named(&format!("{name}_step_{round}"));
        let mixed = (&step ^ &rotated(&step, c)) ^ (rotated(&step, d) ^ word(CONSTANTS[round]));
        mixed.named(&format!("{name}_mixed_{round}"))
    });
    colored(&mixed, black)
}

/// A number of one side: those of black are rotated.
fn colored(number: &Wire, black: &Wire) -> Wire {
    mux(black, &rotated(number, BLACK), number)
}

impl Key {
    /// Behind the move of a pass, or a null move. `passing` says whether a pawn can be taken in
    /// passing there. Combinational, about 900 LUT4.
    pub fn after(&self, pass: &Passed, passing: &Wire) -> Self {
        let found = &pass.found;
        let Self { pieces, black, .. } = self;
        let b = black.builder();
        let white = !black;
        let leaves = number(&found.moved, &found.origin, black, "key_leaving");
        let arrives = number(&found.stands, &found.destination, black, "key_arriving");
        let taken = number(&found.captured, &taken_on(pass), &white, "key_taken");
        let [short, long] = castles(found);
        let rook = |from: u32, to: u32| b.constant(KEY, u64::from(mixed(4 << 6 | from) ^ mixed(4 << 6 | to)));
        let castles = colored(&(rook(7, 5).when(&short) | rook(0, 3).when(&long)), black);
        let moved = ((leaves ^ arrives) ^ castles).when(&found.found);
        let taken = taken.when(&found.captured.any());
        Self { pieces: (&(pieces ^ &moved) ^ &taken), black: white, passing: passing.clone() }
    }

    /// The whole key, of a position with these pieces. Combinational, about 60 LUT4.
    pub fn whole(&self, board: &Board, name: &str) -> Wire {
        let Self { pieces, black, passing } = self;
        let b = black.builder();
        let word = |number: u32| b.constant(KEY, number.into());
        let right = |bit: u32| {
            let is_black = if bit < 2 { black.clone() } else { !black };
            colored(&word(RIGHTS[bit as usize % 2]).when(&board.castling.bit(bit)), &is_black)
        };
        let rights = (0..4).map(right).fold(word(0), |all, right| all ^ right);
        let file = number(
            &b.constant(3, PASSING.into()),
            &board.en_passant.slice(0, 3).extend(6),
            &b.bit(false),
            &format!("{name}_file"),
        );
        let moves = word(BLACK_MOVES).when(black);
        ((&(pieces ^ &rights) ^ &file.when(passing)) ^ moves).named(name)
    }

    /// The whole key of a node.
    pub fn of_node(node: &Node, name: &str) -> Option<Wire> {
        node.key.as_ref().map(|key| key.whole(&node.board, name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// No two pieces on squares have the same number, and no two moves change a key in the same
    /// way.
    #[test]
    fn numbers_and_their_differences_are_all_different() {
        let pieces = Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind)));
        let squares = |(color, kind)| (0..64).map(move |square| of_piece(color, kind, square));
        let numbers: Vec<u32> = pieces.flat_map(squares).collect();
        assert_eq!(numbers.len(), 768);
        let mut differences = HashSet::new();
        for (place, first) in numbers.iter().enumerate() {
            for second in &numbers[..place] {
                assert!(*first != *second && differences.insert(first ^ second), "{first:x} {second:x}");
            }
        }
    }
}
