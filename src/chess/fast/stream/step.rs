//! One pass: a node in, its next move, the position after it, and the moves left then.

use super::aggressors::aggressor;
use super::phase::Phase;
use super::victims::{First, Targets, Victim, victim};
use crate::bundle;
use crate::chess::CHESS;
use crate::chess::fast::make::{Made, make};
use crate::chess::fast::masks::{Masks, Planes, masks};
use crate::chess::fast::moves::{Arrivals, Origins, Specials};
use crate::chess::fast::node::{Board, Left, Tried};
use crate::describe::{Builder, Bundle, Wire};
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

/// The sets of a position from which its moves are found.
struct Sight {
    planes: Planes,
    masks: Masks,
    origins: Origins,
    specials: Specials,
}

impl Sight {
    fn of(board: &Board) -> Self {
        let planes = board.planes();
        let masks = masks(&planes);
        let origins = Origins::new(&planes, &masks, &planes.own);
        let specials =
            Specials::new(&planes, &masks, &origins, &board.castling.slice(0, 2), &board.en_passant);
        Self { planes, masks, origins, specials }
    }

    fn targets(&self) -> Targets {
        Targets::all(&Arrivals::new(&self.planes, &self.origins, ""), &self.specials)
    }
}

/// What a pass gives. Fields without a stated width are 1 bit.
pub struct Passed {
    /// The move.
    pub found: Found,
    /// The position after it, seen from the other side.
    pub child: Board,
    /// The moves left then.
    pub after: Left,
    /// A pawn is promoted.
    pub promotes: Wire,
    /// A pawn is captured in passing.
    pub passes: Wire,
    /// The side to move is in check.
    pub in_check: Wire,
}

/// The move to the destination chosen. `open` are the origins left, by class. Where the 1-bit
/// `queens` is set, a pawn becomes a queen and nothing else.
fn moved(
    board: &Board,
    sight: &Sight,
    left: &Left,
    (victim, open): (&Victim, &[Rows; 6]),
    queens: Option<&Wire>,
) -> Passed {
    let Sight { planes, masks, origins, specials } = sight;
    let aggressor = aggressor(planes, masks, origins, &specials.passing, victim, open);
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
    let (child, stands) = make(board, planes, &made);
    let tried = Tried { from, to, promotes: &victim.promotes, passes: &victim.passes };
    let (after, destination_done) = match queens {
        // Whichever it is, it is the last.
        Some(queens) => {
            let promotion = &left.promotion | queens.repeat(2);
            Left { promotion, ..left.clone() }.after(&tried)
        }
        None => left.after(&tried),
    };
    let found = Found {
        found: to.any.clone(),
        last: &destination_done & !&to.another,
        origin: from.number.clone(),
        destination: to.number.clone(),
        moved: aggressor.kind.clone(),
        captured: victim.captured.clone(),
        stands,
    };
    let (promotes, passes) = (victim.promotes.clone(), victim.passes.clone());
    Passed { found, child, after, promotes, passes, in_check: masks.in_check.clone() }
}

/// A pass at a node of a search. In `quiescence` (1 bit), a node that is not in check has only
/// captures, and promotions to queens. Moves to the `first` squares come before others; the squares
/// stay the same as long as the node has moves. Combinational, about 9,000 LUT4.
pub fn pass(board: &Board, left: &Left, quiescence: &Wire, first: &First) -> Passed {
    let sight = Sight::of(board);
    let takes = (quiescence & !&sight.masks.in_check).named("captures_only");
    let enemy = &sight.planes.enemy;
    let may = Rows::from_rows(CHESS, |rank| enemy.row(rank) | !takes.repeat(8)).named("destination_may");
    let all = sight.targets();
    let targets = Targets { arrive: &all.arrive & &may, king: &all.king & &may, ..all };
    let victim = victim(&sight.planes, &sight.masks, &targets, left, first);
    let open = Rows::of(CHESS, &left.origins);
    moved(board, &sight, left, (&victim, &std::array::from_fn(|_| open.clone())), Some(&takes))
}

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

    let sight = Sight::of(&board);
    let Sight { planes, masks, origins, specials } = &sight;
    let stored = checks_first.then(|| b.input(LEFT_CHECKS, 1).comment("what is left are checks"));
    let phase = stored.map(|stored| Phase::new(planes, masks, origins, specials, &fresh, &stored));
    let targets = phase.as_ref().map_or_else(|| sight.targets(), Phase::targets);
    let victim = victim(planes, masks, &targets, &left, &First::default());
    let open = Rows::of(CHESS, &left.origins);
    let open = match &phase {
        Some(phase) => phase.open(&open, &victim),
        None => std::array::from_fn(|_| open.clone()),
    };
    let Passed { mut found, child, mut after, .. } = moved(&board, &sight, &left, (&victim, &open), None);
    if let Some(Phase { checks, others, .. }) = &phase {
        let exhausted = found.last;
        let others_begin = (checks & &exhausted).named("others_begin");
        after.destinations = &after.destinations | others_begin.repeat(64);
        b.output(AFTER_CHECKS, &(checks & !&exhausted));
        found.last = &exhausted & !(checks & others);
    }
    found.output(&b, "");
    child.output(&b, "child_");
    after.output(&b, "after_");
    b
}
