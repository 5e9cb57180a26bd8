//! The command port.

use super::Paired;
use super::options::PerftOptions;
use super::pair::Pair;
use super::ring::{Item, Ring, ring};
use crate::describe::{Builder, Project, RegisterBuilder, Wire, mux};
use crate::parts::command_port;
use crate::parts::pages::Pages;
use crate::parts::tally::tally;
use crate::stream::FastError;

/// Cycles after the last move until every sum is right, besides those of the counter.
const SETTLING: u32 = 16;

/// The work of the machine.
#[derive(Clone, Copy)]
enum State {
    /// It waits for a command.
    Idle,
    /// The position is turned to the side to move, a square a cycle.
    Turn,
    /// The pairs walk.
    Walk,
    /// The last counts are on their way.
    Settle,
    /// A command has been decoded, and is carried out.
    Read,
    /// The answer waits to be taken.
    Answer,
}

/// The number of values of the register `state`.
pub const STATES: u64 = State::Answer as u64 + 1;

/// The one of them in which the machine waits for the last sums.
pub const SETTLING_STATE: u64 = State::Settle as u64;

/// The top: commands as of the classic machine, see `docs/command_port.md`.
///
/// # Errors
/// A mistake in the description.
pub fn port<G: Paired>(
    project: &mut Project,
    top: &str,
    options: &PerftOptions,
    pair: &Pair,
) -> Result<(), FastError> {
    let b = Builder::new(
        top,
        format!(
            "Counts the leaves of game trees.\n{} of {} threads each walk through inner nodes and count the moves of the last.",
            if options.pairs == 1 { "One pair".into() } else { format!("{} pairs", options.pairs) },
            pair.threads
        ),
    );
    let port = Port::new(&b);
    let request = port.decode(pair.deepest, G::LOADS);
    let root = G::root(&b, &request.loads, &request.operand, &port.turning);
    let item = Item { height: request.operand.slice(0, pair.height_bits), board: root.board };
    let ring = ring::<G>(&b, options.pairs, pair, &root.stands, &item);
    // From a register, because the way is long; a walk that begins is not over.
    let done = (&port.walking & (&ring.idle & !&root.stands).later("pairs_rest")).named("walked");
    let settled = port.settle(pair.counting);
    let sums = port.count(&request.counts, &ring);
    let answer = port.answer(&request, (&root.squares, G::SQUARE_BITS), &sums, &settled);
    port.go_on(&[
        (&port.idle & &port.inputs.valid, State::Read),
        (port.reading.clone(), State::Answer),
        (request.starts, State::Turn),
        (root.stands, State::Walk),
        (done, State::Settle),
        (settled, State::Answer),
        (&port.answering & &port.inputs.response_ready, State::Idle),
    ]);
    command_port::output_handshake(&b, &port.idle, &port.answering);
    command_port::output_answer(&b, &answer, &request.error);
    project.add(b)?;
    Ok(())
}

/// A command that has been decoded, in registers.
struct Request {
    operand: Wire,
    error: Wire,
    /// A bit for each command that loads.
    loads: Vec<Wire>,
    /// It asks for a count, and one that is not to depth 0.
    counts: Wire,
    starts: Wire,
    /// The last count was to depth 0.
    root_alone: Wire,
}

/// The sums of a count.
struct Sums {
    nodes: Wire,
    moves: Wire,
    cycles: Wire,
}

/// The port, and the state of the machine behind it.
struct Port<'a> {
    b: &'a Builder,
    inputs: command_port::Inputs,
    state: RegisterBuilder,
    idle: Wire,
    turning: Wire,
    walking: Wire,
    settling: Wire,
    reading: Wire,
    answering: Wire,
}

impl<'a> Port<'a> {
    fn new(b: &'a Builder) -> Self {
        let inputs = command_port::Inputs::of(b);
        let state = b
            .register("state", 3)
            .resets_to(0)
            .comment("0 idle, 1 turn, 2 walk, 3 settle, 4 a command is there, 5 answer");
        let is = |of: State| state.is(of as u64);
        let (idle, turning, walking) = (is(State::Idle), is(State::Turn), is(State::Walk));
        let (settling, reading, answering) = (is(State::Settle), is(State::Read), is(State::Answer));
        Self { b, inputs, state, idle, turning, walking, settling, reading, answering }
    }

    /// A command is understood on its way into registers, whatever the port says while it is idle.
    fn understood(&self, name: &str, says: &Wire) -> Wire {
        let register = self.b.register(name, says.width());
        register.next_when(&self.idle, says);
        register.output()
    }

