//! The origins of the moves to a destination: the best one left; and the kind that is dropped.

use super::node::Left;
use super::victims::{Targets, Victim};
use crate::describe::Wire;
use crate::parts::choose::{Choice, Class, choose};
use crate::parts::decode::word;
use crate::parts::pick::lowest;
use crate::parts::rows::Rows;
use crate::shogi::machine::attacks::{knight_jumps, stepped, view};
use crate::shogi::machine::limits::Limits;
use crate::shogi::machine::planes::Planes;
use crate::shogi::machine::{SHOGI, WAYS, ZONE, back};

/// The best origin left. Fields without a stated width are 1 bit.
pub struct Aggressor {
    /// The square; none for a drop.
    pub choice: Choice,
    /// The code of its piece: 4 bits.
    pub kind: Wire,
    /// It promotes.
    pub promotes: Wire,
    /// The same move without the promotion comes next.
    pub again: Wire,
}

/// Where a destination is: 1 bit each.
pub struct Place {
    /// In the zone of promotion.
    pub in_zone: Wire,
    /// On the last row.
    pub on_last: Wire,
    /// On one of the last two.
    pub on_last_two: Wire,
}

impl Place {
    /// The place of a square.
    pub fn of(to: &Choice) -> Self {
        let on_last = to.rank.bit(8);
        let on_last_two = (&on_last | to.rank.bit(7)).named("to_last_two");
        let in_zone = (&on_last_two | to.rank.bit(6)).named("to_zone");
        Self { in_zone, on_last, on_last_two }
    }
}

/// Own pieces but the king that go to a square, seen from there: those that are `free` along an
/// axis, and knights that are not pinned. Combinational, about 2,000 LUT4.
pub fn found(planes: &Planes, free: &[Rows; 4], unpinned: &Rows, to: &Rows) -> Rows {
    let seen = view(to, planes, &[0, 1, 2, 3, 4, 5, 6, 7], "back");
    let along = |way: usize| {
        let step = stepped(to, WAYS[back(way)]);
        (&step & planes.stepping(way, true)) | (&seen[back(way)] & planes.sliding(way, true))
    };
    let axes: [Rows; 4] = std::array::from_fn(|axis| &(along(2 * axis) | &along(2 * axis + 1)) & &free[axis]);
    let [one, other] = knight_jumps(to, false);
    let knights = (&one | &other) & (unpinned & &planes.knights);
    knights.union(&axes).named("found")
}

impl Aggressor {
    /// Finds the origin, the least valuable aggressor first. Combinational, about 3,500 LUT4.
    pub fn first(
        planes: &Planes,
        limits: &Limits,
        targets: &Targets,
        victim: &Victim,
        kinds: &[Wire; 4],
        left: &Left,
    ) -> Self {
        let to = &victim.choice;
        let place = Place::of(to);
        let found =
            &found(planes, &limits.free, &limits.unpinned, &to.square) & &Rows::of(SHOGI, &left.origins);
        let classes = classes(planes, limits, targets, victim, &place, &found);
        let (class, choice) = choose(SHOGI, &classes, "aggressor");
        let kind = word(&kinds.each_ref().map(|bit| (&choice.square & &Rows::of(SHOGI, bit)).any()));
        let kind = kind.named("moved_kind");

        let [pawn, lance, knight, silver, _, bishop, rook, _] = &class;
        let plain = (pawn | lance | knight | silver | bishop | rook) & !kind.bit(3);
        let from_zone = choice.rank.slice(ZONE as u32, 3).any();
        let may = (&victim.captures & &plain & &(&place.in_zone | &from_zone)).named("may_promote");
        let takes_so = (&may & !&left.unpromoted).named("takes_and_promotes");
        let must = ((pawn | lance) & &place.on_last) | (knight & &place.on_last_two);
        let promotes = (&victim.promotion | &takes_so).named("piece_promotes");
        Self { choice, kind, promotes, again: (takes_so & !must).named("again_unpromoted") }
    }
}

/// The origins by aggressor: pawn, lance, knight, silver, gold, bishop, rook, king.
fn classes(
    planes: &Planes,
    limits: &Limits,
    targets: &Targets,
    victim: &Victim,
    place: &Place,
    found: &Rows,
) -> [Class; 8] {
    let Victim { promotion, quiet, drops, .. } = victim;
    let meets = |set: &Rows| (&victim.choice.square & set).any();
    let pieces = (meets(&limits.gate) & !drops).named("pieces_may");
    let king = (meets(&targets.king) & !(drops | promotion)).named("king_may");
    let pawns = (&pieces & !(quiet & &place.on_last)).named("pawns_may");
    let knights = (&pieces & !(quiet & &place.on_last_two)).named("knights_may");
    let golds = (&pieces & !promotion).named("golds_may");
    // A piece promotes if it leaves the zone or goes there.
    let anywhere = (!promotion | &place.in_zone).named("from_anywhere");
    let leaving = |kind: &Rows| {
        Rows::from_rows(SHOGI, |row| {
            let set = found.row(row) & kind.row(row);
            if row < ZONE { set & anywhere.repeat(9) } else { set }
        })
    };
    let plain = |kind: &Rows| {
        let crowned = |set: &Wire, crowned: &Wire| set & !(crowned & promotion.repeat(9));
        leaving(kind).zip(&planes.crowned, crowned)
    };
    let class = |set: Rows, may: &Wire| Class { set, may: Some(may.clone()) };
    [
        class(leaving(&planes.pawns), &pawns),
        class(leaving(&planes.lances), &pawns),
        class(leaving(&planes.knights), &knights),
        class(leaving(&planes.silvers), &pieces),
        class(found & &planes.golds(), &golds),
        class(plain(&planes.diagonal), &pieces),
        class(plain(&planes.straight), &pieces),
        class(limits.king.clone(), &king),
    ]
}

/// The kind that is dropped.
pub struct Dropped {
    /// The kind alone, from pawn to rook: 7 bits; none where nothing is dropped.
    pub kind: Wire,
    /// Another may be dropped there: 1 bit.
    pub another: Wire,
}

impl Dropped {
    /// The first kind in a hand (7 bits) that is left (7 bits) for a square where something is
    /// dropped (`drops`, 1 bit). Combinational.
    pub fn first(to: &Choice, pawn_drops: &Rows, drops: &Wire, hand: &Wire, left: &Wire) -> Self {
        let place = Place::of(to);
        let pawn = (&to.square & pawn_drops).any();
        let everywhere = pawn.builder().constant(4, 15);
        let may = crate::describe::concat(&[everywhere, !place.on_last_two, !place.on_last, pawn]);
        let held = (hand & left & may & drops.repeat(7)).named("may_be_dropped");
        let kind = lowest(&held).named("dropped");
        Self { another: (&held & !&kind).any().named("another_kind"), kind }
    }
}
