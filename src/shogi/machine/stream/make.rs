//! The position after a move, seen from the other side.

use super::node::{Board, HELD, counts};
use crate::describe::{Wire, concat};
use crate::parts::decode::word;
use crate::parts::rows::Rows;
use crate::shogi::machine::SHOGI;
use crate::shogi::machine::planes::Planes;

/// A move to make.
pub struct Made<'a> {
    /// Its origin; empty for a drop.
    pub from: &'a Rows,
    /// Its destination.
    pub to: &'a Rows,
    /// The code of the piece that stands there then: 4 bits.
    pub stands: &'a Wire,
    /// The code of what is captured, 0 for nothing: 4 bits.
    pub captured: &'a Wire,
    /// The kind dropped alone, from pawn to rook: 7 bits.
    pub dropped: &'a Wire,
}

/// The position after the move. Combinational, about 900 LUT4.
pub fn make(board: &Board, planes: &Planes, made: &Made) -> Board {
    let Made { from, to, stands, captured, dropped } = *made;
    let kinds = board.kinds();
    let [kind_0, kind_1, kind_2, kind_3] = [0, 1, 2, 3].map(|bit: usize| {
        let kinds = Rows::of(SHOGI, &kinds[bit]);
        let stands = stands.bit(bit as u32).repeat(9);
        turned(&Rows::from_rows(SHOGI, |row| {
            let kept = kinds.row(row) & !(from.row(row) | to.row(row));
            kept | (to.row(row) & &stands)
        }))
    });
    // What is left of the enemy is what the next side owns.
    let own = turned(&(&planes.enemy & !to));
    // The hand of the next side comes first.
    let enemy_hand = hand_after(&board.hand, captured, dropped);
    Board { own, kind_0, kind_1, kind_2, kind_3, hand: board.enemy_hand.clone(), enemy_hand }
}

/// The board turned by half.
fn turned(set: &Rows) -> Wire {
    let rows: Vec<Wire> = set.words().iter().map(|row| concat(&row.bits())).collect();
    concat(&rows)
}

/// A hand after a capture or a drop. What is captured loses its promotion.
fn hand_after(hand: &Wire, captured: &Wire, dropped: &Wire) -> Wire {
    let kind = captured.slice(0, 3);
    let after = |place: u32, count: &Wire, width: u32| {
        let (more, less) = (kind.is(u64::from(place) + 1), dropped.bit(place));
        // One more, or all ones, which is one less.
        count + &concat(&[less.repeat(width - 1), more | &less])
    };
    let fields = (0..).zip(counts(hand).into_iter().zip(HELD));
    let mut counts: Vec<Wire> = fields.map(|(place, (count, width))| after(place, &count, width)).collect();
    counts.reverse();
    concat(&counts).named("hand_then")
}

/// The code of the piece on a square, 0 for none: 4 bits.
pub fn code_at(square: &Rows, kinds: &[Wire; 4]) -> Wire {
    word(&kinds.each_ref().map(|bit| (square & &Rows::of(SHOGI, bit)).any()))
}
