//! Machines of chess behind the classic machine's command port.

use super::command::Command;
use crate::chess::{Chess, Piece, Square};
use crate::game::{CommandPort, Driver, GameLanes, MachineError, Simulated};

/// A machine of chess in a simulator.
pub type ClassicMachine<P> = Simulated<Chess, P>;

/// 64 machines of chess in the built-in simulator.
pub type ClassicLanes = GameLanes<Chess>;

impl<C: CommandPort> Driver<Chess, C> {
    /// The board as the machine holds it, square by square.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn read_board(&mut self) -> Result<[Option<Piece>; 64], MachineError> {
        let mut board = [None; 64];
        for square in Square::all() {
            let code = self.ask(Command::ReadSquare.with(square.index() as u64))?.data;
            board[square.index()] = Piece::from_code(code as u8);
        }
        Ok(board)
    }
}
