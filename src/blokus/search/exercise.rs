//! A stimulus to compare simulators with: everything the command port can do, in some thousands of
//! cycles.

use super::command::Command;
use super::driver::SearchMachine;
use crate::blokus::{Player, Position};
use crate::game::{MachineError, Walk};
use crate::simulate::Ports;
use crate::simulate::command_port::{self, CommandError};

/// Positions late in a game, near a forced pass, and at its end, each with its search depth.
const RECORDS: [(&str, u32); 3] = [
    ("54m1 abm1 41o2 cal2 86f6 89e2 b4s2 57t0 c6l7 34o5 93k0 ddg2 12b0 d7d2 e4d1 28s0 25i2 2bp0", 2),
    (
        "65c2 abj0 34n2 97o2 83r3 b6q0 b3g6 8ad1 11b0 c8b2 47o7 5ak1 51d2 dam3 68a0 7du0 29p2 3bl6 d5i3 ceg6 d1h0 1dh0 d7l6 dca0 \
      96f3",
        4,
    ),
    (
        "65c2 abj0 34n2 97o2 83r3 b6q0 b3g6 8ad1 11b0 c8b2 47o7 5ak1 51d2 dam3 68a0 7du0 29p2 3bl6 d5i3 ceg6 d1h0 1dh0 d7l6 dca0 \
      96f3 0000 bak4 0000 0000",
        8,
    ),
];

/// Plies between the positions of a game that are searched one ply deep. Each side has its turn,
/// and pieces come to stand everywhere.
const STEP: usize = 3;

const NAME: &str = "exercise";

/// Clock cycles of the searches that go one ply deeper each time. The searches of the first
/// position end in the middle of one.
const LIMIT: u32 = 900;

/// Clock cycles of a search before the reset: while moves are sorted, and below one of them.
const SEARCHED: [u64; 2] = [300, 1_200];

/// A command there is not.
const UNKNOWN: u64 = 5;

/// Drives a machine through searches, answers that wait while the port's inputs change, commands
/// that are refused, and a reset in the middle of a search.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports) -> Result<(), MachineError> {
    let mut machine = SearchMachine::new(ports, NAME)?;
    // After a reset the game can begin: a whole one, which the machine plays by itself.
    while machine.search(1)?.found.best.is_some() {
        machine.play()?;
    }
    let positions: Vec<(Position, u32)> = RECORDS
        .iter()
        .map(|(record, depth)| Ok((record.parse()?, *depth)))
        .collect::<Result<_, crate::blokus::position::RecordError>>()
        .map_err(failed)?;
    for (position, depth) in &positions {
        machine.load(position)?;
        machine.deepen(*depth, LIMIT)?;
        machine.search(*depth)?;
        play_on(machine.ports()).map_err(failed)?;
    }
    // The way there: what each side has left, and what is open to it.
    for record in [RECORDS[0].0, RECORDS[1].0] {
        let moves: Vec<&str> = record.split_whitespace().collect();
        for plies in (1..moves.len()).step_by(STEP) {
            machine.load(&moves[..plies].join(" ").parse().map_err(failed)?)?;
            machine.search(1)?;
        }
    }
    at_the_port(machine.ports()).map_err(failed)?;
    for cycles in SEARCHED {
        machine.load(&Position::start(Player::Two))?;
        command_port::interrupt(machine.ports(), Command::Search.into(), 3, cycles).map_err(failed)?;
        machine.search(1)?;
    }
    Ok(())
}

/// Plays the move that the search found, then one of the moves given one by one, then passes. All
/// are refused if the game is over.
fn play_on(ports: &mut impl Ports) -> Result<(), CommandError> {
    let (next, play) = (Walk::Next.with(0), Command::Play.with(0));
    for word in [play, next, next, next, next, play, Command::Play.with(1), next] {
        command_port::give(ports, word.code.into(), word.data)?;
    }
    Ok(())
}

fn failed(error: impl ToString) -> MachineError {
    MachineError::simulator(NAME, error)
}

/// Answers that nobody takes for a while, and commands that are refused.
fn at_the_port(ports: &mut impl Ports) -> Result<(), CommandError> {
    for word in [
        Command::Search.with(1),
        Command::Search.with(0),
        Command::Search.with(9),
        Walk::ReadCounter.with(3),
        Walk::Next.with(0),
        Command::Play.with(0),
        Command::Play.with(0),
    ] {
        command_port::answer_late(ports, word.code.into(), word.data)?;
    }
    command_port::give(ports, UNKNOWN, 0)?;
    Ok(ports.step()?)
}
