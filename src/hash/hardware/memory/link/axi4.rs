//! A master of an AXI4 bus.

use super::{Request, answer, beats, error, failed, gathered, port_inputs};
use crate::describe::{Builder, ModuleHandle, Project, Wire, concat};
use crate::hash::Layout;
use crate::netlist::NetlistError;
use crate::parts::decode::one_hot;
use crate::parts::ring::ring;

/// Writes without a response, at most. A power of two.
const WRITES: u32 = 4;

/// The master. A cluster is a burst of rising addresses, the lowest word first. All transfers have
/// the same identifier, so reads are answered in their order. A read of a cluster whose write has
/// no response yet waits for it, because the bus may let one overtake the other. Up to 4 writes are
/// under way.
///
/// A read with an error is answered with an empty cluster. Latency: an address is valid in the
/// cycle after the table asks, and the cluster given 1 cycle after its last word.
pub(super) fn master(
    project: &mut Project,
    name: &str,
    layout: Layout,
    bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(name, "A table's port for its memory as a master of an AXI4 bus.");
    let words = layout.cluster_bytes() * 8 / bits;
    let port = port_inputs(&b, layout);
    let input =
        |name: &str, width: u32, comment: &str| b.input(&format!("axi_{name}"), width).comment(comment);
    let [aw_ready, w_ready, ar_ready] = [
        ("awready", "the address of a write is taken"),
        ("wready", "a word is taken"),
        ("arready", "the address of a read is taken"),
    ]
    .map(|(name, comment)| input(name, 1, comment));

    let (given, word_taken) = (b.forward("cluster_taken", 1), b.forward("word_taken", 1));
    let request = Request::new(&b, &port, &given, Some((&word_taken, bits)));
    let responds = input("bvalid", 1, "the oldest write has a response");
    let response = input("bresp", 2, "the response, 0 if it went well");
    let writes = b.forward("write_taken", 1);
    let slots = ring(&b, "writes", WRITES, &writes, &responds);
    let waits = hazard(&b, &request.cluster, (&writes, &slots.end), (&responds, &slots.first));

    let may_write = (&request.valid & &request.write & !&slots.full).named("may_write");
    let [address_done, words_done] =
        ["address_done", "words_done"].map(|name| b.register(name, 1).resets_to(0));
    let address_valid = (&may_write & !&*address_done).named("address_valid");
    let word_valid = (&may_write & !&*words_done).named("word_valid");
    b.drive(&word_taken, &(&word_valid & &w_ready));
    let (_, last) = beats(&b, "word_asked", words, &word_taken);
    let address_over = (&*address_done | (&address_valid & &aw_ready)).named("address_over");
    let words_over = (&*words_done | (&word_taken & &last)).named("words_over");
    b.drive(&writes, &(&address_over & &words_over));
    address_done.next(&(&address_over & !&writes));
    words_done.next(&(&words_over & !&writes));
    let read_valid = (&request.valid & !&request.write & !&waits).named("read_valid");
    b.drive(&given, &(&writes | (&read_valid & &ar_ready)));

    let came = input("rvalid", 1, "a word of the oldest read is there");
    let status = input("rresp", 2, "its response, 0 if it went well");
    let read = input("rdata", bits, "the word");
    let fails = &came & status.any();
    let (_, last_came) = beats(&b, "word_done", words, &came);
    let cluster = gathered(&b, layout, &came, &read);
    let failed = failed(&b, &came, &last_came, &fails);
    answer(&b, layout, &(&came & &last_came), &cluster, &failed);
    error(&b, &(fails | (&responds & response.any())));

    let address = concat(&[request.cluster.clone(), b.constant(layout.cluster_bytes().trailing_zeros(), 0)]);
    for (channel, valid) in [("aw", &address_valid), ("ar", &read_valid)] {
        let output = |name: &str, wire: &Wire, comment: &str| {
            b.output(&format!("axi_{channel}{name}"), wire).comment(comment);
        };
        output("valid", valid, "there is an address");
        output("addr", &address, "the first byte of a cluster");
        output("len", &b.constant(8, u64::from(words - 1)), "its words less one");
        output("size", &b.constant(3, u64::from((bits / 8).trailing_zeros())), "the bytes of a word");
        output("burst", &b.constant(2, 1), "rising addresses");
    }
    b.output("axi_wvalid", &word_valid).comment("there is a word");
    b.output("axi_wdata", &request.data.slice(0, bits)).comment("the word");
    b.output("axi_wstrb", &request.enable.slice(0, bits / 8)).comment("its bytes that are written");
    b.output("axi_wlast", &last).comment("it is the last of the cluster");
    b.output("axi_bready", &b.bit(true)).comment("responses are always taken");
    b.output("axi_rready", &b.bit(true)).comment("words are always taken");
    project.add(b)
}

/// Whether a write of this cluster has no response yet. A write takes the next slot, and its
/// response gives back the oldest.
fn hazard(
    b: &Builder,
    cluster: &Wire,
    (takes, next): (&Wire, &Wire),
    (gives, first): (&Wire, &Wire),
) -> Wire {
    let (next, first) = (one_hot(next, WRITES), one_hot(first, WRITES));
    (0..).zip(next.iter().zip(&first)).fold(b.bit(false), |waits, (number, (next, first)): (u32, _)| {
        let valid = b.register(&format!("write_{number}_waits"), 1).resets_to(0);
        let takes = takes & next;
        valid.next(&(&takes | (&*valid & !(gives & first))));
        let of = b.register(&format!("write_{number}_cluster"), cluster.width());
        of.next_when(&takes, cluster);
        waits | (&*valid & of.eq(cluster))
    })
}
