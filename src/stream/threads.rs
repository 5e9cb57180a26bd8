//! The machine: threads that take turns at the pipeline, each with a stack of nodes.

use super::passes::{passes, pipe};
use super::{FastError, PassLogic, Streamed};
use crate::describe::{Builder, Bundle, ModuleHandle, Project, Wire, concat, listed, mux};
use crate::netlist::{Design, RamStyle};
use crate::parts::pages::Pages;
use crate::parts::turns::{Turns, thread_bits, turns};

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, however few tables come before, see
    /// [`crate::describe::PipelineOptions::cuts`].
    pub cuts: Vec<String>,
    /// Threads; by default, as many as keep the pipeline full.
    pub threads: Option<u32>,
    /// Nodes of a thread's stack, a power of two.
    pub stack_depth: u32,
}

/// The machine, and its times.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The machine.
    pub design: Design,
    /// Clock cycles from a command to its answer.
    pub latency: u32,
    /// Clock cycles from one turn of a thread to its next.
    pub threads: u32,
}

/// The request of a thread in its last turn.
struct Asked {
    /// The node.
    ply: Wire,
    /// There is a command.
    command: Wire,
    /// It is refused.
    error: Wire,
    /// A position is being loaded.
    loads: Wire,
}

impl Asked {
    fn unpacked(word: &Wire, ply_bits: u32) -> Self {
        let flag = |place: u32| word.bit(ply_bits + place);
        Self { ply: word.slice(0, ply_bits), command: flag(0), error: flag(1), loads: flag(2) }
    }

    fn packed(self) -> Wire {
        concat(&[self.loads, self.error, self.command, self.ply])
    }
}

/// A machine that gives a legal move in every clock cycle in which the thread whose turn it is has
/// a command. `pass` describes the pass as a module of the name it is given; `settings` are those
/// of the game, besides the options.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), nothing is called like one of
/// the cuts, or a defect in the description.
pub fn stream<S: Streamed>(
    options: &StreamOptions,
    pass: impl FnOnce(&str) -> PassLogic,
    settings: &[(&str, &str)],
) -> Result<Stream, FastError> {
    let top = options.name.replace('-', "_");
    let mut project = Project::new(&options.name);
    project.setting("levels", options.levels);
    project.setting("cuts", listed(&options.cuts));
    project.setting("threads", options.threads.unwrap_or(0));
    project.setting("stack_depth", options.stack_depth);
    settings.iter().for_each(|(name, value)| project.setting(name, value));
    let pipe = pipe::<S>(&mut project, pass(&format!("{top}_pipeline")), options)?;
    let latency = pipe.latency;
    // The result of a turn is there when the next begins: it takes two cycles to the memory, and
    // the next turn reads a cycle ahead.
    let threads = pipe.threads(options.threads, 3)?;
    let passes = passes(&mut project, &top, &pipe, threads * options.stack_depth)?;
    project.add(machine::<S>(&top, options, threads, latency, &passes))?;
    Ok(Stream { design: project.finish()?, latency, threads })
}

