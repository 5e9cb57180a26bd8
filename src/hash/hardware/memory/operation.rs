//! An operation on its way through the table.

use crate::describe::{Wire, concat};
use crate::hash::Layout;
use crate::hash::hardware::words::rest_bits;

/// The fields of an operation that wait with it: the store's entry, the tag, and the kind.
#[derive(Clone)]
pub(super) struct Operation {
    /// Set for a store, clear for a probe.
    pub store: Wire,
    /// What the asker calls a probe.
    pub tag: Wire,
    /// The entry that is stored, without its move; of a probe no more than the key part counts.
    pub rest: Wire,
    /// Its move.
    pub mv: Wire,
}

impl Operation {
    /// Bits of all fields.
    pub fn bits(layout: Layout, tag: u32) -> u32 {
        1 + tag + rest_bits(layout) + layout.move_bits()
    }

    /// The fields side by side.
    pub fn packed(&self) -> Wire {
        concat(&[self.mv.clone(), self.rest.clone(), self.tag.clone(), self.store.clone()])
    }

    /// The fields of a word made by [`Operation::packed`], of which `word` has all but the kind.
    pub fn unpacked(layout: Layout, tag: u32, store: Wire, word: &Wire) -> Self {
        let rest = rest_bits(layout);
        Self {
            store,
            tag: word.slice(0, tag),
            rest: word.slice(tag, rest),
            mv: word.slice(tag + rest, layout.move_bits()),
        }
    }

    /// The part of the key that is stored.
    pub fn key(&self, layout: Layout) -> Wire {
        self.rest.slice(0, layout.key_bits())
    }
}

/// Bits of an entry in a cluster.
pub(super) fn entry_bits(layout: Layout) -> u32 {
    layout.entry_bytes() * 8
}

/// The bits of a place of a cluster.
pub(super) fn place_of(layout: Layout, cluster: &Wire, place: u32) -> Wire {
    cluster.slice(place * entry_bits(layout), entry_bits(layout))
}

/// The entry of a place's bits: without its move, and its move.
pub(super) fn entry_of(layout: Layout, bits: &Wire) -> [Wire; 2] {
    let (below, mv) = (move_at(layout), layout.move_bits());
    let above = bits.slice(below + mv, rest_bits(layout) - below);
    [concat(&[above, bits.slice(0, below)]), bits.slice(below, mv)]
}

/// The bits of a place with this entry. What is above the entry stays as it was in `old`.
pub(super) fn with_entry(layout: Layout, old: &Wire, [rest, mv]: [&Wire; 2]) -> Wire {
    let below = move_at(layout);
    let above = rest.slice(below, rest_bits(layout) - below);
    let entry = concat(&[above, mv.clone(), rest.slice(0, below)]);
    match old.width() - entry.width() {
        0 => entry,
        padding => concat(&[old.slice(entry.width(), padding), entry]),
    }
}

/// Bits of an entry below its move.
fn move_at(layout: Layout) -> u32 {
    layout.widths()[..5].iter().sum()
}
