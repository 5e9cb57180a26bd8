//! What stands on a table's port for a memory: nothing, a master of a bus, or a controller.

mod axi4;
mod axi4_model;
mod models;
mod request;
mod wishbone;
mod wishbone_model;

pub(super) use axi4_model::{Axi4Model, Pace};
pub(super) use models::{Bytes, value_of};
pub(super) use request::{Request, port_inputs};
pub(super) use wishbone_model::WishboneModel;

use super::sdram::{Sdram, controller};
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::game::Refusal;
use crate::hash::Layout;
use crate::netlist::Direction;

/// What a table in another memory is linked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryLink {
    /// Its port for whole clusters is outside.
    Port,
    /// A master of a Wishbone bus of so many bits, revision B4, pipelined.
    Wishbone(u32),
    /// A master of an AXI4 bus of so many bits.
    Axi4(u32),
    /// A controller of an SDRAM chip.
    Sdram(Sdram),
}

/// The ports of a table that face its memory.
const FACING: &str = "mem_";

/// A table with its link in a new top, which is named after both. With [`MemoryLink::Port`], the
/// table is the top.
///
/// # Errors
/// The link does not fit the layout, or the description breaks a rule of the netlist.
pub(super) fn linked(
    project: &mut Project,
    table: &ModuleHandle,
    layout: Layout,
    link: &MemoryLink,
) -> Result<(), Refusal> {
    let named = |part: &str| format!("{}_{part}", table.name());
    let (name, about, adapter) = match link {
        MemoryLink::Port => return Ok(()),
        MemoryLink::Wishbone(bits) => {
            fits(layout, *bits)?;
            let adapter = wishbone::master(project, &named("wishbone_master"), layout, *bits)?;
            ("wishbone", "as a master of a Wishbone B4 bus, pipelined", adapter)
        }
        MemoryLink::Axi4(bits) => {
            fits(layout, *bits)?;
            let adapter = axi4::master(project, &named("axi4_master"), layout, *bits)?;
            ("axi4", "as a master of an AXI4 bus", adapter)
        }
        MemoryLink::Sdram(sdram) => {
            sdram.check(layout)?;
            let adapter = controller(project, &named("controller"), layout, sdram)?;
            ("sdram", "in an SDRAM chip", adapter)
        }
    };
    let b = Builder::new(named(name), format!("A hash table {about}: see docs/hash.md."));
    b.clock();
    b.reset();
    let place = Placed { project, b: &b, table, adapter: &adapter };
    match link {
        MemoryLink::Sdram(sdram) => place.within(sdram.clusters(layout)),
        _ => place.around(None),
    }
    project.add(b)?;
    Ok(())
}

fn fits(layout: Layout, bits: u32) -> Result<(), Refusal> {
    let cluster = layout.cluster_bytes() * 8;
    match bits <= cluster {
        true => Ok(()),
        false => Err(format!("a bus of {bits} bits is wider than a cluster; it may have {cluster}").into()),
    }
}

/// A table and its adapter in their top.
struct Placed<'a> {
    project: &'a Project,
    b: &'a Builder,
    table: &'a ModuleHandle,
    adapter: &'a ModuleHandle,
}

