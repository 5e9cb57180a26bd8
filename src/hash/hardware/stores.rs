//! The way of a store to its place: see [`super::stages`].

use super::chain::Chain;
use super::decide::{Order, decide};
use super::features::{Attributes, Compared, Features, Stores, comparer};
use super::stages::{COMPARED, DECIDED, INDEXED, LISTENS, ORDERED, READ, TOLD};
use super::way;
use crate::describe::{Builder, Bundle, ModuleHandle, Project, Waits, Wire, concat, delay, mux};
use crate::hash::Layout;
use crate::netlist::NetlistError;
use crate::parts::decode::word;

/// The module that decides what each store writes.
///
/// Inputs: `store` (1 bit: there is one), what of it is compared, `index` (of the store of 6 cycles
/// ago), and for each place `copy_<n>` (of the store of 11 cycles ago). Outputs, 16 cycles after a
/// store: for each place, `write_rest` and `write_move`.
pub(super) fn stores(
    project: &mut Project,
    name: &str,
    layout: Layout,
    address_bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let comparer = comparer(project, &format!("{name}_compare"), layout)?;
    let b = Builder::new(
        name,
        format!(
            "Decides what of which place each store writes.\nThe decision comes {TOLD} cycles after the store, and counts for the store right behind."
        ),
    );
    let store = b.input("store", 1).comment("there is a store");
    let valid = Chain::cleared(&store, "valid", 0, DECIDED);
    let stores = inputs(&b, layout);
    let index = b.input("index", address_bits).comment("the cluster of the store of 6 cycles ago");
    let index = Chain::new(&index, "index", INDEXED, DECIDED);
    let copies: Vec<Wire> = (0..layout.entries())
        .map(|place| {
            b.input(&format!("copy_{place}"), way::compared_bits(layout))
                .comment("read for the store of 11 cycles ago")
        })
        .collect();

    // What was decided last, one cycle ago: once for those who decide, and once for all others,
    // because the way to so many takes long.
    let forward = |name: &str| -> Vec<Wire> {
        (0..layout.entries()).map(|place| b.forward(&format!("told_{name}_{place}"), 1)).collect()
    };
    let (told, told_others) = (forward("now"), forward("others"));
    let heard: Vec<Heard> = (LISTENS..=DECIDED)
        .map(|stage| Heard::of(&comparer, &stores, &index, &valid.at(DECIDED), stage))
        .collect();
    let entries: Vec<Features> = (0..)
        .zip(copies.iter().zip(&told_others))
        .map(|(place, (copy, told))| {
            let name = format!("entry_{place}");
            let read = stores.features(&comparer, &Compared::of(layout, copy), READ, &name);
            merged(&heard, told, &read, place)
        })
        .collect();

    // The store right ahead is one stage behind that in which it is told.
    let ahead = stores.features(&comparer, &stores.at(TOLD - 3), ORDERED - 2, "ahead");
    let same = |stage: u32| heard.iter().filter(move |heard| heard.stage == stage).map(|heard| &heard.same);
    let heard_in = |stage: u32| -> Vec<Wire> {
        told.iter().flat_map(|told| same(stage).map(move |same| told & same)).collect()
    };
    let of_told = heard.iter().filter(|heard| heard.stage == ORDERED).find_map(|heard| heard.written.clone());
    let of_told = of_told.unwrap_or_else(|| ahead.clone());
    let replaced = heard_in(ORDERED);
    let order = Order::of(&entries, &of_told, &ahead, &replaced, "no_more");
    let entries: Vec<Features> =
        entries.iter().zip(&replaced).map(|(entry, replaced)| of_told.or(replaced, entry)).collect();
    let bits = |part: &str, of: fn(&Features) -> &Wire| -> Vec<Wire> {
        let later = |(place, entry): (usize, &Features)| of(entry).later(&format!("{part}_{place}"));
        entries.iter().enumerate().map(later).collect()
    };
    let (matches, yields) = (bits("matches", |entry| &entry.matches), bits("yields", |entry| &entry.yields));
    let [ahead_matches, ahead_yields] =
        [(&ahead.matches, "ahead_matches_later"), (&ahead.yields, "ahead_yields_later")]
            .map(|(bit, name)| bit.later(name));
    let rewritten = heard_in(DECIDED);
    let patched = |bits: &[Wire], new: &Wire| -> Vec<Wire> {
        bits.iter().zip(&rewritten).map(|(bit, rewritten)| mux(rewritten, new, bit)).collect()
    };
    let Attributes { exact, moves } = Attributes::from_wires(|name, width| b.input(name, width));
    let attributes = delay(project, &concat(&[exact, moves]), DECIDED, "attributes", Waits::REGISTERS)?;
    let written = decide(
        &valid.at(DECIDED),
        &patched(&matches, &ahead_matches),
        &patched(&yields, &ahead_yields),
        &order.least(&rewritten),
        [&attributes.bit(1), &attributes.bit(0)],
    );
    let rest = word(&written.rest).later_cleared("writes_rest");
    let mv = word(&written.mv).later_cleared("writes_move");
    for (told, name) in [(&told, "written_now"), (&told_others, "written_others")] {
        let copy = word(&written.rest).later_cleared(name).keep();
        (0..).zip(told).for_each(|(place, told)| b.drive(told, &copy.bit(place)));
    }
    b.output("write_rest", &rest).comment("places of which all but the move is written");
    b.output("write_move", &mv).comment("places of which the move is written");
    project.add(b)
}

