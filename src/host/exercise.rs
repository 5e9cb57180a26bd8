//! A stimulus to compare simulators with: a machine driven over its serial line.

use super::frame::{message, word};
use super::line::{Line, LineError};
use super::simulated::SimulatedLine;
use crate::link::uart::UartOptions;
use crate::simulate::Ports;

/// Bytes of an answer, and some.
const ANSWER: u32 = 22;

/// The approximate bit times that [`exercise`] takes: messages, answers, and the waits after them.
pub const EXERCISE_BITS: u64 = 1_550;

/// Resets a machine and sends it a session's first message, with a position of three pieces and a
/// command it refuses. Then asks for a move, and for the same again, with a break in between. It
/// drives the line and judges nothing.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, options: &UartOptions) -> Result<(), LineError> {
    let bit = u64::from(options.clock_hz) * 1000 / u64::from(options.baud.max(1));
    let mut line = SimulatedLine::new(ports, bit)?;
    // Kings and a rook, white to move; the other squares are empty after reset.
    let load = [6 << 6 | 4, 4 << 6 | 7, 14 << 6 | 60].map(|data| word(1, data));
    let first = [&load[..], &[word(2, 1 << 9 | 1 << 1), word(5, 0)]].concat();
    for bytes in [message(0, &first), message(1, &[word(3, 0)])] {
        line.send(&bytes)?;
        while line.receive(ANSWER)?.is_some() {}
        line.hold(false, 12)?;
        line.hold(true, 2)?;
    }
    line.send(&message(1, &[word(3, 0)]))?;
    while line.receive(ANSWER)?.is_some() {}
    Ok(())
}