    /// The command has this number.
    fn asks(&self, number: u64) -> Wire {
        self.inputs.command.is(number)
    }

    /// It asks for this counter.
    fn asks_counter(&self, number: u64) -> Wire {
        self.asks(8) & self.inputs.data.slice(0, 2).is(number)
    }

    /// Whether the depth asked for is not 0.
    fn deep(&self) -> Wire {
        self.inputs.data.slice(0, 7).any()
    }

    /// The command, where `deepest` is the greatest depth of a count, and `loads` are the commands
    /// that load.
    fn decode(&self, deepest: u32, loads: &[(u64, &str)]) -> Request {
        let (b, reading) = (self.b, &self.reading);
        let operand = self.understood("operand", &self.inputs.data);
        let depth = self.inputs.data.slice(0, 7);
        let count = self.asks(6) & !b.constant(7, deepest.into()).lt(&depth);
        let numbers = loads.iter().map(|(number, _)| *number).chain([7, 8]);
        let known = numbers.fold(count.clone(), |known, number| known | self.asks(number));
        let error = self.understood("unknown_or_too_deep", &!known);
        let load = |(number, name): &(u64, &str)| {
            (reading & self.understood(&format!("asks_{name}"), &self.asks(*number))).named(name)
        };
        let loads = loads.iter().map(load).collect();
        let counts = (reading & self.understood("asks_count", &count)).named("counts");
        let starts = (reading & self.understood("asks_walk", &(&count & depth.any()))).named("starts");
        let root_alone =
            b.register("root_alone", 1).comment("the last count was to depth 0: the root is its leaf");
        root_alone.next_when(&counts, &!&starts);
        Request { operand, error, loads, counts, starts, root_alone: root_alone.output() }
    }

    /// Whether the last counts have arrived, from a register. The counter of a position takes
    /// `counting` cycles.
    fn settle(&self, counting: u32) -> Wire {
        let (b, settling) = (self.b, &self.settling);
        let settle = b.register("settle", 8).comment("cycles until the sums are right");
        let settled = settle.is(1).later("sums_are_right") & settling;
        let first = b.constant(8, (counting + SETTLING).into());
        settle.next(&mux(settling, &(&*settle - &b.constant(8, 1)), &first));
        settled
    }

    /// The sums, of which what clears them comes from registers, because the way to all of them is
    /// long. Nothing is found while the position is turned.
    fn count(&self, counts: &Wire, ring: &Ring) -> Sums {
        let clears = counts.later("clears");
        let runs = (&self.turning | &self.walking | &self.settling).later("runs");
        Sums {
            nodes: tally(self.b, "nodes", &ring.leaves, &clears),
            moves: tally(self.b, "moves", &ring.made, &clears),
            cycles: tally(self.b, "cycles", &runs, &clears),
        }
    }

    /// The answer. What it is comes from registers, because the way to all of its own is long; it
    /// is written until the sums are right.
    fn answer(
        &self,
        request: &Request,
        (squares, square_bits): (&Pages, u32),
        sums: &Sums,
        settled: &Wire,
    ) -> Wire {
        let (b, data) = (self.b, &self.inputs.data);
        let told = |what: &str, asked: &Wire, value: &Wire| {
            value.when(&self.understood(&format!("asks_{what}"), asked)).named(&format!("told_{what}"))
        };
        let one = (self.asks(6) & !self.deep()) | (self.asks_counter(0) & &request.root_alone);
        let told = [
            told("nodes", &(self.asks_counter(0) | (self.asks(6) & self.deep())), &sums.nodes),
            told("moves", &(self.asks(8) & data.bit(1)), &sums.moves),
            told("cycles", &self.asks_counter(1), &sums.cycles),
            told("piece", &self.asks(7), &squares.read("asked_piece", &data.slice(0, square_bits)))
                .extend(64),
            told("one", &one, &b.constant(1, 1)).extend(64),
        ];
        let told = told.into_iter().fold(b.constant(64, 0), |others, value| others | value);
        let opens = (&self.idle | &(&self.settling & &!settled)).later("answer_opens").keep();
        let answer = b.register("answer", 64);
        answer.next_when(&opens, &told);
        answer.output()
    }

    /// The state that follows: of the last step whose condition holds.
    fn go_on(&self, steps: &[(Wire, State)]) {
        let stays = self.state.output();
        let next = steps
            .iter()
            .fold(stays, |other, (when, then)| mux(when, &self.b.constant(3, *then as u64), &other));
        self.state.next(&next);
    }
}
