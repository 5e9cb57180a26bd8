//! A stimulus to compare simulators with, for a machine of any game.

use super::{Game, Machine, MachineError, Simulated, Walk, Word};
use crate::simulate::Ports;
use crate::simulate::command_port::{self, CommandError};

const NAME: &str = "exercise";

/// A command that no machine has.
pub const UNKNOWN: Word = Word { code: 15, name: "Unknown", data: 0 };

/// Clock cycles of a walk before the reset.
const WALK: u64 = 200;

/// The commands that a machine of a game is sent over a link, where each of them takes long.
#[derive(Clone, Debug)]
pub struct Session {
    /// They put a position with a few moves on a board that was just reset.
    pub load: Vec<Word>,
    /// They begin a walk that takes some thousands of clock cycles.
    pub walk: Vec<Word>,
}

impl Session {
    /// The session of a position, and of a walk this many plies below it.
    pub fn of<G: Game>(position: &G::Position, depth: u32) -> Self {
        let load = G::load(position, false);
        let walk = load.iter().copied().chain([G::count(depth, false)]).collect();
        Self { load, walk }
    }
}

/// Drives a machine with a stack of `stack` plies through trees, each a position and the plies of a
/// walk below it: through the moves of the position, the walk, and a line of moves down to a node
/// without moves, or as deep as the stack is, and up again. Then through answers that wait while
/// the port's inputs change, commands that are refused, and a reset in the middle of a walk.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise<G: Game>(
    ports: &mut impl Ports,
    stack: u32,
    trees: &[(G::Position, u32)],
) -> Result<(), MachineError> {
    let mut machine = Simulated::<G, _>::new(ports, NAME, stack)?;
    for (position, depth) in trees {
        machine.load(position)?;
        machine.rest()?;
        machine.perft(*depth, false)?;
        let mut plies = 0;
        while machine.next()?.is_some() && plies < stack - 1 {
            machine.down()?;
            plies += 1;
        }
        for _ in 0..plies {
            machine.up()?;
            machine.next()?;
        }
    }
    let refused = [Walk::Down.with(0), Walk::Up.with(0), Walk::Perft.with(100)];
    for (position, depth) in trees {
        machine.load(position)?;
        let ports = machine.ports();
        for word in refused.iter().chain(&[Walk::Next.with(0), Walk::ReadCounter.with(1)]) {
            command_port::answer_late(ports, word.code.into(), word.data).map_err(failed)?;
        }
        command_port::answer_late(ports, UNKNOWN.code.into(), UNKNOWN.data).map_err(failed)?;
        machine.load(position)?;
        let walk = Walk::Perft.with((*depth).into());
        command_port::interrupt(machine.ports(), walk.code.into(), walk.data, WALK).map_err(failed)?;
    }
    Ok(())
}

fn failed(error: CommandError) -> MachineError {
    MachineError::simulator(NAME, error)
}
