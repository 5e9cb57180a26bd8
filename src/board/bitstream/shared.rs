//! The pins of a running bitstream, lent to several lines one after the other, with a bound on the
//! clock cycles of each answer.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use crate::netlist::Value;
use crate::simulate::{Ports, PortsError};

/// Clock cycles.
pub(super) type Cycles = Rc<Cell<u64>>;

/// Pins that several own. They stop when the cycles left are used up.
pub(super) struct Shared<P> {
    ports: Rc<RefCell<P>>,
    left: Cycles,
}

impl<P> Clone for Shared<P> {
    fn clone(&self) -> Self {
        Self { ports: self.ports.clone(), left: self.left.clone() }
    }
}

impl<P> Shared<P> {
    /// These pins, which run for so many cycles at first.
    pub fn new(ports: P, cycles: u64) -> Self {
        Self { ports: Rc::new(RefCell::new(ports)), left: Rc::new(Cell::new(cycles)) }
    }

    /// The cycles left, to be set anew.
    pub fn left(&self) -> Cycles {
        self.left.clone()
    }

    /// Takes these cycles from those left.
    fn spend(&self, cycles: u64) -> Result<(), PortsError> {
        match self.left.get().checked_sub(cycles) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(PortsError::Outside {
                simulator: "bitstream",
                problem: "the machine went on for longer than any answer takes, and was given up".into(),
            }),
        }
    }
}

impl<P: Ports> Ports for Shared<P> {
    fn poke_value(&mut self, port: &str, value: &Value) -> Result<(), PortsError> {
        self.ports.borrow_mut().poke_value(port, value)
    }

    fn peek_value(&mut self, port: &str) -> Result<Value, PortsError> {
        self.ports.borrow_mut().peek_value(port)
    }

    fn step_to(&mut self, port: &str, level: bool, limit: u64) -> Result<Option<u64>, PortsError> {
        let bound = limit.min(self.left.get());
        let taken = self.ports.borrow_mut().step_to(port, level, bound)?;
        match taken {
            // More than are left.
            None if bound < limit => self.spend(limit)?,
            taken => self.spend(taken.unwrap_or(bound))?,
        }
        Ok(taken)
    }

    fn step(&mut self) -> Result<(), PortsError> {
        self.step_by(1)
    }

    fn step_by(&mut self, cycles: u64) -> Result<(), PortsError> {
        self.spend(cycles)?;
        self.ports.borrow_mut().step_by(cycles)
    }

    fn trace(&mut self, path: &Path) -> Result<(), PortsError> {
        self.ports.borrow_mut().trace(path)
    }

    fn finish_trace(&mut self) -> Result<(), PortsError> {
        self.ports.borrow_mut().finish_trace()
    }
}
