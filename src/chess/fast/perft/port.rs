//! The command port.

use super::super::FastError;
use super::super::root::Root;
use super::options::PerftOptions;
use super::pair::Pair;
use super::ring::{Item, Ring, ring};
use crate::describe::{Builder, Project, Wire, mux};
use crate::parts::command_port;
use crate::parts::tally::tally;

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
pub fn port(project: &mut Project, top: &str, options: &PerftOptions, pair: &Pair) -> Result<(), FastError> {
    let b = Builder::new(
        top,
        format!(
            "Counts the leaves of game trees.\n{} of {} threads each walk through inner nodes and count the moves of the last.",
            if options.pairs == 1 { "One pair".into() } else { format!("{} pairs", options.pairs) },
            pair.threads
        ),
    );
    let command_port::Inputs { valid: command_valid, command, data, response_ready } =
        command_port::Inputs::of(&b);
    let zero = |width| b.constant(width, 0);
    let number = |width, value: u32| b.constant(width, value.into());

    let state = b
        .register("state", 3)
        .resets_to(0)
        .comment("0 idle, 1 turn, 2 walk, 3 settle, 4 a command is there, 5 answer");
    let is = |of: State| state.is(of as u64);
    let to = |of: State| number(3, of as u32);
    let (idle, turning, walking) = (is(State::Idle), is(State::Turn), is(State::Walk));
    let (settling, reading, answering) = (is(State::Settle), is(State::Read), is(State::Answer));
    // A command is understood on its way into registers, whatever the port says while it is idle.
    let understood = |name: &str, says: &Wire| {
        let register = b.register(name, says.width());
        register.next_when(&idle, says);
        register.output()
    };
    let asks = |number: u64| command.is(number);
    let counter = |number: u64| asks(8) & data.slice(0, 2).is(number);
    let operand = understood("operand", &data);
    let depth = data.slice(0, 7);
    let count = asks(6) & !number(7, pair.deepest).lt(&depth);
    let known = [1, 2, 7, 8].into_iter().fold(count.clone(), |known, number| known | asks(number));
    let error = understood("unknown_or_too_deep", &!known);
    let load_square = (&reading & understood("asks_load_square", &asks(1))).named("load_square");
    let load_state = (&reading & understood("asks_load_state", &asks(2))).named("load_state");
    let counts = (&reading & understood("asks_count", &count)).named("counts");
    let starts = (&reading & understood("asks_walk", &(&count & depth.any()))).named("starts");
    let root_alone =
        b.register("root_alone", 1).comment("the last count was to depth 0: the root is its leaf");
    root_alone.next_when(&counts, &!&starts);

    let root = Root::new(&b, [&load_square, &load_state], &operand, &turning);
    let (stands, squares) = (&root.stands, &root.squares);
    let item = Item { height: operand.slice(0, pair.height_bits), board: root.board };
    let Ring { idle: all_idle, leaves, made } = ring(&b, options.pairs, pair, stands, &item);
    // From a register too; a walk that begins is not over.
    let done = (&walking & (&all_idle & !stands).later("pairs_rest")).named("walked");
    let settle = b.register("settle", 8).comment("cycles until the sums are right");
    let settled = settle.is(1).later("sums_are_right") & &settling;
    settle.next(&mux(&settling, &(&*settle - &number(8, 1)), &number(8, pair.counting + SETTLING)));
    // In registers, because the way to all the sums is long; nothing is found while the position is turned.
    let clears = counts.later("clears");
    let runs = (&turning | &walking | &settling).later("runs");
    let nodes = tally(&b, "nodes", &leaves, &clears);
    let moves = tally(&b, "moves", &made, &clears);
    let cycles = tally(&b, "cycles", &runs, &clears);

    // What the answer is comes from registers, because the way to all of its own is long; it is written until the sums are right.
    let told = |what: &str, asked: &Wire, value: &Wire| {
        value.when(&understood(&format!("asks_{what}"), asked)).named(&format!("told_{what}"))
    };
    let told = [
        told("nodes", &(counter(0) | (asks(6) & depth.any())), &nodes),
        told("moves", &(asks(8) & data.bit(1)), &moves),
        told("cycles", &counter(1), &cycles),
        told("piece", &asks(7), &squares.read("asked_piece", &data.slice(0, 6))).extend(64),
        told("one", &((asks(6) & depth.none()) | (counter(0) & &*root_alone)), &number(1, 1)).extend(64),
    ];
    let told = told.into_iter().fold(zero(64), |others, value| others | value);
    let opens = (&idle | &(&settling & &!&settled)).later("answer_opens").keep();
    let answer = b.register("answer", 64);
    answer.next_when(&opens, &told);
    let steps = [
        (&idle & &command_valid, State::Read),
        (reading.clone(), State::Answer),
        (starts.clone(), State::Turn),
        (stands.clone(), State::Walk),
        (done, State::Settle),
        (settled, State::Answer),
        (&answering & &response_ready, State::Idle),
    ];
    let stays = state.output();
    state.next(&steps.into_iter().fold(stays, |other, (when, then)| mux(&when, &to(then), &other)));

    command_port::output_handshake(&b, &idle, &answering);
    command_port::output_answer(&b, &answer, &error);
    project.add(b)?;
    Ok(())
}
