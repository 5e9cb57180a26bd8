//! Counters that go both ways.

use crate::describe::{RegisterBuilder, Wire, mux};

/// Drives a counter: one more after a cycle in which `up` alone is set, one less after one in which
/// `down` alone is.
///
/// Area: about 2 LUT4 a bit.
pub fn up_down(counter: &RegisterBuilder, up: &Wire, down: &Wire) {
    let width = counter.width();
    let by = |value: u64| &**counter + &counter.builder().constant(width, value);
    // One less is all ones more.
    let (more, fewer) = (by(1), by(u64::MAX >> (u64::BITS - width)));
    counter.next_when(&(up ^ down), &mux(up, &more, &fewer));
}
