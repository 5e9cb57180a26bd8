//! The classic machine's command port in a simulator.

use std::path::Path;

use super::command::Command;
use super::machine::{Answered, CommandPort};
use crate::chess::machine::MachineError;
use crate::simulate::Ports;
use crate::simulate::command_port::{Pins, Watch};

impl<P: Ports> CommandPort for Pins<P> {
    fn run(&mut self, commands: &[(Command, u64)], limit: u64) -> Result<Answered, MachineError> {
        commands.iter().try_fold(Answered { data: 0, cycles: 0 }, |_, &(command, data)| {
            let answer = self.command(command, data, limit)?;
            Ok(Answered { data: answer.data, cycles: answer.cycles })
        })
    }

    fn name(&self) -> &'static str {
        self.simulator()
    }

    fn watch(&mut self, watch: Watch) {
        Pins::watch(self, watch);
    }

    fn trace(&mut self, path: &Path) -> Result<(), MachineError> {
        Ok(Pins::trace(self, path)?)
    }

    fn finish_trace(&mut self) -> Result<(), MachineError> {
        Ok(Pins::finish_trace(self)?)
    }
}
