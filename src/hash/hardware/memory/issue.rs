//! What is asked of the memory: reads of operations in their order, and writes of stores.

use super::operation::Operation;
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat, mux};
use crate::hash::Layout;
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::decode::{one_hot, word};
use crate::parts::pick::choose;
use crate::parts::ring::ring;

/// Stores whose clusters have been read and not yet written, at most. A power of two.
pub(super) const SLOTS: u32 = 4;

/// The widths of the module.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    pub layout: Layout,
    pub tag: u32,
    pub address: u32,
    /// Reads under way, at most; a power of two from 2 to 16.
    pub outstanding: u32,
}

/// The module that asks the memory.
///
/// Inputs: `head_valid` and `head` (an operation, and above it its cluster), the first that waits;
/// `mem_ready`; `answered` (the oldest read under way is answered in this cycle); `decided` (the
/// oldest store under way has been decided), `entry` and `places`, the bytes of an entry and the
/// places of the cluster that take them, none if nothing is written. Outputs: `pop`, the head has
/// been asked for; `request`, `write`, `cluster`, `written` and `write_places` of the port;
/// `flight`, the operation whose read is answered next.
pub(super) fn issue(project: &mut Project, name: &str, widths: Widths) -> Result<ModuleHandle, NetlistError> {
    let Widths { layout, tag, address, outstanding } = widths;
    let b = Builder::new(
        name,
        "Asks the memory for clusters in the order of operations, and to write those of stores.\nAn operation on a cluster that a store is about to write waits.",
    );
    let operation_bits = Operation::bits(layout, tag);
    let head =
        b.input("head", operation_bits + address).comment("the first that waits, and above it its cluster");
    let head_valid = b.input("head_valid", 1).comment("there is one");
    let ready = b.input("mem_ready", 1).comment("what is asked of the memory is taken");
    let answered = b.input("answered", 1).comment("the oldest read is answered");
    let decided = b.input("decided", 1).comment("the oldest store that has been read is decided");
    let entry_bits = layout.entry_bytes() * 8;
    let entry = b.input("entry", entry_bits).comment("the bytes of an entry");
    let places = b.input("places", layout.entries()).comment("the places that take them");

    let (cluster, is_store) = (head.slice(operation_bits, address), head.bit(0));
    let pop = b.forward("asks", 1);
    let freed = b.forward("frees", 1);
    let flights = ring(&b, "flights", outstanding, &pop, &answered);
    let slots = ring(&b, "slots", SLOTS, &(&pop & &is_store), &freed);
    let writes = ring(&b, "writes", SLOTS, &decided, &freed);

    let taken = one_hot(&slots.end, SLOTS);
    let given = one_hot(&slots.first, SLOTS);
    let held: Vec<(Wire, Wire)> = (0..)
        .zip(taken.iter().zip(&given))
        .map(|(number, (taken, given)): (u32, (&Wire, &Wire))| {
            let takes = &pop & &is_store & taken;
            let valid = b.register(&format!("slot_{number}_taken"), 1).resets_to(0);
            valid.next(&((&*valid & !&(&freed & given)) | &takes));
            let of = b.register(&format!("slot_{number}_cluster"), address);
            of.next_when(&takes, &cluster);
            (valid.output(), of.output())
        })
        .collect();
    let waits = held.iter().fold(b.bit(false), |waits, (valid, of)| waits | (valid & of.eq(&cluster)));
    let reads = (&head_valid & !&waits & !&flights.full & !&(&is_store & &slots.full)).named("may_read");

    let decisions = b.memory("decisions", entry_bits + layout.entries(), SLOTS).style(RamStyle::Distributed);
    decisions.write(&decided, &writes.end, &concat(&[places, entry]));
    let decision = decisions.read_now("decision", &writes.first);
    let write_places = decision.slice(entry_bits, layout.entries());
    let nothing = (&writes.some & write_places.none()).named("writes_nothing");
    let write = (&writes.some & !&nothing).named("may_write");
    b.drive(&pop, &(&reads & !&write & &ready));
    b.drive(&freed, &((&write & &ready) | &nothing));
    let clusters: Vec<Wire> = held.iter().map(|(_, of)| of.clone()).collect();
    let oldest = choose(&word(&given), &clusters);

    let flying = b.memory("flying", operation_bits, outstanding).style(RamStyle::Distributed);
    flying.write(&pop, &flights.end, &head.slice(0, operation_bits));
    let flight = flying.read_now("flying_first", &flights.first);
    b.output("pop", &pop).comment("the head is asked for");
    b.output("request", &(&write | &reads)).comment("the memory is asked");
    b.output("write", &write).comment("to write");
    b.output("cluster", &mux(&write, &oldest, &cluster)).comment("this cluster");
    b.output("written", &decision.slice(0, entry_bits)).comment("the bytes of an entry");
    b.output("write_places", &write_places).comment("the places that take them");
    b.output("flight", &flight).comment("the operation that is answered next");
    project.add(b)
}
