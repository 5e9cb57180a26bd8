//! The sums that a store writes.

use super::carried::{News, carried, same_as_last};
use super::chain::Chain;
use super::stages::{INDEXED, LISTENS, READ, TOLD};
use super::sums::{own_bits, shared_after, shared_bits};
use super::words::{beside_bits, compared_bits};
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::hash::Layout;
use crate::netlist::NetlistError;

/// The module that knows what stands beside each store: in the other cluster of its row, at each
/// place. A store ahead that writes there is heard one cycle after it is told.
///
/// Inputs: `index` (of the store of 6 cycles ago); `other_<n>` of each place, and `beside` (read
/// for the store of 13 cycles ago); `told` (places that the store of 19 cycles ago writes), and
/// `word` (what of it is compared). Outputs for that store: `sum_<n>` of each place as if it were
/// written, and `beside_sums`.
pub(super) fn others(
    project: &mut Project,
    name: &str,
    layout: Layout,
    address_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!("The sums that a store writes, of its row.\nThey come {TOLD} cycles after the store."),
    );
    let (entries, compared) = (layout.entries(), compared_bits(layout));
    let index = b.input("index", address_bits).comment("the cluster of the store of 6 cycles ago");
    let told = b.input("told", entries).comment("places that the store of 19 cycles ago writes");
    let word = b.input("word", compared).comment("what of that store is compared");
    let rows = Chain::kept(&index.slice(1, address_bits - 1), "row", INDEXED, TOLD - 1);
    let sides = Chain::new(&index.bit(0), "side", INDEXED, TOLD - 1);
    // The flags a cycle after a store is told: one stage further on.
    let same_row = same_as_last(&rows, [LISTENS, TOLD - 1], TOLD - 1, "same_row");
    let other_side: Vec<Wire> = (LISTENS..TOLD)
        .map(|stage| sides.at(stage - 1).ne(&sides.at(TOLD - 1)).later(&format!("other_side_{stage}")))
        .collect();
    let word_told = word.later("word_told");
    let other_sums: Vec<Wire> = (0..entries)
        .map(|place| {
            let read =
                b.input(&format!("other_{place}"), compared).comment("read for the store of 13 cycles ago");
            let news = same_row.iter().zip(&other_side).map(|((stage, same), other)| {
                let here = (&told.bit(place) & same & other).later(&format!("heard_{place}_{stage}"));
                News { stage: stage + 1, here, word: word_told.clone() }
            });
            let other = carried(&read, READ, &news.collect::<Vec<_>>(), &format!("other_{place}_carried"));
            &other ^ &word
        })
        .collect();
    if shared_bits(layout) > 0 {
        let read = b.input("beside", shared_bits(layout)).comment("read for the store of 13 cycles ago");
        let last = b.forward("beside_last", shared_bits(layout));
        let news = same_row.iter().map(|(stage, same)| {
            let here = (told.any() & same).later(&format!("heard_row_{stage}"));
            News { stage: stage + 1, here, word: last.clone() }
        });
        let before = carried(&read, READ, &news.collect::<Vec<_>>(), "beside_before");
        let after = shared_after(layout, &before, &other_sums, &told);
        b.drive(&last, &after.later("beside_told"));
        b.output("beside_sums", &after).comment("the sums of key bits beside moves");
    }
    for (place, sum) in (0..entries).zip(&other_sums) {
        let own = sum.slice(beside_bits(layout), own_bits(layout));
        b.output(&format!("sum_{place}"), &own).comment("the sum if this place is written");
    }
    project.add(b)
}
