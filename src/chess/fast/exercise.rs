//! A stimulus to compare simulators with: positions in and counts out, for some thousand cycles.

use super::side::Side;
use crate::chess::classic::CHESS_POSITIONS;
use crate::chess::{Color, Piece, PieceKind, Position, Square};
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// Cycles of each position. In one of three, other pieces are added to it; in the two others,
/// pieces stand anywhere.
const CYCLES: usize = 540;

/// Positions with many pieces, in which every kind has moves.
pub(super) const MIDDLE_GAMES: [&str; 4] = [
    Position::START,
    Position::KIWIPETE,
    "2rq1rk1/1Q1R1ppp/1b3n2/2n1b3/2B1N1q1/1B3N2/1R1q1PPP/2r2RK1 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

/// Gives a counter positions with every special move, their variants with random pieces, and random
/// positions. There are gaps between them, and a reset while some are under way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports) -> Result<(), PortsError> {
    let mut random = Random(1);
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        // All of them read; a test says so.
        let Ok(position) = Position::from_fen(fen) else { continue };
        for cycle in 0..CYCLES {
            let given = match cycle % 3 {
                0 => scattered(position.clone(), 8, &mut random),
                _ => scattered(kings(position.clone(), &mut random), 28, &mut random),
            };
            give(ports, &Side::of(&given))?;
            ports.poke("valid", u64::from(!random.one_in(8)))?;
            ports.poke("reset", u64::from(number == 4 && cycle == CYCLES / 2))?;
            ports.step()?;
        }
    }
    Ok(())
}

/// Puts a position at the inputs of a counter.
///
/// # Errors
/// The simulator failed.
pub fn give(ports: &mut impl Ports, side: &Side) -> Result<(), PortsError> {
    side.ports().into_iter().try_for_each(|(port, value)| ports.poke(port, value))
}

/// The kings alone, each on its own square, with any rights to castle and to capture en passant:
/// more than the rules allow.
pub(super) fn kings(mut position: Position, random: &mut Random) -> Position {
    let own = random.below(64);
    let enemy = (own + 1 + random.below(63)) % 64;
    position.board = [None; 64];
    for (square, color) in [(own, position.side), (enemy, position.side.other())] {
        position.board[square] = Some(Piece::new(color, PieceKind::King));
    }
    for (color, king_side) in Position::castlings() {
        position.castling.set(color, king_side, random.one_in(2));
    }
    let rank = if position.side == Color::White { 5 } else { 2 };
    let passed = Square::all().nth(8 * rank + random.below(8));
    position.en_passant = passed.filter(|_| random.one_in(2));
    position
}

/// The position with fewer than this many more pieces, of any kind except kings, on squares where
/// no king stands.
pub(in crate::chess) fn scattered(mut position: Position, pieces: usize, random: &mut Random) -> Position {
    for _ in 0..random.below(pieces) {
        let square = &mut position.board[random.below(64)];
        if square.is_none_or(|piece| piece.kind != PieceKind::King) {
            let color = if random.one_in(2) { Color::White } else { Color::Black };
            *square = Some(Piece::new(color, PieceKind::ALL[random.below(5)]));
        }
    }
    position
}
