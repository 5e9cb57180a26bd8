//! The controller: what a table asks, commands, and words.

use super::commands::commands;
use super::data::data;
use super::{BANK_BITS, Sdram};
use crate::describe::{Builder, ModuleHandle, Project};
use crate::hash::Layout;
use crate::hash::hardware::memory::link::{Request, port_inputs};
use crate::netlist::NetlistError;

/// The controller of a chip for a table's port. A cluster that waits is read or written as soon as
/// its bank and the wires are free; in order.
///
/// Latency of a read from the request to the answer, without waiting: 5 cycles, those until the
/// first burst, the CAS latency, `capture`, and one for each word. Throughput: as many cycles a
/// cluster as it has words, and more where two accesses behind each other are in one bank.
pub(crate) fn controller(
    project: &mut Project,
    name: &str,
    layout: Layout,
    sdram: &Sdram,
) -> Result<ModuleHandle, NetlistError> {
    let commands = commands(project, &format!("{name}_commands"), layout, sdram)?;
    let data = data(project, &format!("{name}_words"), layout, sdram)?;
    let b = Builder::new(
        name,
        "A controller of an SDRAM chip: clusters are read and written in the order in which they are asked for.",
    );
    let port = port_inputs(&b, layout);
    let taken = b.forward("taken", 1);
    let request = Request::new(&b, &port, &taken, None);
    let bits = BANK_BITS + sdram.place_bits(layout) + sdram.row_bits;
    // A table that fits has no cluster beyond.
    request.cluster.slice(bits, request.cluster.width() - bits).named("beyond_unused");
    let pins = b
        .instance("commands", &commands)
        .input("valid", &request.valid)
        .input("write", &request.write)
        .input("cluster", &request.cluster.slice(0, bits))
        .drives("taken", &taken)
        .outputs();
    let words = b
        .instance("words", &data)
        .input("begins", &taken)
        .input("write", &request.write)
        .input("starting", &pins.get("starting"))
        .input("data", &request.data)
        .input("enable", &request.enable)
        .input("dq_in", &b.input("sdram_dq_in", sdram.bits).comment("the word on the chip's wires"))
        .outputs();
    b.output("mem_answer", &words.get("came")).comment("the oldest read is answered");
    let entries = layout.entries() * layout.entry_bytes() * 8;
    let cluster = words.get("cluster");
    b.output("mem_read", &cluster.slice(0, entries)).comment("the entries of its cluster");
    if entries < cluster.width() {
        cluster.slice(entries, cluster.width() - entries).named("padding_unused");
    }
    b.output("sdram_cke", &b.bit(true)).comment("the clock counts");
    b.output("sdram_cs_n", &b.bit(false)).comment("commands count");
    for (name, comment) in [
        ("ras_n", "the command"),
        ("cas_n", "the command"),
        ("we_n", "the command"),
        ("ba", "the bank"),
        ("a", "the row, the place in it, or the mode"),
    ] {
        b.output(&format!("sdram_{name}"), &pins.get(name)).comment(comment);
    }
    b.output("sdram_dqm", &words.get("dqm")).comment("the bytes that are not written");
    b.output("sdram_dq_out", &words.get("dq_out")).comment("the word that is written");
    b.output("sdram_dq_drive", &words.get("dq_drive")).comment("it is on the chip's wires");
    project.add(b)
}
