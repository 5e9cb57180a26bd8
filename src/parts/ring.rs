//! Places that are taken and given back in order.

use super::up_down::up_down;
use crate::describe::{Builder, Wire};

/// A ring of places: how many are taken, the next to be taken, and the next to be given back.
pub struct Ring {
    /// All are taken: a register.
    pub full: Wire,
    /// At least one is taken.
    pub some: Wire,
    /// The place that is given back next.
    pub first: Wire,
    /// The place that is taken next.
    pub end: Wire,
}

/// Places `0..size`, a power of two of at least 2: one more is taken with `takes`, the oldest given
/// back with `gives`.
pub fn ring(b: &Builder, name: &str, size: u32, takes: &Wire, gives: &Wire) -> Ring {
    let bits = size.trailing_zeros();
    let count = b.register(&format!("{name}_taken"), bits + 1).resets_to(0);
    up_down(&count, takes, gives);
    let [first, end] = [("first", gives), ("next", takes)].map(|(part, moves)| {
        let place = b.register(&format!("{name}_{part}"), bits).resets_to(0);
        place.next_when(moves, &(&*place + &b.constant(bits, 1)));
        place.output()
    });
    Ring { full: count.bit(bits), some: count.any(), first, end }
}
