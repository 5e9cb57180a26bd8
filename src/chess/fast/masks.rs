//! The limits on the moves of a position: pins, checks, and squares that the enemy attacks.
//!
//! A piece is pinned where a ray from its king and the opposite ray of an enemy slider meet on its
//! square. A check can be blocked where they meet on an empty square. Nothing has to be passed
//! back. Rays pass through the king, so that the king cannot step back along one.

use super::lines::{AXES, Axis, FALLING, FILE, RANK, RISING};
use crate::chess::{CHESS, KNIGHT_STEPS};
use crate::describe::{Builder, Wire, concat, mux};
use crate::parts::rows::{Direction, Rows, union};

/// The position's sets of squares, see [`super::side::Side`].
pub struct Planes {
    pub own: Rows,
    pub enemy: Rows,
    pub pawns: Rows,
    pub knights: Rows,
    pub diagonal: Rows,
    pub straight: Rows,
    pub kings: Rows,
    pub empty: Rows,
}

impl Planes {
    /// The input ports of a module.
    pub fn inputs(b: &Builder) -> Self {
        let plane = |name: &str, comment: &str| Rows::of(CHESS, &b.input(name, 64).comment(comment));
        let pawns = b
            .input("pawns", 48)
            .comment("of both sides; they stand from the second rank to the seventh: a2 in bit 0");
        let end = b.constant(8, 0);
        let own = plane("own", "pieces of the side to move, which moves north; a1 in bit 0, b1 in bit 1");
        let enemy = plane("enemy", "pieces of the other side");
        let empty = (!&(&own | &enemy)).named("empty");
        Self {
            own,
            enemy,
            pawns: Rows::of(CHESS, &concat(&[end.clone(), pawns, end])),
            knights: plane("knights", "of both sides"),
            diagonal: plane("diagonal", "bishops and queens of both sides"),
            straight: plane("straight", "rooks and queens of both sides"),
            kings: plane("kings", "of both sides"),
            empty,
        }
    }

    /// The pieces that slide along an axis.
    pub fn sliders(&self, axis: &Axis) -> &Rows {
        if axis.diagonal { &self.diagonal } else { &self.straight }
    }

    /// A side's, for each axis.
    pub fn sliders_of(&self, side: &Rows) -> [Rows; 4] {
        AXES.map(|axis| side & self.sliders(&axis))
    }
}

/// Rays on one axis: in its first direction and in its second.
pub struct Rays(pub [Rows; 2]);

/// Rays on each axis from its sources. Combinational, about 400 LUT4.
pub fn rays(from: &[Rows; 4], through: &Rows, name: &str) -> [Rays; 4] {
    std::array::from_fn(|axis| {
        let ray = |way: Direction| from[axis].ray(through, way, &format!("{name}_{}", way.name));
        Rays(AXES[axis].directions.map(ray))
    })
}

/// The squares that a king sees along each axis, up to the first piece.
pub fn view(king: &Rows, planes: &Planes, name: &str) -> [Rays; 4] {
    rays(&std::array::from_fn(|_| king.clone()), &planes.empty, name)
}

/// The squares that a king's view reaches along the lines of rooks, or along those of bishops.
pub fn seen(view: &[Rays; 4], diagonal: bool) -> Rows {
    let [a, b] = if diagonal { [RISING, FALLING] } else { [RANK, FILE] };
    let [[a, b], [c, d]] = [&view[a].0, &view[b].0];
    union(&[a, b, c, d].map(Rows::clone))
}

/// The squares where a king's ray and the opposite ray of a slider meet, for each axis.
/// Combinational, 256 LUT4.
pub fn meet(view: &[Rays; 4], sliders: &[Rays; 4], name: &str) -> [Rows; 4] {
    std::array::from_fn(|axis| {
        let (view, sliders) = (&view[axis].0, &sliders[axis].0);
        ((&view[0] & &sliders[1]) | (&view[1] & &sliders[0])).named(&format!("{name}_{}", AXES[axis].name))
    })
}

/// The squares seen along an axis both ways, up to the first piece: the origins of sliders that go
/// there.
pub fn back(to: &Rows, planes: &Planes, axis: &Axis) -> Rows {
    let [one, other] = axis.directions.map(|way| to.ray(&planes.empty, way, &format!("back_{}", way.name)));
    &one | &other
}

