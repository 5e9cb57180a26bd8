//! The command port: a position is loaded, and searched.

use super::command::Command;
use super::key::{Key, number};
use super::model::WHOLE;
use super::node::{PLY, USED, VALUE};
use super::options::{LIMIT, LIMIT_PART, Options};
use super::squares::{Carry, Squares, material, negative};
use super::threads::{
    ALPHA, BEGINS, BETA, CLEARS, DEPTH, HALTS, IDLE, MADE, MOVE_FOUND, ROOT, RUNS, TURN, Times, USES,
    VALUE_FOUND,
};
use super::trail::{TRAIL_BITS, Trail};
use super::turn::{CARRIED, KEYED, TRAIL};
use crate::chess::classic;
use crate::chess::fast::FastError;
use crate::chess::fast::root::Root;
use crate::describe::{Builder, Bundle, ModuleHandle, Outputs, Project, RegisterBuilder, Wire, concat, mux};
use crate::game::Walk;
use crate::netlist::RamStyle;
use crate::parts::command_port;
use crate::parts::tally::tally;

/// The work of the machine.
#[derive(Clone, Copy)]
enum State {
    /// It waits for a command.
    Idle,
    /// A command has been decoded, and is carried out.
    Read,
    /// The position is turned to the side to move, a square a cycle.
    Turn,
    /// The threads search.
    Search,
    /// The last counts are on their way.
    Settle,
    /// The answer waits to be taken.
    Answer,
}

/// The number of values of the register `state`.
pub const STATES: u64 = State::Answer as u64 + 1;

/// The one of them in which the machine waits for the last sums.
pub const SETTLING_STATE: u64 = State::Settle as u64;

/// Cycles from the end of a search until every count is right: a sum is, four cycles later.
const SETTLING: u32 = 6;

/// Cycles from a command to its answer while no thread searches, at most: the position is turned, a
/// square a cycle, and the counts settle.
pub const RESTING: u32 = 82;

/// The register `state`.
struct States {
    register: RegisterBuilder,
}

impl States {
    fn new(b: &Builder) -> Self {
        let about = "0 idle, 1 a command is there, 2 turn, 3 search, 4 settle, 5 answer";
        Self { register: b.register("state", 3).resets_to(0).comment(about) }
    }

    fn is(&self, state: State) -> Wire {
        self.register.is(state as u64)
    }

    fn next(&self, steps: &[(Wire, State)]) {
        let to = |state: State| self.register.builder().constant(3, state as u64);
        let stays = self.register.output();
        self.register.next(&steps.iter().fold(stays, |other, (when, then)| mux(when, &to(*then), &other)));
    }
}

/// A command as it was understood, 1 bit each; they are set while it is carried out.
struct Understood {
    load_square: Wire,
    load_state: Wire,
    load_quiet: Wire,
    use_threads: Wire,
    set_limit: Wire,
    load_trail: Option<Wire>,
    set_window: Wire,
    clear_table: Option<Wire>,
    searches: Wire,
    /// A search is to end: 1 bit, while the command waits at the port.
    stops: Wire,
    refused: Wire,
    operand: Wire,
    reads_square: Wire,
    /// 0 nodes, 1 cycles, 2 turns.
    counter: [Wire; 3],
    found: Wire,
}

