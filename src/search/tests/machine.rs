//! Threads that take turns at one pipeline, with all their words in memory, and a driver.

use super::thread::{Above, DEEPEST, MOVE, ROOT, Request, Task, ThreadState};
use super::tree::{INFINITE, VALUE};
use super::turn::{Turn, View, wants_root_move};
use super::written::{KILLER_WORD, Written};
use crate::describe::{
    Builder, Bundle, PipelineOptions, Pipelined, Project, RegisterBuilder, Timed, Wire, concat, pipeline,
};
use crate::netlist::Design;
use crate::parts::turns::{Turns, thread_bits, turns};
use crate::search::{BestOfAll, Report, SharedRoot, Window};

/// Cycles from a thread's address to its words at the pipeline.
const READING: u32 = 2;

/// Lookup tables between two registers.
const LEVELS: u32 = 6;

/// What kind of machine it is.
#[derive(Clone, Copy)]
pub struct Kind {
    /// All threads search the same root.
    pub shares: bool,
    /// Threads above the fewest.
    pub more_threads: u32,
}

/// A machine, and how many threads it has.
pub struct Threads {
    pub design: Design,
    pub threads: u32,
}

/// The ports of the logic of a turn: the words read.
struct Words {
    state: Wire,
    request: Wire,
    above: Wire,
    killers: Wire,
    mine: Wire,
    shared: Option<[Wire; 2]>,
}

impl Words {
    fn input(b: &Builder, kind: Kind) -> Self {
        Self {
            state: b.input("state", ThreadState::width()),
            request: b.input("request", Request::width()),
            above: b.input("above", Above::width()),
            killers: b.input("killers", KILLER_WORD),
            mine: b.input("mine", 1),
            shared: kind.shares.then(|| ["shared_value", "shared_beta"].map(|port| b.input(port, VALUE))),
        }
    }

    fn ports(&self) -> Vec<(&'static str, Wire)> {
        let Self { state, request, above, killers, mine, shared } = self;
        let words =
            [("state", state), ("request", request), ("above", above), ("killers", killers), ("mine", mine)];
        let shared = shared.iter().flat_map(|[value, beta]| [("shared_value", value), ("shared_beta", beta)]);
        words.into_iter().chain(shared).map(|(port, wire)| (port, wire.clone())).collect()
    }

    fn turn(&self) -> Turn {
        let claimed = || self.mine.builder().constant(ROOT, 0);
        Turn {
            state: ThreadState::unpacked(&self.state),
            request: Request::unpacked(&self.request),
            above: Above::unpacked(&self.above),
            killers: self.killers.clone(),
            mine: self.mine.clone(),
            shared: self.shared.clone().map(|[value, beta]| SharedRoot { claimed: claimed(), value, beta }),
        }
    }
}

/// The logic of a turn with registers in it.
fn logic(project: &mut Project, kind: Kind) -> Pipelined {
    let b = Builder::new("turn", "A thread's turn: a move is tried, or a node is left.");
    let turn = Words::input(&b, kind).turn();
    let Written { state, push, kill, killed_ply, finishes, report } = View::new(&turn).written();
    b.output("state_after", &state.packed());
    b.output("push", &push.when);
    b.output("push_ply", &turn.state.node.plies.here);
    b.output("pushed", &push.to);
    b.output("kill", &kill.when);
    b.output("kill_ply", &killed_ply);
    b.output("killers_after", &kill.to);
    b.output("finishes", &finishes);
    if kind.shares {
        b.output("own_value", &report.value);
        b.output("own_number", &report.number);
        b.output("own_best", &report.mv);
    }
    pipeline(project, b, &PipelineOptions::new(LEVELS)).unwrap()
}

/// The registers of a root that all threads share.
struct Root {
    claimed: RegisterBuilder,
    value: RegisterBuilder,
    number: RegisterBuilder,
    beta: RegisterBuilder,
    mv: RegisterBuilder,
}

impl Root {
    fn new(b: &Builder) -> Self {
        Self {
            claimed: b.register("claimed", ROOT),
            value: b.register("shared_value", VALUE),
            number: b.register("shared_number", ROOT),
            beta: b.register("shared_beta", VALUE),
            mv: b.register("shared_best", MOVE),
        }
    }