/// The threads around the passes.
fn machine<S: Streamed>(
    top: &str,
    options: &StreamOptions,
    threads: u32,
    latency: u32,
    passes: &ModuleHandle,
) -> Builder {
    let b = Builder::new(
        top,
        format!(
            "An ordered legal move in every clock cycle, for {threads} threads that take turns.\nA move comes {latency} cycles after the command that asks for it."
        ),
    );
    let thread_bits = thread_bits(threads);
    let ply_bits = options.stack_depth.trailing_zeros();
    let ports = Ports::<S::Board>::new(&b, thread_bits, ply_bits);
    let turn = Turn::new(&b, threads);
    let loading = b.register("loading", 1).resets_to(0).comment("a position is on its way");
    let no_thread = ports.no_such_thread(threads);
    let loads = ports.loads(&turn, &loading);
    let command_ready = (&turn.awake & !&loads).named("command_taken");
    let command = (&ports.command_valid & &command_ready).named("command");

    let memory = b
        .memory("threads", 2 + ply_bits, 1 << thread_bits)
        .style(RamStyle::Distributed)
        .comment("of each thread: its deepest node, whether it is untouched, whether there is one");
    // Read a cycle ahead: what a turn leaves behind is there two cycles before the next.
    let state = State::unpacked(&memory.read_now("state_next", &turn.next).later("state"), ply_bits);
    let error = (!&state.known | state.deepest.lt(&ports.ply)).named("refused");
    // A position that is loaded is the first node, whatever the port says meanwhile.
    let asked = Asked { ply: ports.ply.when(&!&loads), command, error, loads: loads.clone() };
    let fresh = &state.untouched & state.deepest.eq(&ports.ply);

    let (next_asked, thread) = answered(&b, threads, latency);
    let due = Due::new(&b, &turn, asked, &next_asked, threads);
    let found = b.forward("found_after", 1);
    let node = due.result.ply.later("answered_ply");
    loading.next(&(&loads | (&*loading & !&due.loaded)));
    let goes_below = (&due.may_go_below & &found).named("goes_below");
    let deepest = mux(&goes_below, &due.below, &node);
    let next = State { known: turn.awake.clone(), untouched: &due.loaded | &goes_below, deepest };
    memory.write(
        &(&turn.forgets | &due.loaded | &due.passed).later("state_write"),
        &mux(&turn.forgets, &turn.now, &thread).later("state_address"),
        &next.packed().later("state_kept"),
    );

    let below = due.below.when(&!&due.loaded);
    let instance = b
        .instance("passes", passes)
        .input("node", &concat(&[turn.next.later("turn_for_nodes").keep(), ports.ply]))
        .input("fresh", &fresh)
        .input("board_write", &(&goes_below | &due.loaded).later("board_write"))
        .input("board_address", &concat(&[thread.clone(), below]).later("board_address"))
        .input("left_write", &due.passed)
        .input("left_address", &concat(&[thread.clone(), node.clone()]))
        .input("load", &turn.flag("loaded_at_nodes", &due.result.loads).keep())
        .inputs(ports.position.connections("load_").iter().map(|(name, wire)| (name.as_str(), wire.clone())))
        .drives("found", &found);
    let made = S::Board::FIELDS.iter().map(|(field, _)| format!("made_{field}"));
    let outputs = made.fold(instance, |instance, port| instance.leave_open(&port)).outputs();
    b.output("turn_of", &turn.now).comment("the thread whose turn it is");
    b.output("command_ready", &command_ready)
        .comment("its command is taken if there is one; low where a position is loaded");
    let load_ready = &due.loaded | (&ports.load_valid & &no_thread);
    b.output("load_ready", &load_ready).comment("the position has been taken, or is refused");
    b.output("load_error", &no_thread).comment("there is no such thread");
    b.output("answer_valid", &due.answers).comment("there is the answer to a command");
    b.output("answer_thread", &thread).comment("whose it was");
    b.output("answer_ply", &node).comment("the node of which the move is");
    b.output("answer_error", &due.refused).comment("there is no such node");
    S::Found::from_outputs(&outputs, "").output(&b, "answer_");
    S::Board::from_outputs(&outputs, "child_").output(&b, "child_");
    b
}

/// What comes to the machine.
struct Ports<B> {
    command_valid: Wire,
    ply: Wire,
    load_valid: Wire,
    load_thread: Wire,
    position: B,
}

impl<B: Bundle> Ports<B> {
    fn new(b: &Builder, thread_bits: u32, ply_bits: u32) -> Self {
        Self {
            command_valid: b.input("command_valid", 1).comment("the thread whose turn it is has a command"),
            ply: b.input("ply", ply_bits).comment("the node to give the next move of"),
            load_valid: b.input("load_valid", 1).comment("a position waits to be a thread's first node"),
            load_thread: b.input("load_thread", thread_bits).comment("that thread"),
            position: B::input(b, "load_"),
        }
    }

    /// A position waits for a thread that does not exist.
    fn no_such_thread(&self, threads: u32) -> Wire {
        let bits = self.load_thread.width() + 1;
        let threads = self.load_thread.builder().constant(bits, threads.into());
        (!self.load_thread.extend(bits).lt(&threads)).named("no_such_thread")
    }

