//! Threads that take turns at the pipeline of a turn, and their nodes in memory.

use super::above::Above;
use super::key::Key;
use super::killers::{Killers, Marks};
use super::node::{Candidate, Has, Node, PLACE, PLACES, PLY, Place, Shared, State, Thread, USED, VALUE};
use super::options::Options;
use super::places::{Ends, Meets, Places, here};
use super::root::Root;
use super::selective::REDUCTION;
use super::squares::{Carry, value};
use super::table::{self, Entry, Noted, Table};
use super::trail::Trail;
use super::turn::{
    AFTER, CARRIED, CHILD, Given, KEYED, KILLERS, LATE, LEFT, MARKS, NODE, NOTED, SHORT, STATE, THREAD,
    TRAIL, logic,
};
use crate::chess::fast::node::{Board, Left};
use crate::chess::fast::stream::{READERS, WAITS, either};
use crate::chess::fast::{FastError, threads as fitting};
use crate::chess::player::rules::INFINITE;
use crate::describe::{
    Builder, Bundle, ModuleHandle, Outputs, PipelineOptions, Pipelined, Project, Timed, TimedOutputs, Waits,
    Wire, concat, delay, mux, pipeline,
};
use crate::netlist::RamStyle;
use crate::parts::banks::{Banks, Placed, Write, address_bits};
use crate::parts::turns::{Turns, thread_bits, turns};
use crate::search::{Report, SharedRoot};

/// Bits of carry that take as long as a lookup table and the wire to it. The evaluation is mostly
/// sums, and at the clock of this machine a stage has time for long ones.
const CARRY: u32 = 24;

/// The times of the machine, in clock cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// From a turn of a thread to its next: the number of threads.
    pub threads: u32,
    /// From the beginning of a turn until turns that begin know what it reported.
    pub report: u32,
}

/// Names of the outputs of the module of all threads.
pub const IDLE: &str = "idle";
pub const MADE: &str = "made";
pub const RUNS: &str = "runs";
pub const TURN: &str = "turn_taken";
pub const VALUE_FOUND: &str = "value";
pub const MOVE_FOUND: &str = "best";

/// What comes from the port.
struct Asked {
    /// A search begins: 1 bit, for a cycle.
    begins: Wire,
    /// The search is to end: 1 bit.
    halts: Wire,
    /// Threads that search.
    used: Wire,
    /// Alpha of the root.
    alpha: Wire,
    /// The root.
    root: Node,
    /// The table is to be cleared, if there is one: 1 bit.
    clears: Option<Wire>,
}

/// Names of the inputs beside those of the root.
pub const BEGINS: &str = "begins";
pub const HALTS: &str = "halts";
pub const USES: &str = "used";
pub const DEPTH: &str = "depth";
pub const ALPHA: &str = "alpha";
pub const BETA: &str = "beta";
pub const ROOT: &str = "root_";
pub const CLEARS: &str = "clears_table";

impl Asked {
    fn input(b: &Builder, options: &Options) -> Self {
        let begins = b.input(BEGINS, 1).comment("a search begins, when all threads are idle");
        let halts = b.input(HALTS, 1).comment("the search is given up");
        let used = b.input(USES, USED).comment("threads that search");
        let depth = b.input(DEPTH, PLY).comment("plies to search");
        let board = Board::input(b, ROOT);
        let carry = Carry::input(b, &format!("{ROOT}{CARRIED}"));
        let alpha = b.input(ALPHA, VALUE).comment("alpha of the root");
        let beta = b.input(BETA, VALUE).comment("beta of the root");
        let floor = value(b, -INFINITE);
        let place = Place {
            depth,
            beta,
            floor,
            above: b.constant(PLACE, 0),
            level: b.constant(2, 0),
            reduction: b.constant(REDUCTION, 0),
            narrow: b.bit(false),
            may_pass: b.bit(false),
        };
        let has = options.has();
        let trail = has.trail.then(|| Trail::input(b, &format!("{ROOT}{TRAIL}")));
        let nothing = b.constant(Marks::width(), 0);
        let marks = has.marks.then(|| Marks::unpacked(&nothing));
        let key = has.key.then(|| Key::input(b, &format!("{ROOT}{KEYED}")));
        let clears = has.key.then(|| b.input(CLEARS, 1).comment("the table is to be cleared"));
        Self { begins, halts, used, alpha, root: Node { board, carry, place, trail, marks, key }, clears }
    }
}

