//! The command port of a machine in a simulator, pin by pin.

use std::path::Path;

use super::command::Command;
use super::machine::{Answered, CommandPort};
use crate::chess::machine::MachineError;
use crate::simulate::command_port;
use crate::simulate::{Ports, PortsError};

/// The pins of a machine in a simulator.
pub struct Pins<P> {
    ports: P,
    simulator: &'static str,
}

impl<P: Ports> Pins<P> {
    /// Resets the machine behind the ports; `simulator` is a name for errors.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn new(ports: P, simulator: &'static str) -> Result<Self, MachineError> {
        let mut pins = Self { ports, simulator };
        let reset = command_port::reset(&mut pins.ports);
        pins.check(reset)?;
        Ok(pins)
    }

    /// The ports.
    pub fn ports(&mut self) -> &mut P {
        &mut self.ports
    }

    fn failed(&self, problem: impl ToString) -> MachineError {
        MachineError::Simulator { simulator: self.simulator, problem: problem.to_string() }
    }

    fn check<T>(&self, result: Result<T, PortsError>) -> Result<T, MachineError> {
        result.map_err(|error| self.failed(error))
    }

    fn command(&mut self, command: Command, data: u64, limit: u64) -> Result<Answered, MachineError> {
        let answer = command_port::command(&mut self.ports, command as u64, data, limit)
            .map_err(|error| self.failed(error))?;
        if answer.refused {
            return Err(self.failed(format!("the machine refused {command:?} {data}")));
        }
        Ok(Answered { data: answer.data, cycles: answer.cycles })
    }
}

impl<P: Ports> CommandPort for Pins<P> {
    fn run(&mut self, commands: &[(Command, u64)], limit: u64) -> Result<Answered, MachineError> {
        commands.iter().try_fold(Answered { data: 0, cycles: 0 }, |_, &(command, data)| {
            self.command(command, data, limit)
        })
    }

    fn name(&self) -> &'static str {
        self.simulator
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        let result = self.ports.trace(path);
        self.check(result)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        let result = self.ports.finish_trace();
        self.check(result)
    }
}