    fn shared(&self) -> SharedRoot {
        let [claimed, value, beta] = [&self.claimed, &self.value, &self.beta].map(RegisterBuilder::output);
        SharedRoot { claimed, value, beta }
    }

    fn keep(&self, begins: &Wire, claims: &Wire, report: &Report) {
        SharedRoot::counted(&self.claimed, begins, claims).keep_in(&self.claimed);
        let [value, number, beta, mv] =
            [&self.value, &self.number, &self.beta, &self.mv].map(RegisterBuilder::output);
        let whole = Window::whole(begins.builder(), VALUE, INFINITE);
        let changed = BestOfAll { value, number, beta, mv }.stepped(begins, &whole, report);
        changed.value.keep_in(&self.value);
        changed.number.keep_in(&self.number);
        changed.beta.keep_in(&self.beta);
        changed.mv.keep_in(&self.mv);
    }
}

/// The machine: requests go in by thread, and results come out as threads finish.
pub fn threads(kind: Kind) -> Threads {
    let mut project = Project::new("threads");
    let logic = logic(&mut project, kind);
    let length = READING + logic.latency;
    let threads = length + 1 + kind.more_threads;
    let bits = thread_bits(threads);
    let b = Builder::new("threads", "Threads that search game trees, a turn a clock.");
    b.clock();
    b.reset();
    let Turns { thread: turn, last } = turns(&b, "turn", threads, 0, "the thread whose words are read");
    // The first turns have nothing to write.
    let awake = b.register("awake", 1).resets_to(0);
    awake.next_when(&last, &b.bit(true));
    let states = b.memory("states", ThreadState::width(), 1 << bits);
    let stack = b.memory("stack", Above::width(), DEEPEST << bits);
    let killers = b.memory("killers", KILLER_WORD, DEEPEST << bits);

    let word = states.read_next("state_read", &turn);
    let state = ThreadState::unpacked(&word);
    let reading = turn.later("reading");
    let request = Request::input(&b, "request_");
    let requested = &request.valid & &b.input("request_thread", bits).eq(&reading);
    let request = Request { valid: &requested & &*awake, ..request };
    let root = kind.shares.then(|| Root::new(&b));
    let shared = root.as_ref().map(Root::shared);
    let mine = shared.as_ref().map_or(b.bit(true), |shared| shared.unclaimed(&state.task.passed));
    let plies = &state.node.plies;
    let at = |ply: &Wire| concat(&[reading.clone(), ply.clone()]);
    let words = Words {
        state: word.later("state"),
        request: request.packed().later("request"),
        above: stack.read_next("above", &at(&plies.above())),
        killers: killers.read_next("killers_read", &at(&plies.here)),
        mine: mine.later("mine"),
        shared: shared.map(|shared| [shared.value.later("value_seen"), shared.beta.later("beta_seen")]),
    };
    let ports = words.ports();
    let ports = ports.iter().map(|(port, wire)| (*port, Timed::new(wire, READING)));
    let outputs = logic.instance(&b, "pass", ports);
    let after = outputs.wires();
    let writing =
        turns(&b, "writing", threads, threads - length, "the thread whose words are written").thread;
    let written = after.get("state_after");
    states.write(&awake, &writing, &written);
    let at = |ply: &str| concat(&[writing.clone(), after.get(ply)]);
    stack.write(&(&*awake & &after.get("push")), &at("push_ply"), &after.get("pushed"));
    killers.write(&(&*awake & &after.get("kill")), &at("kill_ply"), &after.get("killers_after"));

    b.output("request_taken", &request.valid);
    b.output("finishes", &(&*awake & &after.get("finishes")));
    b.output("thread", &writing);
    Task::unpacked(&written).output(&b, "");
    if let Some(root) = &root {
        let [value, number, mv] = ["own_value", "own_number", "own_best"].map(|port| after.get(port));
        let claims = (wants_root_move(&state) & &mine).named("claims");
        root.keep(&b.input("opens", 1), &claims, &Report { value, number, mv });
        b.output("best_value", &root.value);
        b.output("best_move", &root.mv);
    }
    project.add(b).unwrap();
    Threads { design: project.finish().unwrap(), threads }
}
