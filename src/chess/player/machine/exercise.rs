//! A stimulus to compare simulators with: everything the command port can do.

use super::command::Command;
use super::driver::SearchMachine;
use crate::chess::{Chess, Position};
use crate::game::{Game, MachineError, Session, Walk};
use crate::simulate::Ports;
use crate::simulate::command_port::{self, CommandError};

const NAME: &str = "exercise";

/// Positions, the plies to search there, and the threads that do; 0 for all.
const POSITIONS: [(&str, u32, u32); 6] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1, 0),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 1, 1),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 98 1", 1, 0),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2, 0),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2, 3),
    ("8/8/3pP3/2pP3k/8/6K1/8/8 w - c6 0 2", 2, 0),
];

/// Clock cycles of the search that is given up, and of the one before a reset.
const LIMIT: u32 = 700;

/// Clock cycles of the search that is stopped, from its command on.
const STOP: u64 = 611;

/// A command there is not.
const UNKNOWN: u64 = 13;

/// Drives a machine through searches, answers that wait while the port's inputs change, commands
/// that are refused, a search that is given up, and a reset in the middle of one.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, stack_depth: u32, has_table: bool) -> Result<(), MachineError> {
    let mut machine = SearchMachine::new(ports, NAME, stack_depth)?;
    for (fen, depth, threads) in POSITIONS {
        machine.load(&Position::from_fen(fen).map_err(failed)?)?;
        machine.use_threads(threads)?;
        machine.search(depth)?;
    }
    at_the_port(machine.ports()).map_err(failed)?;
    machine.load(&Position::from_fen(POSITIONS[0].0).map_err(failed)?)?;
    machine.use_threads(0)?;
    machine.limit(LIMIT)?;
    machine.search(3)?;
    machine.limit(0)?;
    machine.search_while(3, STOP, &mut |_| false)?;
    command_port::interrupt(machine.ports(), Command::Search.into(), 3, LIMIT.into()).map_err(failed)?;
    machine.load(&Position::from_fen(POSITIONS[4].0).map_err(failed)?)?;
    machine.search(1)?;
    if has_table {
        // What it found is there, and is not.
        machine.search(2)?;
        machine.clear_table()?;
        machine.search(2)?;
    }
    Ok(())
}

/// The commands of a session over a link: an endgame, and its search two plies deep.
///
/// # Errors
/// The position cannot be read: a defect.
pub fn session() -> Result<Session, MachineError> {
    let position = Position::from_fen(POSITIONS[1].0).map_err(failed)?;
    let load = Chess::load(&position, false);
    let walk = load.iter().copied().chain([Command::Search.with(2)]).collect();
    Ok(Session { load, walk })
}

fn failed(error: impl ToString) -> MachineError {
    MachineError::simulator(NAME, error)
}

/// Answers that nobody takes for a while, and commands that are refused.
fn at_the_port(ports: &mut impl Ports) -> Result<(), CommandError> {
    for word in [
        Command::Search.with(1),
        Command::Search.with(0),
        Command::Search.with(1023),
        Command::UseThreads.with(1023),
        Walk::ReadCounter.with(2),
        crate::chess::classic::Command::ReadSquare.with(12),
    ] {
        command_port::answer_late(ports, word.code.into(), word.data)?;
    }
    command_port::give(ports, UNKNOWN, 0)?;
    Ok(ports.step()?)
}
