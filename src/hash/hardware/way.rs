//! The memories of one place of all clusters.

use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::hash::Layout;
use crate::netlist::{NetlistError, RamStyle};

/// Clock cycles from an address to its word.
pub(super) const LATENCY: u32 = 4;

/// Bits of what a store compares: key part, depth and number of the search.
pub(super) fn compared_bits(layout: Layout) -> u32 {
    layout.key_bits() + layout.depth_bits() + super::features::GENERATION
}

/// Bits of an entry without its move.
pub(super) fn rest_bits(layout: Layout) -> u32 {
    layout.widths().iter().sum::<u32>() - layout.move_bits()
}

/// The memories of one place: the rest of the entry and its move, which are written apart, and a
/// second copy of what a store compares, because three accesses a cycle are one more than a block
/// memory has.
///
/// Words come 4 cycles after their address: through a register on the way in, the memory, its
/// output register, and a register on the way out, because the device fixes the places of block
/// memories. A word read at the edge of its write may be anything.
pub(super) fn way(
    project: &mut Project,
    name: &str,
    layout: Layout,
    address_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!("One place of every cluster.\nA word comes {LATENCY} cycles after its address."),
    );
    let address = |name: &str, comment: &str| b.input(name, address_bits).comment(comment);
    let probed = address("probed", "the cluster that a probe reads").later("probing").keep();
    let compared = address("compared", "the cluster that a store reads").later("comparing").keep();
    let written = address("written", "the cluster that is written");
    let enable = |name: &str, comment: &str| b.input(name, 1).comment(comment);
    let writes_rest = enable("write_rest", "all but the move is written");
    let writes_move = enable("write_move", "the move is written");
    let rest = b.input("rest", rest_bits(layout)).comment("the entry without its move");
    let mv = b.input("move", layout.move_bits()).comment("the move");
    let copy = rest.slice(0, compared_bits(layout));
    let depth = 1 << address_bits;
    // Each has registers of its own on the way in, because they stand far from each other.
    let [rests, moves, copies] = [
        ("rests", &writes_rest, &rest, "entries without their moves"),
        ("moves", &writes_move, &mv, "the moves"),
        ("copies", &writes_rest, &copy, "what stores compare, once more"),
    ]
    .map(|(name, enable, word, comment)| {
        let memory = b.memory(name, word.width(), depth).style(RamStyle::UncheckedBlock).comment(comment);
        let coming = |wire: &Wire, part: &str| wire.later(&format!("{name}_{part}")).keep();
        memory.write(&coming(enable, "write"), &coming(&written, "place"), &coming(word, "coming"));
        memory
    });
    let out = |word: Wire, name: &str| word.later(&format!("{name}_leaving")).later(&format!("{name}_left"));
    b.output("rest_read", &out(rests.read_next("rest_found", &probed), "rest")).comment("for a probe");
    b.output("move_read", &out(moves.read_next("move_found", &probed), "move")).comment("for a probe");
    b.output("copy_read", &out(copies.read_next("copy_found", &compared), "copy")).comment("for a store");
    project.add(b)
}
