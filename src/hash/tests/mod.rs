//! Tests of the twin.

mod counts;
mod files;
mod keys;
mod replacement;
mod shogi_keys;

use super::{Bound, Store};
use crate::netlist::testing::Random;

/// A store of random fields, which are often 0 or small.
pub(super) fn random_store(random: &mut Random) -> Store {
    Store {
        depth: 1 + random.below(60) as u32,
        bound: Bound::of_code(random.next() as u32),
        pv: random.one_in(4),
        mv: if random.one_in(3) { 0 } else { random.next() as u32 & 0xffff },
        value: random.next() as u32 & 0xffff,
        eval: random.next() as u32 & 0xffff,
    }
}
