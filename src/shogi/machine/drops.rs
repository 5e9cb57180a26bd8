//! Drops, and the one that is forbidden: a pawn that gives mate.

use super::attacks::{Steppers, attackers, meet, rays, sliders, stepped, view};
use super::limits::Limits;
use super::planes::Planes;
use super::{NORTH, SHOGI, SOUTH, WAYS};
use crate::describe::Wire;
use crate::parts::rows::{Rows, union};

/// The squares on which a pawn may be dropped: 81 bits by rows.
pub fn pawn_drops(planes: &Planes, limits: &Limits) -> Rows {
    let own_pawns = &planes.own & &planes.pawns;
    let columns =
        own_pawns.words().iter().skip(1).fold(own_pawns.row(0).clone(), |all, row| all | row.clone());
    let columns = columns.named("pawn_file");
    let mate = mate_square(planes);
    Rows::from_rows(SHOGI, |row| match row {
        8 => columns.builder().constant(9, 0),
        _ => limits.drop_gate.row(row) & &(!&columns & !mate.row(row)),
    })
    .named("pawn_drop")
}

/// The square before the enemy king, if a pawn dropped there would give mate: no enemy piece can
/// take it, the king neither, and the king has no flight.
///
/// The dropped pawn blocks lines through its square. The king is away from its own, so own rays
/// pass there.
fn mate_square(planes: &Planes) -> Rows {
    let king = (&planes.enemy & &planes.kings).named("enemy_king");
    let square = (stepped(&king, WAYS[SOUTH])).named("before_king");
    let through = ((&planes.empty | &king) & !&square).named("after_drop");
    let own_rays = rays(&sliders(planes, &planes.own, NORTH), &through, "own");
    let own_crowned = &planes.own & &planes.crowned;
    let mut attacks = Steppers::of(planes, &planes.own, &own_crowned).attacked(true);
    attacks.extend(own_rays.iter().cloned());
    let [first, rest @ ..] = &attacks[..] else { return square };
    let attacked = first.union(rest).named("own_attack");

    let pinned = union(&meet(&view(&king, planes, "enemy_view"), &own_rays, "enemy_meet"));
    let takers = &planes.enemy & !&pinned;
    let seen = view(&square, planes, "square_view");
    let takers = attackers(planes, &square, &seen, &takers, false).named("taker");
    // Around the king, without its own pieces and without the pawn.
    let flights = &(&king.neighbours() & !&planes.enemy) & !&(&attacked | &square);
    let guarded = (&square & &attacked).any();
    let escapes: Wire = takers.any() | flights.any();
    let mates = (guarded & !escapes).named("pawn_mates");
    Rows::from_rows(SHOGI, |row| square.row(row) & &mates.repeat(9))
}
