//! The way of a probe from the words of its cluster to its answer.

use super::chain::Chain;
use super::words::rest_bits;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat};
use crate::hash::Layout;
use crate::netlist::NetlistError;
use crate::parts::decode::word;
use crate::parts::equal::equal_later;
use crate::parts::pick::{choose, index, lowest};

/// Clock cycles from the words to the answer.
pub(super) const LATENCY: u32 = 3;

/// The fields of an entry as the ports of an answer, with their widths.
pub(super) fn fields(layout: Layout) -> [(&'static str, u32, &'static str); 7] {
    let [_, depth, generation, bound, pv, mv, value, eval] = layout.widths();
    [
        ("depth", depth, "the depth of the entry"),
        ("generation", generation, "the search that wrote it"),
        ("bound", bound, "1 at most the value, 2 at least, 3 exactly"),
        ("pv", pv, "it is of the principal variation"),
        ("move", mv, "its move, 0 for none"),
        ("value", value, "its value"),
        ("eval", eval, "its static evaluation"),
    ]
}

/// The module that finds the entry of a key among those of its cluster.
///
/// Inputs: for each place `rest_<n>` and `move_<n>`; `key`, the key part. Outputs, 3 cycles later:
/// `hit`, `place`, and the fields of the entry behind `found_`.
pub(super) fn probes(
    project: &mut Project,
    name: &str,
    layout: Layout,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "Finds the entry of a key in its cluster.\nThe answer comes {LATENCY} cycles after the words."
        ),
    );
    let (entries, rest_width) = (layout.entries(), rest_bits(layout));
    let key = b.input("key", layout.key_bits()).comment("the stored part of the key");
    let words: Vec<Wire> = (0..entries)
        .map(|place| {
            let read = |name: &str, width: u32| b.input(&format!("{name}_{place}"), width).comment("read");
            let rest = read("rest", rest_width);
            concat(&[read("move", layout.move_bits()), rest])
        })
        .collect();
    let part = |entry: &Wire| entry.slice(0, layout.key_bits());
    let matches: Vec<Wire> = (0..)
        .zip(&words)
        .map(|(place, entry): (u32, &Wire)| equal_later(&part(entry), &key, &format!("pairs_match_{place}")))
        .collect();
    let matches = word(&matches).later("matching");
    // The key part has served its purpose.
    let key_bits = layout.key_bits();
    let words: Vec<Wire> = (0..)
        .zip(&words)
        .map(|(place, entry): (u32, &Wire)| {
            let entry = entry.slice(key_bits, entry.width() - key_bits);
            entry.later(&format!("matching_{place}")).later(&format!("matched_{place}"))
        })
        .collect();
    let first = lowest(&matches).named("first");
    let found = choose(&first, &words).named("found");
    let filled = found.slice(0, layout.depth_bits()).any();
    b.output("hit", &filled.later("hits")).comment("there is an entry of the key");
    b.output("place", &index(&first, place_bits(layout)).later("place_found"))
        .comment("its place in the cluster");
    let found = Chain::new(&found, "entry_found", 0, 1).at(1);
    let move_at = rest_width - key_bits;
    let mut low = 0;
    for (name, width, comment) in fields(layout) {
        let from = if name == "move" { move_at } else { low };
        b.output(&format!("found_{name}"), &found.slice(from, width)).comment(comment);
        low += if name == "move" { 0 } else { width };
    }
    project.add(b)
}

/// Bits of the number of a place.
pub(super) fn place_bits(layout: Layout) -> u32 {
    layout.entries().next_power_of_two().trailing_zeros().max(1)
}
