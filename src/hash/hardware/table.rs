//! The table in block memory: a probe and a store in every clock cycle.

use super::chain::Chain;
use super::features::Attributes;
use super::index::{KEY, Pairs, unit};
use super::memories::{Accesses, Memories, StoreReads};
use super::others::others;
use super::probes::{self, fields, probes};
use super::stages::{INDEXED, LISTENS, READ, TOLD, WRITTEN};
use super::stores::stores;
use super::way;
use super::words::compared_bits;
use crate::describe::{Builder, Bundle, ModuleHandle, Project, Waits, Wire, concat, delay};
use crate::game::Refusal;
use crate::hash::{Clusters, Layout};
use crate::netlist::{Design, NetlistError};

/// Clock cycles from a probe to its answer.
pub const ANSWER_LATENCY: u32 = PROBED + way::LATENCY + probes::LATENCY;

/// The cycle in which a probe's address goes to the memories: the store of the cycle before it
/// writes in the next one.
const PROBED: u32 = TOLD - 1;

/// From how many cycles on something waits in LUT RAM.
const WAITS: Waits = Waits::memory_from(9);

/// The longest wait in LUT RAM.
const LONGEST: u32 = 17;

/// A wait that takes no block memory.
fn wait(project: &mut Project, wire: &Wire, cycles: u32, name: &str) -> Result<Wire, NetlistError> {
    let first = cycles.min(LONGEST);
    let later = delay(project, wire, first, name, WAITS)?;
    delay(project, &later, cycles - first, &format!("{name}_rest"), WAITS)
}

/// The options of a table.
#[derive(Clone, Debug)]
pub struct TableOptions {
    /// The name of the top module.
    pub name: String,
    /// The layout of a cluster.
    pub layout: Layout,
    /// Half the number of clusters, at least 2.
    pub pairs: u16,
}

