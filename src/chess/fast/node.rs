//! The stored form of a node: a position seen from the side to move, and the moves left to try
//! there.

use super::masks::Planes;
use crate::bundle;
use crate::chess::CHESS;
use crate::chess::fast::side::seen_from;
use crate::chess::{Position, Square};
use crate::describe::Wire;
use crate::parts::choose::Choice;
use crate::parts::rows::Rows;

bundle! {
    /// A position seen from the side to move, a1 in bit 0. A piece is three bits, its code of
    /// [`crate::chess::PieceKind`].
    pub struct Board {
        /// Pieces of the side to move.
        own: 64,
        /// Bit 0 of each square's piece.
        kind_0: 64,
        /// Bit 1 of each square's piece.
        kind_1: 64,
        /// Bit 2 of each square's piece.
        kind_2: 64,
        /// Castling rights: bit 0 own to the king's side, own to the queen's, the enemy's.
        castling: 4,
        /// Bit 3: a pawn has just gone two squares; bits 2..0: its file.
        en_passant: 4,
    }
}

bundle! {
    /// What is left to try at a node.
    pub struct Left {
        /// Destinations that are not done with.
        destinations: 64,
        /// Origins not tried yet for the best destination left.
        origins: 64,
        /// Files on which promotions are not done with.
        promotions: 8,
        /// Captures in passing are not done with.
        passing: 1,
        /// The next promotion: 0 queen, 1 rook, 2 bishop, 3 knight.
        promotion: 2,
    }
}

impl Left {
    /// Everything, where the 1-bit `fresh` is set.
    pub fn or_all(&self, fresh: &Wire) -> Self {
        Self {
            destinations: &self.destinations | fresh.repeat(64),
            origins: &self.origins | fresh.repeat(64),
            promotions: &self.promotions | fresh.repeat(8),
            passing: &self.passing | fresh,
            promotion: self.promotion.when(&!fresh),
        }
    }

    /// These moves, or, where the 1-bit `fresh` is set, everything on the files whose bits are set
    /// (8 bits).
    pub fn or_files(&self, fresh: &Wire, files: &Wire) -> Self {
        Self {
            destinations: self.destinations.when(&!fresh) | files.repeat(8),
            promotions: self.promotions.when(&!fresh) | files,
            passing: (&self.passing & !fresh) | files.bit(0),
            ..self.or_all(fresh)
        }
    }

    /// The moves left after a move, and one bit that says whether its destination is then done.
    pub fn after(&self, tried: &Tried) -> (Self, Wire) {
        let Tried { from, to, promotes, passes } = *tried;
        let same_pawn = (promotes & !self.promotion.all()).named("promotes_again");
        let destination_done = (!&same_pawn & !&from.another).named("destination_done");
        let ordinary_done = (&destination_done & !promotes & !passes).named("ordinary_done");
        let promotions_done = &destination_done & promotes;
        let one = promotes.builder().constant(2, 1);
        let after = Self {
            destinations: &self.destinations & !(to.square.word() & ordinary_done.repeat(64)),
            origins: (&self.origins & !(from.square.word() & (!&same_pawn).repeat(64)))
                | destination_done.repeat(64),
            promotions: &self.promotions & !(&to.file & promotions_done.repeat(8)),
            passing: &self.passing & !(&destination_done & passes),
            promotion: (&self.promotion + &one).when(&same_pawn),
        };
        (after, destination_done)
    }
}

/// A move of a node; what is not said otherwise is 1 bit.
pub struct Tried<'a> {
    /// Its origin.
    pub from: &'a Choice,
    /// Its destination.
    pub to: &'a Choice,
    /// A pawn is promoted.
    pub promotes: &'a Wire,
    /// A pawn is captured in passing.
    pub passes: &'a Wire,
}

impl Board {
    /// The sets of squares from which the masks are made. Each is a function of a square's four
    /// bits: one LUT4.
    pub fn planes(&self) -> Planes {
        self.planes_called("")
    }

    /// The same, with signals whose names begin with `prefix`.
    pub fn planes_called(&self, prefix: &str) -> Planes {
        let named = |set: Rows, name: &str| set.named(&format!("{prefix}{name}"));
        let own = Rows::of(CHESS, &self.own);
        let [low, middle, high] =
            [&self.kind_0, &self.kind_1, &self.kind_2].map(|plane| Rows::of(CHESS, plane));
        let (not_low, not_middle, not_high) = (!&low, !&middle, !&high);
        let any = named(&(&low | &middle) | &high, "occupied");
        Planes {
            enemy: named(&any & &!&own, "enemy"),
            pawns: named((&(&low & &not_middle) & &not_high).without_ends(), "pawns"),
            knights: named(&(&middle & &not_low) & &not_high, "knights"),
            diagonal: named(low.zip(&middle.zip(&high, |a, b| a ^ b), |low, other| low & other), "diagonal"),
            straight: named(&high & &not_middle, "straight"),
            kings: named(&high & &middle, "kings"),
            empty: named(!&any, "empty"),
            own,
        }
    }

    /// The values of the fields for a position, in their order.
    pub fn values(position: &Position) -> [u64; 6] {
        let mut values = [0; 6];
        let side = position.side;
        for square in Square::all() {
            let Some(piece) = position.piece(square) else { continue };
            let at = seen_from(side, square);
            values[0] |= u64::from(piece.color == side) << at;
            for bit in 0..3 {
                values[1 + bit] |= u64::from(piece.kind.code() >> bit & 1) << at;
            }
        }
        let rights = [side, side.other()].into_iter().flat_map(|color| [(color, true), (color, false)]);
        for (place, (color, king_side)) in rights.enumerate() {
            values[4] |= u64::from(position.castling.get(color, king_side)) << place;
        }
        values[5] = position.en_passant.map_or(0, |square| 8 | u64::from(square.file()));
        values
    }

    /// The three bits of each square's piece.
    pub fn kinds(&self) -> [&Wire; 3] {
        [&self.kind_0, &self.kind_1, &self.kind_2]
    }
}