    /// A position is loaded in this cycle. It stays at the port until it is taken.
    fn loads(&self, turn: &Turn, loading: &Wire) -> Wire {
        let its_turn = (&self.load_valid & self.load_thread.eq(&turn.next)).later("load_has_its_turn");
        (&self.load_valid & &turn.awake & !loading & its_turn).named("loads")
    }
}

/// Whose turn it is. After a reset every thread forgets its nodes in its turn; meanwhile what was
/// on its way has left the pipeline.
struct Turn {
    now: Wire,
    next: Wire,
    forgets: Wire,
    awake: Wire,
}

impl Turn {
    fn new(b: &Builder, threads: u32) -> Self {
        let Turns { thread: now, last } = turns(b, "turn", threads, 0, "the thread whose turn it is");
        let next = turns(b, "next_turn", threads, 1, "the thread whose turn is next").thread;
        let forgets =
            b.register("forgets", 1).starts_at(1).resets_to(1).comment("threads are forgetting their nodes");
        forgets.next_when(&last, &b.bit(false));
        let awake = !&*forgets;
        Self { now, next, forgets: forgets.output(), awake }
    }

    /// A register that is set a cycle after `next`, once no thread forgets its nodes.
    fn flag(&self, name: &str, next: &Wire) -> Wire {
        (next & &self.awake).later_cleared(name)
    }
}

/// The thread whose question is read, three cycles before its answer, and the one that is answered.
/// Turns come in order, so this is the one whose turn was so many cycles ago.
fn answered(b: &Builder, threads: u32, latency: u32) -> (Wire, Wire) {
    let answered = threads - latency;
    let next_asked =
        turns(b, "next_asked", threads, answered + 3, "the thread whose question is read").thread;
    let following = |name: &str, ahead: &Wire, first: u32, comment: &str| {
        let first = u64::from(first);
        let thread = b.register(name, next_asked.width()).starts_at(first).resets_to(first).comment(comment);
        thread.next(ahead);
        thread.output()
    };
    let asked_before =
        following("asked_before", &next_asked, answered + 2, "the thread whose question is known next");
    let next_answered =
        following("next_answered", &asked_before, answered + 1, "the thread that is answered next");
    let answering = following("answering", &next_answered, answered, "the thread that is answered");
    (next_asked, answering)
}

/// The turn whose answer is there in the next cycle, and flags of it in the cycle of the answer.
/// They are decided a cycle ahead, because the way from here to the memories is long.
struct Due {
    result: Asked,
    /// The ply below that of the answer.
    below: Wire,
    answers: Wire,
    passed: Wire,
    may_go_below: Wire,
    loaded: Wire,
    refused: Wire,
}

impl Due {
    /// Keeps what a thread asked in this turn, and reads what `next_asked` did in its last.
    fn new(b: &Builder, turn: &Turn, asked: Asked, next_asked: &Wire, threads: u32) -> Self {
        let ply_bits = asked.ply.width();
        let commands =
            Pages::new(b, "commands", 3 + ply_bits, threads, "what each thread was asked in its last turn");
        commands.write(&b.bit(true), &turn.now.later("turn_before"), &asked.packed().later("asked"));
        let asked_next = commands.read("asked", next_asked).later("asked_next");
        let (below, at_top) = {
            let ply = asked_next.slice(0, ply_bits);
            ((&ply + &b.constant(ply_bits, 1)).later("below"), ply.all())
        };
        let result = Asked::unpacked(&asked_next, ply_bits);
        let answers = turn.flag("answers", &result.command);
        let passes_on = &result.command & !&result.error;
        Self {
            below,
            answers,
            passed: turn.flag("passed", &passes_on),
            may_go_below: turn.flag("may_go_below", &(&passes_on & !at_top)),
            loaded: turn.flag("loaded", &result.loads),
            refused: result.error.later("answer_refused"),
            result,
        }
    }
}

/// The state of a thread between its turns.
struct State {
    known: Wire,
    untouched: Wire,
    deepest: Wire,
}

impl State {
    fn unpacked(word: &Wire, ply_bits: u32) -> Self {
        Self {
            known: word.bit(ply_bits + 1),
            untouched: word.bit(ply_bits),
            deepest: word.slice(0, ply_bits),
        }
    }

    fn packed(&self) -> Wire {
        concat(&[self.known.clone(), self.untouched.clone(), self.deepest.clone()])
    }
}
