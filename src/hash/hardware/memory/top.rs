//! The table: its ports, its queue, and its clearing.

use super::answer::answer;
use super::issue::{Widths, issue};
use super::link::{MemoryLink, linked};
use super::operation::{Operation, entry_bits};
use crate::describe::{Builder, Outputs, Project, Waits, Wire, concat, delay, mux};
use crate::game::Refusal;
use crate::hash::Layout;
use crate::hash::hardware::INDEX_LATENCY;
use crate::hash::hardware::index::{KEY, Pairs, unit};
use crate::hash::hardware::probes::fields;
use crate::netlist::Design;
use crate::parts::decode::word;
use crate::parts::fifo::fifo;
use crate::parts::up_down::up_down;

/// Operations that wait, at most. A power of two.
const QUEUE: u32 = 32;

/// Bits of the number of a cluster.
pub(super) const ADDRESS: u32 = 32;

/// The options of a table.
#[derive(Clone, Debug)]
pub struct MemoryOptions {
    /// The name of the top module.
    pub name: String,
    /// The layout of a cluster.
    pub layout: Layout,
    /// Bits of the tag of a probe, 1 to 32.
    pub tag_bits: u32,
    /// Reads under way, at most: a power of two from 2 to 16.
    pub outstanding: u32,
    /// What it is linked to.
    pub link: MemoryLink,
}

/// The table. Its ports, its rules and its figures are in `docs/hash.md`.
///
/// # Errors
/// The number of reads is none of those that it can be, the link does not fit the layout, or the
/// description breaks a rule of the netlist: a defect of it.
pub fn memory_table(options: &MemoryOptions) -> Result<Design, Refusal> {
    let MemoryOptions { name, layout, tag_bits: tag, outstanding, link } = options;
    if !(2..=16).contains(outstanding) || !outstanding.is_power_of_two() {
        return Err(format!("{outstanding} reads under way; there may be 2, 4, 8 or 16").into());
    }
    let widths = Widths { layout: *layout, tag: *tag, address: ADDRESS, outstanding: *outstanding };
    let mut project = Project::new(name);
    for (name, value) in
        layout.parameters().into_iter().chain([("tag_bits", *tag), ("outstanding", *outstanding)])
    {
        project.setting(name, value);
    }
    let top = top(&mut project, name, widths)?;
    let table = project.add(top)?;
    linked(&mut project, &table, *layout, link)?;
    Ok(project.finish()?)
}

fn top(project: &mut Project, name: &str, widths: Widths) -> Result<Builder, Refusal> {
    let (layout, tag) = (widths.layout, widths.tag);
    let index = unit(project, &format!("{name}_index"), Pairs::Port, ADDRESS)?;
    let issue = issue(project, &format!("{name}_issue"), widths)?;
    let answer = answer(project, &format!("{name}_answer"), widths)?;
    let operation_bits = Operation::bits(layout, tag);
    let queue = fifo(project, &format!("{name}_queue"), operation_bits + ADDRESS, QUEUE)?;
    let b = Builder::new(
        name,
        "A hash table in any other memory: look-ups are answered in their order, with a tag.\nAn operation sees all earlier ones.",
    );
    let pairs = b.input("pairs", ADDRESS - 1).comment("half the number of clusters, above 0; stays as it is");
    let ready = b.input("mem_ready", 1).comment("what is asked of the memory is taken");
    let clearing = Clearing::new(&b, &pairs, &ready);
    let pop = b.forward("asked", 1);
    let asked = Asked::of(&b, widths, &clearing.on, &pop);

    let cluster = b.instance("index_unit", &index).input("key", &asked.key.slice(0, KEY));
    let cluster = cluster.input("pairs", &pairs.extend(ADDRESS)).outputs().get("index");
    let waited =
        delay(project, &asked.operation.packed(), INDEX_LATENCY, "operation", Waits::memory_from(4))?;
    let push =
        (1..=INDEX_LATENCY).fold(asked.taken, |bit, cycle| bit.later_cleared(&format!("taken_{cycle}")));
    let queued = b
        .instance("questions", &queue)
        .input("push", &push)
        .input("word", &concat(&[cluster, waited]))
        .input("pop", &pop)
        .outputs();

    let read =
        b.input("mem_read", layout.entries() * entry_bits(layout)).comment("the entries of its cluster");
    let answered = b.input("mem_answer", 1).comment("the oldest read that is under way is answered");
    let flight = b.forward("flight", operation_bits);
    let found = b
        .instance("answering", &answer)
        .input("valid", &answered)
        .input("read", &read)
        .input("flight", &flight)
        .outputs();
    let issued = b
        .instance("asking", &issue)
        .input("head", &queued.get("head"))
        .input("head_valid", &(queued.get("head_valid") & !&clearing.on))
        .input("mem_ready", &ready)
        .input("answered", &answered)
        .input("decided", &found.get("decided"))
        .input("entry", &found.get("entry"))
        .input("places", &found.get("places"))
        .drives("pop", &pop)
        .drives("flight", &flight)
        .outputs();
    memory_port(&b, layout, &issued, &clearing);
    for (name, _, comment) in fields(layout) {
        b.output(&format!("answer_{name}"), &found.get(&format!("answer_{name}"))).comment(comment);
    }
    b.output("answer", &found.get("answer")).comment("there is an answer");
    b.output("answer_tag", &found.get("answer_tag")).comment("the tag of its probe");
    b.output("answer_hit", &found.get("answer_hit")).comment("there is an entry of the key");
    b.output("answer_place", &found.get("answer_place")).comment("its place in the cluster");
    Ok(b)
}

