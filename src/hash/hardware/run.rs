//! A run of a table as a page shows it.

use super::TableOptions;
use super::exercise::{Operations, Pair, ProbeAnswer};
use crate::game::MachineError;
use crate::simulate::Ports;

/// The answers of so many cycles, in which keys of a few clusters and others are looked up and
/// stored; compared with the twin.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn run(
    ports: &mut (impl Ports + ?Sized),
    options: &TableOptions,
    cycles: u32,
) -> Result<Vec<ProbeAnswer>, MachineError> {
    let mut operations = Operations::new(2, options.layout);
    let mut pair = Pair::new(ports, options)?;
    (0..cycles).map(|_| pair.step(&operations.next())).collect()
}
