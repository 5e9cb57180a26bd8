//! The hash table of the machine: what was found out about positions, in block memory.
//!
//! **Look up.** When a turn ends, the key of the position after its move goes to the table. The
//! answer comes [`Banks::LATENCY`] cycles later, and waits in a memory of a word a thread until the
//! thread's next turn, which is the first one of that position. So a look-up takes no turn and no
//! stage, and none is ever late.
//!
//! **Store.** A thread that leaves a node stores its value, depth, kind of bound and the square of
//! the best move at the place of its key. A place has two [slots](super::slots).
//!
//! **A look-up at the edge of a write to the same place finds nothing.** A store that reads a worth
//! at the edge of its write goes to the second slot. The model in software knows of both, because
//! the cycles of all stores are fixed.
//!
//! The square of the best move comes first in its node, as a class of destinations before all
//! others. So a move that is not legal there is never made, whatever the table says.

use super::node::{PLY, Place, VALUE};
use super::selective::SQUARE;
use super::slots::Slots;
use super::squares::{negative, value};
use super::turn::Given;
use crate::bundle;
use crate::chess::CHESS;
use crate::chess::player::rules::MATES;
use crate::describe::{Builder, Bundle, Project, Waits, Wire, delay, mux};
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::banks::Banks;
use crate::parts::decode::{one_hot, word};
use crate::parts::rows::Rows;
use crate::search::Window;

bundle! {
    /// What the table keeps of a position.
    pub struct Entry {
        /// Its value, for the side to move.
        value: VALUE,
        /// The plies that were left there.
        depth: PLY,
        /// The value is no less than this.
        lower: 1,
        /// The value is no more than this.
        upper: 1,
        /// The destination of the best move.
        square: SQUARE,
        /// There is one.
        square_known: 1,
    }
}

bundle! {
    /// What a node keeps of the table's answer, and for its own entry.
    pub struct Noted {
        /// The destination that comes first.
        first: SQUARE,
        /// There is one.
        first_known: 1,
        /// The destination of the best move.
        best: SQUARE,
        /// There is one.
        best_known: 1,
    }
}

impl Entry {
    /// Of a node that is left with this alpha, perhaps by a cut.
    pub fn of(alpha: &Wire, cut: &Wire, depth: &Wire, place: &Place, noted: &Noted) -> Self {
        let raised = place.floor.lt_signed(alpha);
        Self {
            value: alpha.clone(),
            depth: depth.clone(),
            lower: cut | &raised,
            upper: !cut,
            square: noted.best.clone(),
            square_known: noted.best_known.clone(),
        }
    }
}

/// Whether a node with this window has the value of the table's answer: 1 bit, in its first turn.
/// Plies that were taken off count. Combinational.
pub fn table_tells(given: &Given, answer: &Entry, window: &Window, at_root: &Wire) -> Wire {
    let (thread, place) = (&given.thread, &given.node.place);
    let begins = &thread.fresh & !&thread.again & !at_root;
    let depth = &place.depth + &place.reduction.extend(PLY);
    let deep = place.depth.any() & !answer.depth.lt(&depth);
    let bound = value(at_root.builder(), MATES);
    let near = answer.value.lt_signed(&bound) & negative(&bound).lt_signed(&answer.value);
    let reaches = &answer.lower & !answer.value.lt_signed(&window.beta);
    let fails = &answer.upper & !window.alpha.lt_signed(&answer.value);
    let told = begins & deep & near & !given.node.carry.is_fifty() & (reaches | fails);
    told.named("table_tells")
}

impl Noted {
    /// The destination that comes first, as a set.
    pub fn square(&self) -> Rows {
        Rows::of(CHESS, &word(&one_hot(&self.first, 64)).when(&self.first_known)).named("known_first")
    }

