//! A stimulus to compare simulators with: everything the command port can do, in some thousands of
//! cycles.

use super::BlokusMachine;
use crate::blokus::{Player, Position};
use crate::game::{Machine, MachineError, Walk};
use crate::netlist::testing::Random;
use crate::simulate::Ports;
use crate::simulate::command_port::{self, CommandError};

/// From the middle of a game to its end, a forced pass and the end itself among them.
const RECORDS: [&str; 4] = [
    "45g2 9at5",
    "64i1 a9e0 86n1 dco7 68s0 d9t4 4aq2 b6f1 b3l0 d3l0 34f3 8cg2 2dt6 5ck4 92a0",
    "65c2 abj0 34n2 97o2 83r3 b6q0 b3g6 8ad1 11b0 c8b2 47o7 5ak1 51d2 dam3 68a0 7du0 29p2 3bl6 d5i3 ceg6 d1h0 1dh0 d7l6 dca0 \
     96f3",
    "65c2 abj0 34n2 97o2 83r3 b6q0 b3g6 8ad1 11b0 c8b2 47o7 5ak1 51d2 dam3 68a0 7du0 29p2 3bl6 d5i3 ceg6 d1h0 1dh0 d7l6 dca0 \
     96f3 0000 bak4 0000 0000",
];

/// Of [`RECORDS`], the one whose tree is walked.
const WALKED: usize = 2;

/// The number of games played; the plies of each, at most, if the stack holds them; and the number
/// of moves of a node of which one is made.
const GAMES: usize = 4;
const PLIES: u32 = 26;
const CHOICE: usize = 160;

/// Drives a machine with a stack of `stack` plies through positions, down and up, walks, an answer
/// that waits while the port's inputs change, commands that are refused, and a reset in the middle
/// of a walk.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, stack: u32) -> Result<(), MachineError> {
    let mut machine = BlokusMachine::new(ports, NAME, stack)?;
    let positions: Vec<Position> =
        RECORDS.iter().map(|record| record.parse()).collect::<Result<_, _>>().map_err(
            |error: crate::blokus::position::RecordError| MachineError::Simulator {
                simulator: NAME,
                problem: error.to_string(),
            },
        )?;
    // After a reset the game can begin.
    for _ in 0..3 {
        machine.next()?;
        machine.down()?;
    }
    machine.up()?;
    machine.next()?;
    for position in &positions {
        machine.load(position)?;
        machine.rest()?;
    }
    // Down to a node, through some of it, and up again to go on where the root was left.
    machine.load(&positions[0])?;
    for _ in 0..3 {
        machine.next()?;
        machine.down()?;
        machine.next()?;
        machine.next()?;
        machine.up()?;
    }
    // Games in which pieces come to stand everywhere.
    let mut random = Random(1);
    for first in Player::BOTH.into_iter().cycle().take(GAMES) {
        machine.load(&Position::start(first))?;
        'game: for _ in 0..PLIES.min(stack - 1) {
            for _ in 0..=random.below(CHOICE) {
                if machine.next()?.is_none() {
                    break 'game;
                }
            }
            machine.down()?;
        }
    }
    machine.load(&positions[WALKED])?;
    machine.perft(3, false)?;
    machine.rest()?;

    at_the_port(machine.ports()).map_err(failed)?;
    // A reset in the middle of a walk; then all is as at the start.
    machine.load(&Position::start(Player::Two))?;
    command_port::interrupt(machine.ports(), Walk::Perft.into(), 4, WALK).map_err(failed)?;
    machine.load(&positions[1])?;
    machine.rest()?;
    Ok(())
}

const NAME: &str = "exercise";

/// A command there is not.
const UNKNOWN: u64 = 7;

/// Clock cycles of a walk before the reset.
const WALK: u64 = 200;

fn failed(error: CommandError) -> MachineError {
    MachineError::simulator(NAME, error)
}

/// Answers that nobody takes for a while, and commands that are refused.
fn at_the_port(ports: &mut impl Ports) -> Result<(), CommandError> {
    for word in [Walk::Next.with(0), Walk::ReadCounter.with(1), Walk::Up.with(0), Walk::Perft.with(100)] {
        command_port::answer_late(ports, word.code.into(), word.data)?;
    }
    command_port::give(ports, UNKNOWN, 0)?;
    Ok(ports.step()?)
}
