//! Many positions through the evaluator, in a simulation of 64 copies: 64 positions a cycle.

use super::machine::{Found, Given};
use crate::describe::EveryCycle;
use crate::simulate::SimulateError;
use crate::simulate::lanes::EveryCycleLanes;

/// 64 evaluators.
pub struct EvaluateLanes(EveryCycleLanes<4>);

impl EvaluateLanes {
    /// Copies of this evaluator.
    ///
    /// # Errors
    /// The simulator cannot run it.
    pub fn new(built: &EveryCycle) -> Result<Self, SimulateError> {
        let inputs = Given::default().ports().map(|(port, _)| port);
        EveryCycleLanes::new((&built.design, built.latency), &inputs, "value_valid", Found::PORTS).map(Self)
    }

    /// What the machine gives for these positions, in their order. Cycles: a 64th of their number,
    /// and the latency.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn evaluate(&mut self, positions: &[Given]) -> Result<Vec<Found>, SimulateError> {
        let found = self.0.run(positions, |given| given.ports().map(|(_, value)| value.into()))?;
        Ok(found.into_iter().map(|ports| Found::read(ports.map(|port| port as u64))).collect())
    }
}
