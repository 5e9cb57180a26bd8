//! The ports of a running design, on any simulator.

use std::path::Path;

use thiserror::Error;

use super::{SimulateError, Simulation};
use crate::netlist::Value;
use crate::readable::readable_debug;

readable_debug!(PortsError);

/// A running design seen from its ports: what a driver of a machine needs of a simulator.
pub trait Ports {
    /// Sets an input port. The value may be narrower, or wider with zeros in its additional bits.
    ///
    /// # Errors
    /// There is no such input, the value does not fit it, or the simulator has stopped.
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError>;

    /// The value of a port, as wide as it.
    ///
    /// # Errors
    /// There is no such port, or the simulator has stopped.
    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError>;

    /// Sets an input port to a number.
    ///
    /// # Errors
    /// As [`Ports::poke_value`].
    fn poke(&mut self, port: &str, value: u64) -> Result<(), PortsError> {
        self.poke_value(port, &Value::new(u64::BITS, value))
    }

    /// The low 64 bits of a port.
    ///
    /// # Errors
    /// As [`Ports::peek_value`].
    fn peek(&mut self, port: &str) -> Result<u64, PortsError> {
        Ok(self.peek_value(port)?.low_word())
    }

    /// Steps until a 1-bit output has a level, at most `limit` clock cycles. Returns the number of
    /// cycles; `None` if it never had it. The cycle in which it has it is not stepped over.
    ///
    /// # Errors
    /// There is no such port, or the simulator has stopped.
    fn step_to(&mut self, port: &str, level: bool, limit: u64) -> Result<Option<u64>, PortsError> {
        for steps in 0..=limit {
            if self.peek(port)? & 1 == u64::from(level) {
                return Ok(Some(steps));
            }
            if steps < limit {
                self.step()?;
            }
        }
        Ok(None)
    }

    /// Steps until a 1-bit output is set, see [`Ports::step_to`].
    ///
    /// # Errors
    /// As [`Ports::step_to`].
    fn step_until(&mut self, port: &str, limit: u64) -> Result<Option<u64>, PortsError> {
        self.step_to(port, true, limit)
    }

    /// Steps while a 1-bit output is set, see [`Ports::step_to`].
    ///
    /// # Errors
    /// As [`Ports::step_to`].
    fn step_while(&mut self, port: &str, limit: u64) -> Result<Option<u64>, PortsError> {
        self.step_to(port, false, limit)
    }

    /// One clock cycle.
    ///
    /// # Errors
    /// The simulator has stopped.
    fn step(&mut self) -> Result<(), PortsError>;

    /// So many clock cycles.
    ///
    /// # Errors
    /// The simulator has stopped.
    fn step_by(&mut self, cycles: u64) -> Result<(), PortsError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// Starts a waveform trace, `.vcd` or `.fst`.
    ///
    /// # Errors
    /// The file cannot be written, or the simulator has no such traces.
    fn trace(&mut self, path: &Path) -> Result<(), PortsError>;

    /// Ends the trace, if there is one.
    ///
    /// # Errors
    /// The file cannot be written.
    fn finish_trace(&mut self) -> Result<(), PortsError>;
}

/// The errors between a driver and a simulator.
#[derive(Error)]
pub enum PortsError {
    /// The built-in simulator refused.
    #[error(transparent)]
    BuiltIn(#[from] SimulateError),
    /// An outside simulator failed.
    #[error("{simulator}: {problem}")]
    Outside {
        /// The simulator.
        simulator: &'static str,
        /// The problem and its remedy.
        problem: String,
    },
}

/// The value in another width, if the bits lost are zero.
pub(super) fn fitted(width: u32, value: &Value) -> Option<Value> {
    let fitted = Value::from_words(width, value.words());
    let kept = fitted.words().iter().chain(std::iter::repeat(&0));
    kept.zip(value.words()).all(|(kept, given)| kept == given).then_some(fitted)
}

impl Ports for Simulation {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        let net = self.port(port)?;
        Ok(Simulation::poke_value(self, net, value)?)
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        let net = self.port(port)?;
        Ok(Simulation::peek_value(self, net))
    }

    fn step_to(&mut self, port: &str, level: bool, limit: u64) -> Result<Option<u64>, PortsError> {
        let net = self.port(port)?;
        for steps in 0..=limit {
            if Simulation::peek(self, net) & 1 == u64::from(level) {
                return Ok(Some(steps));
            }
            if steps < limit {
                Simulation::step(self);
            }
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

/// A simulator behind a pointer is driven like an owned one.
macro_rules! ports_behind {
    ($pointer:ty) => {
        impl<P: Ports + ?Sized> Ports for $pointer {
            fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
                (**self).poke_value(port, value)
            }

            fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
                (**self).peek_value(port)
            }

            fn step_to(&mut self, port: &str, level: bool, limit: u64) -> Result<Option<u64>, PortsError> {
                (**self).step_to(port, level, limit)
            }

            fn step(&mut self) -> Result<(), PortsError> {
                (**self).step()
            }

            fn step_by(&mut self, cycles: u64) -> Result<(), PortsError> {
                (**self).step_by(cycles)
            }

            fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
                (**self).trace(path)
            }

            fn finish_trace(&mut self) -> Result<(), PortsError> {
                (**self).finish_trace()
            }
        }
    };
}

ports_behind!(&mut P);
ports_behind!(Box<P>);
