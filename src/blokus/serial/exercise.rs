//! A stimulus to compare simulators with: games, half messages and wrong ones over the serial line,
//! in some thousands of cycles.

use super::Options;
use super::host::{Competitor, ConversationError};
use crate::blokus::{Move, Player, Position};
use crate::host::{Line, LineError, SimulatedLine};
use crate::simulate::Ports;

/// Byte times that an answer is waited for.
const PATIENCE: u32 = 60;

/// If a pause takes more cycles than this, a game takes a million.
const QUICK: u64 = 2_000;

/// Byte times of the first search that are compared where all goes slowly.
const GLIMPSE: u32 = 4;

/// The message that is all a slow machine is sent.
const SEEN: &[u8] = b"25";

/// Thousandths of a cycle that a bit takes.
fn bit(options: &Options) -> u64 {
    u64::from(options.line.clock_hz) * 1000 / u64::from(options.line.baud.max(1))
}

fn is_slow(options: &Options) -> bool {
    u64::from(options.line.pause_bits) * bit(options) > QUICK * 1000
}

/// Bit times that [`exercise`] takes with a machine whose line is slow; `None` for any other
/// machine, where the searches take most of the time.
pub fn glimpse_bits(options: &Options) -> Option<u64> {
    is_slow(options).then_some(10 * (SEEN.len() as u64 + u64::from(GLIMPSE)))
}

/// The number of the move that the opponent makes.
const TOLD: usize = 40;

/// Messages in a game.
const MOVES: usize = 2;

/// Resets a machine, plays a few moves with it, sends it texts that are no message or no move, and
/// begins again in the middle of a search. It drives the line and judges nothing. If a machine's
/// line is as slow as a real one, it sees only the first message and the beginning of the search.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, options: &Options) -> Result<(), LineError> {
    let mut line = SimulatedLine::new(ports, bit(options))?;
    if is_slow(options) {
        line.send(SEEN)?;
        line.receive(GLIMPSE)?;
        return Ok(());
    }
    let mut player = Competitor::new(line, options.protocol, PATIENCE);
    let pause = options.line.pause_bits.div_ceil(10) + 2;
    heard(player.greet())?;
    play(&mut player, Player::Two, Some(Player::One), pause)?;
    // Two moves told, of which the second is none, or is told in the other protocol; then what is
    // no move, no code, half a message.
    for wrong in ["455j045j0", "45500", "4f5a0", "45", "x", "3A99t2", "0", "9"] {
        player.line().send(wrong.as_bytes())?;
        while player.line().receive(pause)?.is_some() {}
    }
    play(&mut player, Player::One, None, pause)?;
    player.line().send(b"90")?;
    heard(player.greet())?;
    // A break on the line, and a greeting in the middle of a search.
    player.line().hold(false, 12)?;
    player.line().hold(true, u64::from(pause) * 10)?;
    player.line().send(b"2A")?;
    player.line().send(b"0")?;
    while player.line().receive(pause)?.is_some() {}
    Ok(())
}

/// A game of some moves. The last move of the opponent is a pass.
fn play(
    player: &mut Competitor<SimulatedLine<&mut impl Ports>>,
    machine: Player,
    first: Option<Player>,
    pause: u32,
) -> Result<(), LineError> {
    let mut position = Position::start(first.unwrap_or(machine));
    let mut told = None;
    for number in 0..=MOVES {
        if position.to_move() != machine {
            let mv = if number == MOVES { Some(Move::Pass) } else { position.moves().get(TOLD).copied() };
            let Some((mv, next)) = mv.and_then(|mv| Some((mv, position.play(mv).ok()?))) else {
                return Ok(());
            };
            (told, position) = (Some(mv), next);
        }
        let answer = match (number, told) {
            (0, told) => heard(player.first(machine, told))?,
            (_, Some(told)) => heard(player.next(told))?,
            _ => None,
        };
        player.line().receive(pause)?;
        let Some(next) = answer.and_then(|mv| position.play(mv).ok()) else { return Ok(()) };
        position = next;
    }
    Ok(())
}

/// An answer, if there was one. Only a failure of the simulator is an error.
fn heard<T>(answer: Result<T, ConversationError>) -> Result<Option<T>, LineError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(ConversationError::Line(error)) => Err(error),
        Err(_) => Ok(None),
    }
}
