//! Drops, and the one that is forbidden: a pawn that gives mate.

use super::attacks::{Pieces, meet, stepped, view};
use super::limits::Limits;
use super::planes::Planes;
use super::{EAST, NORTH, NORTH_EAST, NORTH_WEST, SHOGI, SOUTH, SOUTH_EAST, SOUTH_WEST, WAYS, WEST, back};
use crate::describe::Wire;
use crate::parts::rows::{Rows, union};

/// The squares on which a pawn may be dropped: 81 bits by rows.
pub fn pawn_drops(planes: &Planes, limits: &Limits) -> Rows {
    let own_pawns = &planes.own & &planes.pawns;
    let columns =
        own_pawns.words().iter().skip(1).fold(own_pawns.row(0).clone(), |all, row| all | row.clone());
    let columns = columns.named("pawn_file");
    let mate = mate_square(planes, limits);
    Rows::from_rows(SHOGI, |row| match row {
        8 => columns.builder().constant(9, 0),
        _ => limits.drop_gate.row(row) & &(!&columns & !mate.row(row)),
    })
    .named("pawn_drop")
}

/// The squares on which a kind of a hand may be dropped: bit 0 pawn, 6 rook.
pub fn all_drops(limits: &Limits, pawn_drops: &Rows, hand: &Wire) -> Rows {
    let anywhere = hand.slice(3, 4).any();
    let but_last = (&anywhere | hand.bit(1)).named("drops_but_last");
    let near = (&but_last | hand.bit(2)).named("drops_near");
    Rows::from_rows(SHOGI, |row| {
        let others = match row {
            8 => &anywhere,
            7 => &but_last,
            _ => &near,
        };
        let pawns = pawn_drops.row(row) & hand.bit(0).repeat(9);
        (limits.drop_gate.row(row) & others.repeat(9)) | pawns
    })
    .named("drop")
}

/// The square before the enemy king, if a pawn dropped there would give mate: no enemy piece can
/// take it, the king neither, and the king has no flight.
///
/// The dropped pawn blocks lines through its square. The king is away from its own, so own rays
/// pass there. A piece that is pinned along the file may take the pawn, since it comes along it.
fn mate_square(planes: &Planes, limits: &Limits) -> Rows {
    let king = &limits.enemy_king;
    let square = stepped(king, WAYS[SOUTH]).named("before_king");
    let through = ((&planes.empty | king) & !&square).named("after_drop");
    let own = Pieces::of(planes, &planes.own, true, "own");
    let own_rays = own.rays(&through, "own_ray");
    let mut attacks = own.attacked();
    attacks.extend(own_rays.iter().cloned());
    let attacked = limits.king.neighbours().union(&attacks).named("own_attack");

    let but_file = [EAST, WEST, NORTH_EAST, SOUTH_WEST, NORTH_WEST, SOUTH_EAST];
    let pinned = union(&meet(&view(king, planes, &but_file, "enemy_view"), &own_rays, "enemy_meet"));
    // From behind the square, only the king could come.
    let ways = [EAST, WEST, NORTH, NORTH_EAST, SOUTH_WEST, NORTH_WEST, SOUTH_EAST];
    let seen = view(&square, planes, &ways.map(back), "square_view");
    let takers = (limits.enemy.attackers(&square, &seen, &ways) & !&pinned).named("taker");
    // Around the king, without its own pieces and without the pawn.
    let flights = &(&king.neighbours() & !&planes.enemy) & !&(&attacked | &square);
    let guarded = (&square & &attacked).any();
    let escapes: Wire = takers.any() | flights.any();
    let mates = (guarded & !escapes).named("pawn_mates");
    Rows::from_rows(SHOGI, |row| square.row(row) & &mates.repeat(9))
}
