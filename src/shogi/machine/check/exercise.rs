//! A stimulus to compare simulators with: boards in and pieces out, for some thousand cycles.

use super::ByteBoard;
use crate::netlist::testing::Random;
use crate::shogi::machine::exercise::given_games;
use crate::simulate::{Ports, PortsError};

/// Gives the machine the boards of games at random, and others that no game has, with gaps between
/// them and a reset while some are under way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports) -> Result<(), PortsError> {
    given_games(ports, 81, |ports, position, random| {
        let mut board = ByteBoard::of(position);
        if let Some(random) = random {
            scatter(&mut board, random);
        }
        board.poke(ports)
    })
}

/// Adds pieces of any kind but kings to empty squares.
pub(super) fn scatter(board: &mut ByteBoard, random: &mut Random) {
    use super::bytes::{BISHOP, ENEMY, GOLD, KNIGHT, LANCE, PAWN, ROOK, SILVER};
    const PIECES: [u8; 9] =
        [PAWN, KNIGHT, LANCE, BISHOP, ROOK, SILVER, GOLD, BISHOP | GOLD, ROOK | GOLD | SILVER];
    for _ in 0..random.below(30) {
        let byte = &mut board.0[random.below(81)];
        if *byte == 0 {
            *byte = PIECES[random.below(9)] | if random.one_in(2) { ENEMY } else { 0 };
        }
    }
}
