//! Selects the counts that are wanted, from those that come in every cycle.

use crate::describe::{Builder, Wire, concat};

/// The count of the position that had to be counted this many cycles ago, a cycle or two later;
/// otherwise 0. It is in a register, because the counter's end may be far from the sum of counts.
pub fn counted(b: &Builder, shared: bool, counts: &Wire, count: Wire, counting: u32) -> Wire {
    // Bits that say which counts are wanted.
    let way = b.register("counting", counting).resets_to(0).comment("where positions are on their way");
    way.next(&concat(&[way.slice(0, counting - 1), counts.clone()]));
    let wanted = way.bit(counting - 1);
    // Where a device is filled with pairs, ways are longer: then both that decide have a register
    // on theirs, and what forbids a count is set, so that it clears without a table.
    let counted = match shared {
        false => count.when(&wanted),
        true => {
            let unwanted = b.register("count_unwanted", 1).starts_at(1).resets_to(1);
            unwanted.next(&!wanted);
            count.later("count_taken").when(&!unwanted.output())
        }
    };
    counted.later("counted")
}