/// The phase in which every thread's word is set, in its turn: at a reset to rest, and then to the
/// root.
struct Opening {
    /// It is on: 1 bit.
    on: Wire,
    /// It is on in the next cycle: 1 bit.
    next: Wire,
    /// Threads begin a search: 1 bit.
    searches: Wire,
    /// The phase of a search begins: 1 bit.
    begins: Wire,
    /// A search is to begin: 1 bit.
    waits: Wire,
}

impl Opening {
    /// `last` is the last thread's turn to be written. A search waits while the table, if there is
    /// one, is `clearing`.
    fn new(b: &Builder, begins: &Wire, last: &Wire, clearing: Option<&Wire>) -> Self {
        let bit = |name: &str, first: u64| b.register(name, 1).starts_at(first).resets_to(first);
        let on = bit("opening", 1).comment("words of threads are set, one a cycle");
        let aligned = bit("aligned", 0).comment("the first thread's turn has come since the reset");
        let waits = bit("search_waits", 0).comment("a search begins with the first thread");
        let searches = bit("searches", 0).comment("what begins is a search");
        aligned.next_when(last, &b.bit(true));
        let begun = &*waits & last;
        let opens = clearing.map_or(begun.clone(), |clearing| &begun & !clearing).named("opens");
        let next = ((&*on & !&(last & &*aligned)) | &opens).named("opening_next");
        on.next(&next);
        waits.next(&(begins | (&*waits & !&opens)));
        searches.next_when(&opens, &b.bit(true));
        Self { on: on.output(), next, searches: searches.output(), begins: opens, waits: waits.output() }
    }
}

/// The pipeline of a turn, and the memories of nodes.
struct Parts {
    turn: Pipelined,
    nodes: Banks,
    states: Banks,
    lefts: Banks,
    times: Times,
    stack_depth: u32,
    /// What nodes have.
    has: Has,
    table: Option<Table>,
}

impl Parts {
    fn new(project: &mut Project, top: &str, options: &Options) -> Result<Self, FastError> {
        let logic = logic(&format!("{top}_turn"), options);
        let late = LATE.into_iter().filter(|_| options.levels <= SHORT);
        let cut = PipelineOptions {
            waits: WAITS,
            copies: Some(READERS),
            carry: CARRY,
            cuts: late.map(Into::into).chain(options.cuts.iter().cloned()).collect(),
            ..PipelineOptions::fast(options.levels)
        };
        let turn = pipeline(project, logic, &cut)?;
        // The word of a thread takes a cycle to its memory, and is read a cycle ahead.
        let report = Banks::LATENCY + turn.latency + 2;
        let threads = fitting(report + 1, options.threads)?;
        let words = threads * options.stack_depth + PLACES;
        let has = options.has();
        let killers = if has.marks { Killers::width() } else { 0 };
        let noted = if has.key { Noted::width() } else { 0 };
        let mut banks = |name: &str, width| Banks::new(project, &format!("{top}_{name}"), width, words);
        Ok(Self {
            nodes: banks("nodes", Node::width(has))?,
            states: banks("states", State::width() + killers + noted)?,
            lefts: banks("lefts", Left::width())?,
            turn,
            times: Times { threads, report },
            stack_depth: options.stack_depth,
            table: options.table.map(|entries| Table::new(project, top, entries)).transpose()?,
            has,
        })
    }

