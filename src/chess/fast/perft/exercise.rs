//! A run of the machine through everything its port can do: a stimulus to compare simulators with.

use crate::chess::Position;
use crate::chess::classic::{CHESS_POSITIONS, ClassicMachine, at_the_port, interrupt};
use crate::chess::fast::exercise::MIDDLE_GAMES;
use crate::chess::machine::{Machine, MachineError};
use crate::simulate::Ports;

/// Loads positions with every special move and counts them, reads one back, lets answers wait, gives commands that are refused, and
/// resets the machine in the middle of a count.
///
/// # Errors
/// The simulator failed, or the machine does not answer.
pub fn exercise(ports: &mut impl Ports, deepest: u32) -> Result<(), MachineError> {
    let failed = |problem: String| MachineError::Simulator { simulator: "exercise", problem };
    let mut machine = ClassicMachine::new(ports, "exercise", deepest)?;
    for (number, fen) in CHESS_POSITIONS.into_iter().enumerate() {
        let position = Position::from_fen(fen).map_err(|error| failed(error.to_string()))?;
        machine.load(&position)?;
        for depth in 0..=2 + u32::from(number % 3 == 0) {
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
    for fen in MIDDLE_GAMES.into_iter().skip(1).step_by(2) {
        machine.load(&Position::from_fen(fen).map_err(|error| failed(error.to_string()))?)?;
        machine.perft(3, false)?;
    }
    Ok(())
}
