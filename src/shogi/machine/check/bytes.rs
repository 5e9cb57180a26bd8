//! The board of bytes: a bit for each way of moving.

use crate::netlist::Value;
use crate::shogi::{Kind, Piece, Position, Side, Square};
use crate::simulate::{Ports, PortsError};

/// A pawn's move.
pub const PAWN: u8 = 1 << 0;
/// A knight's.
pub const KNIGHT: u8 = 1 << 1;
/// A lance's.
pub const LANCE: u8 = 1 << 2;
/// A bishop's; a horse has it too.
pub const BISHOP: u8 = 1 << 3;
/// A rook's; a dragon has it too.
pub const ROOK: u8 = 1 << 4;
/// Those of a silver general; kings and dragons have them too.
pub const SILVER: u8 = 1 << 5;
/// Those of a gold general; kings, horses, dragons and promoted small pieces have them too.
pub const GOLD: u8 = 1 << 6;
/// The side that is not to move.
pub const ENEMY: u8 = 1 << 7;

/// The inputs: a row each, as the side to move sees the board.
pub const ROWS: [&str; 9] = ["row_1", "row_2", "row_3", "row_4", "row_5", "row_6", "row_7", "row_8", "row_9"];

/// A byte for each square, 0 where it is empty; turned by half if White is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteBoard(pub [u8; Square::COUNT]);

/// The ways in which a piece moves.
pub(super) fn ways(piece: Piece) -> u8 {
    match (piece.kind, piece.promoted) {
        (Kind::King, _) => GOLD | SILVER,
        (Kind::Bishop, true) => BISHOP | GOLD,
        (Kind::Rook, true) => ROOK | GOLD | SILVER,
        (Kind::Gold, _) | (_, true) => GOLD,
        (Kind::Pawn, false) => PAWN,
        (Kind::Knight, false) => KNIGHT,
        (Kind::Lance, false) => LANCE,
        (Kind::Bishop, false) => BISHOP,
        (Kind::Rook, false) => ROOK,
        (Kind::Silver, false) => SILVER,
    }
}

impl ByteBoard {
    /// The board of a position, seen from the side to move.
    pub fn of(position: &Position) -> Self {
        let mut board = Self([0; Square::COUNT]);
        for side in Side::ALL {
            let enemy = if side == position.side { 0 } else { ENEMY };
            for (square, piece) in position.pieces(side) {
                board.0[square.seen_by(position.side)] = ways(piece) | enemy;
            }
        }
        board
    }

    /// The square of the king of the side to move; `None` if there is none.
    pub fn king(&self) -> Option<usize> {
        self.0.iter().position(|byte| byte & (SILVER | GOLD | ROOK | ENEMY) == SILVER | GOLD)
    }

    /// The values of the inputs: of each row nine bytes, the first column in the low one.
    pub fn rows(&self) -> [u128; 9] {
        let row = |row: usize| self.0.iter().skip(9 * row).take(9);
        std::array::from_fn(|at| row(at).rev().fold(0, |word, byte| word << 8 | u128::from(*byte)))
    }

    /// Puts the board at the inputs of a machine.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn poke(&self, ports: &mut (impl Ports + ?Sized)) -> Result<(), PortsError> {
        ROWS.iter()
            .zip(self.rows())
            .try_for_each(|(port, row)| ports.poke_value(port, &Value::from_wide(72, row)))
    }
}
