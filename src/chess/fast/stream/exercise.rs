//! The positions of a stimulus to compare simulators with.

use super::ChessStream;
use crate::chess::Position;
use crate::chess::classic::CHESS_POSITIONS;
use crate::chess::fast::exercise::{MIDDLE_GAMES, kings, scattered};
use crate::simulate::{Ports, PortsError};
use crate::stream;

/// Runs the machine through everything its ports can do, see [`stream::exercise`]. One position of
/// three has special moves or is a middle game. The second has pieces anywhere added to it, and the
/// third consists of such pieces.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, threads: u32) -> Result<(), PortsError> {
    // All of them read; a test says so.
    let positions: Vec<Position> = (CHESS_POSITIONS.into_iter().chain(MIDDLE_GAMES))
        .filter_map(|fen| Position::from_fen(fen).ok())
        .collect();
    let mut waiting = positions.iter().cycle().cloned().enumerate();
    stream::exercise::<ChessStream>(ports, threads, |random| {
        let (number, position) = waiting.next()?;
        Some(match number % 3 {
            0 => position,
            1 => scattered(position, 8, random),
            _ => scattered(kings(position, random), 28, random),
        })
    })
}
