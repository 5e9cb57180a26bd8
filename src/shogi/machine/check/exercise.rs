//! A stimulus to compare simulators with: boards in and pieces out, for some thousand cycles.

use super::ByteBoard;
use crate::netlist::testing::Random;
use crate::shogi::machine::exercise::games;
use crate::simulate::{Ports, PortsError};

/// Cycles of the run.
const CYCLES: usize = 3_200;

/// Gives the machine the boards of games at random. Between them are pieces added anywhere, which
/// make boards that no game has, gaps, and a reset while some are under way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports) -> Result<(), PortsError> {
    let mut random = Random(81);
    let mut game = games(81);
    for cycle in 0..CYCLES {
        let valid = !random.one_in(8);
        // The inputs stand still while there is no board: less to store.
        if let Some(position) = game.next().filter(|_| valid) {
            let mut board = ByteBoard::of(&position);
            if cycle.is_multiple_of(3) {
                scatter(&mut board, &mut random);
            }
            board.poke(ports)?;
        }
        ports.poke("valid", valid.into())?;
        ports.poke("reset", u64::from(cycle == CYCLES / 2))?;
        ports.step()?;
    }
    Ok(())
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
