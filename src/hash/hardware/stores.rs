//! The way of a store to its place: see [`super::stages`].

use super::carried::{Carried, News, carried, same_as_last};
use super::chain::Chain;
use super::decide::{Order, by_key, decide_for_all};
use super::features::{Attributes, Compared, Features, Stores, comparer};
use super::stages::{AHEAD, COMPARED, DECIDED, INDEXED, LISTENS, ORDERED, READ, TOLD};
use super::words::compared_bits;
use crate::describe::{Builder, Bundle, ModuleHandle, Project, Waits, Wire, concat, delay};
use crate::hash::Layout;
use crate::netlist::NetlistError;
use crate::parts::decode::word;

/// The module that decides what each store writes.
///
/// Inputs: `store` (1 bit: there is one), what of it is compared, `index` (of the store of 6 cycles
/// ago), and for each place `copy_<n>` (of the store of 13 cycles ago). Outputs, 19 cycles after a
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
    let valid = Chain::cleared(&store, "valid", 0, DECIDED - 1);
    let stores = inputs(&b, layout);
    let index = b.input("index", address_bits).comment("the cluster of the store of 6 cycles ago");
    let index = Chain::kept(&index, "index", INDEXED, DECIDED);
    let copies: Vec<Wire> = (0..layout.entries())
        .map(|place| {
            b.input(&format!("copy_{place}"), compared_bits(layout))
                .comment("read for the store of 13 cycles ago")
        })
        .collect();

    // What was decided last, one cycle ago: once for those who decide, and once for all others,
    // because the way to so many takes long.
    let forward = |name: &str| -> Vec<Wire> {
        (0..layout.entries()).map(|place| b.forward(&format!("told_{name}_{place}"), 1)).collect()
    };
    let (told, told_others) = (forward("now"), forward("others"));
    let heard = same_as_last(&index, [LISTENS, DECIDED], DECIDED, "same_cluster");
    let heard: Vec<Heard> =
        heard.into_iter().map(|(stage, same)| Heard::of(&comparer, &stores, same, stage)).collect();
    let entries: Vec<Features> = (0..)
        .zip(copies.iter().zip(&told_others))
        .map(|(place, (copy, told))| {
            let name = format!("entry_{place}");
            let read = stores.features(&comparer, &Compared::of(layout, copy), READ, &name);
            merged(&heard, told, &read, &name)
        })
        .collect();

    let ahead = ahead(&comparer, &stores, &heard);
    let hears: Vec<Vec<Wire>> = (ORDERED..DECIDED).map(|stage| heard_in(&heard, &told, stage)).collect();
    let order = Order::of(&entries, &ahead).later("no_more");
    let order = ordered(&order, &hears);
    let Attributes { exact, moves } = Attributes::from_wires(|name, width| b.input(name, width));
    let attributes = concat(&[exact, moves]);
    let attributes = delay(project, &attributes, DECIDED - 1, "attributes", Waits::REGISTERS)?;
    let (entries, last) = entries_before_the_last(&entries, &ahead, &hears);
    let store = [&attributes.bit(1), &attributes.bit(0)];
    let by_key = by_key(&valid.at(DECIDED - 1), &entries, &last, store);
    let same = heard.last().map_or(b.bit(false), |heard| heard.same.clone());
    let written = decide_for_all(&by_key, &order, (&told, &same));
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
    /// The entry that is written, as the listening store sees it; only until worths are compared.
    written: Option<Features>,
}

impl Heard {
    fn of(comparer: &ModuleHandle, stores: &Stores, same: Wire, stage: u32) -> Self {
        let written = (stage <= ORDERED)
            .then(|| stores.features(comparer, &stores.at(TOLD - 2), stage - 2, &format!("told_{stage}")));
        Self { stage, same, written }
    }
}

/// For each place, whether the store in this stage hears that it is written.
fn heard_in(heard: &[Heard], told: &[Wire], stage: u32) -> Vec<Wire> {
    let same = heard.iter().find(|heard| heard.stage == stage).map(|heard| &heard.same);
    told.iter().filter_map(|told| same.map(|same| told & same)).collect()
}

/// The entry of a place in the stage `ORDERED`: as it was read, or as it was written since, until
/// one stage before.
fn merged(heard: &[Heard], told: &Wire, read: &Features, name: &str) -> Features {
    let heard = heard.iter().filter(|heard| heard.stage < ORDERED);
    let news: Vec<News<Features>> = heard
        .filter_map(|Heard { stage, same, written }| {
            let here = (told & same).named(&format!("{name}_heard_{stage}"));
            written.clone().map(|word| News { stage: *stage, here, word })
        })
        .collect();
    carried(read, COMPARED, &news, name).later(name, ORDERED)
}

/// What the stores ahead write that are heard in the stages from `ORDERED` on, as a store in that
/// stage sees it already then.
fn ahead(comparer: &ModuleHandle, stores: &Stores, heard: &[Heard]) -> Vec<Features> {
    let first = heard.iter().find(|heard| heard.stage == ORDERED).and_then(|heard| heard.written.clone());
    let later = (1..AHEAD as u32)
        .map(|by| stores.features(comparer, &stores.at(TOLD - 2 - by), ORDERED - 2, &format!("ahead_{by}")));
    first.into_iter().chain(later).collect()
}

/// The order when the place is decided but for the last news, from that of all news to come.
fn ordered(order: &Order, hears: &[Vec<Wire>]) -> Order {
    let [first, second, ..] = hears else { return order.after(&[]) };
    if first.len() == 1 {
        return order.after(&[]);
    }
    let first: Vec<Wire> = (0..)
        .zip(first)
        .map(|(place, heard): (u32, &Wire)| heard.later(&format!("heard_first_{place}")))
        .collect();
    order.after(&first).after(second).later("ordered")
}

/// The entries in the stage before the place is decided, of which no more than matches and ages
/// count: without the last news, and these.
fn entries_before_the_last(
    entries: &[Features],
    ahead: &[Features],
    hears: &[Vec<Wire>],
) -> (Vec<Features>, Features) {
    let waits = |(by, new): (u32, &Features)| {
        let cycles = by.min(DECIDED - 1 - ORDERED);
        (0..cycles).fold(new.without_worth(), |new, cycle| new.later(&format!("ahead_{by}_waits"), cycle))
    };
    let waiting: Vec<Features> = (0..).zip(ahead).map(waits).collect();
    let last = waiting.last().cloned().unwrap_or_else(|| entries[0].clone());
    let entry = |(place, entry): (usize, &Features)| {
        let news: Vec<News<Features>> = (ORDERED..DECIDED)
            .zip(waiting.iter().zip(hears))
            .map(|(stage, (new, hears))| News { stage, here: hears[place].clone(), word: new.clone() })
            .collect();
        carried(&entry.without_worth(), ORDERED, &news, &format!("last_{place}"))
    };
    (entries.iter().enumerate().map(entry).collect(), last)
}
