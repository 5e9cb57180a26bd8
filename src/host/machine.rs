//! A chess machine at the other end of a serial line.

use std::path::Path;
use std::time::Duration;

use super::client::{Client, HostError};
use super::frame::word;
use super::line::Line;
use crate::chess::classic::{Answered, Command, CommandPort, Driver};
use crate::chess::machine::MachineError;
use crate::link::uart::protocol::Status;

/// A classic machine at the other end of a serial line.
pub type HostMachine<L> = Driver<Client<L>>;

impl<L: Line> HostMachine<L> {
    /// Begins a session with the machine at the end of the line, and resets it. `pause_bits` is as
    /// in [`crate::link::uart::UartOptions`]; `stack` is the machine's stack depth in plies.
    ///
    /// # Errors
    /// The line does not work, or nobody answers.
    pub fn connect(line: L, pause_bits: u32, stack: u32) -> Result<Self, HostError> {
        // A command without effect.
        let hello = word(Command::ReadCounter as u8, 0);
        Ok(Self::behind(Client::connect(line, pause_bits, hello)?, stack))
    }
}

/// The slowest clock of a machine on a board, in MHz: nobody tells the host what it is.
const SLOWEST_MHZ: u64 = 1;

impl<L: Line> CommandPort for Client<L> {
    /// As many commands as a message holds go in one.
    fn run(&mut self, commands: &[(Command, u64)], limit: u64) -> Result<Answered, MachineError> {
        let mut last = Answered { data: 0, cycles: 0 };
        for part in commands.chunks(127) {
            let words: Vec<u16> = part.iter().map(|&(command, data)| word(command as u8, data)).collect();
            let work = Duration::from_micros(limit.saturating_mul(part.len() as u64) / SLOWEST_MHZ);
            let answer = self.exchange(&words, work).map_err(|error| failed(self.name(), error))?;
            if answer.status == Status::Refused {
                let refused = part.get(usize::from(answer.count));
                let refused =
                    refused.map_or_else(String::new, |(command, data)| format!("{command:?} {data}"));
                return Err(failed(self.name(), format!("the machine refused {refused}")));
            }
            last = Answered { data: answer.data, cycles: u64::from(answer.cycles) };
        }
        Ok(last)
    }

    fn name(&self) -> &'static str {
        self.line_name()
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        let result = self.line().trace(path);
        result.map_err(|error| failed(self.name(), error))
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        let result = self.line().finish_trace();
        result.map_err(|error| failed(self.name(), error))
    }
}

fn failed(simulator: &'static str, problem: impl ToString) -> MachineError {
    MachineError::Simulator { simulator, problem: problem.to_string() }
}
