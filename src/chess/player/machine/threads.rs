//! Threads that take turns at the pipeline of a turn, and their nodes in memory.

use super::node::{Node, PLY, Place, Shared, Thread, VALUE};
use super::options::Options;
use super::root::Root;
use super::squares::{Carry, value};
use super::turn::{AFTER, CARRIED, CHILD, Given, LEFT, NODE, THREAD, logic};
use crate::chess::fast::node::{Board, Left};
use crate::chess::fast::stream::{READERS, WAITS, either};
use crate::chess::fast::{FastError, threads as fitting};
use crate::chess::player::rules::INFINITE;
use crate::describe::{
    Builder, Bundle, ModuleHandle, Outputs, PipelineOptions, Pipelined, Project, Timed, TimedOutputs, Waits,
    Wire, concat, mux, pipeline,
};
use crate::netlist::RamStyle;
use crate::parts::banks::{Banks, Placed, Write};
use crate::parts::turns::{Turns, thread_bits, turns};
use crate::search::{Report, SharedRoot};

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

/// Bits of the number of threads that search.
pub const USED: u32 = 9;

/// What comes from the port.
struct Asked {
    /// A search begins: 1 bit, for a cycle.
    begins: Wire,
    /// The search is to end: 1 bit.
    halts: Wire,
    /// Threads that search.
    used: Wire,
    /// The root.
    root: Node,
}

/// Names of the inputs beside those of the root.
pub const BEGINS: &str = "begins";
pub const HALTS: &str = "halts";
pub const USES: &str = "used";
pub const DEPTH: &str = "depth";
pub const ROOT: &str = "root_";

