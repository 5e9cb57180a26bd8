//! Steps and rays of pieces.

use super::planes::Planes;
use super::{AXES, NORTH, NORTH_EAST, SHOGI, WAYS, back};
use crate::parts::rows::{Direction, Rows};

/// The pieces of a side but its king, by direction of [`WAYS`].
pub struct Pieces {
    /// Those that step.
    steps: [Rows; 8],
    knights: Rows,
    /// Those that slide.
    sliders: [Rows; 8],
    /// Whether the side moves north.
    north: bool,
}

impl Pieces {
    /// Those of a side, which is called `name`.
    pub fn of(planes: &Planes, side: &Rows, north: bool, name: &str) -> Self {
        // The same pieces step, or slide, in several directions; each set is there once.
        let same = |sets: fn(&Planes, usize, bool) -> &Rows, what: &str| {
            let kinds = [NORTH, super::SOUTH, super::EAST, NORTH_EAST, super::SOUTH_EAST];
            let of = |way: usize| {
                (side & sets(planes, way, north)).named(&format!("{name}_{what}_{}", WAYS[way].name))
            };
            let found = kinds.map(|way| (sets(planes, way, north), of(way)));
            std::array::from_fn(|way| {
                let set = sets(planes, way, north);
                let same = found.iter().find(|(known, _)| std::ptr::eq(*known, set));
                same.map_or_else(|| side & set, |(_, own)| own.clone())
            })
        };
        Self {
            steps: same(Planes::stepping, "steps"),
            knights: (side & &planes.knights).named(&format!("{name}_knights")),
            sliders: same(Planes::sliding, "slides"),
            north,
        }
    }

    /// The squares that they attack by a step or a jump.
    pub fn attacked(&self) -> Vec<Rows> {
        let steps = self.steps.iter().zip(WAYS).map(|(from, way)| stepped(from, way));
        steps.chain(knight_jumps(&self.knights, self.north)).collect()
    }

    /// Their rays.
    pub fn rays(&self, through: &Rows, name: &str) -> [Rows; 8] {
        std::array::from_fn(|way| {
            self.sliders[way].ray(through, WAYS[way], &format!("{name}_{}", WAYS[way].name))
        })
    }

    /// Those that attack a square in one of these directions, or by a jump, seen from the square:
    /// `near` is the square alone, and `view` what it sees. 1 LUT4 a square and direction.
    pub fn attackers(&self, near: &Rows, view: &[Rows; 8], ways: &[usize]) -> Rows {
        let along = |&way: &usize| {
            let step = stepped(near, WAYS[back(way)]);
            (&step & &self.steps[way]) | (&view[back(way)] & &self.sliders[way])
        };
        let [one, other] = knight_jumps(near, !self.north);
        let jumps = (&one | &other) & &self.knights;
        jumps.union(&ways.iter().map(along).collect::<Vec<_>>())
    }
}

/// A step of each of a set.
pub fn stepped(from: &Rows, way: Direction) -> Rows {
    from.moved(way.files, way.ranks)
}

/// The destinations of knights.
pub fn knight_jumps(from: &Rows, north: bool) -> [Rows; 2] {
    let ranks = if north { 2 } else { -2 };
    [from.moved(1, ranks), from.moved(-1, ranks)]
}

/// The squares that one sees in each of these directions, up to the first piece; nothing in the
/// others.
pub fn view(from: &Rows, planes: &Planes, ways: &[usize], name: &str) -> [Rows; 8] {
    std::array::from_fn(|way| match ways.contains(&way) {
        true => from.ray(&planes.empty, WAYS[way], &format!("{name}_{}", WAYS[way].name)),
        false => nothing(from),
    })
}

/// The squares of each axis where a view and an opposite ray meet.
pub fn meet(view: &[Rows; 8], rays: &[Rows; 8], name: &str) -> [Rows; 4] {
    std::array::from_fn(|axis| {
        let [one, other] = [2 * axis, 2 * axis + 1];
        ((&view[one] & &rays[back(one)]) | (&view[other] & &rays[back(other)]))
            .named(&format!("{name}_{}", AXES[axis]))
    })
}

/// A set without squares.
pub fn nothing(like: &Rows) -> Rows {
    let zero = like.row(0).builder().constant(SHOGI.files, 0);
    Rows::from_rows(SHOGI, |_| zero.clone())
}
