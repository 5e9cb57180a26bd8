//! The limits on the moves of a position: pins, checks, and squares that the enemy attacks.
//!
//! A piece is pinned where a ray from its king and the opposite ray of an enemy slider meet on its
//! square; a check can be blocked where they meet on an empty square.

use super::attacks::{Pieces, meet, view};
use super::planes::Planes;
use super::{AXES, SHOGI};
use crate::describe::mux;
use crate::parts::rows::{Rows, union};

/// The limits on the moves.
pub struct Limits {
    /// The own king.
    pub king: Rows,
    /// The other king.
    pub enemy_king: Rows,
    /// The other pieces of its side.
    pub enemy: Pieces,
    /// Own pieces that no pin keeps from moving along each axis: those that are pinned on no other.
    pub free: [Rows; 4],
    /// Own pieces that are not pinned.
    pub unpinned: Rows,
    /// Squares to which the own king may not step: those that the enemy attacks, and those of own
    /// pieces.
    pub barred: Rows,
    /// Squares to which pieces other than the king may go, by checks and own pieces.
    pub gate: Rows,
    /// Empty squares on which a piece may be dropped, by checks.
    pub drop_gate: Rows,
}

/// Works out the limits. Combinational.
pub fn limits(planes: &Planes) -> Limits {
    let king = (&planes.own & &planes.kings).named("king");
    let enemy_king = (&planes.enemy & &planes.kings).named("enemy_king");
    let enemy = Pieces::of(planes, &planes.enemy, false, "enemy");
    let through = (&planes.empty | &king).named("through");
    let all = [0, 1, 2, 3, 4, 5, 6, 7];
    let view = view(&king, planes, &all, "view");
    let threat = enemy.rays(&through, "threat");
    let meet = meet(&view, &threat, "meet");

    let mut attacks = enemy.attacked();
    attacks.extend(threat.iter().cloned());
    attacks.push(enemy_king.neighbours());
    let barred = planes.own.union(&attacks).named("barred");

    let checkers = enemy.attackers(&king, &view, &all).named("checker");
    let between = (&union(&meet) & &planes.empty).named("between");
    let (in_check, double_check) = one_and_two(&checkers);
    let gate = |name: &str, calm: &Rows, ends: &Rows| {
        Rows::from_rows(SHOGI, |row| {
            let all = mux(&in_check, ends.row(row), calm.row(row));
            (all & !double_check.repeat(9)).named(&crate::parts::rows::row_name(name, row))
        })
    };
    let target = &checkers | &between;
    let gates = [gate("gate", &(!&planes.own), &target), gate("drop_gate", &planes.empty, &between)];
    let free = std::array::from_fn(|axis| {
        let others: Vec<Rows> =
            (0..4).filter(|other| *other != axis).map(|other| meet[other].clone()).collect();
        let pinned = others[0].union(&others[1..]);
        (&planes.own & !&pinned).named(&format!("free_{}", AXES[axis]))
    });
    let unpinned = (&planes.own & !&union(&meet)).named("unpinned");
    let [gate, drop_gate] = gates;
    Limits { king, enemy_king, enemy, free, unpinned, barred, gate, drop_gate }
}

/// Whether there is a square in a set, and whether there is another.
fn one_and_two(set: &Rows) -> (crate::describe::Wire, crate::describe::Wire) {
    let zero = set.row(0).builder().constant(SHOGI.files, 0);
    let (mut any, mut several) = (zero.clone(), zero);
    for row in set.words() {
        several = several | (&any & row);
        any = any | row.clone();
    }
    // Of nine columns, three at a time.
    let thirds = |word: &crate::describe::Wire| [0, 3, 6].map(|from| word.slice(from, 3));
    let pairs = |[a, b, c]: &[crate::describe::Wire; 3]| (a & b) | (a & c) | (b & c);
    let columns = thirds(&any);
    let last = &(&columns[0] | &columns[1]) | &columns[2];
    let bits = [0, 1, 2].map(|bit| last.bit(bit));
    let two = several.any() | pairs(&columns).any() | pairs(&bits);
    (last.any().named("in_check"), two.named("double_check"))
}
