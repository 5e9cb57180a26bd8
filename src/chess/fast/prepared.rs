//! Facts about a position that are worked out once, so that little more logic finds the moves at
//! its node one after another.

use super::masks::Masks;
use super::moves::{Arrivals, Specials};
use crate::bundle;
use crate::chess::CHESS;
use crate::describe::Wire;
use crate::parts::pick::index;
use crate::parts::rows::{Rows, union};

bundle! {
    /// Where the legal moves of a position arrive, and what keeps its pieces from some of them.
    pub struct Prepared {
        /// Where pieces but the king arrive, and pawns that are not promoted.
        pieces: 64,
        /// Squares the king goes to, castlings too.
        king: 64,
        /// Files on which pawns are promoted.
        promotions: 8,
        /// Captures in passing to the east, by the file they arrive at.
        passing_east: 8,
        /// The same to the west.
        passing_west: 8,
        /// Own pieces that are pinned.
        pinned: 64,
        /// The own king's square.
        king_at: 6,
    }
}

impl Prepared {
    /// The prepared facts of a position whose moves are counted. Combinational: they join sets that
    /// the counter has.
    pub fn new(own: &Rows, masks: &Masks, arrivals: &Arrivals, specials: &Specials) -> Self {
        let pawns = union(&arrivals.pawns);
        let pieces = union(&[union(&arrivals.knights), union(&arrivals.sliders)]);
        let pieces = Rows::from_rows(CHESS, |rank| {
            let gate = masks.gate.row(rank);
            match rank {
                7 => pieces.row(rank) & gate,
                _ => (pieces.row(rank) | pawns.row(rank)) & gate,
            }
        });
        let [passing_east, passing_west] = specials.passing.clone();
        Self {
            pieces: pieces.word(),
            king: specials.king_anywhere().word(),
            promotions: pawns.row(7) & masks.gate.row(7),
            passing_east,
            passing_west,
            pinned: (&union(&masks.meet) & own).word(),
            king_at: index(&masks.king.word(), 6),
        }
    }

    /// Whether a pinned piece may go along each axis to a square: it may if the king is on that
    /// line too. 4 bits.
    pub fn lines(&self, to: &Wire) -> [Wire; 4] {
        let parts = |square: &Wire| (square.slice(0, 3).extend(4), square.slice(3, 3).extend(4));
        let ((file, rank), (king_file, king_rank)) = (parts(to), parts(&self.king_at));
        let same = |a: Wire, b: Wire| (a ^ b).none();
        [
            same(rank.clone(), king_rank.clone()).named("king_on_rank"),
            same(file.clone(), king_file.clone()).named("king_on_file"),
            same(&file - &rank, &king_file - &king_rank).named("king_on_rising"),
            same(&file + &rank, &king_file + &king_rank).named("king_on_falling"),
        ]
    }
}