    /// The address of a thread's own node, or of the node at a place.
    fn address(&self, alone: &Wire, [thread, ply]: [&Wire; 2], place: &Wire) -> Wire {
        let words = self.times.threads * self.stack_depth;
        let bits = address_bits(words + PLACES);
        let b = place.builder();
        let own = concat(&[thread.clone(), ply.slice(0, self.stack_depth.trailing_zeros())]);
        // The places are behind the threads' own nodes.
        mux(alone, &own.extend(bits), &(&b.constant(bits, words.into()) + &place.extend(bits)))
    }
}

/// The module of all threads.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers, or a defect in the description.
pub fn threads(
    project: &mut Project,
    top: &str,
    options: &Options,
) -> Result<(ModuleHandle, Times), FastError> {
    let parts = Parts::new(project, top, options)?;
    let times = parts.times;
    let count = times.threads;
    let b = Builder::new(
        format!("{top}_threads"),
        format!(
            "{count} threads that search the tree below one root, a turn a clock.\nA turn takes a thread's node, makes its next move and judges it.\nA thread without a node joins one that may be joined."
        ),
    );
    let asked = Asked::input(&b, options);
    let next_turn = turns(&b, "next_turn", count, 0, "the thread whose word is read").thread;
    let Turns { thread: writing, last } =
        turns(&b, "writing", count, count - times.report, "the thread whose word is written");
    let clearing = parts.table.as_ref().zip(asked.clears.as_ref());
    let clearing = clearing.map(|(table, clears)| table.clearing(&b, clears));
    let opening = Opening::new(&b, &asked.begins, &last, clearing.as_ref().map(|clearing| &clearing.on));
    let states = b
        .memory("thread_words", Thread::width(), 1 << thread_bits(count))
        .style(RamStyle::Distributed)
        .comment("of each thread: its node, and its way from the root");
    let read = Thread::unpacked(&states.read_now("thread_next", &next_turn));
    let at = here(&read.at).later("at");
    let state = Thread::unpacked(&read.packed().later("thread"));
    let turn = next_turn.later("reading");

    let (root, places) = (Root::new(&b), Places::new(&b));
    let above = Above::new(&b);
    let meets = places.meets(&state, &at, &above.place("above_next", &read.at).later("above"));
    let limit = above.limit(&meets, &root);
    let answer = parts.table.as_ref().map(|_| b.forward("table_answer", Entry::width()));
    let (outputs, memories) = taken(project, &b, &parts, (&turn, answer.as_ref()), (&meets, &root, limit))?;
    let results = Results::new(outputs.wires(), &opening.on);
    let [free, is_free] = places.free();
    let below = Below { placed: (results.flag("shares") & is_free).named("placed"), free };
    let (acts, made) = (results.flag("acts"), results.flag("made"));
    let (own, own_ply, alone) = (&results.at, &results.ply, &results.alone);
    let own_here = here(own).named("own_place");
    let written = results.thread(&asked, &opening, &writing, (&below, &own_here));
    states.write(&b.bit(true), &writing, &written.packed());
    let own_address = parts.address(alone, [&writing, own_ply], own);
    let writes = Writes {
        node: [
            opening.on.clone() | results.flag("down"),
            parts.address(&written.alone, [&writing, &written.ply], &written.at),
        ],
        load: &opening.next,
        root: &asked.root,
        state: [acts.clone(), own_address],
    };
    memories.write(results.outputs, &writes);
    let (held, cut, offers) = (results.flag("holds"), results.flag("node_cut"), results.flag("offers"));
    above.acted(&(&held & &acts), own, &results.word("alpha_negated"));
    above.placed(&below.placed, &below.free, own);
    places.keep(
        &meets,
        &Ends {
            opening: &opening.on,
            last: &last,
            held: &held,
            here: &own_here,
            cut: &(cut & !alone),
            placed: &below.placed,
            path: &written.path,
            offers: &offers,
            offer: &results.offer(&own_here, &above.place("above_then", own)),
        },
    );

    let over = results.flag("over");
    let running = running(&b, &asked.halts, &opening, &last, &over);
    // Once the root is left, what others still report is too late.
    let deaf = (&opening.next | &over | !&running).named("reports_come_too_late");
    root.keep((&opening.begins, &asked.alpha), &results.flag("root_takes"), &results.report(&deaf));
    if let (Some(table), Some(clearing), Some(answer)) = (&parts.table, &clearing, &answer) {
        let asks = results.asks(&asked, &opening, &writing);
        let stored = results.stored(&running, (&root, &over));
        let reader = delay(project, &turn, Banks::LATENCY - 1, "answer_turn", Waits::REGISTERS)?;
        let told = table.connect(project, &b, (clearing, &reader), &asks, &stored)?;
        b.drive(answer, &told.packed());
    }
    let runs = (&running | &opening.on).named("some_thread_runs");
    b.output(IDLE, &!(&runs | &opening.waits)).comment("no thread searches, and a search may begin");
    b.output(RUNS, &runs).comment("threads begin or search");
    b.output(MADE, &(made & &running)).comment("a move was made");
    b.output(TURN, &(acts & &running)).comment("a thread had its turn at a node");
    let [value, best] = root.best();
    b.output(VALUE_FOUND, &value).comment("the best value of the root's moves");
    b.output(MOVE_FOUND, &best).comment("the move of this value");
    Ok((project.add(b)?, times))
}

