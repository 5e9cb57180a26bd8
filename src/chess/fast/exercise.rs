//! Positions in and counts out for some thousand cycles: a stimulus to compare simulators with.

use super::side::Side;
use crate::chess::Position;
use crate::chess::classic::CHESS_POSITIONS;
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// Cycles of each position, with other pieces added to it in one of three, and pieces anywhere in the two others.
const CYCLES: usize = 540;

/// Positions with many pieces, of which every kind has moves.
pub(super) const MIDDLE_GAMES: [&str; 4] = [
    Position::START,
    Position::KIWIPETE,
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

/// Gives a counter positions with every special move and what random pieces make of them, and random positions, with gaps
/// between, and a reset while some are on their way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports) -> Result<(), PortsError> {
    let mut random = Random(1);
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        // All of them read; a test says so.
        let Ok(position) = Position::from_fen(fen) else { continue };
        for cycle in 0..CYCLES {
            let (mut side, pieces) = match cycle % 3 {
                0 => (Side::of(&position), 8),
                _ => (kings(&mut random), 28),
            };
            (0..random.below(pieces)).for_each(|_| scatter(&mut side, &mut random));
            give(ports, &side)?;
            ports.poke("valid", u64::from(!random.one_in(8)))?;
            ports.poke("reset", u64::from(number == 4 && cycle == CYCLES / 2))?;
            ports.step()?;
        }
    }
    Ok(())
}

/// The kings on squares of their own.
fn kings(random: &mut Random) -> Side {
    let own = random.below(64);
    let enemy = (own + 1 + random.below(63)) % 64;
    let (own, enemy) = (1 << own, 1 << enemy);
    let en_passant = if random.one_in(2) { 8 | random.below(8) as u8 } else { 0 };
    Side { own, enemy, kings: own | enemy, castling: random.below(4) as u8, en_passant, ..Side::default() }
}

/// Puts a position at the inputs of a counter.
///
/// # Errors
/// The simulator failed.
pub fn give(ports: &mut impl Ports, side: &Side) -> Result<(), PortsError> {
    side.ports().into_iter().try_for_each(|(port, value)| ports.poke(port, value))
}

/// Puts a piece, of any kind but king, on a square without a king.
fn scatter(side: &mut Side, random: &mut Random) {
    let bit = 1 << random.below(64);
    if side.kings & bit != 0 {
        return;
    }
    let Side { own, enemy, pawns, knights, diagonal, straight, .. } = side;
    for set in [&mut *own, &mut *enemy, &mut *pawns, &mut *knights, &mut *diagonal, &mut *straight] {
        *set &= !bit;
    }
    *if random.one_in(2) { own } else { enemy } |= bit;
    match random.below(5) {
        0 => *pawns |= bit,
        1 => *knights |= bit,
        2 => *diagonal |= bit,
        3 => *straight |= bit,
        _ => {
            *diagonal |= bit;
            *straight |= bit;
        }
    }
}
