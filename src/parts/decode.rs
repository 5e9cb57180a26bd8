//! Decoders.

use crate::describe::{Wire, concat};

/// One bit of `count` set, at the place `index`; no bit if the index is beyond. Combinational.
pub fn one_hot(index: &Wire, count: u32) -> Vec<Wire> {
    (0..count).map(|value| index.is(u64::from(value))).collect()
}

/// A word from bits, least significant first.
pub fn word(bits: &[Wire]) -> Wire {
    let mut bits = bits.to_vec();
    bits.reverse();
    concat(&bits)
}
