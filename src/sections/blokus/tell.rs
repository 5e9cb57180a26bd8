//! A clock cycle of a Blokus machine in words, and as data for the page's script.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::record::{Cycle, Rows, Run, Stages};
use crate::blokus::plane::SIDE;
use crate::blokus::{Cell, Move, Placement};
use crate::sections::SectionError;
use crate::sections::replay::{differences, script};

/// A core's names for the numbers of its commands.
pub(super) type CommandName = fn(u64) -> &'static str;

/// The name of a command of the generator, as the port's documentation has it.
pub(super) fn generator_command(number: u64) -> &'static str {
    match number {
        1 => "load cell",
        2 => "load state",
        3 => "next",
        4 => "down",
        5 => "up",
        6 => "perft",
        8 => "read counter",
        9 => "load piece",
        _ => "no command",
    }
}

/// The same of the player.
pub(super) fn player_command(number: u64) -> &'static str {
    match number {
        4 => "play",
        7 => "search",
        10 => "set limit",
        5 | 6 => "no command",
        other => generator_command(other),
    }
}

#[derive(Serialize)]
struct Data<'a> {
    side: u8,
    control: &'a [String],
    registers: Vec<&'static str>,
    moves: Vec<Value>,
    opens: usize,
    cycles: Vec<Map<String, Value>>,
}

/// A run as JSON that can stand in a script element.
///
/// # Errors
/// It cannot be written: a defect of it.
pub(super) fn data(run: &Run, command: CommandName) -> Result<String, SectionError> {
    script(&Data {
        side: SIDE,
        control: &run.control,
        registers: run.registers.iter().map(|shown| shown.name).collect(),
        moves: run.answers.iter().map(|(cycle, _)| json!({ "cycle": cycle })).collect(),
        opens: run.opens(),
        cycles: differences(run.cycles.iter().map(|cycle| frame(run, cycle, command))),
    })
}

fn frame(run: &Run, cycle: &Cycle, command: CommandName) -> Map<String, Value> {
    let state = run.states.iter().find(|(number, _)| *number == cycle.state);
    let set = |rows: &Rows| json!(rows.iter().map(|row| format!("{row:04x}")).collect::<String>());
    let held = cycle.held.map(|held| match held {
        Move::Pass => json!([held.to_string(), []]),
        Move::Place(placement) => drawn(placement),
    });
    [
        ("state", json!(state.map(|(_, name)| name.replace('_', " ")))),
        ("tells", json!(tell(run, cycle, command))),
        ("control", json!(cycle.control)),
        ("first", set(&cycle.cells[0])),
        ("second", set(&cycle.cells[1])),
        ("corners", set(&cycle.corners)),
        ("todo", set(&cycle.todo)),
        ("next", json!(cycle.next.map(drawn))),
        ("held", json!(held)),
        ("stream", json!(stream(cycle))),
        ("values", json!(cycle.values)),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into_iter()
    .collect()
}

/// A move's code and its cells, by number.
fn drawn(placement: Placement) -> Value {
    let cells = placement.cells().map(|cell| cell.y * SIDE + cell.x);
    json!([Move::Place(placement).to_string(), cells.collect::<Vec<u8>>()])
}

/// A cell as in codes: column and row.
fn name(cell: Cell) -> String {
    format!("{:x}{:x}", cell.x + 1, cell.y + 1)
}

/// The content of each stage of the stream, in words.
fn stream(cycle: &Cycle) -> [String; 4] {
    let empty = || "empty".to_string();
    let Stages { corner, window, pieces, ways } = &cycle.stages;
    let count = |count: u32, of: &str| format!("{count} {of}{}", if count == 1 { "" } else { "s" });
    [
        corner.map_or_else(empty, |(cell, size)| {
            format!("corner {}, pieces of {}", name(cell), count(size as u32, "square"))
        }),
        window.map_or_else(empty, |cell| format!("the cells around {}", name(cell))),
        pieces.as_ref().map_or_else(empty, |(cell, pieces)| {
            let letters: String = pieces.iter().map(|piece| piece.letter()).collect();
            format!("corner {}, what fits: {letters}", name(*cell))
        }),
        ways.map_or_else(empty, |(cell, left)| format!("corner {}, {} left", name(cell), count(left, "way"))),
    ]
}

/// A cycle in one to three sentences: the port, what begins, and what becomes of the next move.
fn tell(run: &Run, cycle: &Cycle, command: CommandName) -> String {
    let on = |line: &str| cycle.control.iter().any(|&place| run.control[place] == line);
    let [valid, ready, number, .., response_valid, response_ready, _, _] = cycle.port;
    let next = cycle.next.map(|next| Move::Place(next).to_string());
    let held = cycle.held.map(|held| held.to_string());
    let mut said: Vec<String> = Vec::new();
    let mut say = |when: bool, what: String| {
        if when {
            said.push(what)
        }
    };
    say(valid & ready == 1, format!("The command {} is taken.", command(number)));
    say(on("start") && on("resume"), "The moves of the node begin, at the move held or behind it.".into());
    say(on("start") && !on("resume"), "The moves of the node begin, the largest pieces first.".into());
    if let Some(next) = next {
        say(on("take"), format!("The stream gives {next}, which is taken."));
        say(!on("take"), format!("{next} waits at the end of the stream."));
    }
    say(on("take_pass"), "There is no move: a pass.".into());
    say(on("launch"), "The position after the move held goes into the evaluation.".into());
    let held = held.unwrap_or_else(|| "the move held".into());
    say(on("place"), format!("The board takes {held}, and the node below begins."));
    say(on("take_back"), format!("The board takes {held} back."));
    say(on("cut"), "The node was cut: beta is reached.".into());
    say(response_valid & response_ready == 1, "The answer is taken.".into());
    said.join(" ")
}