/// A search is under way: until its root is left, or until all threads have had a whole round of
/// turns to end.
fn running(b: &Builder, halts: &Wire, opening: &Opening, last: &Wire, over: &Wire) -> Wire {
    let halting = b.register("halting", 1).resets_to(0).comment("in this round of turns, all threads end");
    halting.next_when(last, &(halts & !&opening.begins));
    let running = b.register("running", 1).resets_to(0).comment("a search is under way");
    let halted = (last & halts & &*halting).named("all_have_ended");
    running.next(&(&opening.begins | (&*running & !(over | halted))));
    running.output()
}

/// Where the node below a move is.
struct Below {
    /// It is at the free place: 1 bit.
    placed: Wire,
    /// That place.
    free: Wire,
}

/// The results of turns, a cycle after they leave the pipeline. While words of threads are set,
/// they mean nothing.
struct Results<'a> {
    outputs: &'a Outputs,
    opening: &'a Wire,
    /// The thread after its turn.
    after: Thread,
    /// Its node was its own.
    alone: Wire,
    /// The ply of that node, and its place.
    ply: Wire,
    at: Wire,
}

impl<'a> Results<'a> {
    fn new(outputs: &'a Outputs, opening: &'a Wire) -> Self {
        let after = Thread::from_outputs(outputs, &format!("{AFTER}{THREAD}"));
        let after = Thread::unpacked(&after.packed().later("thread_then"));
        let [alone, ply, at] =
            ["alone", "ply", "at"].map(|name| outputs.get(name).later(&format!("{name}_then")));
        Self { outputs, opening, after, alone, ply, at }
    }

    fn word(&self, name: &str) -> Wire {
        self.outputs.get(name).later(&format!("{name}_then"))
    }

    /// A bit that counts only if the turn does.
    fn flag(&self, name: &str) -> Wire {
        (self.word(name) & !self.opening).named(&format!("{name}_counts"))
    }

