//! The stored form of a node: a position seen from the side to move, and the moves left to try
//! there.

use crate::bundle;
use crate::describe::{Bundle, Wire};
use crate::netlist::Value;
use crate::parts::decode::word;
use crate::shogi::{Hand, Kind, Position, Square};

bundle! {
    /// A position seen from the side to move, which moves north: the near left corner in bit 0, row
    /// by row. A piece is four bits: 1 pawn, 2 lance, 3 knight, 4 silver general, 5 gold general,
    /// 6 bishop, 7 rook, 8 king, and 8 more if it is promoted.
    pub struct Board {
        /// Pieces of the side to move.
        own: 81,
        /// Bit 0 of each square's piece.
        kind_0: 81,
        /// Bit 1 of each square's piece.
        kind_1: 81,
        /// Bit 2 of each square's piece.
        kind_2: 81,
        /// Bit 3 of each square's piece.
        kind_3: 81,
        /// Pieces in the hand of the side to move, packed from pawns to rooks.
        hand: 21,
        /// Pieces in the hand of the other side.
        enemy_hand: 21,
    }
}

bundle! {
    /// What is left to try at a node.
    pub struct Left {
        /// Destinations that are not done with in the present phase.
        destinations: 81,
        /// Origins not tried yet for the best destination left.
        origins: 81,
        /// Kinds not dropped yet on the first square left: bit 0 pawn, 6 rook.
        kinds: 7,
        /// Bit 0: quiet moves have begun; bit 1: drops have.
        phase: 2,
        /// The next move is the last one again, without the promotion.
        unpromoted: 1,
    }
}

/// The bits that count each kind in hand, from pawn to rook.
pub const HELD: [u32; 7] = [5, 3, 3, 3, 3, 2, 2];

/// The counts of a hand of [`Board`], from pawn to rook.
pub fn counts(hand: &Wire) -> [Wire; 7] {
    let mut low = 0;
    HELD.map(|width| {
        low += width;
        hand.slice(low - width, width)
    })
}

impl Left {
    /// Everything, where the 1-bit `fresh` is set.
    pub fn or_all(&self, fresh: &Wire) -> Self {
        Self {
            destinations: &self.destinations | fresh.repeat(81),
            origins: &self.origins | fresh.repeat(81),
            kinds: &self.kinds | fresh.repeat(7),
            phase: self.phase.when(&!fresh),
            unpromoted: &self.unpromoted & !fresh,
        }
    }
}

impl Board {
    /// The kinds that the side to move has in hand, a pawn in bit 0, a rook in bit 6.
    pub fn held(&self) -> Wire {
        word(&counts(&self.hand).map(|count| count.any())).named("held")
    }

    /// The bits of each square's piece.
    pub fn kinds(&self) -> [Wire; 4] {
        [&self.kind_0, &self.kind_1, &self.kind_2, &self.kind_3].map(Wire::clone)
    }

    /// The values of the fields for a position, in their order.
    pub fn values(position: &Position) -> Vec<Value> {
        let side = position.side;
        let mut sets = [0_u128; 5];
        for square in Square::all() {
            let Some(piece) = position.piece(square) else { continue };
            let place = square.seen_by(side);
            sets[0] |= u128::from(piece.side == side) << place;
            for (bit, set) in sets[1..].iter_mut().enumerate() {
                *set |= u128::from(piece.code() >> bit & 1) << place;
            }
        }
        let hands = [side, side.other()].map(|side| packed(position.hand(side)));
        let words = sets.into_iter().chain(hands);
        let value = |((_, width), word): (&(&str, u32), u128)| Value::from_wide(*width, word);
        Self::FIELDS.iter().zip(words).map(value).collect()
    }
}

/// The counts of a hand in one word.
fn packed(hand: &Hand) -> u128 {
    let mut low = 0;
    Kind::IN_HAND.into_iter().zip(HELD).fold(0, |word, (kind, width)| {
        low += width;
        word | u128::from(hand.count(kind)) << (low - width)
    })
}
