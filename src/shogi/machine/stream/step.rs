//! One pass: a node in, its next move, the position after it, and the moves left then.

use super::aggressors::{Aggressor, Dropped};
use super::make::{Made, code_at, make};
use super::node::{Board, Left};
use super::victims::{Targets, Victim};
use crate::bundle;
use crate::describe::{Builder, Bundle, Wire, concat, mux};
use crate::parts::pick::numbered;
use crate::shogi::machine::limits::limits;
use crate::shogi::machine::planes::Planes;

bundle! {
    /// A move as it leaves, squares as the side to move sees them.
    pub struct Found {
        /// There was a move left; without one the rest means nothing.
        found: 1,
        /// It was the last.
        last: 1,
        /// A piece is dropped; then the origin is 0.
        drop: 1,
        /// The piece promotes.
        promotes: 1,
        /// The origin: row in bits 7..4, column in bits 3..0.
        origin: 8,
        /// The destination.
        destination: 8,
        /// The code of the piece that moved or was dropped, before it was promoted.
        moved: 4,
        /// The code of what is captured, 0 for nothing.
        captured: 4,
        /// The code of the piece that stands on the destination then.
        stands: 4,
    }
}

/// The logic of a pass as one combinational module, see [`crate::stream::PassLogic`].
pub fn logic(name: &str) -> Builder {
    let b = Builder::new(
        name,
        "The next move of a node of shogi and the position after it.\nThe best destination left is found first, then the best origin or kind left for it.",
    );
    let board = Board::input(&b, "");
    let left = Left::input(&b, "left_");
    let fresh = b.input("fresh", 1).comment("nothing has been tried there");
    let (found, child, after) = pass(&board, &left.or_all(&fresh));
    found.output(&b, "");
    child.output(&b, "child_");
    after.output(&b, "after_");
    b
}

/// The next move of a node, the position after it, and the moves left. Combinational, about 16,000
/// LUT4.
fn pass(board: &Board, left: &Left) -> (Found, Board, Left) {
    let kinds = board.kinds();
    let planes = Planes::whole(&board.own, &kinds);
    let limits = limits(&planes);
    let held = board.held();
    let targets = Targets::new(&planes, &limits, &held);
    let victim = Victim::first(&planes, &targets, left);
    let aggressor = Aggressor::first(&planes, &limits, &targets, &victim, &kinds, left);
    let dropped = Dropped::first(&victim.choice, &targets.pawn_drops, &victim.drops, &held, &left.kinds);

    let (to, from) = (&victim.choice, &aggressor.choice);
    let drops = &victim.drops;
    let dropped_kind = numbered(&dropped.kind, &[1, 2, 3, 4, 5, 6, 7], 4);
    let moved = (&aggressor.kind | &dropped_kind).named("moving_kind");
    let stands = concat(&[moved.bit(3) | &aggressor.promotes, moved.slice(0, 3)]).named("arriving_kind");
    let captured = code_at(&to.square, &kinds).named("victim_kind");
    let made = Made {
        from: &from.square,
        to: &to.square,
        stands: &stands,
        captured: &captured,
        dropped: &dropped.kind,
    };
    let child = make(board, &planes, &made);

    let board_done = !(&from.another | &aggressor.again);
    let done = mux(drops, &!&dropped.another, &board_done).named("destination_done");
    let found = Found {
        found: to.any.clone(),
        last: &done & !&to.another,
        drop: drops.clone(),
        promotes: aggressor.promotes.clone(),
        origin: from.number.clone(),
        destination: to.number.clone(),
        moved,
        captured,
        stands,
    };
    (found, child, after(left, &victim, &aggressor, &dropped, &done))
}

/// The moves left; `done` says that the destination is.
fn after(left: &Left, victim: &Victim, aggressor: &Aggressor, dropped: &Dropped, done: &Wire) -> Left {
    let Aggressor { choice: from, again, .. } = aggressor;
    let begins = victim.begins(&left.phase);
    let open = &left.destinations | begins.repeat(81);
    Left {
        destinations: open & !(victim.choice.square.word() & done.repeat(81)),
        origins: (&left.origins & !(from.square.word() & (!again).repeat(81))) | done.repeat(81),
        kinds: (&left.kinds & !&dropped.kind) | done.repeat(7),
        phase: victim.phase(&left.phase),
        unpromoted: again.clone(),
    }
}
