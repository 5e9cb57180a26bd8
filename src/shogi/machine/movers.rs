//! The moves on the board: the squares where pieces arrive, by direction, and those where they may
//! promote and need not.

use super::attacks::{knight_jumps, nothing, stepped};
use super::limits::Limits;
use super::planes::Planes;
use super::{NORTH, SHOGI, WAYS, ZONE, is_diagonal};
use crate::describe::Wire;
use crate::parts::rows::Rows;

/// The squares where pieces arrive, before checks and own pieces are considered: the gate does
/// that. At each square at most one piece arrives from a direction.
pub struct Arrivals {
    /// By direction, then knights by jump.
    pub all: [Rows; 10],
    /// Likewise, those that may promote there and need not.
    pub optional: [Rows; 10],
    /// Pawns and lances on the last row, where they have to promote: 9 bits.
    pub forced: Wire,
}

impl Arrivals {
    /// The destinations of the own pieces but the king. Combinational.
    pub fn new(planes: &Planes, limits: &Limits) -> Self {
        let slides = Slides::new(planes, limits);
        let knights = knight_jumps(&(&limits.unpinned & &planes.knights), true);
        let [one, other] = &knights;
        let jump = |set: &Rows| only_rows(set, |row| row == ZONE);
        let by_way = |way: usize| arriving(planes, limits, &slides, way);
        let ways: [(Rows, Rows); 8] = std::array::from_fn(by_way);
        let pawns = stepped(&(&limits.free[NORTH / 2] & &planes.pawns), WAYS[NORTH]);
        let [a, b, c, d, e, f, g, h] = ways.each_ref().map(|(all, _)| all.clone());
        let [i, j, k, l, m, n, o, p] = ways.map(|(_, optional)| optional);
        Self {
            all: [a, b, c, d, e, f, g, h, one.clone(), other.clone()],
            optional: [i, j, k, l, m, n, o, p, jump(one), jump(other)],
            forced: pawns.row(8) | slides.lances.row(8),
        }
    }
}

/// The squares of some rows.
fn only_rows(set: &Rows, wanted: impl Fn(usize) -> bool) -> Rows {
    let none = nothing(set);
    Rows::from_rows(SHOGI, |row| if wanted(row) { set.row(row).clone() } else { none.row(row).clone() })
}

fn in_zone(set: &Rows) -> Rows {
    only_rows(set, |row| row >= ZONE)
}

/// The rays of own sliders, by direction.
struct Slides {
    /// Of all.
    all: [Rows; 8],
    /// Of bishops and rooks that may promote, where they may: from the zone everywhere, from
    /// elsewhere in the zone.
    promoting: [Rows; 8],
    /// Of lances.
    lances: Rows,
}

impl Slides {
    fn new(planes: &Planes, limits: &Limits) -> Self {
        let ray = |set: &Rows, way: usize, name: &str| {
            set.ray(&planes.empty, WAYS[way], &format!("{name}_{}", WAYS[way].name))
        };
        let free = |way: usize| &limits.free[way / 2];
        let promoting = |way: usize| {
            let plain = free(way) & (planes.far(way) & !&planes.crowned);
            // From elsewhere, only those that go north come into the zone.
            match WAYS[way].ranks {
                1 => in_zone(&ray(&plain, way, "promoting")),
                _ => ray(&in_zone(&plain), way, "promoting"),
            }
        };
        Self {
            all: std::array::from_fn(|way| ray(&(free(way) & planes.sliding(way, true)), way, "slide")),
            promoting: std::array::from_fn(promoting),
            lances: ray(&(free(NORTH) & &planes.lances), NORTH, "lance"),
        }
    }
}

/// The arrivals from one direction, and those with an optional promotion.
fn arriving(planes: &Planes, limits: &Limits, slides: &Slides, way: usize) -> (Rows, Rows) {
    let free = &limits.free[way / 2];
    let name = WAYS[way].name;
    let steps = stepped(&(free & planes.stepping(way, true)), WAYS[way]);
    let mut optional = vec![slides.promoting[way].clone()];
    let silvers = free & &planes.silvers;
    match WAYS[way].ranks {
        1 => optional.push(in_zone(&stepped(&silvers, WAYS[way]))),
        -1 if is_diagonal(way) => optional.push(stepped(&in_zone(&silvers), WAYS[way])),
        _ => {}
    }
    if way == NORTH {
        // On the last row they have to promote.
        let pawns = stepped(&(free & &planes.pawns), WAYS[way]);
        optional.push(only_rows(&(&pawns | &slides.lances), |row| (ZONE..8).contains(&row)));
    }
    let all = (steps | &slides.all[way]).named(&format!("arrive_{name}"));
    let optional = optional[0].union(&optional[1..]).named(&format!("optional_{name}"));
    (all, optional)
}
