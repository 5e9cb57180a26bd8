//! The counters of the last search, and the answer that reads one of them.

use crate::describe::{Builder, RegisterBuilder, Wire, concat, mux};
use crate::search::counted;

/// Bits of the counters.
const COUNTER: u32 = 40;

/// The request of the command that is answered.
pub struct Asked {
    asked: RegisterBuilder,
}

impl Asked {
    /// Remembers a command when it is `taken`.
    pub fn new(b: &Builder, taken: &Wire, command: &Wire, data: &Wire) -> Self {
        let asked = b.register("asked", 3).comment("what the answer is: a counter, and which");
        asked.next_when(&taken.named("command_taken"), &concat(&[data.slice(0, 2), command.is(8)]));
        Self { asked }
    }

    /// The counter if one was asked for, otherwise this answer.
    pub fn answer(&self, counted: &Wire, otherwise: &Wire) -> Wire {
        mux(&self.asked.bit(0), &counted.extend(otherwise.width()), otherwise)
    }
}

/// Counters of nodes, leaves, positions sorted and cycles, from `start` on. Returns the one that is
/// asked for. Each event says when it is counted, and how many there are at once.
pub fn counters(b: &Builder, asked: &Asked, start: &Wire, events: &[(Wire, Wire); 4]) -> Wire {
    let counter = |name: &str, (event, number): &(Wire, Wire)| {
        let counter = b.register(name, COUNTER);
        counted(&counter, start, event, number).keep_in(&counter);
        counter.output()
    };
    let [nodes, leaves, sorted, cycles] = events;
    let nodes = counter("nodes", nodes);
    let leaves = counter("leaves", leaves);
    let sorted = counter("sorted_leaves", sorted);
    let cycles = counter("cycles", cycles);
    let which = asked.asked.slice(1, 2);
    mux(&which.bit(1), &mux(&which.bit(0), &cycles, &sorted), &mux(&which.bit(0), &leaves, &nodes))
}
