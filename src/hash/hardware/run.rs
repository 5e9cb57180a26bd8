//! A run of a table as a page shows it.

use super::TableOptions;
use super::exercise::{Operations, Pair};
use crate::game::MachineError;
use crate::simulate::Ports;

/// What comes out of a table in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Nothing: there was no probe.
    Nothing,
    /// There is no entry of the key.
    Miss,
    /// There is one.
    Hit,
}

/// The answers of so many cycles, in which keys of a few clusters and others are looked up and
/// stored; compared with the twin.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn run(
    ports: &mut (impl Ports + ?Sized),
    options: &TableOptions,
    cycles: u32,
) -> Result<Vec<Answered>, MachineError> {
    let mut operations = Operations::new(2, options.layout);
    let mut pair = Pair::new(ports, options)?;
    (0..cycles).map(|_| pair.step(&operations.next())).collect()
}

impl From<Option<bool>> for Answered {
    /// Of a probe, and whether it hit.
    fn from(hit: Option<bool>) -> Self {
        hit.map_or(Self::Nothing, |hit| if hit { Self::Hit } else { Self::Miss })
    }
}
