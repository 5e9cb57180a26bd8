//! A stimulus to compare simulators with: a machine driven over its serial line.

use super::frame::{COMMANDS, message, word};
use super::line::{Line, LineError};
use super::simulated::SimulatedLine;
use crate::game::{Session, Walk, Word};
use crate::link::uart::UartOptions;
use crate::simulate::Ports;

/// Bytes of an answer, and some.
const ANSWER: u32 = 22;

/// Bit times of a message without its commands, its answer, and the waits after it.
const MESSAGE_BITS: u64 = 470;

/// Bit times of a command.
const COMMAND_BITS: u64 = 20;

/// The words of the messages that [`exercise`] sends before the one it repeats.
fn messages(session: &Session) -> Vec<Vec<u16>> {
    let in_words = |commands: &[Word]| commands.iter().map(|of| word(of.code, of.data)).collect();
    let refused = [&session.load[..], &[Walk::Up.with(0)]].concat();
    refused.chunks(COMMANDS).map(in_words).chain([in_words(&[Walk::Next.with(0)])]).collect()
}

/// The approximate bit times that [`exercise`] takes: messages, answers, and the waits after them.
pub fn exercise_bits(session: &Session) -> u64 {
    let messages = messages(session);
    let commands: usize = messages.iter().map(Vec::len).sum::<usize>() + 1;
    MESSAGE_BITS * (messages.len() as u64 + 1) + COMMAND_BITS * commands as u64
}

/// Resets a machine and sends it the first messages of a session, with a position and a command it
/// refuses. Then asks for a move, and for the same again, with a break in between. It drives the
/// line and judges nothing.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, options: &UartOptions, session: &Session) -> Result<(), LineError> {
    let bit = u64::from(options.clock_hz) * 1000 / u64::from(options.baud.max(1));
    let mut line = SimulatedLine::new(ports, bit)?;
    let mut last = Vec::new();
    for (sequence, words) in (0..).zip(messages(session)) {
        last = message(sequence, &words);
        line.send(&last)?;
        while line.receive(ANSWER)?.is_some() {}
        line.hold(false, 12)?;
        line.hold(true, 2)?;
    }
    line.send(&last)?;
    while line.receive(ANSWER)?.is_some() {}
    Ok(())
}