impl Understood {
    fn new(states: &States, port: &command_port::Inputs, times: Times, options: &Options) -> Self {
        let (command, data) = (&port.command, &port.data);
        let b = command.builder();
        let (idle, reading) = (states.is(State::Idle), states.is(State::Read));
        let kept = |name: &str, says: &Wire| {
            let register = b.register(name, says.width());
            register.next_when(&idle, says);
            register.output()
        };
        let asks = |number: u64| command.is(number);
        let most = |width: u32, most: u32| !b.constant(width, most.into()).lt(&data.slice(0, width));
        let depth = asks(Command::Search.into()) & most(10, options.stack_depth - 1) & data.any();
        let threads = asks(Command::UseThreads.into()) & most(10, times.threads);
        let square = asks(classic::Command::LoadSquare.into());
        let state = asks(classic::Command::LoadState.into());
        let quiet = asks(Command::LoadQuiet.into());
        let limit = asks(Command::SetLimit.into());
        let reads = asks(classic::Command::ReadSquare.into());
        let counters = asks(Walk::ReadCounter.into());
        let stop = asks(Command::Stop.into());
        let trail = asks(Command::LoadTrail.into());
        let window = asks(Command::SetWindow.into());
        let clears = options.table.map(|_| asks(Command::ClearTable.into()));
        let known = [&square, &state, &quiet, &limit, &reads, &counters, &threads, &stop, &trail, &window];
        let known = known.into_iter().chain(&clears).fold(depth.clone(), |known, one| known | one);
        let now = |name: &str, asked: &Wire| (&reading & kept(&format!("asks_{name}"), asked)).named(name);
        let counter = |name: &str, number: u64| {
            kept(&format!("asks_{name}"), &(&counters & data.slice(0, 2).is(number)))
        };
        Self {
            load_square: now("load_square", &square),
            load_state: now("load_state", &state),
            load_quiet: now("load_quiet", &quiet),
            use_threads: now("use_threads", &threads),
            set_limit: now("set_limit", &limit),
            load_trail: options.repetition.then(|| now("load_trail", &trail)),
            set_window: now("set_window", &window),
            clear_table: clears.map(|clears| now("clear_table", &clears)),
            searches: now("starts", &depth),
            stops: (&port.valid & &stop).named("stop_waits"),
            refused: kept("unknown_or_too_much", &!known),
            operand: kept("operand", data),
            reads_square: kept("asks_square", &reads),
            counter: [counter("nodes", 0), counter("cycles", 1), counter("turns", 2)],
            found: kept("asks_found", &depth),
        }
    }
}

/// The square of the piece that is turned, seen from the side of the piece.
fn turned(b: &Builder, root: &Root, clears: &Wire) -> Wire {
    let [_, own, comes] = &root.turning;
    let place = b.register("turned_square", 6).comment("the square of the piece that is turned");
    let one = b.constant(6, 1);
    place.next(&(&*place + &one.when(comes)).when(&!clears));
    &*place ^ &concat(&[(!own).repeat(3), b.constant(3, 0)])
}

/// What the position carries, worked out while it is turned, `square` by square.
fn carried(
    b: &Builder,
    root: &Root,
    (clears, square): (&Wire, &Wire),
    quiet: &Wire,
    squares: &Squares,
) -> Carry {
    let [piece, own, comes] = &root.turning;
    let kind = piece.slice(0, 3);
    let memory = b
        .memory("square_weights", Squares::WIDTH, squares.words().len() as u32)
        .style(RamStyle::Block)
        .contents(squares.words())
        .comment("what a piece is worth on a square");
    // A block memory is slow: a cycle is its own.
    let word = memory.read_next("square_weight", &concat(&[kind.clone(), square.clone()]));
    let worth = Squares::sums(&word.later("square_weight_later"));
    let later = |wire: &Wire, name: &str| wire.later(name).later(&format!("{name}_later"));
    let [comes, own] = [later(comes, "weight_comes"), later(own, "weight_is_own")];
    let [phase, points] = material(&later(&kind, "weight_kind"));
    let signed = |number: &Wire| mux(&own, number, &negative(number));
    let sum = |name: &str, add: &Wire| {
        let register = b.register(name, add.width());
        register.next(&(&*register + &add.when(&comes)).when(&!clears));
        register.output()
    };
    Carry {
        mg: sum("root_mg", &signed(&worth.mg)),
        eg: sum("root_eg", &signed(&worth.eg)),
        pieces: sum("root_pieces", &phase),
        points: sum("root_points", &signed(&points)),
        quiet: quiet.clone(),
    }
}

/// The key of the position, worked out while it is turned, `square` by square.
fn keyed(b: &Builder, root: &Root, (clears, square): (&Wire, &Wire)) -> Key {
    let [piece, _, comes] = &root.turning;
    let kind = piece.slice(0, 3);
    let number = number(&kind, square, &piece.bit(3), "root_key").later("root_key_number");
    let stands = (comes & kind.any()).later("root_key_comes");
    let pieces = b.register("root_key", number.width()).comment("the key of the pieces");
    pieces.next(&(&*pieces ^ &number.when(&stands)).when(&!clears));
    Key { pieces: pieces.output(), black: root.black.clone(), passing: root.board.en_passant.bit(3) }
}

