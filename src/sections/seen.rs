//! A simulation that is recorded in every clock cycle while a driver works at its ports.

use std::path::Path;

use crate::netlist::Value;
use crate::simulate::{Ports, PortsError, Simulation};

/// An observer of a simulation.
pub(super) trait Observe {
    /// Its record of a cycle.
    type Cycle;

    /// The present cycle. All inputs of it are set.
    fn observe(&mut self, simulation: &mut Simulation) -> Self::Cycle;
}

/// A simulation that is recorded before each clock edge.
pub(super) struct Seen<O: Observe> {
    simulation: Simulation,
    /// The observer.
    pub observer: O,
    /// The records.
    pub cycles: Vec<O::Cycle>,
    /// Whether cycles are recorded now.
    pub looking: bool,
}

impl<O: Observe> Seen<O> {
    /// Nobody is looking yet.
    pub fn new(simulation: Simulation, observer: O) -> Self {
        Self { simulation, observer, cycles: Vec::new(), looking: false }
    }
}

impl<O: Observe> Ports for Seen<O> {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        Ports::poke_value(&mut self.simulation, port, value)
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        Ports::peek_value(&mut self.simulation, port)
    }

    fn step(&mut self) -> Result<(), PortsError> {
        if self.looking {
            self.cycles.push(self.observer.observe(&mut self.simulation));
        }
        Ports::step(&mut self.simulation)
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        Ports::trace(&mut self.simulation, path)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        Ports::finish_trace(&mut self.simulation)
    }
}
