//! The proof that a store decides from what the stores ahead of it wrote.

use super::chain::Chain;
use super::features::{Compared, GENERATION};
use super::stages::{DECIDED, INDEXED, LISTENS, READ, TOLD};
use crate::describe::{Builder, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::Design;
use crate::parts::decode::word;
use crate::parts::pick::lowest;
use crate::prove::properties::{inputs_of, project_with};
use crate::prove::{Method, Property, PropertyError};

const STORES: &str = "stores follow each other";

/// Cycles from when a store is told until a store that reads it without hearing of it has read.
const SEEN: u32 = READ - LISTENS;

/// Cycles after which what counts comes from the inputs alone: the way of the first store that is
/// heard, and that of the one that hears it. The first state is among those that follow any state
/// after so many cycles without stores.
const CYCLES: u32 = TOLD + (TOLD - LISTENS) + 1;

/// Bits of a count of them.
const AGE: u32 = u32::BITS - CYCLES.leading_zeros();

/// The property of a table's module that decides, `unit`: whatever came before, a store of any
/// cluster replaces exactly what the rules say of the entries that the stores ahead have left
/// there, up to the one right ahead.
///
/// The monitor takes any cluster, and keeps what is compared of its entries, as they are written.
/// The memories may give anything for other clusters, and for a word that is written at the edge of
/// its read; for this cluster they give what was written before. The monitor decides anew, in one
/// cycle, by the rules of `crate::hash::rules`.
///
/// # Errors
/// The design has no such module.
pub fn stores_follow(design: &Design, unit: &str, layout: Layout) -> Result<Property, PropertyError> {
    let missing = |what: String| PropertyError::Missing { property: STORES, missing: what };
    let module = design.find(unit).map(|id| design.module(id));
    let module = module.ok_or_else(|| missing(format!("there is no module `{unit}`")))?;
    let (mut project, core) = project_with(design, STORES, unit, |_, module| Ok(module))?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, module);
    let input = |name: &str| -> Result<Wire, PropertyError> {
        let wire = inputs.iter().find(|(port, _)| *port == name).map(|(_, wire)| wire.clone());
        wire.ok_or_else(|| missing(format!("`{unit}` has no port `{name}`")))
    };
    let store = Store {
        valid: Chain::cleared(&input("store")?, "valid", 0, DECIDED).at(DECIDED),
        compared: Chain::new(
            &concat(&[input("generation")?, input("depth")?, input("key")?]),
            "compared",
            0,
            TOLD,
        ),
        pv: Chain::new(&input("pv")?, "pv", 0, DECIDED).at(DECIDED),
        exact: Chain::new(&input("exact")?, "exact", 0, DECIDED).at(DECIDED),
        moves: Chain::new(&input("moves")?, "moves", 0, DECIDED).at(DECIDED),
        index: Chain::new(&input("index")?, "index", INDEXED, TOLD),
    };
    let copies: Vec<Wire> =
        (0..layout.entries()).map(|place| input(&format!("copy_{place}"))).collect::<Result<_, _>>()?;
    let outputs = b.instance("core", &core).inputs(inputs.clone()).outputs();
    let [rest, mv] = ["write_rest", "write_move"].map(|name| outputs.get(name));

    let chosen = b.input("chosen", store.index.at(TOLD).width());
    let is_chosen = |stage: u32| store.index.at(stage).eq(&chosen);
    let told = &rest & &is_chosen(TOLD).repeat(layout.entries());
    let (entries, read_well) = entries(&b, &store, &copies, &told);
    let expected = store.decided(layout, &entries);
    let steady = b.register("steady", 1).starts_at(1);
    let age = b.register("age", AGE).starts_at(0);
    let old = age.is(u64::from(CYCLES));
    age.next_when(&!&old, &(&*age + &b.constant(AGE, 1)));
    let stays = chosen.eq(&chosen.later("chosen_before"));
    // No two places are told at once. What is told first, the property itself says of each cluster.
    let one = b.constant(rest.width(), 1);
    let single = (&rest & &(&rest - &one)).none();
    steady.next(&(&*steady & &stays & single & (read_well | !is_chosen(READ))));
    let right = concat(&[rest, mv]).eq(&expected.later_cleared("expected"));
    b.output("holds", &(right | !&old | !&*steady | !stays | !is_chosen(TOLD)));
    project.add(b)?;
    Ok(Property {
        name: STORES,
        claim: "in a narrow table, each store decides from what the stores ahead of it have left in its cluster",
        monitor: project.unchecked(),
        method: Method::Cycles(CYCLES + 1),
        free: Vec::new(),
        watched: None,
    })
}

