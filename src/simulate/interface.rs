//! The ports of a design as every simulator sees them.

use super::SimulateError;
use super::elaborate::elaborate;
use crate::netlist::{Design, Direction, SignalId};

/// The name and width of a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortShape {
    /// Its name, the same in both languages.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
}

/// The top of a design from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The name of the top module.
    pub top: String,
    /// The one clock; `None` if nothing is clocked.
    pub clock: Option<String>,
    /// The inputs in order, without the clock.
    pub inputs: Vec<PortShape>,
    /// The outputs in order.
    pub outputs: Vec<PortShape>,
}

impl Interface {
    /// The interface of a design's top.
    ///
    /// # Errors
    /// The design does not elaborate; see [`super::Simulation::new`].
    pub fn of(design: &Design) -> Result<Self, SimulateError> {
        let flat = elaborate(design)?;
        let top = design.module(design.top().ok_or(SimulateError::Empty)?);
        let clock = flat.clock.map(|clock| flat.module.signal(clock).name.clone());
        let shape = |signal: SignalId| {
            let signal = top.signal(signal);
            PortShape { name: signal.name.clone(), width: signal.width }
        };
        let inputs =
            top.ports_of(Direction::Input).map(shape).filter(|port| Some(&port.name) != clock.as_ref());
        let inputs = inputs.collect();
        let outputs = top.ports_of(Direction::Output).map(shape).collect();
        Ok(Self { top: top.name.clone(), clock, inputs, outputs })
    }
}
