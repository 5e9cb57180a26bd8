//! Driving the machine through its command port, whatever simulates it.

use super::{DEEPEST, Found};
use crate::blokus::Position;
use crate::blokus::generator::Command;
use crate::blokus::generator::driver::{decode, load_commands};
use crate::chess::machine::MachineError;
use crate::simulate::Ports;
use crate::simulate::command_port::{self, Answer, PATIENCE};

/// The command that searches: the depth in data bits 3..0. The others are those of the generator.
pub(super) const SEARCH: u64 = 7;

/// What the machine found, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The same as the software finds.
    pub found: Found,
    /// Clock cycles of the search.
    pub cycles: u64,
}

/// A machine that searches, in a simulator.
pub struct SearchMachine<P> {
    ports: P,
    simulator: &'static str,
}

impl<P: Ports> SearchMachine<P> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed, as in every method.
    pub fn new(ports: P, simulator: &'static str) -> Result<Self, MachineError> {
        let mut machine = Self { ports, simulator };
        command_port::reset(&mut machine.ports).map_err(|error| machine.failed(error))?;
        Ok(machine)
    }

    /// The ports, for tests that look inside.
    pub fn ports(&mut self) -> &mut P {
        &mut self.ports
    }

    fn failed(&self, problem: impl ToString) -> MachineError {
        MachineError::Simulator { simulator: self.simulator, problem: problem.to_string() }
    }

    fn command(&mut self, command: u64, data: u64, limit: u64) -> Result<Answer, MachineError> {
        let answer = command_port::command(&mut self.ports, command, data, limit)
            .map_err(|error| self.failed(error))?;
        if answer.refused {
            return Err(self.failed(format!("the machine refused command {command} with {data}")));
        }
        Ok(answer)
    }

    /// Puts a position on the board.
    ///
    /// # Errors
    /// See [`SearchMachine::new`].
    pub fn load(&mut self, position: &Position) -> Result<(), MachineError> {
        for (command, data) in load_commands(position) {
            self.command(command as u64, data, PATIENCE)?;
        }
        Ok(())
    }

    /// Searches the position so many plies deep.
    ///
    /// # Errors
    /// The depth is none of the machine's.
    pub fn search(&mut self, depth: u32) -> Result<Searched, MachineError> {
        if !(1..=DEEPEST).contains(&depth) {
            return Err(MachineError::Depth { depth, stack: DEEPEST });
        }
        let word = self.command(SEARCH, depth.into(), u64::MAX)?.data;
        let best = decode(word).ok_or_else(|| self.failed(format!("{word:#x} is not a move word")))?;
        let score = i32::from((word >> 48) as u16 as i16);
        let mut counter = |which| Ok(self.command(Command::ReadCounter as u64, which, PATIENCE)?.data);
        let [nodes, leaves, sorted, cycles] = [counter(0)?, counter(1)?, counter(2)?, counter(3)?];
        Ok(Searched { found: Found { best, score, nodes, leaves, sorted }, cycles })
    }
}