/// What commands have set.
struct Kept {
    quiet: Wire,
    used: Wire,
    depth: Wire,
    limit: Wire,
    trail: Option<Trail>,
    /// Beta above alpha.
    window: Wire,
}

impl Kept {
    fn new(b: &Builder, on: &Understood, times: Times) -> Self {
        let data = &on.operand;
        let quiet = b.register("quiet_plies", 7).resets_to(0).comment("half moves without a capture");
        quiet.next_when(&(&on.load_quiet | &on.load_state), &data.slice(0, 7).when(&on.load_quiet));
        let all = u64::from(times.threads);
        let used = b.register("threads_used", USED).starts_at(all).resets_to(all);
        let asked = data.slice(0, USED);
        used.next_when(&on.use_threads, &mux(&asked.none(), &b.constant(USED, all), &asked));
        let depth = b.register("wanted", PLY).comment("plies to search");
        depth.next_when(&on.searches, &data.slice(0, PLY));
        let limit = b.register("limit", LIMIT).resets_to(0).comment("clock cycles; 0 for no limit");
        let more = concat(&[limit.slice(0, LIMIT - LIMIT_PART), data.clone()]);
        limit.next_when(&on.set_limit, &more);
        let trail = on.load_trail.as_ref().map(|loads| trail(b, loads, on));
        let window = window(b, on);
        let (quiet, used) = (quiet.output(), used.output());
        Self { window, quiet, used, depth: depth.output(), limit: limit.output(), trail }
    }
}

/// The window of the root: commands bring ten bits each, and a new position opens it.
fn window(b: &Builder, on: &Understood) -> Wire {
    let [alpha, beta] = WHOLE.map(|end| end as u64 & 0xffff);
    let whole = beta << VALUE | alpha;
    let window = b.register("window", 2 * VALUE).starts_at(whole).resets_to(whole);
    let window = window.comment("beta and alpha of the root");
    let more = concat(&[window.slice(0, 2 * VALUE - LIMIT_PART), on.operand.clone()]);
    let next = mux(&on.set_window, &more, &b.constant(2 * VALUE, whole));
    window.next_when(&(&on.set_window | &on.load_state), &next);
    window.output()
}

/// The last moves of the game: commands bring ten bits each, and a new position clears them.
fn trail(b: &Builder, loads: &Wire, on: &Understood) -> Trail {
    let trail = b.register("trail", TRAIL_BITS).resets_to(0).comment("the last moves of the game");
    let more = concat(&[trail.slice(0, TRAIL_BITS - LIMIT_PART), on.operand.clone()]);
    trail.next_when(&(loads | &on.load_state), &more.when(loads));
    Trail::unpacked(&trail.output())
}

/// The best move for the reader: squares of the board, whoever is to move.
fn found(outputs: &Outputs, black: &Wire, halted: &Wire) -> Wire {
    let (value, mv) = (outputs.get(VALUE_FOUND), outputs.get(MOVE_FOUND));
    let flip = concat(&[black.repeat(3), black.builder().constant(3, 0)]);
    let origin = &mv.slice(0, 6) ^ &flip;
    let destination = &mv.slice(6, 6) ^ &flip;
    assert_eq!(value.width(), VALUE, "the score has its bits");
    concat(&[halted.clone(), value, mv.any(), mv.slice(12, 3), destination, origin])
}

/// The search is to end: the limit counts its cycles, or the port says `stops`.
fn halts(b: &Builder, limit: &Wire, runs: &Wire, [searching, stops]: [&Wire; 2]) -> Wire {
    let spent = b.register("spent", LIMIT).comment("cycles of the search");
    let one = b.constant(LIMIT, 1);
    let over = (limit.any() & !spent.lt(limit)).named("time_is_over");
    spent.next(&(&*spent + &one.when(&(runs & !&over))).when(searching));
    ((&over | stops) & searching).later_cleared("halts")
}

/// The counts are right: 1 bit.
fn settled(b: &Builder, settling: &Wire) -> Wire {
    let settle = b.register("settle", 8).comment("cycles until the counts are right");
    let number = |value: u32| b.constant(8, value.into());
    settle.next(&mux(settling, &(&*settle - &number(1)), &number(SETTLING)));
    (settling & settle.is(1)).named("settled")
}

