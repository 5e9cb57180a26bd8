//! A unit of keys in a simulator, with the answers that are due.

use std::collections::VecDeque;

use super::KEYS_LATENCY;
use crate::game::MachineError;
use crate::simulate::Ports;

/// Values of ports, by their names.
pub(super) type Values = Vec<(&'static str, u64)>;

/// A unit that is given a move in every cycle.
pub(super) struct Run<'a, P: Ports + ?Sized> {
    ports: &'a mut P,
    due: VecDeque<Option<(String, Values)>>,
}

impl<'a, P: Ports + ?Sized> Run<'a, P> {
    /// Nothing is due before the unit's stages have filled.
    pub fn new(ports: &'a mut P) -> Self {
        Self { ports, due: (1..KEYS_LATENCY).map(|_| None).collect() }
    }

    /// Gives a move, which is called this, and compares the answer that comes now.
    pub fn step(&mut self, called: String, given: &Values, expected: Values) -> Result<(), MachineError> {
        for (port, value) in given {
            self.ports.poke(port, *value).map_err(wrong)?;
        }
        self.due.push_back(Some((called, expected)));
        self.answer()
    }

    /// Waits for the last answers.
    pub fn settle(&mut self) -> Result<(), MachineError> {
        (1..KEYS_LATENCY).try_for_each(|_| self.answer())
    }

    /// Ends the cycle; compares the answer that comes then.
    fn answer(&mut self) -> Result<(), MachineError> {
        self.ports.step().map_err(wrong)?;
        let Some((called, expected)) = self.due.pop_front().flatten() else { return Ok(()) };
        for (port, value) in expected {
            let found = self.ports.peek(port).map_err(wrong)?;
            if found != value {
                return Err(wrong(format!("{called}: {port} is {found:x} instead of {value:x}")));
            }
        }
        Ok(())
    }
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("unit of keys", problem)
}