    /// The word of the thread.
    fn thread(
        &self,
        asked: &Asked,
        opening: &Opening,
        writing: &Wire,
        (below, own_here): (&Below, &Wire),
    ) -> Thread {
        let b = writing.builder();
        let after = self.after.clone();
        let uses = opening.searches.clone() & writing.extend(USED).lt(&asked.used);
        let first = (opening.searches.clone() & writing.none()).named("thread_begins");
        let zero = |wire: &Wire| b.constant(wire.width(), 0);
        let opened = Thread {
            enabled: uses.named("thread_may_search"),
            active: first.clone(),
            fresh: b.bit(true),
            again: b.bit(false),
            ply: zero(&after.ply),
            alone: b.bit(false),
            at: zero(&after.at),
            value: value(b, -INFINITE),
            killer: zero(&after.killer),
            kills: b.bit(false),
            killed: b.bit(false),
            path: first.extend(PLACES),
            number: zero(&after.number),
            tried: zero(&after.tried),
        };
        let Below { placed, free } = below;
        let left = own_here.when(&(self.flag("leaves") & !&self.alone));
        let path = (&after.path & !left) | here(free).when(placed);
        let goes_on = !&asked.halts;
        let next = Thread {
            enabled: &after.enabled & &goes_on,
            active: &after.active & &goes_on,
            alone: &after.alone & !placed,
            at: mux(placed, free, &after.at),
            path: path.when(&after.active),
            ..after
        };
        Thread::select(self.opening, &opened, &next)
    }

    /// What turns ask the table: of the root while words of threads are set, so that the first
    /// thread has its answer.
    fn asks(&self, asked: &Asked, opening: &Opening, writing: &Wire) -> table::Asks {
        let child = self.outputs.get(table::CHILD_KEY);
        let root = Key::of_node(&asked.root, "search_key");
        let key = root.map_or_else(|| child.clone(), |root| mux(&opening.next, &root, &child));
        let begins = self.outputs.get("down") | &opening.next;
        table::Asks { key, begins, thread: writing.clone() }
    }

    /// What turns tell the table. The best move of the root is known to no single turn.
    fn stored(&self, running: &Wire, (root, over): (&Root, &Wire)) -> table::Stored {
        let entry = Entry::from_outputs(self.outputs, table::STORED);
        let entry = Entry::unpacked(&entry.packed().later("stored_then"));
        let [_, best] = root.best();
        let square = mux(over, &best.slice(6, 6), &entry.square);
        let square_known = over | &entry.square_known;
        table::Stored {
            stores: (self.flag(table::STORES) & running & !(over & !best.any())).named("entry_comes"),
            key: self.word(table::NODE_KEY),
            entry: Entry { square, square_known, ..entry },
        }
    }

    /// The node of the turn, as others may join it.
    fn offer(&self, own_here: &Wire, above: &Wire) -> Candidate {
        let Thread { path, number, tried, .. } = self.after.clone();
        Candidate {
            place: self.at.clone(),
            here: own_here.clone(),
            above: above.clone(),
            depth: self.word("plies_left"),
            ply: self.ply.extend(PLY),
            path,
            number,
            tried,
        }
    }

    /// The value of a move of the root, or the lowest value, which is never better. It is chosen
    /// ahead of the register, because all that a report changes waits for the comparison behind.
    fn report(&self, deaf: &Wire) -> Report {
        let reported = self.outputs.get("root_value");
        let lowest = value(reported.builder(), -INFINITE);
        Report {
            value: mux(deaf, &lowest, &reported).later("root_value_then"),
            number: self.word("root_number"),
            mv: self.word("root_move"),
        }
    }
}

/// The memories of nodes, read at an address and not written yet.
struct Memories<'a> {
    nodes: Placed<'a>,
    states: Placed<'a>,
    lefts: Placed<'a>,
    read: Wire,
}

