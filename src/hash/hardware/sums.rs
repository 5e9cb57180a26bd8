//! What makes one read of a bank enough for a probe and a store: the sums of both banks.
//!
//! A cycle has three accesses to what a store compares: a probe reads it, a store reads it, and
//! another store writes it. A block memory has two ports. So the clusters of the two sides to move
//! are two banks, and a third memory has the exclusive or of both, their *sum*. The probe reads its
//! bank. The store reads the other bank and the sum: if that other bank is its own, it has its
//! word, and with the sum the word of the bank beside it; else the other way round. So each of the
//! three memories is read once and written once in each cycle, and a store knows both clusters of
//! its row, which is what it needs to write the new sum.

use super::way::MEETS;
use super::words::{beside_bits, compared_bits};
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::decode::word;

/// Bits of a place's sum that has a memory of its own.
pub(super) fn own_bits(layout: Layout) -> u32 {
    compared_bits(layout) - beside_bits(layout)
}

/// Bits of the sums that all places share: those of the key bits beside moves.
pub(super) fn shared_bits(layout: Layout) -> u32 {
    beside_bits(layout) * layout.entries()
}

/// The memories of the sums. The sums of key bits that stand beside moves share one memory, for all
/// places together.
///
/// Inputs: `compared` and `written`, the rows; `write`, a bit for each place; `sum_<n>` of each
/// place and `beside`, what is written; `late`, a bit for each place that was written at the edge
/// of the read, 4 cycles after the address, and `late_sum_<n>` and `late_beside`. Outputs, 5 cycles
/// after the address: `sum_<n>_read` and `beside_read`.
pub(super) fn sums(
    project: &mut Project,
    name: &str,
    layout: Layout,
    row_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        "The sums of the two clusters of a row: of what stores compare, by exclusive or.\nA sum comes 5 cycles after its row.",
    );
    let row = |name: &str, comment: &str| b.input(name, row_bits).comment(comment);
    let read = row("compared", "the row that a store reads");
    let written = row("written", "the row that is written");
    let write = b.input("write", layout.entries()).comment("places that are written");
    let late = b.input("late", layout.entries()).comment("places written at the edge of the read");
    let one = |name: &str, width: u32, [write, late]: [&Wire; 2]| {
        let word = b.input(name, width).comment("what is written");
        let late_word = b.input(&format!("late_{name}"), width).comment("written at the edge of the read");
        let memory = b.memory(&format!("{name}s"), width, 1 << row_bits).style(RamStyle::UncheckedBlock);
        let memory = memory.comment("sums");
        let coming = |wire: &Wire, part: &str| wire.later(&format!("{name}_{part}")).keep();
        memory.write(&coming(write, "write"), &coming(&written, "place"), &coming(&word, "coming"));
        let found = memory.read_next(&format!("{name}_found"), &coming(&read, "reading"));
        let arriving = found.later(&format!("{name}_leaving")).later(&format!("{name}_arriving"));
        let left = mux(late, &late_word, &arriving).later(&format!("{name}_left"));
        b.output(&format!("{name}_read"), &left).comment("for a store");
    };
    for place in 0..layout.entries() {
        one(&format!("sum_{place}"), own_bits(layout), [&write.bit(place), &late.bit(place)]);
    }
    if shared_bits(layout) > 0 {
        one("beside", shared_bits(layout), [&write.any(), &late.any()]);
    }
    project.add(b)
}

// The late bits come with the words that have left the memory.
const _: () = assert!(MEETS == 4);

/// The sum of a place, from its own memory and from the shared one.
pub(super) fn sum_of(layout: Layout, own: &Wire, shared: Option<&Wire>, place: u32) -> Wire {
    let beside = beside_bits(layout);
    match shared {
        Some(shared) => concat(&[own.clone(), shared.slice(place * beside, beside)]),
        None => own.clone(),
    }
}

/// The shared sums after the places of these bits are written: the first bits of `after` there, and
/// `before` elsewhere.
pub(super) fn shared_after(layout: Layout, before: &Wire, after: &[Wire], written: &Wire) -> Wire {
    let beside = beside_bits(layout);
    let parts: Vec<Wire> = (0..)
        .zip(after)
        .map(|(place, after): (u32, &Wire)| {
            let kept = before.slice(place * beside, beside);
            mux(&written.bit(place), &after.slice(0, beside), &kept)
        })
        .flat_map(|part| part.bits())
        .collect();
    word(&parts)
}
