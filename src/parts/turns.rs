//! Threads that take turns, one a clock cycle.

use crate::describe::{Builder, Wire};

/// Whose turn it is, and whether the round ends with it.
pub struct Turns {
    /// The thread: as many bits as the last one's number has.
    pub thread: Wire,
    /// It is the last one's turn: 1 bit.
    pub last: Wire,
}

/// Bits of the number of a thread, for this many threads, at least two.
pub fn thread_bits(threads: u32) -> u32 {
    threads.next_power_of_two().trailing_zeros()
}

/// Turns of this many threads in the order of their numbers, one in every clock cycle, beginning
/// with `first`. A register, and about as many LUT4 as it has bits.
pub fn turns(b: &Builder, name: &str, threads: u32, first: u32, comment: &str) -> Turns {
    let bits = thread_bits(threads);
    let first = u64::from(first % threads);
    let turn = b.register(name, bits).starts_at(first).resets_to(first).comment(comment);
    // Known from a register, because the turn itself is often far from where it is read.
    let is_last = u64::from(first == u64::from(threads - 1));
    let last = b.register(&format!("{name}_is_last"), 1).starts_at(is_last).resets_to(is_last);
    last.next(&turn.is(u64::from(threads - 2)));
    turn.next(&(&*turn + &b.constant(bits, 1)).when(&!&*last));
    Turns { thread: turn.output(), last: last.output() }
}
