//! The hash table of the machine: what was found out about positions, in block memory.
//!
//! **Look up.** When a turn ends, the key of the position after its move goes to the table. The
//! answer comes [`Banks::LATENCY`] cycles later, and waits in a memory of a word a thread until the
//! thread's next turn, which is the first one of that position. So a look-up takes no turn and no
//! stage, and none is ever late.
//!
//! **Store.** A thread that leaves a node writes its value, depth, kind of bound and the square of
//! the best move to the place of its key. What was there before is gone.
//!
//! **A look-up at the edge of a store to the same place finds nothing.** No turn is under way
//! between them, so the model in software knows of it: a turn that ends right behind a store.
//!
//! The square of the best move comes first in its node, as a class of destinations before all
//! others. So a move that is not legal there is never made, whatever the table says.

use super::key::KEY;
use super::node::{PLY, Place, VALUE};
use super::selective::SQUARE;
use super::squares::{negative, value};
use super::turn::Given;
use crate::bundle;
use crate::chess::CHESS;
use crate::chess::player::rules::MATES;
use crate::describe::{Builder, Bundle, Project, Timed, Waits, Wire, concat, mux};
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::banks::{Banks, Write};
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
    banks: Banks,
    /// Bits of a place.
    bits: u32,
}

/// The table is cleared.
pub struct Clearing {
    /// It is: 1 bit.
    pub on: Wire,
    /// The place that is.
    place: Wire,
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
        let bits = entries.trailing_zeros();
        let width = KEY - bits + Entry::width();
        Ok(Self { banks: Banks::new(project, &format!("{top}_table"), width, entries)?, bits })
    }

    /// After a reset, and after `clears` (1 bit), all places are cleared, one a cycle.
    pub fn clearing(&self, b: &Builder, clears: &Wire) -> Clearing {
        let on = b.register("clearing", 1).starts_at(1).resets_to(1).comment("the table is cleared");
        let place = b.register("cleared", self.bits).resets_to(0).comment("the place that is cleared");
        place.next(&(&*place + &on.extend(self.bits)));
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
        let bits = self.bits;
        let split = |key: &Wire| (key.slice(0, bits), key.slice(bits, KEY - bits));
        let ((read, read_tag), (place, tag)) = (split(&asked.key), split(&stored.key));
        let enable = (&stored.stores | &clearing.on).named("table_writes");
        let address = mux(&clearing.on, &clearing.place, &place).named("table_place");
        let data = concat(&[tag, stored.entry.packed()]).when(&!&clearing.on).named("table_word");
        let missed = (&stored.stores & place.eq(&read)).named("is_stored_now");

        let placed = self.banks.place(b, "table");
        let found = placed.word();
        placed.connect(&read, &Write { enable: &enable, address: &address, data: &data });
        let mut waits = |wire: &Wire, cycles: u32, name: &str| {
            let waited = Timed::new(wire, 0).at(project, name, cycles, Waits::REGISTERS)?;
            Ok::<_, NetlistError>(waited.wire().clone())
        };
        let asks = concat(&[read_tag, missed, asked.begins.clone()]);
        let asks = waits(&asks, Banks::LATENCY, "table_asks")?;
        let [begins, missed] = [0, 1].map(|bit| asks.bit(bit));
        let wanted = asks.slice(2, KEY - bits);
        let thread = waits(&asked.thread, Banks::LATENCY - 1, "table_thread")?;
        let hit = found.slice(Entry::width(), KEY - bits).eq(&wanted) & !missed;
        let answer = found.slice(0, Entry::width()).when(&hit.named("table_hit"));
        Ok(kept(b, [&begins, &thread, &answer], reader))
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