impl Asked {
    fn input(b: &Builder) -> Self {
        let begins = b.input(BEGINS, 1).comment("a search begins, when all threads are idle");
        let halts = b.input(HALTS, 1).comment("the search is given up");
        let used = b.input(USES, USED).comment("threads that search");
        let depth = b.input(DEPTH, PLY).comment("plies to search");
        let board = Board::input(b, ROOT);
        let carry = Carry::input(b, &format!("{ROOT}{CARRIED}"));
        let place = Place { depth, beta: value(b, INFINITE), floor: value(b, -INFINITE) };
        Self { begins, halts, used, root: Node { board, carry, place } }
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
    /// `last` is the last thread's turn to be written.
    fn new(b: &Builder, begins: &Wire, last: &Wire) -> Self {
        let bit = |name: &str, first: u64| b.register(name, 1).starts_at(first).resets_to(first);
        let on = bit("opening", 1).comment("words of threads are set, one a cycle");
        let aligned = bit("aligned", 0).comment("the first thread's turn has come since the reset");
        let waits = bit("search_waits", 0).comment("a search begins with the first thread");
        let searches = bit("searches", 0).comment("what begins is a search");
        aligned.next_when(last, &b.bit(true));
        let opens = (&*waits & last).named("opens");
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
    alphas: Banks,
    lefts: Banks,
    times: Times,
    stack_depth: u32,
}

impl Parts {
    fn new(project: &mut Project, top: &str, options: &Options) -> Result<Self, FastError> {
        let logic = logic(&format!("{top}_turn"), options.stack_depth, &options.weights);
        let cut = PipelineOptions {
            waits: WAITS,
            copies: Some(READERS),
            cuts: options.cuts.clone(),
            ..PipelineOptions::fast(options.levels)
        };
        let turn = pipeline(project, logic, &cut)?;
        // The word of a thread takes a cycle to its memory, and is read a cycle ahead.
        let report = Banks::LATENCY + turn.latency + 2;
        let threads = fitting(report + 1, options.threads)?;
        let words = threads * options.stack_depth;
        let mut banks = |name: &str, width| Banks::new(project, &format!("{top}_{name}"), width, words);
        Ok(Self {
            nodes: banks("nodes", Node::width())?,
            alphas: banks("alphas", VALUE)?,
            lefts: banks("lefts", Left::width())?,
            turn,
            times: Times { threads, report },
            stack_depth: options.stack_depth,
        })
    }

    /// The address of a thread's node.
    fn address(&self, thread: &Wire, ply: &Wire) -> Wire {
        concat(&[thread.clone(), ply.slice(0, self.stack_depth.trailing_zeros())])
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
            "{count} threads that search the moves of one root, a turn a clock.\nA turn takes a thread's node, makes its next move and judges it."
        ),
    );
    let asked = Asked::input(&b);
    let next_turn = turns(&b, "next_turn", count, 0, "the thread whose word is read").thread;
    let Turns { thread: writing, last } =
        turns(&b, "writing", count, count - times.report, "the thread whose word is written");
    let opening = Opening::new(&b, &asked.begins, &last);
    let states = b
        .memory("thread_words", Thread::width(), 1 << thread_bits(count))
        .style(RamStyle::Distributed)
        .comment("of each thread: its ply, and how far it is at the root");
    let state = Thread::unpacked(&states.read_now("thread_next", &next_turn).later("thread"));
    let turn = next_turn.later("reading");

    let root = Root::new(&b);
    let (shared, claims) = seen(&root, &state);
    let (outputs, memories) = taken(project, &b, &parts, &turn, (&state, &shared))?;
    let results = Results { outputs: outputs.wires(), opening: &opening.on };
    let (active, made) = (results.flag("active"), results.flag("made"));
    let written = results.thread(&asked, &opening, &writing);
    states.write(&b.bit(true), &writing, &written.packed());
    let own_ply = results.word("ply");
    let writes = Writes {
        node: [opening.on.clone() | results.flag("down"), parts.address(&writing, &written.ply)],
        load: &opening.next,
        root: &asked.root,
        alpha: results.flag("alpha_write"),
        left: [active.clone(), parts.address(&writing, &own_ply)],
    };
    memories.write(results.outputs, &writes);
    root.keep(&opening.begins, &claims, &results.report());

    let running = b.register("running", USED).resets_to(0).comment("threads that search");
    let ends = (&active & !&written.active).named("thread_ends");
    let fewer = &*running - &ends.extend(USED);
    running.next(&mux(&opening.begins, &asked.used, &fewer));
    let runs = (running.any() | &opening.on).named("some_thread_runs");
    b.output(IDLE, &!(&runs | &opening.waits)).comment("no thread searches, and a search may begin");
    b.output(RUNS, &runs).comment("threads begin or search");
    b.output(MADE, &made).comment("a move was made");
    b.output(TURN, &active).comment("a thread that searches had its turn");
    let [value, best] = root.best();
    b.output(VALUE_FOUND, &value).comment("the best value of the root's moves");
    b.output(MOVE_FOUND, &best).comment("the move of this value");
    Ok((project.add(b)?, times))
}

/// What a thread whose turn begins sees of the others, and whether it claims a move of the root.
fn seen(root: &Root, state: &Thread) -> (Shared, Wire) {
    let SharedRoot { value: best, beta: limit, .. } = root.shared();
    let mine = root.shared().unclaimed(&state.passed).named("unclaimed");
    let claims = ((&state.active & state.ply.none()) & &mine).named("claims");
    (Shared { best, limit, mine }, claims)
}

/// The results of turns, a cycle after they leave the pipeline. While words of threads are set,
/// they mean nothing.
struct Results<'a> {
    outputs: &'a Outputs,
    opening: &'a Wire,
}

