//! The ports of a running design, whatever simulator runs it.

use std::path::Path;

use thiserror::Error;

use super::{SimulateError, Simulation};

/// A running design seen from its ports: what a driver of a machine needs of a simulator.
pub trait Ports {
    /// Sets an input port.
    ///
    /// # Errors
    /// There is no such input, or the simulator has stopped.
    fn poke(&mut self, port: &str, value: u64) -> Result<(), PortsError>;

    /// The low 64 bits of a port.
    ///
    /// # Errors
    /// There is no such port, or the simulator has stopped.
    fn peek(&mut self, port: &str) -> Result<u64, PortsError>;

    /// Clock cycles until a 1-bit output is set, at most `limit`; `None` if it never was. The cycle in which it is set is
    /// not stepped over.
    ///
    /// # Errors
    /// There is no such port, or the simulator has stopped.
    fn step_until(&mut self, port: &str, limit: u64) -> Result<Option<u64>, PortsError>;

    /// One clock cycle.
    ///
    /// # Errors
    /// The simulator has stopped.
    fn step(&mut self) -> Result<(), PortsError>;

    /// Starts a waveform trace, `.vcd` or `.fst`.
    ///
    /// # Errors
    /// The file cannot be written, or the simulator has no traces.
    fn trace(&mut self, path: &Path) -> Result<(), PortsError>;

    /// Ends the trace, if there is one.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), PortsError>;
}

/// What went wrong between a driver and a simulator.
#[derive(Debug, Error)]
pub enum PortsError {
    /// The built-in simulator refused.
    #[error(transparent)]
    BuiltIn(#[from] SimulateError),
    /// An outside simulator failed.
    #[error("{simulator}: {problem}")]
    Outside {
        /// Which one.
        simulator: &'static str,
        /// What is wrong, and the mend.
        problem: String,
    },
}

impl Ports for Simulation {
    fn poke(&mut self, port: &str, value: u64) -> Result<(), PortsError> {
        let net = self.find(port)?;
        Ok(Simulation::poke(self, net, value)?)
    }

    fn peek(&mut self, port: &str) -> Result<u64, PortsError> {
        let net = self.find(port)?;
        Ok(Simulation::peek(self, net))
    }

    fn step_until(&mut self, port: &str, limit: u64) -> Result<Option<u64>, PortsError> {
        let net = self.find(port)?;
        for steps in 0..=limit {
            if Simulation::peek(self, net) != 0 {
                return Ok(Some(steps));
            }
            Simulation::step(self);
        }
        Ok(None)
    }

    fn step(&mut self) -> Result<(), PortsError> {
        Simulation::step(self);
        Ok(())
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        Ok(Simulation::trace(self, path)?)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        Ok(self.finish()?)
    }
}