/// The top: commands go in, and answers come out.
///
/// # Errors
/// A mistake in the description.
pub fn port(
    project: &mut Project,
    top: &str,
    options: &Options,
    threads: &ModuleHandle,
    times: Times,
) -> Result<(), FastError> {
    let b = Builder::new(
        top,
        format!(
            "Searches a chess position: alpha-beta with quiescence, a move made and judged in every clock cycle.\n{} threads take turns. Commands go in and answers come out by valid and ready.",
            times.threads
        ),
    );
    let port = command_port::Inputs::of(&b);
    let states = States::new(&b);
    let (idle, searching, settling) =
        (states.is(State::Idle), states.is(State::Search), states.is(State::Settle));
    let (turning, answering) = (states.is(State::Turn), states.is(State::Answer));
    let on = Understood::new(&states, &port, times, options);
    let kept = Kept::new(&b, &on, times);
    let root = Root::new(&b, [&on.load_square, &on.load_state], &on.operand, &turning);
    let clears = on.searches.later_cleared("clears");
    let square = turned(&b, &root, &clears);
    let carry = carried(&b, &root, (&clears, &square), &kept.quiet, &Squares::new(&options.weights));
    let key = options.table.map(|_| keyed(&b, &root, (&clears, &square)));

    let runs = b.forward("search_runs", 1);
    let halts = halts(&b, &kept.limit, &runs, [&searching, &on.stops]);
    let halted = b.register("halted", 1).resets_to(0).comment("the last search was given up");
    let mut ports = root.board.connections(ROOT);
    ports.extend(carry.connections(&format!("{ROOT}{CARRIED}")));
    ports.extend(kept.trail.iter().flat_map(|trail| trail.connections(&format!("{ROOT}{TRAIL}"))));
    ports.extend(key.iter().flat_map(|key| key.connections(&format!("{ROOT}{KEYED}"))));
    ports.extend(on.clear_table.iter().map(|clears| (CLEARS.to_string(), clears.clone())));
    let [alpha, beta] = [0, VALUE].map(|low| kept.window.slice(low, VALUE));
    let given = [
        (ALPHA, &alpha),
        (BETA, &beta),
        (BEGINS, &root.stands),
        (HALTS, &halts),
        (USES, &kept.used),
        (DEPTH, &kept.depth),
    ];
    ports.extend(given.map(|(port, wire)| (port.to_string(), wire.clone())));
    let instance = b.instance("threads", threads);
    let outputs = ports.iter().fold(instance, |instance, (port, wire)| instance.input(port, wire)).outputs();
    b.drive(&runs, &(outputs.get(RUNS) & &searching));
    let rests = outputs.get(IDLE).named("all_idle");
    let done = (&searching & &rests).named("searched");
    halted.next(&((&*halted | (&halts & !&rests)) & !&clears));
    let settled = settled(&b, &settling);

    let counts = [MADE, RUNS, TURN].map(|event| outputs.get(event));
    let counted = counts.iter().zip(["nodes", "cycles", "turns"]);
    let counts: Vec<Wire> = counted.map(|(event, name)| tally(&b, name, event, &clears)).collect();
    let found = found(&outputs, &root.black, &halted);
    let square = root.squares.read("asked_piece", &port.data.slice(0, 6));
    let told = on.counter.iter().zip(&counts).map(|(asked, count)| count.when(asked));
    let told = told.chain([square.extend(64).when(&on.reads_square), found.extend(64).when(&on.found)]);
    let told = told.fold(b.constant(64, 0), |others, value| others | value);
    // It is written until it is shown.
    let answer = b.register("answer", 64);
    answer.next_when(&!&answering, &told);
    states.next(&[
        (&idle & &port.valid, State::Read),
        (states.is(State::Read), State::Answer),
        (on.searches.clone(), State::Turn),
        (root.stands.clone(), State::Search),
        (done, State::Settle),
        (settled, State::Answer),
        (&answering & &port.response_ready, State::Idle),
    ]);
    command_port::output_handshake(&b, &idle, &answering);
    command_port::output_answer(&b, &answer, &on.refused);
    project.add(b)?;
    Ok(())
}
