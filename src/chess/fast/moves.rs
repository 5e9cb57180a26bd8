//! The moves of a position: the pieces that may move, by how they move, and the squares where they arrive.

use super::masks::{Masks, Planes, neighbours};
use super::rows::{AXES, JUMPS, Rows, union};
use crate::describe::{Wire, concat};

/// Places in [`AXES`].
const FILE: usize = 1;
const RISING: usize = 2;
const FALLING: usize = 3;

/// The pieces of the side to move that no pin keeps from moving so. Combinational, about 400 LUT4.
pub struct Origins {
    /// Those that slide along each axis.
    pub sliders: [Rows; 4],
    /// Knights.
    pub knights: Rows,
    /// Pawns that may go on.
    pub pushers: Rows,
    /// Pawns that may capture to the east, and to the west.
    pub capturers: [Rows; 2],
    /// The king.
    pub king: Rows,
}

impl Origins {
    /// Those of a set of own pieces.
    pub fn new(planes: &Planes, masks: &Masks, from: &Rows) -> Option<Self> {
        // Not pinned on an axis other than this one.
        let unpinned = |axis: Option<usize>| {
            let others = masks.meet.iter().enumerate().filter(|(other, _)| Some(*other) != axis);
            let others: Vec<Rows> = others.map(|(_, meet)| meet.clone()).collect();
            let name = axis.map_or("nowhere", |axis| AXES[axis].name);
            union(&others).map(|pins| (&!&pins & from).named(&format!("pinned_{name}_at_most")))
        };
        let free: Option<Vec<Rows>> = (0..AXES.len()).map(|axis| unpinned(Some(axis))).collect();
        let free = free?;
        let slider = |axis: usize| {
            (&free[axis] & planes.sliders(&AXES[axis])).named(&format!("slider_{}", AXES[axis].name))
        };
        let pawns = |axis: usize| (&free[axis] & &planes.pawns).named(&format!("pawn_{}", AXES[axis].name));
        Some(Self {
            sliders: std::array::from_fn(slider),
            knights: (&unpinned(None)? & &planes.knights).named("knight"),
            pushers: pawns(FILE),
            capturers: [pawns(RISING), pawns(FALLING)],
            king: from & &masks.king,
        })
    }
}

/// Where moves arrive. Checks and own pieces are not looked at yet but for the king and en passant: [`Masks::gate`] does the rest.
pub struct Moves {
    /// By direction.
    pub sliders: Vec<Rows>,
    /// By jump.
    pub knights: Vec<Rows>,
    /// One square, two squares, captures to the east and to the west.
    pub pawns: [Rows; 4],
    /// The king, castlings at the square the king goes to.
    pub king: Rows,
    /// Captures en passant by the file they arrive at: to the east, and to the west.
    pub passing: [Wire; 2],
}

impl Moves {
    /// The moves of these pieces. Combinational, about 1,100 LUT4.
    pub fn new(
        planes: &Planes,
        masks: &Masks,
        origins: &Origins,
        castling: &Wire,
        en_passant: &Wire,
    ) -> Option<Self> {
        let sliders = AXES.iter().zip(&origins.sliders).flat_map(|(axis, source)| {
            let ray =
                |way: super::rows::Direction| source.ray(&planes.empty, way, &format!("arrive_{}", way.name));
            axis.directions.map(ray)
        });
        let one = (&origins.pushers.moved(0, 1) & &planes.empty).named("pawn_one");
        let zero = one.rank(0).builder().constant(8, 0);
        let two = Rows::from_ranks(|rank| match rank {
            3 => one.rank(2) & planes.empty.rank(3),
            _ => zero.clone(),
        });
        let [east, west] = &origins.capturers;
        Some(Self {
            sliders: sliders.collect(),
            knights: JUMPS.iter().map(|&(files, ranks)| origins.knights.moved(files, ranks)).collect(),
            pawns: [one, two, &east.moved(1, 1) & &planes.enemy, &west.moved(-1, 1) & &planes.enemy],
            king: king(planes, masks, &origins.king, castling)?,
            passing: passing(masks, &origins.capturers, en_passant),
        })
    }
}

/// The king's moves, castlings at the square the king goes to.
fn king(planes: &Planes, masks: &Masks, king: &Rows, castling: &Wire) -> Option<Rows> {
    let around = neighbours(king)?;
    let steps = (&around & &!&(&planes.own | &masks.attacked)).named("king_step");
    let free = |file: u32| planes.empty.square(file, 0);
    let safe = |file: u32| !masks.attacked.square(file, 0);
    let at_home = king.square(4, 0) & !&masks.in_check;
    let short = [free(5), safe(5), free(6), safe(6), castling.bit(0)];
    let long = [free(1), free(2), safe(2), free(3), safe(3), castling.bit(1)];
    let all = |conditions: &[Wire]| conditions.iter().fold(at_home.clone(), |all, one| all & one);
    let zero = |width| castling.builder().constant(width, 0);
    let castles = concat(&[zero(1), all(&short), zero(3), all(&long), zero(2)]);
    Some(Rows::from_ranks(|rank| match rank {
        0 => (steps.rank(0) | &castles).named("king_move_1"),
        _ => steps.rank(rank).clone(),
    }))
}

/// Captures en passant by the file they arrive at: to the east, and to the west. Two pawns leave the rank, so a rook behind
/// both gives check then, and so does a bishop behind the pawn that is captured.
fn passing(masks: &Masks, capturers: &[Rows; 2], en_passant: &Wire) -> [Wire; 2] {
    const RANK: usize = 4;
    let files: Vec<Wire> =
        (0..8).rev().map(|file| en_passant.slice(0, 3).is(file) & en_passant.bit(3)).collect();
    let captured = concat(&files).named("passed_file");
    let ends_check = masks.target.rank(RANK + 1) | masks.checkers.rank(RANK) | !masks.in_check.repeat(8);
    let uncovered = masks.meet[RISING].rank(RANK) | masks.meet[FALLING].rank(RANK);
    let may = (&captured & &ends_check & !uncovered & !masks.double_check.repeat(8)).named("passed_may");
    let ([view_east, view_west], [threat_east, threat_west]) = (&masks.view[0].0, &masks.threat[0].0);
    let east_of = |set: &Rows| set.moved(1, 0).rank(RANK).clone();
    let west_of = |set: &Rows| set.moved(-1, 0).rank(RANK).clone();
    let here = |set: &Rows| set.rank(RANK).clone();
    let to_east = (&east_of(view_east) & &here(threat_west)) | (&here(view_west) & &east_of(threat_east));
    let to_west = (&here(view_east) & &west_of(threat_west)) | (&west_of(view_west) & &here(threat_east));
    [
        (&may & &east_of(&capturers[0]) & !to_east).named("passed_east"),
        (&may & &west_of(&capturers[1]) & !to_west).named("passed_west"),
    ]
}
