//! What a node just below a shared one knows of that node: its place, and its alpha as it is now.
//!
//! Other threads raise alpha at a shared node while the nodes below it are searched. The more it is
//! raised there, the less beta is below, and the more is cut.

use super::node::{PLACE, PLACES, VALUE};
use super::places::Meets;
use super::root::Root;
use crate::describe::{Builder, MemoryBuilder, Wire, mux};
use crate::netlist::RamStyle;

/// Two small memories with a word for each place.
pub struct Above {
    places: MemoryBuilder,
    limits: MemoryBuilder,
}

impl Above {
    /// Memories of places that no node has.
    pub fn new(b: &Builder) -> Self {
        let memory =
            |name, width, about| b.memory(name, width, PLACES).style(RamStyle::Distributed).comment(about);
        Self {
            places: memory("places_above", PLACE, "of each shared node: the place of the one above it"),
            limits: memory("limits", VALUE, "of each shared node: its alpha, negated"),
        }
    }

    /// The place of the shared node above the one at this place; `name` is the port's.
    pub fn place(&self, name: &str, of: &Wire) -> Wire {
        self.places.read_now(name, of)
    }

    /// The most that beta is at the node of a turn that begins, if it is just below a shared one:
    /// 16 bits. Below the root, that is known to the root alone.
    pub fn limit(&self, meets: &Meets, root: &Root) -> Wire {
        let limit = self.limits.read_now("limit_above", &meets.above);
        mux(&meets.thread.ply.is(1), &root.shared().beta, &limit).named("limit")
    }

    /// Writes what a turn has changed at the shared node at its place `own`: alpha, negated, if it
    /// acts there (1 bit).
    pub fn acted(&self, acts: &Wire, own: &Wire, negated: &Wire) {
        self.limits.write(acts, own, negated);
    }

    /// Writes the place above a node that is `placed` (1 bit) at this place.
    pub fn placed(&self, placed: &Wire, place: &Wire, above: &Wire) {
        self.places.write(placed, place, above);
    }
}
