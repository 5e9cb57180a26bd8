//! Many positions through the counter, in a simulation of 64 copies: 64 positions a cycle.

use super::side::Side;
use crate::describe::EveryCycle;
use crate::simulate::SimulateError;
use crate::simulate::lanes::EveryCycleLanes;

/// 64 counters.
pub struct CountLanes(EveryCycleLanes<1>);

impl CountLanes {
    /// Copies of this counter.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(built: &EveryCycle) -> Result<Self, SimulateError> {
        let inputs = Side::default().ports().map(|(port, _)| port);
        EveryCycleLanes::new((&built.design, built.latency), &inputs, "count_valid", ["count"]).map(Self)
    }

    /// The counts of these positions, in their order. Cycles: a 64th of their number, and the
    /// latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn counts(&mut self, positions: &[Side]) -> Result<Vec<u64>, SimulateError> {
        let counts = self.0.run(positions, |side| side.ports().map(|(_, value)| value.into()))?;
        Ok(counts.into_iter().map(|[count]| count as u64).collect())
    }
}
