//! A side's pieces and the squares that they attack, as logic. The side moves north; the other
//! side's sets are turned upside down, so one description serves both.

use crate::chess::fast::lines::AXES;
use crate::chess::fast::masks::{Planes, block, jumps};
use crate::chess::{CHESS, PieceKind};
use crate::parts::rows::{Rows, union};

/// A side, seen from a board on which some side moves north.
#[derive(Clone)]
pub(super) struct Side {
    /// Pawns, knights, bishops, rooks, queens, the king.
    pub kinds: [Rows; 6],
    /// All of them.
    pub pieces: Rows,
    /// The squares that each kind attacks.
    pub attacks: [Rows; 6],
    /// The squares that any of them attacks.
    pub attacked: Rows,
}

impl Side {
    /// The side on `pieces`, which moves north. Combinational, about 1,500 LUT4.
    fn new(planes: &Planes, pieces: &Rows, name: &str) -> Self {
        let named = |set: Rows, what: &str| set.named(&format!("{name}_{what}"));
        let queens = named(pieces & &(&planes.diagonal & &planes.straight), "queens");
        let kinds = [
            (pieces & &planes.pawns).without_ends().named(&format!("{name}_pawns")),
            named(pieces & &planes.knights, "knights"),
            named(&(pieces & &planes.diagonal) & &!&planes.straight, "bishops"),
            named(&(pieces & &planes.straight) & &!&planes.diagonal, "rooks"),
            queens,
            named(pieces & &planes.kings, "king"),
        ];
        let [pawns, knights, bishops, rooks, queens, king] = &kinds;
        let slide = |from: &Rows, what: &str| slides(from, &planes.empty, &format!("{name}_{what}"));
        let [bishop, rook] = [slide(bishops, "bishop"), slide(rooks, "rook")];
        let queen = slide(queens, "queen");
        let attacks = [
            named(&pawns.moved(-1, 1) | &pawns.moved(1, 1), "by_pawns"),
            named(union(&jumps(knights)), "by_knights"),
            named(&bishop[2] | &bishop[3], "by_bishops"),
            named(&rook[0] | &rook[1], "by_rooks"),
            named(union(&queen), "by_queens"),
            named(neighbours(king), "by_king"),
        ];
        let attacked = named(union(&attacks), "attacks");
        Self { kinds, pieces: pieces.clone(), attacks, attacked }
    }

    /// Both sides, the one to move first, seen from the side to move.
    pub fn both(planes: &Planes) -> [Self; 2] {
        let own = Self::new(planes, &planes.own, "own");
        let enemy = Self::new(&flipped(planes), &planes.enemy.flipped(), "enemy");
        [own, enemy.flipped()]
    }

    /// The same upside down.
    pub fn flipped(&self) -> Self {
        Self {
            kinds: self.kinds.each_ref().map(Rows::flipped),
            pieces: self.pieces.flipped(),
            attacks: self.attacks.each_ref().map(Rows::flipped),
            attacked: self.attacked.flipped(),
        }
    }

    pub fn of(&self, kind: PieceKind) -> &Rows {
        &self.kinds[kind as usize - 1]
    }

    pub fn by(&self, kind: PieceKind) -> &Rows {
        &self.attacks[kind as usize - 1]
    }
}

fn flipped(planes: &Planes) -> Planes {
    Planes {
        own: planes.own.flipped(),
        enemy: planes.enemy.flipped(),
        pawns: planes.pawns.flipped(),
        knights: planes.knights.flipped(),
        diagonal: planes.diagonal.flipped(),
        straight: planes.straight.flipped(),
        kings: planes.kings.flipped(),
        empty: planes.empty.flipped(),
    }
}

/// The squares that sliders reach along each of [`AXES`], both ways. Of an axis that nothing reads
/// no logic is left.
pub(super) fn slides(from: &Rows, empty: &Rows, name: &str) -> [Rows; 4] {
    AXES.map(|axis| {
        let [one, other] = axis.directions.map(|way| from.ray(empty, way, &format!("{name}_{}", way.name)));
        &one | &other
    })
}

/// The squares around a king.
fn neighbours(king: &Rows) -> Rows {
    let [south, north, _] = block(king);
    union(&[south, north, king.moved(-1, 0), king.moved(1, 0)])
}

/// The squares of each row one row further south: where a step north leads from there.
pub(super) fn before(set: &Rows) -> Rows {
    set.moved(0, -1)
}

/// These squares and all north of them.
pub(super) fn filled_north(set: &Rows) -> Rows {
    let mut above = set.row(0).clone();
    let words: Vec<_> = (0..8)
        .map(|row| {
            if row > 0 {
                above = set.row(row) | &above;
            }
            above.clone()
        })
        .collect();
    Rows::from_rows(CHESS, |row| words[row].clone())
}

/// These squares and all south of them.
pub(super) fn filled_south(set: &Rows) -> Rows {
    filled_north(&set.flipped()).flipped()
}
