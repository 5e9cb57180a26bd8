//! Facts about a position that are worked out once, so that little more logic finds the moves at
//! its node one after another.

use crate::bundle;
use crate::describe::{Wire, concat};
use crate::parts::pick::index;
use crate::parts::rows::Rows;
use crate::shogi::machine::SHOGI;
use crate::shogi::machine::count::Counted;
use crate::shogi::machine::drops::all_drops;
use crate::shogi::machine::limits::Limits;
use crate::shogi::machine::movers::Arrivals;
use crate::shogi::machine::planes::Planes;

bundle! {
    /// Where the legal moves of a position arrive, and what keeps its pieces from some of them.
    pub struct Prepared {
        /// Where pieces but the king arrive.
        pieces: 81,
        /// Squares the king goes to.
        king: 81,
        /// Where a kind in hand may be dropped.
        drops: 81,
        /// Where a pawn may be.
        pawn_drops: 81,
        /// Own pieces that are pinned.
        pinned: 81,
        /// The own king's square: row in bits 7..4, column in bits 3..0.
        king_at: 8,
    }
}

impl Prepared {
    /// The prepared facts of a position whose moves are counted. Combinational: they join sets that
    /// the counter has.
    pub fn new(
        planes: &Planes,
        limits: &Limits,
        arrivals: &Arrivals,
        counted: &Counted,
        hand: &Wire,
    ) -> Self {
        let arriving = arrivals.all[0].union(&arrivals.all[1..]);
        Self {
            pieces: (&arriving & &limits.gate).word(),
            king: counted.king.word(),
            drops: all_drops(limits, &counted.pawn_drops, hand).word(),
            pawn_drops: counted.pawn_drops.word(),
            pinned: (&planes.own & !&limits.unpinned).word(),
            king_at: number(&limits.king),
        }
    }

    /// The own pieces that may go along each axis to a square of this number: a pinned one may if
    /// the king is on that line too. Beside them, those that are not pinned. Combinational.
    pub fn free(&self, own: &Rows, to: &Wire) -> ([Rows; 4], Rows) {
        let pinned = Rows::of(SHOGI, &self.pinned);
        let free = self
            .lines(to)
            .map(|line| own.zip(&pinned, |own, pinned| own & (!pinned | line.repeat(SHOGI.files))));
        (free, own & !&pinned)
    }

    /// Whether the own king is on each line through a square.
    fn lines(&self, to: &Wire) -> [Wire; 4] {
        let parts = |square: &Wire| (square.slice(0, 4).extend(5), square.slice(4, 4).extend(5));
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

/// The number of the square of a set that has one.
fn number(set: &Rows) -> Wire {
    let rows: Vec<Wire> = set.words().iter().rev().map(Wire::any).collect();
    let columns = set.words().iter().skip(1).fold(set.row(0).clone(), |all, row| all | row.clone());
    concat(&[index(&concat(&rows), 4), index(&columns, 4)])
}