impl Placed<'_> {
    /// The table and its adapter, with all ports of both that do not face each other. A table that
    /// `fits` not takes nothing, and is never ready.
    fn around(&self, fits: Option<(&Wire, &Wire)>) {
        let Self { b, table, adapter, .. } = self;
        let facing: Vec<(&str, Wire)> = adapter
            .names_of(Direction::Output)
            .filter(|name| name.starts_with(FACING))
            .map(|name| (name, b.forward(name, adapter.width_of(Direction::Output, name).unwrap_or(1))))
            .collect();
        let mut placed = b.instance("hash_table", table).inputs(facing.iter().cloned());
        for name in self.outside(table, Direction::Input) {
            let wire = match (name, fits) {
                ("pairs", Some((_, pairs))) => pairs.clone(),
                ("ask", Some((fits, _))) => self.input(table, name) & fits,
                _ => self.input(table, name),
            };
            placed = placed.input(name, &wire);
        }
        let placed = placed.outputs();
        let asked = adapter.names_of(Direction::Input).filter(|name| name.starts_with(FACING));
        let mut below = b.instance("memory", adapter);
        below = asked.fold(below, |below, name| below.input(name, &placed.get(name)));
        for name in self.outside(adapter, Direction::Input) {
            below = below.input(name, &self.input(adapter, name));
        }
        for (name, wire) in &facing {
            below = below.drives(name, wire);
        }
        let below = below.outputs();
        for name in self.outside(table, Direction::Output) {
            let wire = match (name, fits) {
                ("ready" | "ask_ready", Some((fits, _))) => placed.get(name) & fits,
                _ => placed.get(name),
            };
            self.output(table, name, &wire);
        }
        for name in self.outside(adapter, Direction::Output) {
            self.output(adapter, name, &below.get(name));
        }
    }

    /// The same of a memory of so many clusters, with one more output.
    fn within(&self, clusters: u64) {
        let b = self.b;
        let pairs = self.input(self.table, "pairs");
        let bits = clusters.trailing_zeros() - 1;
        let before = &pairs - &b.constant(pairs.width(), 1);
        let above = before.slice(bits, pairs.width() - bits);
        let fits = above.none().later_cleared("pairs_fit");
        b.output("fits", &fits).comment("so many clusters are above 0, and fit into the memory");
        self.around(Some((&fits, &pairs)));
    }

    fn outside<'m>(&self, module: &'m ModuleHandle, direction: Direction) -> Vec<&'m str> {
        let named = module.names_of(direction);
        named.filter(|name| !name.starts_with(FACING) && !["clock", "reset"].contains(name)).collect()
    }

    /// What a module says of a port.
    fn comment(&self, module: &ModuleHandle, direction: Direction, name: &str) -> String {
        let module = self.project.module(module);
        let mut port = module.ports_of(direction).map(|port| module.signal(port));
        port.find(|port| port.name == name).and_then(|port| port.comment.clone()).unwrap_or_default()
    }

    fn input(&self, module: &ModuleHandle, name: &str) -> Wire {
        let wire = self.b.input(name, module.width_of(Direction::Input, name).unwrap_or(1));
        wire.comment(&self.comment(module, Direction::Input, name))
    }

    fn output(&self, module: &ModuleHandle, name: &str, wire: &Wire) {
        self.b.output(name, wire).comment(&self.comment(module, Direction::Output, name));
    }
}

/// Words of a bus that come one behind the other, the lowest first, as a register of a cluster.
fn gathered(b: &Builder, layout: Layout, came: &Wire, word: &Wire) -> Wire {
    let cluster = b.register("cluster", layout.cluster_bytes() * 8).comment("the words that have come");
    let next = match cluster.width() - word.width() {
        0 => word.clone(),
        kept => crate::describe::concat(&[word.clone(), cluster.slice(word.width(), kept)]),
    };
    cluster.next_when(came, &next);
    let entries = layout.entries() * layout.entry_bytes() * 8;
    if word.width() == cluster.width() && entries < cluster.width() {
        cluster.slice(entries, cluster.width() - entries).named("padding_unused");
    }
    cluster.output()
}

/// Whether one of a cluster's words fails: `fails` in the cycle of a word that `came`. It is for
/// the last word, and a register behind it says the same of the cluster in the next cycle.
fn failed(b: &Builder, came: &Wire, last: &Wire, fails: &Wire) -> Wire {
    let before = b.register("failed_before", 1).resets_to(0).comment("an earlier word of the cluster failed");
    let any = &*before | fails;
    before.next_when(came, &(&any & !last));
    any.later("cluster_failed")
}

/// Gives a table the cluster that has come, in the cycle behind its last word. One that failed is
/// empty.
fn answer(b: &Builder, layout: Layout, ends: &Wire, cluster: &Wire, failed: &Wire) {
    b.output("mem_answer", &ends.later_cleared("cluster_came")).comment("the oldest read is answered");
    let read = cluster.slice(0, layout.entries() * layout.entry_bytes() * 8).when(&!failed);
    b.output("mem_read", &read).comment("the entries of its cluster");
}

/// The output that says that something failed.
fn error(b: &Builder, fails: &Wire) {
    let error = b.register("memory_has_failed", 1).resets_to(0);
    error.next(&(&*error | fails));
    b.output("memory_error", &error).comment("a transfer has failed since the reset");
}

/// A counter of the words of a cluster, and whether this is the last.
fn beats(b: &Builder, name: &str, words: u32, comes: &Wire) -> (Wire, Wire) {
    if words == 1 {
        return (b.bit(false), b.bit(true));
    }
    let beat = b.register(name, words.trailing_zeros()).resets_to(0).comment("words of the cluster before");
    beat.next_when(comes, &(&*beat + &b.constant(beat.width(), 1)));
    (beat.output(), beat.all())
}
