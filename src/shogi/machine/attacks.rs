//! Steps and rays of pieces.

use super::planes::Planes;
use super::{
    EAST, NORTH, NORTH_EAST, NORTH_WEST, SHOGI, SOUTH, SOUTH_EAST, SOUTH_WEST, WAYS, WEST, back, is_diagonal,
};
use crate::parts::rows::{Direction, Rows, union};

/// The pieces of a side that step, by direction as that side sees it: `forward` is the direction in
/// which it moves.
pub struct Steppers {
    /// Pawns, silver and gold generals, and those that step along files.
    pub forward: Rows,
    /// To either side of forward.
    pub forward_corners: Rows,
    /// Aside, and backward.
    pub straight: Rows,
    /// To either side of backward.
    pub backward_corners: Rows,
    /// Knights.
    pub knights: Rows,
}

impl Steppers {
    /// Those of the kinds in a set; `crowned` are its kings, horses and dragons: kings are left out
    /// where moves are generated.
    pub fn of(planes: &Planes, set: &Rows, crowned: &Rows) -> Self {
        let golds = set & &planes.golds;
        let silvers = set & &planes.silvers;
        let straight = crowned & &planes.step_straight;
        let diagonal = crowned & &planes.step_diagonal;
        let generals = &golds | &silvers;
        Self {
            forward: (&(&generals | &straight) | (set & &planes.pawns)),
            forward_corners: &generals | &diagonal,
            straight: &golds | &straight,
            backward_corners: &silvers | &diagonal,
            knights: set & &planes.knights,
        }
    }

    /// The sources of steps in each direction of [`WAYS`], for a side that moves north (`true`) or
    /// south.
    pub fn sources(&self, north: bool) -> [&Rows; 8] {
        let [ahead, behind] = match north {
            true => [&self.forward, &self.straight],
            false => [&self.straight, &self.forward],
        };
        let [north_corners, south_corners] = match north {
            true => [&self.forward_corners, &self.backward_corners],
            false => [&self.backward_corners, &self.forward_corners],
        };
        let mut all = [&self.straight; 8];
        (all[NORTH], all[SOUTH]) = (ahead, behind);
        (all[NORTH_EAST], all[NORTH_WEST]) = (north_corners, north_corners);
        (all[SOUTH_EAST], all[SOUTH_WEST]) = (south_corners, south_corners);
        all
    }

    /// The squares that they attack.
    pub fn attacked(&self, north: bool) -> Vec<Rows> {
        let steps = self.sources(north).into_iter().zip(WAYS).map(|(from, way)| stepped(from, way));
        steps.chain(knight_jumps(&self.knights, north)).collect()
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

/// The sliders of a side, by direction: rooks and dragons, bishops and horses, and lances in the
/// direction `forward`.
pub fn sliders(planes: &Planes, side: &Rows, forward: usize) -> [Rows; 8] {
    let straight = side & &planes.straight;
    let diagonal = side & &planes.diagonal;
    let lances = side & &planes.lances;
    std::array::from_fn(|way| match () {
        () if is_diagonal(way) => diagonal.clone(),
        () if way == forward => &straight | &lances,
        () => straight.clone(),
    })
}

/// The rays of sources in each direction.
pub fn rays(from: &[Rows; 8], through: &Rows, name: &str) -> [Rows; 8] {
    std::array::from_fn(|way| from[way].ray(through, WAYS[way], &format!("{name}_{}", WAYS[way].name)))
}

/// The squares that a king sees in each direction, up to the first piece.
pub fn view(from: &Rows, planes: &Planes, name: &str) -> [Rows; 8] {
    rays(&std::array::from_fn(|_| from.clone()), &planes.empty, name)
}

/// The squares of each axis where a view and an opposite ray meet.
pub fn meet(view: &[Rows; 8], rays: &[Rows; 8], name: &str) -> [Rows; 4] {
    std::array::from_fn(|axis| {
        let [one, other] = [2 * axis, 2 * axis + 1];
        ((&view[one] & &rays[back(one)]) | (&view[other] & &rays[back(other)]))
            .named(&format!("{name}_{}", super::AXES[axis]))
    })
}

/// The pieces of a side that attack a square at one step or along a ray, seen from the square:
/// `near` is the square alone, and `view` what it sees. `north` is the direction in which the side
/// moves.
pub fn attackers(planes: &Planes, near: &Rows, view: &[Rows; 8], side: &Rows, north: bool) -> Rows {
    let step = |ways: &[usize]| {
        let steps: Vec<Rows> = ways.iter().map(|&way| stepped(near, WAYS[back(way)])).collect();
        match steps.split_first() {
            Some((first, rest)) => first.union(rest),
            None => near.clone(),
        }
    };
    let (ahead, behind) = if north { (NORTH, SOUTH) } else { (SOUTH, NORTH) };
    let (fore, aft) = match north {
        true => ([NORTH_EAST, NORTH_WEST], [SOUTH_EAST, SOUTH_WEST]),
        false => ([SOUTH_EAST, SOUTH_WEST], [NORTH_EAST, NORTH_WEST]),
    };
    let forward = step(&[ahead, fore[0], fore[1]]);
    let sides = step(&[EAST, WEST, behind]);
    let corners = step(&aft);
    let by_ray = |ways: [usize; 4], kind: &Rows| &union(&ways.map(|way| view[way].clone())) & kind;
    let jumps = union(&knight_jumps(near, !north));
    let silver = &(&forward | &corners) & &planes.silvers;
    let gold = &(&forward | &sides) & &planes.golds;
    let crowned = &(&step(&[ahead, behind, EAST, WEST]) & &planes.step_straight)
        | (&step(&[fore[0], fore[1], aft[0], aft[1]]) & &planes.step_diagonal);
    let all = union(&[
        &step(&[ahead]) & &planes.pawns,
        &view[back(ahead)] & &planes.lances,
        &jumps & &planes.knights,
        &silver | &gold,
        &crowned & !&planes.kings,
        by_ray([EAST, WEST, NORTH, SOUTH], &planes.straight),
        by_ray([NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST], &planes.diagonal),
    ]);
    &all & side
}

/// A set without squares.
pub fn nothing(like: &Rows) -> Rows {
    let zero = like.row(0).builder().constant(SHOGI.files, 0);
    Rows::from_rows(SHOGI, |_| zero.clone())
}