fn inputs(b: &Builder, layout: Layout) -> Stores {
    let (key, depth) = (layout.key_bits(), layout.depth_bits());
    let input = |name: &str, width: u32, comment: &str| b.input(name, width).comment(comment);
    let key = input("key", key, "the part of the key that is stored");
    let generation = input("generation", super::features::GENERATION, "the number of the search");
    let depth = input("depth", depth, "the depth");
    let pv = input("pv", 1, "it is of the principal variation");
    let width = depth.width() + 1;
    // 4 more, or 6.
    let gained = concat(&[b.bit(true), pv, b.bit(false)]).extend(width);
    let reach = (&depth.extend(width) + &gained).later("reach");
    let compared = concat(&[generation, depth, key]);
    Stores {
        layout,
        compared: Chain::new(&compared, "compared", 0, TOLD - 2),
        reach: Chain::new(&reach, "reach", 1, ORDERED - 2),
    }
}

/// What the store in one stage hears of the store in stage `TOLD`.
struct Heard {
    stage: u32,
    /// They are of one cluster: 1 bit.
    same: Wire,
    /// The entry that is written, as the listening store sees it; not in the last stage.
    written: Option<Features>,
}

impl Heard {
    fn of(comparer: &ModuleHandle, stores: &Stores, index: &Chain, decided: &Wire, stage: u32) -> Self {
        let same = index.at(stage - 1).eq(&index.at(DECIDED)) & decided;
        let written = (stage < DECIDED)
            .then(|| stores.features(comparer, &stores.at(TOLD - 2), stage - 2, &format!("told_{stage}")));
        Self { stage, same: same.later(&format!("same_{stage}")), written }
    }
}

/// The entry of a place in the stage `ORDERED`: as it was read, or as it was written since, until
/// one stage before.
fn merged(heard: &[Heard], told: &Wire, read: &Features, place: u32) -> Features {
    let mut since: Option<(Wire, Features)> = None;
    let mut entry = read.clone();
    for Heard { stage, same, written } in heard.iter().filter(|heard| heard.stage < ORDERED) {
        let Some(written) = written else { continue };
        let here = (told & same).named(&format!("heard_{place}_{stage}"));
        let name = format!("since_{place}");
        if *stage < COMPARED {
            // Still being read.
            let (any, last) = match &since {
                Some((any, last)) => (any | &here, written.or(&here, last)),
                None => (here, written.clone()),
            };
            since = Some((any.later(&format!("{name}_{stage}")), last.later(&name, *stage)));
            continue;
        }
        if let Some((any, last)) = since.take() {
            entry = last.or(&any, &entry);
        }
        entry = written.or(&here, &entry).later(&format!("entry_{place}"), *stage + 1);
    }
    entry
}