impl Results<'_> {
    fn word(&self, name: &str) -> Wire {
        self.outputs.get(name).later(&format!("{name}_then"))
    }

    /// A bit that counts only if the turn does.
    fn flag(&self, name: &str) -> Wire {
        (self.word(name) & !self.opening).named(&format!("{name}_counts"))
    }

    /// The word of the thread.
    fn thread(&self, asked: &Asked, opening: &Opening, writing: &Wire) -> Thread {
        let b = writing.builder();
        let after = Thread::from_outputs(self.outputs, &format!("{AFTER}{THREAD}"));
        let after = Thread::unpacked(&after.packed().later("thread_then"));
        let uses = opening.searches.clone() & writing.extend(USED).lt(&asked.used);
        let zero = |wire: &Wire| b.constant(wire.width(), 0);
        let opened = Thread {
            active: uses.named("thread_begins"),
            fresh: b.bit(true),
            ply: zero(&after.ply),
            passed: zero(&after.passed),
            tried: zero(&after.tried),
        };
        let goes_on = Thread { active: &after.active & !&asked.halts, ..after };
        Thread::select(self.opening, &opened, &goes_on)
    }

    /// The value of a move of the root, or the lowest value, which is never better.
    fn report(&self) -> Report {
        let reported = self.word("root_value");
        let lowest = value(reported.builder(), -INFINITE);
        Report {
            value: mux(self.opening, &lowest, &reported),
            number: self.word("root_number"),
            mv: self.word("root_move"),
        }
    }
}

/// The memories of nodes, read at an address and not written yet.
struct Memories<'a> {
    nodes: Placed<'a>,
    alphas: Placed<'a>,
    lefts: Placed<'a>,
    read: Wire,
}

/// Reads the node of the thread whose turn it is, and gives it to the pipeline.
fn taken<'a>(
    project: &mut Project,
    b: &'a Builder,
    parts: &'a Parts,
    turn: &Wire,
    (state, shared): (&Thread, &Shared),
) -> Result<(TimedOutputs, Memories<'a>), FastError> {
    let read = parts.address(turn, &state.ply);
    let (nodes, alphas, lefts) =
        (parts.nodes.place(b, "nodes"), parts.alphas.place(b, "alphas"), parts.lefts.place(b, "lefts"));
    let mut waits = |wire: Wire, name: &str| {
        let waited = Timed::new(&wire, 0).at(project, name, Banks::LATENCY, Waits::REGISTERS)?;
        Ok::<_, FastError>(waited.wire().clone())
    };
    let given = Given {
        node: Node::unpacked(&nodes.word()),
        alpha: alphas.word(),
        thread: Thread::unpacked(&waits(state.packed(), "thread_reads")?),
        shared: Shared::unpacked(&waits(shared.packed(), "shared_reads")?),
    };
    let mut ports = given.ports();
    ports.extend(Left::unpacked(&lefts.word()).connections(LEFT));
    let inputs = ports.iter().map(|(port, wire)| (port.as_str(), Timed::new(wire, Banks::LATENCY)));
    let outputs = parts.turn.instance(b, "turn", inputs);
    Ok((outputs, Memories { nodes, alphas, lefts, read }))
}

/// What is written.
struct Writes<'a> {
    /// Whether a node is, and where; alpha has the same address.
    node: [Wire; 2],
    /// In the next cycle it is the root.
    load: &'a Wire,
    root: &'a Node,
    /// Whether alpha is.
    alpha: Wire,
    /// Whether the moves left are, and where.
    left: [Wire; 2],
}

impl Memories<'_> {
    /// Writes the results of the turn that these outputs of the pipeline belong to.
    fn write(self, outputs: &Outputs, writes: &Writes) {
        let Self { nodes, alphas, lefts, read } = self;
        let child = Node {
            board: Board::from_outputs(outputs, CHILD),
            carry: Carry::from_outputs(outputs, &format!("{CHILD}{CARRIED}")),
            place: Place::from_outputs(outputs, &format!("{CHILD}{NODE}")),
        };
        let kept = either(writes.load, &writes.root.packed(), &child.packed().later("child_then"));
        let alpha = outputs.get("alpha_after").later("alpha_then");
        let left = Left::from_outputs(outputs, AFTER).packed().later("left_then");
        let write = |[enable, address]: &[Wire; 2], placed: Placed, data: &Wire| {
            placed.connect(&read, &Write { enable, address, data });
        };
        write(&writes.node, nodes, &kept);
        write(&[writes.alpha.clone(), writes.node[1].clone()], alphas, &alpha);
        write(&writes.left, lefts, &left);
    }
}
