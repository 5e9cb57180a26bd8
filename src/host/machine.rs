//! A machine's command port at the other end of a serial line.

use std::path::Path;
use std::time::Duration;

use super::client::{Client, HostError};
use super::frame::{AnswerMessage, COMMANDS, word};
use super::line::Line;
use crate::game::{CommandPort, Driver, Game, MachineError, Response, Walk, Word};
use crate::link::uart::protocol::Status;

/// A machine of a game at the other end of a serial line.
pub type HostMachine<G, L> = Driver<G, Client<L>>;

impl<G: Game, L: Line> HostMachine<G, L> {
    /// Begins a session as [`connect`] does; `stack` is the machine's stack depth in plies.
    ///
    /// # Errors
    /// The line does not work, or nobody answers.
    pub fn connect(line: L, pause_bits: u32, stack: u32) -> Result<Self, HostError> {
        Ok(Self::behind(connect(line, pause_bits)?, stack))
    }
}

/// Begins a session with the machine at the end of the line, and resets it. `pause_bits` is as in
/// [`crate::link::uart::UartOptions`].
///
/// # Errors
/// The line does not work, or nobody answers.
pub fn connect<L: Line>(line: L, pause_bits: u32) -> Result<Client<L>, HostError> {
    // A command without effect.
    let Word { code, data, .. } = Walk::ReadCounter.with(0);
    Client::connect(line, pause_bits, word(code, data))
}

/// The slowest clock of a machine on a board, in MHz: nobody tells the host what it is.
const SLOWEST_MHZ: u64 = 1;

/// The answer to the last of these commands.
fn response(name: &'static str, commands: &[Word], answer: &AnswerMessage) -> Result<Response, MachineError> {
    if answer.status == Status::Refused {
        let refused = commands.get(usize::from(answer.count));
        let refused = refused.map_or_else(String::new, |command| format!("{command:?}"));
        return Err(MachineError::simulator(name, format!("the machine refused {refused}")));
    }
    Ok(Response { data: answer.data, cycles: u64::from(answer.cycles) })
}

impl<L: Line> CommandPort for Client<L> {
    /// As many commands as a message holds go in one.
    fn run(&mut self, commands: &[Word], limit: u64) -> Result<Response, MachineError> {
        let mut last = Response::default();
        for part in commands.chunks(COMMANDS) {
            let words: Vec<u16> = part.iter().map(|command| word(command.code, command.data)).collect();
            let work = Duration::from_micros(limit.saturating_mul(part.len() as u64) / SLOWEST_MHZ);
            let answer =
                self.exchange(&words, work).map_err(|error| MachineError::simulator(self.name(), error))?;
            last = response(self.name(), part, &answer)?;
        }
        Ok(last)
    }

    /// The machine carries out one message after the other, so that a command is ended by a reset
    /// alone.
    fn run_while(
        &mut self,
        command: Word,
        _stop: Word,
        _piece: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Response>, MachineError> {
        let words = [word(command.code, command.data)];
        let answer = self.exchange_while(&words, &mut || goes_on(0));
        let answer = answer.map_err(|error| MachineError::simulator(self.name(), error))?;
        answer.map(|answer| response(self.name(), &[command], &answer)).transpose()
    }

    fn name(&self) -> &'static str {
        self.line_name()
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        let result = self.line().trace(path);
        result.map_err(|error| MachineError::simulator(self.name(), error))
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        let result = self.line().finish_trace();
        result.map_err(|error| MachineError::simulator(self.name(), error))
    }
}
