//! The positions of a stimulus to compare simulators with.

use super::ShogiStream;
use crate::shogi::machine::exercise::games;
use crate::simulate::{Ports, PortsError};
use crate::stream;

/// Runs the machine through everything its ports can do, see [`stream::exercise`], on positions of
/// games at random.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, threads: u32) -> Result<(), PortsError> {
    // Far apart, so that all starts of games come.
    let mut positions = games(34).step_by(29);
    stream::exercise::<ShogiStream>(ports, threads, |_| positions.next())
}