impl TableOptions {
    /// The options for a number of clusters: even, 4 to 65,536.
    ///
    /// # Errors
    /// The number is another one.
    pub fn new(name: &str, layout: Layout, clusters: u32) -> Result<Self, Refusal> {
        Clusters::new(clusters.into())?;
        let pairs = u16::try_from(clusters / 2).ok().filter(|&pairs| pairs >= 2);
        let pairs = pairs.ok_or_else(|| format!("{clusters} clusters; a table on chip has 4 to 131070"))?;
        Ok(Self { name: name.into(), layout, pairs })
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u32 {
        2 * u32::from(self.pairs)
    }

    fn address_bits(&self) -> u32 {
        self.clusters().next_power_of_two().trailing_zeros()
    }
}

/// The modules of a table.
struct Modules {
    index: ModuleHandle,
    memories: Memories,
    stores: ModuleHandle,
    others: ModuleHandle,
    probes: ModuleHandle,
}

/// The table. In each cycle in which `ready` is set, it takes a probe, a store, and a new search:
/// the probe sees all stores of earlier cycles, and neither of them the new search. An answer comes
/// [`ANSWER_LATENCY`] cycles after its probe.
///
/// After a reset and after power-up, the table clears itself: `ready` rises as many cycles later as
/// there are clusters. What is given before that is not taken.
///
/// # Errors
/// The description breaks a rule of the netlist: a defect of it.
pub fn table(options: &TableOptions) -> Result<Design, Refusal> {
    let TableOptions { name, layout, pairs } = options;
    let (layout, bits) = (*layout, options.address_bits());
    let mut project = Project::new(name);
    project.setting("clusters", options.clusters());
    for (name, value) in layout.parameters() {
        project.setting(name, value);
    }
    let named = |part: &str| format!("{name}_{part}");
    let modules = Modules {
        index: unit(&mut project, &named("index"), Pairs::Known(*pairs), bits)?,
        memories: Memories::new(&mut project, name, layout, bits)?,
        stores: stores(&mut project, &named("stores"), layout, bits)?,
        others: others(&mut project, &named("others"), layout, bits)?,
        probes: probes(&mut project, &named("probes"), layout)?,
    };
    let top = top(&mut project, options, &modules)?;
    project.add(top)?;
    Ok(project.finish()?)
}

fn top(project: &mut Project, options: &TableOptions, modules: &Modules) -> Result<Builder, Refusal> {
    let layout = options.layout;
    let b = Builder::new(
        options.name.as_str(),
        format!(
            "A hash table of {} clusters of {} entries: a probe and a store in every cycle.\nAn answer comes {ANSWER_LATENCY} cycles after its probe.",
            options.clusters(),
            layout.entries()
        ),
    );
    let Clearing { clearing, cluster } = clearing(&b, options);
    let ready = (!&clearing).named("taking");
    b.output("ready", &ready).comment("a probe and a store are taken");
    let new_search = b.input("new_search", 1).comment("later stores are of another search");
    let generation = b.register("generation", super::features::GENERATION).resets_to(0).comment("the search");
    generation.next_when(&(&new_search & &ready), &(&*generation + &b.constant(generation.width(), 1)));

    let store = Store::of(project, &b, layout, &ready, &generation)?;
    let index = |key: &Wire, what: &str| {
        let instance = b.instance(&format!("{what}_index"), &modules.index).input("key", &key.slice(0, KEY));
        instance.output("index", &format!("{what}_cluster")).outputs().get("index")
    };
    let indexed = Chain::new(&index(&store.key, "store"), "store_cluster", INDEXED, TOLD);
    let probe = b.input("probe", 1).comment("a key is looked up");
    let probe_key = b.input("probe_key", KEY + layout.key_bits()).comment(KEY_PORT);
    let probed = index(&probe_key, "probe");
    let probed = wait(project, &probed, PROBED - INDEXED, "probe_cluster")?;

    let reads = StoreReads::forward(&b, layout);
    let decided = b
        .instance("stores", &modules.stores)
        .inputs(store.compared(&generation))
        .input("index", &indexed.at(INDEXED))
        .inputs(numbered("copy", &reads.own))
        .outputs();
    let places = [decided.get("write_rest"), decided.get("write_move")];
    let beside = b
        .instance("other_clusters", &modules.others)
        .input("index", &indexed.at(INDEXED))
        .input("told", &places[0])
        .input("word", &store.rest.slice(0, compared_bits(layout)))
        .inputs(numbered("other", &reads.other))
        .inputs(reads.shared.iter().map(|shared| ("beside", shared.clone())))
        .outputs();
    let sums: Vec<Wire> = (0..layout.entries()).map(|place| beside.get(&format!("sum_{place}"))).collect();
    let shared = reads.shared.as_ref().map(|_| beside.get("beside_sums"));
    let accesses = Accesses {
        probed: &probed,
        compared: &indexed.at(LISTENS),
        told: &indexed.at(TOLD),
        places: places.each_ref(),
        entry: [&store.rest, &store.mv],
        sums: (&sums, shared.as_ref()),
        clearing: [&clearing, &cluster],
    };
    let words = modules.memories.place(project, &accesses, &reads)?;
    let [rest, mv] = [0, 1].map(|part| words.iter().map(|word| word[part].clone()).collect::<Vec<_>>());
    let key = probe_key.slice(KEY, layout.key_bits());
    let key = wait(project, &key, PROBED + way::LATENCY, "probe_part")?;
    let found = b
        .instance("probes", &modules.probes)
        .input("key", &key)
        .inputs(numbered("rest", &rest))
        .inputs(numbered("move", &mv))
        .outputs();
    answer(&b, layout, &(&probe & &ready), &found);
    Ok(b)
}

/// Wires with the names of ports that are numbered.
fn numbered(name: &str, wires: &[Wire]) -> Vec<(String, Wire)> {
    (0..).zip(wires).map(|(place, wire): (u32, &Wire)| (format!("{name}_{place}"), wire.clone())).collect()
}

const KEY_PORT: &str = "the low 33 bits of the key, and above them its highest bits, which are stored";

/// The answer, from what was found.
fn answer(b: &Builder, layout: Layout, taken: &Wire, found: &crate::describe::Outputs) {
    let valid = Chain::cleared(taken, "probing", 0, ANSWER_LATENCY).at(ANSWER_LATENCY);
    b.output("answer", &valid).comment("an answer is there");
    b.output("answer_hit", &(&found.get("hit") & &valid)).comment("there is an entry of the key");
    b.output("answer_place", &found.get("place")).comment("its place in the cluster");
    for (name, _, comment) in fields(layout) {
        let field = found.get(&format!("found_{name}"));
        b.output(&format!("answer_{name}"), &field).comment(comment);
    }
}

/// The clearing of the table.
struct Clearing {
    /// It is on.
    clearing: Wire,
    /// The cluster that is cleared.
    cluster: Wire,
}

fn clearing(b: &Builder, options: &TableOptions) -> Clearing {
    let clearing = b.register("clearing", 1).resets_to(1).comment("the table is being cleared");
    let cluster =
        b.register("cleared", options.address_bits()).resets_to(0).comment("the cluster that is cleared");
    let last = cluster.is(u64::from(options.clusters() - 1)).named("last_cluster");
    cluster.next(&(&*cluster + &b.constant(cluster.width(), 1)).when(&clearing));
    clearing.next(&(&*clearing & !&last));
    Clearing { clearing: clearing.output(), cluster: cluster.output() }
}

/// A store, from its ports.
struct Store {
    valid: Wire,
    key: Wire,
    depth: Wire,
    pv: Wire,
    attributes: Attributes,
    /// The entry without its move, in the stage `TOLD`.
    rest: Wire,
    /// The move, in the stage `TOLD`.
    mv: Wire,
    key_bits: u32,
}

impl Store {
    fn of(
        project: &mut Project,
        b: &Builder,
        layout: Layout,
        ready: &Wire,
        generation: &Wire,
    ) -> Result<Self, Refusal> {
        let store = b.input("store", 1).comment("an entry is stored");
        let key_bits = layout.key_bits();
        let key = b.input("store_key", KEY + key_bits).comment(KEY_PORT);
        let [depth, bound, pv, mv, value, eval] = [0, 2, 3, 4, 5, 6].map(|field| {
            let (name, width, comment) = fields(layout)[field];
            b.input(&format!("store_{name}"), width).comment(comment)
        });
        let part = key.slice(KEY, key_bits);
        let rest = concat(&[eval, value, pv.clone(), bound.clone(), generation.clone(), depth.clone(), part]);
        let attributes = Attributes::of(&bound, &mv);
        let rest = wait(project, &rest, TOLD, "store_rest")?;
        let mv = wait(project, &mv, TOLD, "store_move")?;
        let valid = (&store & ready & depth.any()).named("storing");
        Ok(Self { valid, key, depth, pv, attributes, rest, mv, key_bits })
    }

    /// What the decision is made from.
    fn compared(&self, generation: &Wire) -> Vec<(&'static str, Wire)> {
        let mut inputs = vec![
            ("store", self.valid.clone()),
            ("key", self.key.slice(KEY, self.key_bits)),
            ("generation", generation.clone()),
            ("depth", self.depth.clone()),
            ("pv", self.pv.clone()),
        ];
        inputs.extend(
            Attributes::FIELDS
                .iter()
                .map(|(name, _)| *name)
                .zip(self.attributes.wires().into_iter().cloned()),
        );
        inputs
    }
}

// The memories have taken a word of the store ahead before a store reads that it does not hear of.
const _: () = assert!(WRITTEN - READ_AT == TOLD - LISTENS && READ == LISTENS + way::LATENCY + 1);

/// The cycle in which a store's address is at its memories.
const READ_AT: u32 = LISTENS + 1;