/// What is asked of the memory.
fn memory_port(b: &Builder, layout: Layout, issued: &Outputs, clearing: &Clearing) {
    let bytes = layout.entry_bytes();
    let places = issued.get("write_places");
    let entries = issued.get("written").repeat(layout.entries());
    let enables: Vec<Wire> = places.bits().iter().map(|place| place.repeat(bytes)).collect();
    let enables: Vec<Wire> = enables.iter().flat_map(Wire::bits).collect();
    let enables = word(&enables).extend(layout.cluster_bytes());
    let on = &clearing.on;
    b.output("mem_request", &(on | issued.get("request"))).comment("the memory is asked");
    b.output("mem_write", &(on | issued.get("write"))).comment("to write the cluster, else to read it");
    b.output("mem_cluster", &mux(on, &clearing.cluster, &issued.get("cluster"))).comment("its number");
    b.output("mem_data", &entries.extend(layout.cluster_bytes() * 8).when(&!on)).comment("what is written");
    b.output("mem_enable", &(enables | on.repeat(layout.cluster_bytes())))
        .comment("the bytes that are written");
}

/// The clearing of the table: a cluster each time that the memory takes one.
struct Clearing {
    on: Wire,
    cluster: Wire,
}

impl Clearing {
    fn new(b: &Builder, pairs: &Wire, ready: &Wire) -> Self {
        let on = b.register("clearing", 1).resets_to(1).comment("the table is being cleared");
        let cluster = b.register("cleared", ADDRESS).resets_to(0).comment("the cluster that is cleared");
        let last = concat(&[pairs - &b.constant(ADDRESS - 1, 1), b.bit(true)]);
        let ends = cluster.eq(&last).named("last_cluster");
        cluster.next_when(&(&*on & ready), &(&*cluster + &b.constant(ADDRESS, 1)));
        on.next(&(&*on & !&(ends & ready)));
        b.output("ready", &!&*on).comment("the table is clear");
        Self { on: on.output(), cluster: cluster.output() }
    }
}

/// What the asker asks.
struct Asked {
    taken: Wire,
    key: Wire,
    operation: Operation,
}

impl Asked {
    fn of(b: &Builder, widths: Widths, clearing: &Wire, pop: &Wire) -> Self {
        let layout = widths.layout;
        let ask = b.input("ask", 1).comment("a key is looked up, or an entry stored");
        let store = b.input("ask_store", 1).comment("stored");
        let tag = b.input("ask_tag", widths.tag).comment("the tag that the answer to a look-up will have");
        let comment = "the low 33 bits of the key, and above them its highest bits, which are stored";
        let key = b.input("ask_key", KEY + layout.key_bits()).comment(comment);
        let new_search = b.input("new_search", 1).comment("later stores are of another search");
        let generation = b.register("generation", crate::hash::hardware::features::GENERATION).resets_to(0);
        let generation = generation.comment("the search");
        generation.next_when(&new_search, &(&*generation + &b.constant(generation.width(), 1)));
        let [depth, bound, pv, mv, value, eval] = [0, 2, 3, 4, 5, 6].map(|field| {
            let (name, width, comment) = fields(layout)[field];
            b.input(&format!("store_{name}"), width).comment(comment)
        });

        let held = b.register("held", QUEUE.trailing_zeros() + 1).resets_to(0);
        let held = held.comment("operations that have been taken and not asked for");
        let full = held.bit(QUEUE.trailing_zeros());
        let nothing = (&store & depth.none()).named("stores_nothing");
        let taken = (&ask & !&full & !clearing & !&nothing).named("takes");
        up_down(&held, &taken, pop);
        let dropped = b.register("dropped_stores", 32).resets_to(0).comment("stores that found no room");
        let drops = &ask & &store & &full & !&nothing;
        dropped.next_when(&drops, &(&*dropped + &b.constant(32, 1)));
        b.output("ask_ready", &((&store | !&full) & !clearing))
            .comment("what is asked is taken; a store is taken always, and dropped where there is no room");
        b.output("dropped", &dropped).comment("stores that were dropped since the reset");
        let part = key.slice(KEY, layout.key_bits());
        let rest = concat(&[eval, value, pv, bound, generation.output(), depth, part]);
        Self { taken, key, operation: Operation { store, tag, rest, mv } }
    }
}