    /// At a node in its turn: the square of the answer in its first one.
    pub fn now(&self, given: &Given, answer: &Entry) -> Self {
        let thread = &given.thread;
        let asks = (&thread.fresh & !&thread.again).named("asks_the_table");
        let known = &answer.square_known & given.node.place.depth.any();
        let raised = (!&thread.fresh & given.state.alpha.lt_signed(&thread.value)).named("brings_the_best");
        let brought = raised & !&given.state.passed;
        Self {
            first: mux(&asks, &answer.square, &self.first),
            first_known: mux(&asks, &known, &self.first_known),
            best: mux(&brought, &thread.killer, &self.best),
            best_known: (&brought | &self.best_known) & !&thread.fresh,
        }
    }

    /// After a turn whose own move to this square is the best so far.
    pub fn after(self, raises: &Wire, square: &Wire) -> Self {
        Self { best: mux(raises, square, &self.best), best_known: raises | &self.best_known, ..self }
    }
}

/// The names of the pipeline's outputs for the table.
pub const CHILD_KEY: &str = "child_key";
pub const NODE_KEY: &str = "node_key";
pub const STORES: &str = "stores";
pub const STORED: &str = "stored_";

/// The table, and the memory of its answers.
pub struct Table {
    slots: Slots,
}

/// The table is cleared.
pub struct Clearing {
    /// It is: 1 bit.
    pub on: Wire,
    /// The place that is.
    pub place: Wire,
}

/// What a turn that ends says to the table, in the cycle of its results.
pub struct Stored {
    /// There is something to store: 1 bit.
    pub stores: Wire,
    /// The key of its node.
    pub key: Wire,
    /// The entry.
    pub entry: Entry,
}

/// What a turn asks, in the cycle before that of its results.
pub struct Asks {
    /// The key.
    pub key: Wire,
    /// A node begins behind the turn: 1 bit.
    pub begins: Wire,
    /// The thread whose results come in this cycle: those of the key come in the next one.
    pub thread: Wire,
}

impl Table {
    /// A table of this many entries, a power of two.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn new(project: &mut Project, top: &str, entries: u32) -> Result<Self, NetlistError> {
        Ok(Self { slots: Slots::new(project, top, entries)? })
    }

    /// After a reset, and after `clears` (1 bit), all places are cleared, one a cycle.
    pub fn clearing(&self, b: &Builder, clears: &Wire) -> Clearing {
        let on = b.register("clearing", 1).starts_at(1).resets_to(1).comment("the table is cleared");
        let place =
            b.register("cleared", self.slots.bits()).resets_to(0).comment("the place that is cleared");
        place.next(&(&*place + &on.extend(self.slots.bits())));
        on.next(&(clears | (&*on & !place.all())));
        Clearing { on: on.output(), place: place.output() }
    }

    /// Looks up and stores, or is cleared. Gives the answer to each thread, in the cycle after
    /// that in which `reader` is the thread.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn connect(
        &self,
        project: &mut Project,
        b: &Builder,
        (clearing, reader): (&Clearing, &Wire),
        asked: &Asks,
        stored: &Stored,
    ) -> Result<Entry, NetlistError> {
        let answer = self.slots.connect(project, b, clearing, (&asked.key, stored))?;
        let begins = delay(project, &asked.begins, Banks::LATENCY, "table_begins", Waits::REGISTERS)?;
        let thread = delay(project, &asked.thread, Banks::LATENCY - 1, "table_thread", Waits::REGISTERS)?;
        Ok(kept(b, [&begins, &thread, &answer.packed()], reader))
    }
}

/// The answer of each thread: one `begins` to wait (1 bit) in the word of a thread, and that of
/// `reader` is there a cycle later.
fn kept(b: &Builder, [begins, thread, answer]: [&Wire; 3], reader: &Wire) -> Entry {
    let answers = b
        .memory("answers", Entry::width(), 1 << reader.width())
        .style(RamStyle::Distributed)
        .comment("what the table says of the node of each thread that begins");
    let answer_now = answers.read_now("answer_now", reader);
    answers.write(begins, thread, answer);
    Entry::unpacked(&answer_now.later("answer"))
}
