//! Many boards through the machine, in a simulation of 64 copies: 64 boards a cycle.

use super::bytes::ROWS;
use super::{ByteBoard, Checks};
use crate::describe::EveryCycle;
use crate::simulate::SimulateError;
use crate::simulate::lanes::EveryCycleLanes;

/// 64 machines.
pub struct CheckLanes(EveryCycleLanes<3>);

impl CheckLanes {
    /// Copies of this machine.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(built: &EveryCycle) -> Result<Self, SimulateError> {
        EveryCycleLanes::new((&built.design, built.latency), &ROWS, "found_valid", Checks::PORTS).map(Self)
    }

    /// What the machine finds on these boards, in their order. Cycles: a 64th of their number, and
    /// the latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn checks(&mut self, boards: &[ByteBoard]) -> Result<Vec<Checks>, SimulateError> {
        Ok(self.0.run(boards, ByteBoard::rows)?.into_iter().map(Checks::read).collect())
    }
}