/// The entries of the chosen cluster with what is told just now, and whether what is read of it is
/// what was written.
fn entries(b: &Builder, store: &Store, copies: &[Wire], told: &Wire) -> (Vec<Wire>, Wire) {
    let told_before = Chain::new(told, "told", 0, SEEN).at(SEEN);
    let mut read_well = b.bit(true);
    let entries = (0..).zip(copies).map(|(place, copy): (u32, &Wire)| {
        let known = b.register(&format!("known_{place}"), copy.width());
        let after = mux(&told.bit(place), &store.compared.at(TOLD), &known);
        known.next(&after);
        let seen = Chain::new(&known, &format!("known_{place}_before"), 0, SEEN).at(SEEN);
        read_well = &read_well & (copy.eq(&seen) | told_before.bit(place));
        after
    });
    (entries.collect(), read_well)
}

/// The stores, as the monitor sees them.
struct Store {
    valid: Wire,
    compared: Chain,
    pv: Wire,
    exact: Wire,
    moves: Wire,
    index: Chain,
}

impl Store {
    /// What the store that is decided writes, by the rules: the moves of all places, and below them
    /// the rest.
    fn decided(&self, layout: Layout, entries: &[Wire]) -> Wire {
        let new = Compared::of(layout, &self.compared.at(DECIDED));
        let b = new.key.builder();
        let width = layout.depth_bits() + 1;
        let more = mux(&self.pv, &b.constant(width, 6), &b.constant(width, 4));
        let reach = &new.depth.extend(width) + &more;
        let of = |entry: &Wire| Compared::of(layout, entry);
        let matching: Vec<Wire> = entries.iter().map(|entry| of(entry).key.eq(&new.key)).collect();
        let first = lowest(&word(&matching));
        let found = word(&matching).any();
        let worths: Vec<Wire> =
            entries.iter().map(|entry| worth(layout, &of(entry), &new.generation)).collect();
        let mut all = [Vec::new(), Vec::new()];
        for (place, entry) in entries.iter().enumerate() {
            let others = worths.iter().enumerate().filter(|(other, _)| *other != place);
            let least = others.fold(b.bit(true), |least, (other, worth)| {
                let mine = &worths[place];
                least & if other < place { mine.lt(worth) } else { !mine.gt(worth) }
            });
            let chosen = &self.valid & mux(&found, &first.bit(place as u32), &least);
            let entry = of(entry);
            let older = entry.generation.ne(&new.generation);
            let yields = entry.depth.extend(width).lt(&reach) | older;
            all[0].push(&chosen & (!&found | &self.exact | yields));
            all[1].push(&chosen & (!&found | &self.moves));
        }
        let [rest, mv] = all.map(|bits| word(&bits));
        concat(&[rest, mv])
    }
}

/// The worth of an entry, and 248: its depth less 8 for each search since.
fn worth(layout: Layout, entry: &Compared, generation: &Wire) -> Wire {
    let b = generation.builder();
    let width = layout.depth_bits().max(GENERATION + 3) + 1;
    let age = generation - &entry.generation;
    let lost = concat(&[age, b.constant(3, 0)]).extend(width);
    &entry.depth.extend(width) + &(&b.constant(width, 248) - &lost)
}
