//! A stimulus to compare simulators with: a run of the machine through everything its port can do.

use crate::chess::Position;
use crate::chess::classic::{CHESS_POSITIONS, ClassicMachine, at_the_port, interrupt};
use crate::chess::fast::exercise::MIDDLE_GAMES;
use crate::game::{Machine, MachineError};
use crate::simulate::Ports;

/// Loads positions with every special move and counts them, reads one back, lets answers wait,
/// gives commands that are refused, and resets the machine in the middle of a count.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, deepest: u32) -> Result<(), MachineError> {
    let failed = |problem: String| MachineError::Simulator { simulator: "exercise", problem };
    let mut machine = ClassicMachine::new(ports, "exercise", deepest)?;
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        let position = Position::from_fen(fen).map_err(|error| failed(error.to_string()))?;
        machine.load(&position)?;
        // With none, one and many inner nodes.
        let depths: &[u32] = match number {
            0..=2 => &[],
            3 => &[1],
            4 => &[3],
            6 | 8 => &[0],
            _ => &[2],
        };
        for &depth in depths {
            machine.perft(depth, false)?;
        }
        if number == 2 {
            machine.read_board()?;
            at_the_port(machine.ports()).map_err(|error| failed(error.to_string()))?;
        }
        if number == 4 {
            interrupt(machine.ports()).map_err(|error| failed(error.to_string()))?;
        }
    }
    // Many moves of many pieces.
    for fen in MIDDLE_GAMES.into_iter().skip(1) {
        machine.load(&Position::from_fen(fen).map_err(|error| failed(error.to_string()))?)?;
        machine.perft(3, false)?;
    }
    Ok(())
}
