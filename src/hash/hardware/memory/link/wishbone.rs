//! A master of a Wishbone bus, revision B4, pipelined.

use super::{Request, answer, beats, error, failed, gathered, port_inputs};
use crate::describe::{Builder, ModuleHandle, Project, mux};
use crate::hash::Layout;
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::ring::ring;

/// Clusters whose replies have not all come, at most. A power of two.
const UNDER_WAY: u32 = 16;

/// The master. A cluster is read or written word by word, the lowest first, a word in every cycle
/// in which the bus does not stall. Up to 16 clusters are under way. Replies may come in the cycle
/// of their word or any time later, in order.
///
/// A read with an error is answered with an empty cluster. Latency: a word is strobed in the cycle
/// after the table asks, and the cluster given 1 cycle after its last reply.
pub(super) fn master(
    project: &mut Project,
    name: &str,
    layout: Layout,
    bits: u32,
) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(name, "A table's port for its memory as a master of a Wishbone B4 bus, pipelined.");
    let words = layout.cluster_bytes() * 8 / bits;
    let port = port_inputs(&b, layout);
    let [stall, ack, err] = [
        ("stall", "the word is not taken yet"),
        ("ack", "the oldest word is done"),
        ("err", "the oldest word has failed"),
    ]
    .map(|(name, comment)| b.input(&format!("wb_{name}"), 1).comment(comment));
    let read = b.input("wb_dat_r", bits).comment("the word that is read");

    let (taken, given) = (b.forward("word_taken", 1), b.forward("cluster_taken", 1));
    let request = Request::new(&b, &port, &given, Some((&taken, bits)));
    let (beat, last) = beats(&b, "word_asked", words, &taken);
    let begins = if words == 1 { b.bit(true) } else { beat.none() };
    let ends = b.forward("ends", 1);
    let under_way = ring(&b, "clusters", UNDER_WAY, &(&taken & &begins).named("begins"), &ends);
    let strobe = (&request.valid & !(&begins & &under_way.full)).named("strobes");
    b.drive(&taken, &(&strobe & !&stall));
    b.drive(&given, &(&taken & &last));

    // A reply in the cycle of the first word of all is for that word.
    let kinds = b.memory("kinds", 1, UNDER_WAY).style(RamStyle::Distributed).comment("1 for a write");
    kinds.write(&(&taken & &begins), &under_way.end, &request.write);
    let oldest = kinds.read_now("oldest_kind", &under_way.first);
    let writes = mux(&under_way.some, &oldest, &request.write).named("writes_oldest");
    let replies = (&ack | &err).named("replies");
    let (_, last_reply) = beats(&b, "word_done", words, &replies);
    b.drive(&ends, &(&replies & &last_reply));
    let cluster = gathered(&b, layout, &replies, &read);
    let failed = failed(&b, &replies, &last_reply, &err);
    answer(&b, layout, &(&ends & !&writes), &cluster, &failed);
    error(&b, &err);

    b.output("wb_cyc", &(&strobe | &under_way.some)).comment("the bus is used");
    b.output("wb_stb", &strobe).comment("a word is asked for");
    b.output("wb_we", &request.write).comment("to be written; else to be read");
    b.output("wb_adr", &request.word(&beat, words)).comment("its number");
    b.output("wb_dat_w", &request.data.slice(0, bits)).comment("what is written");
    let all = b.value(crate::netlist::Value::ones(bits / 8));
    b.output("wb_sel", &mux(&request.write, &request.enable.slice(0, bits / 8), &all)).comment("its bytes");
    project.add(b)
}
