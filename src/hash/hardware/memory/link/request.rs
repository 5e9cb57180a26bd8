//! What a table asks of its memory, kept until the memory has taken it.

use super::FACING;
use crate::describe::{Builder, Wire, concat, mux};
use crate::hash::Layout;
use crate::hash::hardware::memory::top::ADDRESS;

/// The ports through which a table asks.
pub(crate) struct Port {
    request: Wire,
    write: Wire,
    cluster: Wire,
    data: Wire,
    enable: Wire,
}

/// The input ports of an adapter that face a table.
pub(crate) fn port_inputs(b: &Builder, layout: Layout) -> Port {
    let input =
        |name: &str, width: u32, comment: &str| b.input(&format!("{FACING}{name}"), width).comment(comment);
    Port {
        request: input("request", 1, "the memory is asked"),
        write: input("write", 1, "to write the cluster, else to read it"),
        cluster: input("cluster", ADDRESS, "its number"),
        data: input("data", layout.cluster_bytes() * 8, "what is written"),
        enable: input("enable", layout.cluster_bytes(), "the bytes that are written"),
    }
}

/// A request in registers.
pub(crate) struct Request {
    /// There is one.
    pub valid: Wire,
    /// To write; else to read.
    pub write: Wire,
    /// The number of the cluster.
    pub cluster: Wire,
    /// What is written, the next word lowest.
    pub data: Wire,
    /// The bytes of it that are written.
    pub enable: Wire,
}

impl Request {
    /// Takes a request when there is none, or when `takes` says that this one is done. `shifts`
    /// brings the next word of so many bits to the lowest place. Drives `mem_ready`.
    pub fn new(b: &Builder, port: &Port, takes: &Wire, shifts: Option<(&Wire, u32)>) -> Self {
        let valid = b.register("asked", 1).resets_to(0).comment("a request waits");
        let ready = (!&*valid | takes).named("takes_request");
        let comes = (&port.request & &ready).named("request_comes");
        valid.next(&(&comes | (&*valid & !takes)));
        let kept = |wire: &Wire, name: &str| {
            let register = b.register(name, wire.width());
            register.next_when(&comes, wire);
            register.output()
        };
        let shifting = |wire: &Wire, name: &str, bits: u32| {
            let Some((shifts, _)) = shifts.filter(|_| bits < wire.width()) else { return kept(wire, name) };
            let register = b.register(name, wire.width());
            let further = register.slice(bits, wire.width() - bits).extend(wire.width());
            register.next_when(&(&comes | shifts), &mux(&comes, wire, &further));
            register.output()
        };
        let word = shifts.map_or(0, |(_, bits)| bits);
        b.output("mem_ready", &ready).comment("what is asked of the memory is taken");
        Self {
            valid: valid.output(),
            write: kept(&port.write, "asked_write"),
            cluster: kept(&port.cluster, "asked_cluster"),
            data: shifting(&port.data, "asked_data", word),
            enable: shifting(&port.enable, "asked_enable", word / 8),
        }
    }

    /// The number of the cluster, and below it that of a word in it.
    pub fn word(&self, beat: &Wire, words: u32) -> Wire {
        if words == 1 { self.cluster.clone() } else { concat(&[self.cluster.clone(), beat.clone()]) }
    }
}
