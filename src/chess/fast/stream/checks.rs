//! Moves that give check, and moves that do not.
//!
//! A move gives check in two cases. It arrives at a square from which its piece attacks the enemy
//! king. Or its piece leaves a line from an own slider to that king. Lines are found as pins are,
//! see [`crate::chess::fast::masks`]: the king's view and a slider's ray meet on the piece. Every
//! own slider counts, because a pinned one gives check all the same.
//!
//! A slider never arrives from a square that hides the king from it, and never stands between the
//! king and a slider along whose line it moves: the king would be in check already. For the same
//! reason a queen uncovers no check, and a pawn that captures leaves its line. The checks of
//! promotions and captures en passant are not looked at.

use super::victims::Targets;
use crate::chess::CHESS;
use crate::chess::fast::lines::{AXES, FALLING, RANK, RISING};
use crate::chess::fast::masks::{Planes, Rays, jumps, meet, rays, seen, view};
use crate::chess::fast::moves::{Arrivals, Origins, Specials, with_castles};
use crate::describe::{Wire, concat};
use crate::parts::rows::{Rows, union};

/// The squares and pieces that give check to the enemy king.
pub struct Checks {
    /// Squares on which a pawn, a knight, a bishop, a rook, and a queen give check.
    pub direct: [Rows; 5],
    /// Squares whose piece uncovers a check by leaving an axis, for each axis; only squares with an
    /// own piece count.
    lines: [Rows; 4],
    /// The same for all axes.
    pub uncovers: Rows,
    /// The same for pawns that go on, which stay on their file.
    pub uncovers_pushed: Rows,
    /// The squares that the enemy king sees along his rank, up to the first piece.
    rank: Rays,
}

impl Checks {
    /// Combinational, about 1,400 LUT4.
    pub fn new(planes: &Planes) -> Self {
        let king = (&planes.kings & &!&planes.own).named("enemy_king");
        let view = view(&king, planes, "enemy_view");
        let sliders = rays(&planes.sliders_of(&planes.own), &planes.empty, "own_ray");
        let lines = meet(&view, &sliders, "line");
        let uncovers = union(&lines).named("uncovers");
        let pushed = [RANK, RISING, FALLING].map(|axis| lines[axis].clone());
        let uncovers_pushed = union(&pushed).named("uncovers_pushed");
        let bishop = seen(&view, true).named("bishop_checks");
        let rook = seen(&view, false).named("rook_checks");
        let queen = &bishop | &rook;
        let pawn = &king.moved(-1, -1) | &king.moved(1, -1);
        let [rank, ..] = view;
        Self {
            direct: [pawn, union(&jumps(&king)), bishop, rook, queen],
            lines,
            uncovers,
            uncovers_pushed,
            rank,
        }
    }

    /// The squares where moves that give check arrive, and those where the other moves arrive.
    /// Combinational, about 3,500 LUT4.
    pub fn targets(&self, planes: &Planes, origins: &Origins, specials: &Specials) -> [Targets; 2] {
        let leaving = origins.within(&self.uncovers, &self.uncovers_pushed, "uncovering_");
        let leaving = Arrivals::new(planes, &leaving, "uncovering_");
        let plain = origins.within(&!&self.uncovers, &!&self.uncovers_pushed, "plain_");
        // A queen uncovers no check, but gives it from more squares than what else moves as she
        // does.
        let queens = (&planes.diagonal & &planes.straight).named("queen");
        let by_queens = rays(&origins.sliders_in(&queens, "queen_"), &planes.empty, "queen_arrive");
        let plain = Origins { sliders: plain.sliders.map(|source| source & &!&queens), ..plain };
        let plain = Arrivals::new(planes, &plain, "plain_");

        let [a, b, c, d, diagonal @ ..] = plain.sliders.clone();
        let straight = [a, b, c, d];
        let by_queens = union(&by_queens.map(|Rays([one, other])| &one | &other));
        let [uncovering_pawns, pawns] = [union(&leaving.pawns), union(&plain.pawns)];
        // What arrives at the last rank is promoted.
        let promotions = uncovering_pawns.row(7) | pawns.row(7);
        let zero = promotions.builder().constant(8, 0);
        let below = |set: &Rows| {
            Rows::from_rows(CHESS, |rank| if rank == 7 { zero.clone() } else { set.row(rank).clone() })
        };
        // Rays arrive last, so the way from them is the shortest.
        let by_kind = [below(&pawns), union(&plain.knights), union(&diagonal), union(&straight), by_queens];
        let of_kind = |checks: bool| {
            let [pawns, knights, bishops, rooks, queens] = std::array::from_fn(|kind| {
                let (arrive, direct) = (&by_kind[kind], &self.direct[kind]);
                if checks { arrive & direct } else { arrive & &!direct }
            });
            [&pawns | &knights, &bishops | &rooks, queens]
        };
        let [steps, pieces, queens] = of_kind(true);
        let steps = union(&[steps, union(&leaving.knights), below(&uncovering_pawns)]);
        let checking = union(&[union(&leaving.sliders), queens, pieces, steps]);
        let others = union(&of_kind(false));

        let (leaves, castles) = (self.king_uncovers(&origins.king), self.castles());
        [
            Targets {
                arrive: checking.named("check_arrives"),
                promotions: zero.clone(),
                passing: zero.clone(),
                king: with_castles(&(&specials.king & &leaves), &(&specials.castles & &castles)),
            },
            Targets {
                arrive: others.named("other_arrives"),
                promotions,
                passing: &specials.passing[0] | &specials.passing[1],
                king: with_castles(&(&specials.king & &!&leaves), &(&specials.castles & &!&castles)),
            },
        ]
    }

    /// The squares around the own king to which a step uncovers a check: if the king is on a line,
    /// those off that line.
    fn king_uncovers(&self, king: &Rows) -> Rows {
        let stays: [Rows; 4] = std::array::from_fn(|axis| {
            let on = king & &self.lines[axis];
            union(&AXES[axis].directions.map(|way| on.moved(way.files, way.ranks)))
        });
        let any = (king & &self.uncovers).any().named("king_uncovers");
        let stays = union(&stays);
        Rows::from_rows(CHESS, |rank| any.repeat(8) & !stays.row(rank))
    }

    /// Castlings that give check, 2 bits. The rook gives it, along its file, or along the rank when
    /// the king is out of its way.
    fn castles(&self) -> Wire {
        let [.., rook, _] = &self.direct;
        let [east, west] = &self.rank.0;
        let short = rook.square(5, 0) | east.square(4, 0);
        let long = rook.square(3, 0) | west.square(4, 0);
        concat(&[long, short])
    }
}
