//! The command port of a machine in a simulator, pin by pin.

use std::path::Path;

use super::command::Command;
use super::machine::{Answered, CommandPort, PATIENCE};
use crate::chess::machine::MachineError;
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
        for (port, value) in
            [("command_valid", 0), ("command", 0), ("command_data", 0), ("response_ready", 1), ("reset", 1)]
        {
            pins.poke(port, value)?;
        }
        pins.step()?;
        pins.poke("reset", 0)?;
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

    fn poke(&mut self, port: &str, value: u64) -> Result<(), MachineError> {
        let result = self.ports.poke(port, value);
        self.check(result)
    }

    fn peek(&mut self, port: &str) -> Result<u64, MachineError> {
        let result = self.ports.peek(port);
        self.check(result)
    }

    fn step(&mut self) -> Result<(), MachineError> {
        let result = self.ports.step();
        self.check(result)
    }

    fn wait_for(&mut self, port: &str, limit: u64) -> Result<u64, MachineError> {
        let result = self.ports.step_until(port, limit);
        self.check(result)?
            .ok_or_else(|| self.failed(format!("{port} stayed low for {limit} cycles: the machine hangs")))
    }

    fn command(&mut self, command: Command, data: u64, limit: u64) -> Result<Answered, MachineError> {
        self.poke("command_valid", 1)?;
        self.poke("command", command as u64)?;
        self.poke("command_data", data)?;
        self.wait_for("command_ready", PATIENCE)?;
        self.step()?;
        self.poke("command_valid", 0)?;
        let cycles = self.wait_for("response_valid", limit)? + 1;
        let answer = self.peek("response_data")?;
        if self.peek("response_error")? != 0 {
            return Err(self.failed(format!("the machine refused {command:?} {data}")));
        }
        self.step()?;
        Ok(Answered { data: answer, cycles })
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