/// Reads the node of the thread whose turn it is, and gives it to the pipeline.
fn taken<'a>(
    project: &mut Project,
    b: &'a Builder,
    parts: &'a Parts,
    (turn, answer): (&Wire, Option<&Wire>),
    (meets, root, limit): (&Meets, &Root, Wire),
) -> Result<(TimedOutputs, Memories<'a>), FastError> {
    let Meets { thread, waits: busy, joins, holds, .. } = meets;
    let read = parts.address(&thread.alone, [turn, &thread.ply], &thread.at);
    let SharedRoot { claimed: next, value: best, .. } = root.shared();
    let shared =
        Shared { best, limit, next, waits: busy.clone(), joins: joins.clone(), holds: holds.clone() };
    let (nodes, states, lefts) =
        (parts.nodes.place(b, "nodes"), parts.states.place(b, "states"), parts.lefts.place(b, "lefts"));
    let mut waits = |wire: Wire, name: &str| delay(project, &wire, Banks::LATENCY, name, Waits::REGISTERS);
    let state = states.word();
    let kept = |word: &Wire| Killers::unpacked(&word.slice(State::width(), Killers::width()));
    let noted = |word: &Wire| Noted::unpacked(&word.slice(State::width() + Killers::width(), Noted::width()));
    let given = Given {
        node: Node::unpacked(&nodes.word(), parts.has),
        state: State::unpacked(&state.slice(0, State::width())),
        killers: parts.has.marks.then(|| kept(&state)),
        answer: answer.map(Entry::unpacked),
        noted: parts.has.key.then(|| noted(&state)),
        thread: Thread::unpacked(&waits(thread.packed(), "thread_reads")?),
        shared: Shared::unpacked(&waits(shared.packed(), "shared_reads")?),
    };
    let mut ports = given.ports();
    ports.extend(Left::unpacked(&lefts.word()).connections(LEFT));
    let inputs = ports.iter().map(|(port, wire)| (port.as_str(), Timed::new(wire, Banks::LATENCY)));
    let outputs = parts.turn.instance(b, "turn", inputs);
    Ok((outputs, Memories { nodes, states, lefts, read }))
}

/// What is written.
struct Writes<'a> {
    /// Whether a node is, and where.
    node: [Wire; 2],
    /// In the next cycle it is the root.
    load: &'a Wire,
    root: &'a Node,
    /// Whether the state and the moves left of the turn's node are, and where.
    state: [Wire; 2],
}

impl Memories<'_> {
    /// Writes the results of the turn that these outputs of the pipeline belong to.
    fn write(self, outputs: &Outputs, writes: &Writes) {
        let Self { nodes, states, lefts, read } = self;
        let child = Node {
            board: Board::from_outputs(outputs, CHILD),
            carry: Carry::from_outputs(outputs, &format!("{CHILD}{CARRIED}")),
            place: Place::from_outputs(outputs, &format!("{CHILD}{NODE}")),
            trail: (writes.root.trail.as_ref())
                .map(|_| Trail::from_outputs(outputs, &format!("{CHILD}{TRAIL}"))),
            marks: (writes.root.marks.as_ref())
                .map(|_| Marks::from_outputs(outputs, &format!("{CHILD}{MARKS}"))),
            key: (writes.root.key.as_ref()).map(|_| Key::from_outputs(outputs, &format!("{CHILD}{KEYED}"))),
        };
        let kept = either(writes.load, &writes.root.packed(), &child.packed().later("child_then"));
        let state = State::from_outputs(outputs, &format!("{AFTER}{STATE}")).packed();
        let state = match child.marks {
            Some(_) => {
                concat(&[Killers::from_outputs(outputs, &format!("{AFTER}{KILLERS}")).packed(), state])
            }
            None => state,
        };
        let state = match child.key {
            Some(_) => concat(&[Noted::from_outputs(outputs, &format!("{AFTER}{NOTED}")).packed(), state]),
            None => state,
        };
        let state = state.later("state_then");
        let left = Left::from_outputs(outputs, AFTER).packed().later("left_then");
        let write = |[enable, address]: &[Wire; 2], placed: Placed, data: &Wire| {
            placed.connect(&read, &Write { enable, address, data });
        };
        write(&writes.node, nodes, &kept);
        write(&writes.state, states, &state);
        write(&writes.state, lefts, &left);
    }
}
