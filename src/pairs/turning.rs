//! The turning of a loaded position to the side to move, a square a cycle.

use crate::describe::{Builder, RegisterBuilder, Wire, concat};

/// The squares that are turned, until all are.
pub struct Turning {
    b: Builder,
    turning: Wire,
    turned: RegisterBuilder,
    /// A square is read in this cycle: 1 bit.
    pub turns: Wire,
}

impl Turning {
    /// The turning of a position while the 1-bit `turning` is set.
    pub fn new(b: &Builder, turning: &Wire) -> Self {
        let turned = b.register("turned", 1).resets_to(0).comment("all squares are");
        let turns = (turning & !&*turned).named("turns");
        Self { b: b.clone(), turning: turning.clone(), turned, turns }
    }

    /// The position stands: 1 bit, for a cycle. `last` says that the last square is read.
    pub fn stands(self, last: &Wire) -> Wire {
        let Self { b, turning, turned, turns } = self;
        turned.next(&((&turns & last) | (&*turned & &turning)));
        // For a cycle, from a register, because the way to all that waits for it is long.
        let stands = b.register("root_stands", 1).resets_to(0);
        let all_turned = turned.later("turned_before").later("turned_earlier").later("all_turned");
        stands.next(&(all_turned & &turning & !&*stands));
        stands.output()
    }
}

/// A plane of a position, into which the bit of a square moves, from above, where `turns` is set; 1
/// bit each. So the square that comes first is in bit 0 at the end, a cycle after the last.
pub fn plane(b: &Builder, name: &str, bit: &Wire, turns: &Wire, squares: u32) -> Wire {
    // Each plane has a register of its own that says so: the way to all is long.
    let turns = turns.later(&format!("{name}_turns")).keep();
    let bit = bit.later(&format!("{name}_bit"));
    let register = b.register(name, squares);
    register.next_when(&turns, &concat(&[bit, register.slice(1, squares - 1)]));
    register.output()
}
