//! A position in the form of the machines: seen from the side to move, which is always at the
//! bottom and moves north.

use crate::netlist::Value;
use crate::shogi::{Kind, Piece, Position, Square};
use crate::simulate::{Ports, PortsError};

/// Sets of squares, the first square in bit 0; turned by half if White is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Pieces of the side to move.
    pub own: u128,
    /// The bits of each square's piece, see [`super::logic`].
    pub kinds: [u128; 4],
    /// The kinds that the side to move has in hand, a pawn in bit 0, a rook in bit 6.
    pub hand: u8,
}

/// A piece's four bits.
fn code(piece: Piece) -> u8 {
    match (piece.kind, piece.promoted) {
        (Kind::Bishop, true) => 14,
        (Kind::Rook, true) => 15,
        (Kind::Gold, _) | (Kind::Pawn | Kind::Lance | Kind::Knight | Kind::Silver, true) => 5,
        (Kind::Pawn, false) => 1,
        (Kind::Lance, false) => 2,
        (Kind::Knight, false) => 3,
        (Kind::Silver, false) => 4,
        (Kind::Bishop, false) => 6,
        (Kind::Rook, false) => 7,
        (Kind::King, _) => 8,
    }
}

impl Seen {
    /// Puts the position at the inputs of a machine.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn poke(&self, ports: &mut (impl Ports + ?Sized)) -> Result<(), PortsError> {
        self.ports()
            .into_iter()
            .try_for_each(|(port, value)| ports.poke_value(port, &Value::from_wide(128, value)))
    }

    /// The inputs of a machine, and their values.
    pub fn ports(&self) -> [(&'static str, u128); 6] {
        let [kind_0, kind_1, kind_2, kind_3] = self.kinds;
        [
            ("own", self.own),
            ("kind_0", kind_0),
            ("kind_1", kind_1),
            ("kind_2", kind_2),
            ("kind_3", kind_3),
            ("hand", self.hand.into()),
        ]
    }

    /// The position, seen from the side to move.
    pub fn of(position: &Position) -> Self {
        let mut seen = Self::default();
        let side = position.side;
        for square in Square::all() {
            let Some(piece) = position.piece(square) else { continue };
            let place = square.seen_by(side);
            seen.own |= u128::from(piece.side == side) << place;
            for (bit, kind) in seen.kinds.iter_mut().enumerate() {
                *kind |= u128::from(code(piece) >> bit & 1) << place;
            }
        }
        for kind in Kind::IN_HAND {
            seen.hand |= u8::from(position.hand(side).count(kind) > 0) << kind as u8;
        }
        seen
    }
}
