//! What is done with a cluster that has been read.

use super::issue::Widths;
use super::operation::{Operation, entry_bits, entry_of, place_of, with_entry};
use crate::describe::{Builder, ModuleHandle, Project, Waits, Wire, delay, mux};
use crate::hash::Layout;
use crate::hash::hardware::carried::Carried;
use crate::hash::hardware::chain::Chain;
use crate::hash::hardware::decide::{Order, decide};
use crate::hash::hardware::features::{Attributes, Compared, Features, Stores, comparer};
use crate::hash::hardware::probes::{self, fields, probes};
use crate::hash::hardware::words::compared_bits;
use crate::netlist::NetlistError;
use crate::parts::decode::word;
use crate::parts::pick::choose;

/// Clock cycles from a cluster to the answer of its probe.
pub(super) const ANSWERS: u32 = 1 + probes::LATENCY;

/// Clock cycles from a cluster to the decision of its store.
const DECIDES: u32 = 5;

/// The stage in which a store and an entry are compared.
const COMPARES: u32 = 1;

/// The module that finds the entry of a probe in its cluster, and decides what a store writes.
///
/// Inputs: `valid` (a cluster has been read), `read` (it), `flight` (its operation). Outputs: 3
/// cycles later `answer`, `answer_tag`, `answer_hit`, `answer_place` and the fields of an entry; 5
/// cycles later `decided`, `entry` and `places`.
pub(super) fn answer(
    project: &mut Project,
    name: &str,
    widths: Widths,
) -> Result<ModuleHandle, NetlistError> {
    let (layout, tag) = (widths.layout, widths.tag);
    let probes = probes(project, &format!("{name}_probes"), layout)?;
    let comparer = comparer(project, &format!("{name}_compare"), layout)?;
    let b = Builder::new(
        name,
        format!(
            "Finds the entry of a probe in its cluster, and decides what a store writes there.\nAn answer comes {ANSWERS} cycles after the cluster, a decision {DECIDES}."
        ),
    );
    let valid = b.input("valid", 1).comment("a cluster has been read");
    let cluster = b.input("read", layout.entries() * entry_bits(layout)).comment("its entries");
    let cluster = cluster.later("cluster_1");
    let flight = b.input("flight", Operation::bits(layout, tag)).comment("its operation");
    let (is_store, fields_of) = (flight.bit(0), flight.slice(1, flight.width() - 1));
    let operation = Operation::unpacked(layout, tag, is_store.clone(), &fields_of.later("operation_1"));
    let olds: Vec<Wire> = (0..layout.entries()).map(|place| place_of(layout, &cluster, place)).collect();
    let entries: Vec<[Wire; 2]> = olds.iter().map(|old| entry_of(layout, old)).collect();

    let named = |part: usize, name: &str| -> Vec<(String, Wire)> {
        let entry = |(place, entry): (usize, &[Wire; 2])| (format!("{name}_{place}"), entry[part].clone());
        entries.iter().enumerate().map(entry).collect()
    };
    let found = b
        .instance("probes", &probes)
        .input("key", &operation.key(layout))
        .inputs(named(0, "rest"))
        .inputs(named(1, "move"))
        .outputs();
    let asked = Chain::cleared(&(&valid & !&is_store), "probed", 0, ANSWERS).at(ANSWERS);
    b.output("answer", &asked).comment("there is an answer");
    let tags = (2..=ANSWERS).fold(operation.tag.clone(), |tag, stage| tag.later(&format!("tag_{stage}")));
    b.output("answer_tag", &tags).comment("the tag of its probe");
    b.output("answer_hit", &(&found.get("hit") & &asked)).comment("there is an entry of the key");
    b.output("answer_place", &found.get("place")).comment("its place in the cluster");
    for (name, _, comment) in fields(layout) {
        b.output(&format!("answer_{name}"), &found.get(&format!("found_{name}"))).comment(comment);
    }

    let decided = Chain::cleared(&(&valid & &is_store), "stored", 0, DECIDES).at(DECIDES);
    let features = features(&b, layout, &comparer, &operation, &entries);
    let order = Order::of(&features, &[]).later("no_more");
    let features: Vec<Features> = (0..)
        .zip(&features)
        .map(|(place, one): (u32, &Features)| one.without_worth().later(&format!("entry_{place}"), 4))
        .collect();
    let mut wait = |wire: &Wire, name: &str| delay(project, wire, DECIDES - 1, name, Waits::memory_from(4));
    let new = [wait(&operation.rest, "rest")?, wait(&operation.mv, "move")?];
    let olds: Vec<Wire> = (0..)
        .zip(&olds)
        .map(|(place, old): (u32, &Wire)| wait(old, &format!("old_{place}")))
        .collect::<Result<_, _>>()?;
    let bound = bound_of(layout, &operation.rest);
    let Attributes { exact, moves } = Attributes::of(&bound, &operation.mv);
    let [exact, moves] = [(exact, "exact"), (moves, "moves")]
        .map(|(bit, name)| (2..DECIDES).fold(bit, |bit, stage| bit.later(&format!("{name}_{stage}"))));
    let written = decide(&b.bit(true), &features, &order.least(&wire_of_each(&features)), [&exact, &moves]);
    let [writes_rest, writes_move] = [(&written.rest, "writes_rest"), (&written.mv, "writes_move")]
        .map(|(bits, name)| word(bits).later(name));
    let writes = &writes_rest | &writes_move;
    let old = choose(&writes, &olds);
    let [old_rest, old_move] = entry_of(layout, &old);
    let rest = mux(&writes_rest.any(), &new[0], &old_rest);
    let mv = mux(&writes_move.any(), &new[1], &old_move);
    b.output("decided", &decided).comment("a store is decided");
    b.output("entry", &with_entry(layout, &old, [&rest, &mv])).comment("the bytes of an entry");
    b.output("places", &writes).comment("the places that take them");
    project.add(b)
}

/// One wire for each place.
fn wire_of_each(features: &[Features]) -> Vec<Wire> {
    features.iter().map(|one| one.matches.clone()).collect()
}

/// The bound of an entry without its move: above the compared bits.
fn bound_of(layout: Layout, rest: &Wire) -> Wire {
    rest.slice(compared_bits(layout), 2)
}

/// The features of the entries, two cycles after them.
fn features(
    b: &Builder,
    layout: Layout,
    comparer: &ModuleHandle,
    operation: &Operation,
    entries: &[[Wire; 2]],
) -> Vec<Features> {
    let compared = operation.rest.slice(0, compared_bits(layout));
    let depth = Compared::of(layout, &compared).depth;
    let width = depth.width() + 1;
    let pv = operation.rest.bit(compared_bits(layout) + 2);
    let more = mux(&pv, &b.constant(width, 6), &b.constant(width, 4));
    let reach = &depth.extend(width) + &more;
    let stores = Stores {
        layout,
        compared: Chain::new(&compared, "compared", COMPARES, COMPARES),
        reach: Chain::new(&reach, "reach", COMPARES, COMPARES),
    };
    let of = |(place, [rest, _]): (usize, &[Wire; 2])| {
        let entry = Compared::of(layout, &rest.slice(0, compared_bits(layout)));
        stores.features(comparer, &entry, COMPARES, &format!("entry_{place}_compare"))
    };
    entries.iter().enumerate().map(of).collect()
}
