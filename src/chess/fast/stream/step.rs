//! One pass: a node in, its next move, the position after it, and the moves left then.

use super::super::make::{Made, make};
use super::super::masks::masks;
use super::super::moves::{Arrivals, Origins, Specials};
use super::super::node::{Board, Left, Tried};
use super::aggressors::aggressor;
use super::phase::Phase;
use super::victims::{Targets, victim};
use crate::bundle;
use crate::chess::CHESS;
use crate::describe::{Builder, Bundle};
use crate::parts::rows::Rows;

bundle! {
    /// A move as it leaves, squares as the side to move sees them.
    pub struct Found {
        /// There was a move left; without one the rest means nothing.
        found: 1,
        /// It was the last.
        last: 1,
        /// Its origin, file in bits 2..0.
        origin: 6,
        /// Its destination.
        destination: 6,
        /// The code of the piece that moved, before it was promoted.
        moved: 3,
        /// The code of what is captured, 0 for nothing.
        captured: 3,
        /// The code of the piece that stands on the destination then.
        stands: 3,
    }
}

/// The port beside [`Left`] that says, if checks come first, whether the moves left are checks.
pub const LEFT_CHECKS: &str = "left_checks";

/// The same after the pass.
pub const AFTER_CHECKS: &str = "after_checks";

/// The logic of a pass, as one combinational module of about 8,900 LUT4, and two thirds more if
/// checks come first. With `fresh`, it ignores a node's marks of the moves left, and all moves are
/// left.
pub fn logic(name: &str, checks_first: bool) -> Builder {
    let first = if checks_first { "Checks first, then promotions" } else { "Promotions first" };
    let b = Builder::new(
        name,
        format!(
            "The next legal move of a node, the position after it, and what is left to try then.\n{first}, then the most valuable victim by the least valuable aggressor, then quiet moves."
        ),
    );
    let board = Board::input(&b, "");
    let fresh = b.input("fresh", 1).comment("nothing has been tried at this node");
    let left = Left::input(&b, "left_").or_all(&fresh);

    let planes = board.planes();
    let masks = masks(&planes);
    let origins = Origins::new(&planes, &masks, &planes.own);
    let specials = Specials::new(&planes, &masks, &origins, &board.castling.slice(0, 2), &board.en_passant);
    let stored = checks_first.then(|| b.input(LEFT_CHECKS, 1).comment("what is left are checks"));
    let phase = stored.map(|stored| Phase::new(&planes, &masks, &origins, &specials, &fresh, &stored));
    let targets = match &phase {
        Some(phase) => phase.targets(),
        None => Targets::all(&Arrivals::new(&planes, &origins, ""), &specials),
    };
    let victim = victim(&planes, &masks, &targets, &left);
    let open = Rows::of(CHESS, &left.origins);
    let open = match &phase {
        Some(phase) => phase.open(&open, &victim),
        None => std::array::from_fn(|_| open.clone()),
    };
    let aggressor = aggressor(&planes, &masks, &origins, &specials.passing, &victim, &open);
    let (to, from) = (&victim.choice, &aggressor.choice);
    let made = Made {
        from,
        to,
        kind: &aggressor.kind,
        pawn: &aggressor.class[0],
        king: &aggressor.class[5],
        promotes: &victim.promotes,
        promotion: &left.promotion,
        passed: &victim.passed,
    };
    let (child, stands) = make(&board, &planes, &made);

    let tried = Tried { from, to, promotes: &victim.promotes, passes: &victim.passes };
    let (mut after, destination_done) = left.after(&tried);
    let exhausted = &destination_done & !&to.another;
    let last = match &phase {
        None => exhausted,
        Some(Phase { checks, others, .. }) => {
            let others_begin = (checks & &exhausted).named("others_begin");
            after.destinations = &after.destinations | others_begin.repeat(64);
            b.output(AFTER_CHECKS, &(checks & !&exhausted));
            &exhausted & !(checks & others)
        }
    };
    let found = Found {
        found: to.any.clone(),
        last,
        origin: from.number.clone(),
        destination: to.number.clone(),
        moved: aggressor.kind,
        captured: victim.captured.clone(),
        stands,
    };
    found.output(&b, "");
    child.output(&b, "child_");
    after.output(&b, "after_");
    b
}
