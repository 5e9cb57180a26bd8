//! The destinations of the moves left at a node: the best one.

use super::node::Left;
use crate::describe::{Wire, concat};
use crate::parts::choose::{Choice, Class, choose};
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};
use crate::shogi::machine::SHOGI;
use crate::shogi::machine::drops::{all_drops, pawn_drops};
use crate::shogi::machine::limits::Limits;
use crate::shogi::machine::movers::Arrivals;
use crate::shogi::machine::planes::Planes;

/// The squares where legal moves arrive, done or not.
pub struct Targets {
    /// Of enemy pieces.
    captures: Rows,
    /// Empty, with a promotion.
    promotions: Rows,
    /// Empty, without.
    quiet: Rows,
    /// Of any drop.
    drops: Rows,
    /// Of a pawn's drop.
    pub pawn_drops: Rows,
    /// Of the king.
    pub king: Rows,
}

impl Targets {
    /// The squares for a hand with these kinds: bit 0 pawn, 6 rook. Combinational.
    pub fn new(planes: &Planes, limits: &Limits, hand: &Wire) -> Self {
        let Arrivals { all, optional, forced } = Arrivals::new(planes, limits);
        let [.., one, other] = &all;
        let jumps = one | other;
        let others = all[0].union(&all[1..8]);
        let pieces = (&others | &jumps).named("arrive");
        // Knights have to promote on the last two rows; pawns and lances, which come alone from
        // the south, on the last.
        let but_north = union(&[0, 1, 3, 4, 5, 6, 7].map(|way: usize| all[way].clone()));
        let staying = Rows::from_rows(SHOGI, |row| match row {
            7 => others.row(7).clone(),
            8 => but_north.row(8) | (all[crate::shogi::machine::NORTH].row(8) & !&forced),
            _ => pieces.row(row).clone(),
        });
        let optional = optional[0].union(&optional[1..]);
        let promoting = Rows::from_rows(SHOGI, |row| match row {
            7 => optional.row(7) | jumps.row(7),
            8 => optional.row(8) | jumps.row(8) | &forced,
            _ => optional.row(row).clone(),
        });
        let king = (&limits.king.neighbours() & !&limits.barred).named("king_step");
        let gate = |set: &Rows| set & &limits.gate;
        let pawn_drops = pawn_drops(planes, limits);
        Self {
            captures: ((gate(&pieces) | &king) & &planes.enemy).named("captures"),
            promotions: (gate(&promoting) & &planes.empty).named("promotions"),
            quiet: ((gate(&staying) | &king) & &planes.empty).named("quiet"),
            drops: all_drops(limits, &pawn_drops, hand),
            pawn_drops,
            king,
        }
    }
}

/// The best destination left, and its class: 1 bit each.
pub struct Victim {
    /// The square.
    pub choice: Choice,
    /// An enemy piece is captured there.
    pub captures: Wire,
    /// The square is empty, and a piece promotes.
    pub promotion: Wire,
    /// It is empty, and none does.
    pub quiet: Wire,
    /// A piece is dropped there.
    pub drops: Wire,
}

impl Victim {
    /// Finds the destination: captures by the victim's value, promotions, quiet moves, drops.
    /// Combinational, about 1,500 LUT4.
    pub fn first(planes: &Planes, targets: &Targets, left: &Left) -> Self {
        let begun = [0, 1].map(|bit| left.phase.bit(bit));
        let waits = begun.each_ref().map(|begun| !begun);
        let open = Rows::of(SHOGI, &left.destinations);
        // A phase that has not begun has all its destinations.
        let opening = |phase: usize| Rows::from_rows(SHOGI, |row| open.row(row) | waits[phase].repeat(9));
        let captures = (&targets.captures & &open).named("capture");
        let golds = planes.golds();
        let kinds = [
            &planes.straight,
            &planes.diagonal,
            &golds,
            &planes.silvers,
            &planes.knights,
            &planes.lances,
            &planes.pawns,
        ];
        let class = |set: Rows, may: Option<&Wire>| Class { set, may: may.cloned() };
        let [a, b, c, d, e, f, g] = kinds.map(|kind| class(&captures & kind, Some(&waits[0])));
        let promotions = class(&targets.promotions & &open, Some(&waits[0]));
        let quiet = class(&targets.quiet & &opening(0), Some(&waits[1]));
        let drops = class(&targets.drops & &opening(1), None);
        let (class, choice) = choose(SHOGI, &[a, b, c, d, e, f, g, promotions, quiet, drops], "victim");
        let [victims @ .., promotion, quiet, drops] = class;
        Self {
            choice,
            captures: word(&victims).any().named("captures_one"),
            promotion: promotion.named("promotes_only"),
            quiet: quiet.named("is_quiet"),
            drops: drops.named("is_drop"),
        }
    }

    /// The phase of the moves left: 2 bits.
    pub fn phase(&self, before: &Wire) -> Wire {
        let quiet = before.bit(0) | &self.quiet | &self.drops;
        concat(&[before.bit(1) | &self.drops, quiet])
    }

    /// It is the first of its phase: 1 bit.
    pub fn begins(&self, before: &Wire) -> Wire {
        ((&self.quiet & !before.bit(0)) | (&self.drops & !before.bit(1))).named("phase_begins")
    }
}