/// The origins of pawns that move two squares to one of these.
pub fn two_back(to: &Rows, planes: &Planes) -> Rows {
    Rows::on_row(CHESS, 1, &(to.row(3) & planes.empty.row(2)))
}

/// The destinations of knights on these squares, by jump.
pub fn jumps(from: &Rows) -> [Rows; 8] {
    KNIGHT_STEPS.map(|(files, ranks)| from.moved(files, ranks))
}

/// The limits on the moves.
pub struct Masks {
    /// The own king.
    pub king: Rows,
    /// The squares that the own king sees along each axis, up to the first piece.
    pub view: [Rays; 4],
    /// The squares that enemy sliders reach along each axis, through the own king.
    pub threat: [Rays; 4],
    /// The squares where a ray of the king and one of an enemy slider meet, for each axis: a pinned
    /// piece, or a square that blocks a check.
    pub meet: [Rows; 4],
    /// Squares to which the own king may not step: those that the enemy attacks, those of own
    /// pieces, and those around the enemy king.
    pub barred: Rows,
    /// Enemy pieces that give check.
    pub checkers: Rows,
    /// The squares that end a check: the checker's, and those between.
    pub target: Rows,
    /// There is a check: 1 bit.
    pub in_check: Wire,
    /// There are two: 1 bit.
    pub double_check: Wire,
    /// The squares to which pieces other than the king may go, by checks and own pieces.
    pub gate: Rows,
}

/// Works out the masks. Combinational, about 2,600 LUT4 in 14 levels.
pub fn masks(planes: &Planes) -> Masks {
    let king = (&planes.own & &planes.kings).named("king");
    let through = (&planes.empty | &king).named("through");
    let view = view(&king, planes, "view");
    let threat = rays(&planes.sliders_of(&planes.enemy), &through, "threat");
    let meet = meet(&view, &threat, "meet");

    let enemy_pawns = &planes.enemy & &planes.pawns;
    let enemy_knights = &planes.enemy & &planes.knights;
    let enemy_king = &planes.enemy & &planes.kings;
    let mut attacks: Vec<Rows> = block(&enemy_king).into();
    attacks.extend([enemy_pawns.moved(-1, -1), enemy_pawns.moved(1, -1)]);
    attacks.extend(jumps(&enemy_knights));
    attacks.extend(threat.iter().flat_map(|rays| rays.0.iter().cloned()));
    let barred = planes.own.union(&attacks).named("barred");

    let checkers = union(&[
        &(&king.moved(-1, 1) | &king.moved(1, 1)) & &enemy_pawns,
        &union(&jumps(&king)) & &enemy_knights,
        &(&seen(&view, false) & &planes.enemy) & &planes.straight,
        &(&seen(&view, true) & &planes.enemy) & &planes.diagonal,
    ])
    .named("checker");
    let between = &union(&meet) & &planes.empty;
    let target = (&checkers | &between).named("target");
    let (any, several) = one_and_two(checkers.word());
    let (in_check, double_check) = (any.named("in_check"), several.named("double_check"));
    let gate = Rows::from_rows(CHESS, |rank| {
        let ends = &mux(&in_check, target.row(rank), &in_check.builder().constant(8, 0xff));
        (ends & &(!planes.own.row(rank) & !double_check.repeat(8))).named(&format!("gate_{}", rank + 1))
    });
    Masks { king, view, threat, meet, barred, checkers, target, in_check, double_check, gate }
}

/// A king's square and those around it, as three rows that overlap.
pub fn block(king: &Rows) -> [Rows; 3] {
    let row = &(&king.moved(-1, 0) | king) | &king.moved(1, 0);
    [row.moved(0, -1), row.moved(0, 1), row]
}

/// Whether any bit of 64 is set, and whether more than one is; four quarters at a time. About 60
/// LUT4.
pub fn one_and_two(word: Wire) -> (Wire, Wire) {
    let mut several = word.builder().constant(word.width(), 0);
    let mut any = word;
    while any.width() > 1 {
        let width = any.width() / 4;
        let quarters = |word: &Wire| [0, 1, 2, 3].map(|quarter| word.slice(quarter * width, width));
        let [a, b, c, d] = &quarters(&any);
        let two = (a & b) | (c & d) | (&(a | b) & &(c | d));
        several = quarters(&several).into_iter().fold(two, |several, quarter| several | quarter);
        any = (a | b) | (c | d);
    }
    (any, several)
}
