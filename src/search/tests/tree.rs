//! A game tree given by a hash: a position is 16 bits, its moves are a set of eight, and its value
//! is seven of the bits.

use crate::describe::{Wire, concat};
use crate::parts::pick::choose;
use crate::search::GameTree;

/// Moves of a position, at most.
pub const MOVES: u32 = 8;
/// Bits of a position.
pub const POSITION: u32 = 16;
/// Bits of a value.
pub const VALUE: u32 = 8;
/// More than any position is worth.
pub const INFINITE: i32 = 127;

/// What move 0 adds to a position; each further move adds it once more.
const STRIDE: u16 = 0x3d4b;
/// The lowest bit of the value.
const VALUE_LOW: u32 = 9;

fn added(mv: u32) -> u16 {
    STRIDE.wrapping_mul(mv as u16 + 1)
}

/// The tree in software.
pub struct HashTree;

impl GameTree for HashTree {
    type Position = u16;
    type Move = u8;

    fn moves(&self, position: &u16) -> Vec<u8> {
        let set = position & (position >> 3 | position >> 8);
        (0..MOVES as u8).filter(|mv| set >> mv & 1 == 1).collect()
    }

    fn after(&self, position: &u16, mv: u8) -> u16 {
        let mut next = position.wrapping_add(added(mv.into()));
        next ^= next << 7;
        next ^= next >> 9;
        next ^ next << 8
    }

    fn value(&self, position: &u16) -> i32 {
        i32::from(*position as i16 >> VALUE_LOW)
    }
}

/// The moves of a position: a set of [`MOVES`] bits.
pub fn moves(position: &Wire) -> Wire {
    position.slice(0, MOVES) & (position.slice(3, MOVES) | position.slice(8, MOVES))
}

/// The position after a move, one-hot.
pub fn after(position: &Wire, mv: &Wire) -> Wire {
    let b = position.builder();
    let added: Vec<Wire> = (0..MOVES).map(|mv| b.constant(POSITION, added(mv).into())).collect();
    let zeros = |count: u32| b.constant(count, 0);
    let up = |word: &Wire, by: u32| concat(&[word.slice(0, POSITION - by), zeros(by)]);
    let down = |word: &Wire, by: u32| concat(&[zeros(by), word.slice(by, POSITION - by)]);
    let next = position + &choose(mv, &added);
    let next = &next ^ &up(&next, 7);
    let next = &next ^ &down(&next, 9);
    &next ^ &up(&next, 8)
}

/// The value of a position for the side that is to move.
pub fn value(position: &Wire) -> Wire {
    concat(&[position.bit(POSITION - 1), position.slice(VALUE_LOW, POSITION - VALUE_LOW)])
}
