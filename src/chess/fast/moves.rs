//! The moves of a position: the pieces that may move, by kind of move, and the squares where they
//! arrive.

use super::lines::{AXES, FALLING, FILE, RANK, RISING};
use super::masks::{Masks, Planes, Rays, block, jumps, rays};
use crate::chess::CHESS;
use crate::describe::{Wire, concat};
use crate::parts::rows::Rows;

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
    /// The origins in a set of own pieces. A square is on at most one line of the king, so a piece
    /// is pinned on at most one axis.
    pub fn new(planes: &Planes, masks: &Masks, from: &Rows) -> Self {
        let off = |set: &Rows, axis: usize| set & &!&masks.meet[axis];
        // What the pieces of two axes have in common comes first.
        let straight = off(&off(&(from & &planes.straight), RISING), FALLING).named("straight_free");
        let diagonal = off(&off(&(from & &planes.diagonal), RANK), FILE).named("diagonal_free");
        let pawns = off(&(from & &planes.pawns), RANK).named("pawn_free");
        let capturers = off(&pawns, FILE);
        Self {
            sliders: [
                off(&straight, FILE),
                off(&straight, RANK),
                off(&diagonal, FALLING),
                off(&diagonal, RISING),
            ],
            knights: off(&off(&off(&off(&(from & &planes.knights), RANK), FILE), RISING), FALLING)
                .named("knight"),
            pushers: off(&off(&pawns, RISING), FALLING),
            capturers: [off(&capturers, FALLING), off(&capturers, RISING)],
            king: from & &masks.king,
        }
    }

    /// The origins within a set; for pawns, those in a set of their own; the king always. Signal
    /// names begin with `prefix`.
    pub fn within(&self, set: &Rows, pushers: &Rows, prefix: &str) -> Self {
        Self {
            sliders: self.sliders_in(set, prefix),
            knights: (&self.knights & set).named(&format!("{prefix}knight")),
            pushers: &self.pushers & pushers,
            capturers: self.capturers.each_ref().map(|source| source & set),
            king: self.king.clone(),
        }
    }

    /// The sliders in a set, for each axis.
    pub fn sliders_in(&self, set: &Rows, prefix: &str) -> [Rows; 4] {
        let named = |axis: usize| format!("{prefix}slider_{}", AXES[axis].name);
        std::array::from_fn(|axis| (&self.sliders[axis] & set).named(&named(axis)))
    }
}

/// The squares where pieces and pawns arrive, before checks and own pieces are considered:
/// [`Masks::gate`] does that.
pub struct Arrivals {
    /// By direction.
    pub sliders: [Rows; 8],
    /// By jump.
    pub knights: [Rows; 8],
    /// One square, two squares, captures to the east and to the west.
    pub pawns: [Rows; 4],
}

/// The moves that are legal as they are: the king's, and captures en passant.
pub struct Specials {
    /// The king, one step.
    pub king: Rows,
    /// Castlings to the king's side and to the queen's: 2 bits.
    pub castles: Wire,
    /// Captures en passant by the file they arrive at: to the east, and to the west.
    pub passing: [Wire; 2],
}

impl Arrivals {
    /// The destinations of pieces and pawns that may move in these ways. Signal names begin with
    /// `prefix`. Combinational, about 700 LUT4.
    pub fn new(planes: &Planes, origins: &Origins, prefix: &str) -> Self {
        let [Rays([a, b]), Rays([c, d]), Rays([e, f]), Rays([g, h])] =
            rays(&origins.sliders, &planes.empty, &format!("{prefix}arrive"));
        let one = (&origins.pushers.moved(0, 1) & &planes.empty).named(&format!("{prefix}pawn_one"));
        let zero = one.row(0).builder().constant(8, 0);
        let two = Rows::from_rows(CHESS, |rank| match rank {
            3 => one.row(2) & planes.empty.row(3),
            _ => zero.clone(),
        });
        let [east, west] = &origins.capturers;
        Self {
            sliders: [a, b, c, d, e, f, g, h],
            knights: jumps(&origins.knights),
            pawns: [one, two, &east.moved(1, 1) & &planes.enemy, &west.moved(-1, 1) & &planes.enemy],
        }
    }
}

impl Specials {
    /// The special moves of a position. Combinational, about 400 LUT4.
    pub fn new(
        planes: &Planes,
        masks: &Masks,
        origins: &Origins,
        castling: &Wire,
        en_passant: &Wire,
    ) -> Self {
        Self {
            king: steps(masks, &origins.king),
            castles: castles(planes, masks, &origins.king, castling),
            passing: passing(masks, &origins.capturers, en_passant),
        }
    }

    /// The squares to which the king may go, with castlings at their destination.
    pub fn king_anywhere(&self) -> Rows {
        let all = with_castles(&self.king, &self.castles);
        Rows::from_rows(CHESS, |rank| match rank {
            0 => all.row(0).named("king_move_1"),
            _ => all.row(rank).clone(),
        })
    }
}

/// Steps of the king, and castlings (2 bits) at the square it goes to.
pub fn with_castles(steps: &Rows, castles: &Wire) -> Rows {
    let zero = |width| castles.builder().constant(width, 0);
    let castles = concat(&[zero(1), castles.bit(0), zero(3), castles.bit(1), zero(2)]);
    Rows::from_rows(CHESS, |rank| match rank {
        0 => steps.row(0) | &castles,
        _ => steps.row(rank).clone(),
    })
}

/// The squares to which the king may step.
fn steps(masks: &Masks, king: &Rows) -> Rows {
    let [north, south, row] = block(king);
    // Its own square is an own piece's.
    (&(&(&north | &south) | &row) & &!&masks.barred).named("king_step")
}

/// Castlings to the king's side and to the queen's.
fn castles(planes: &Planes, masks: &Masks, king: &Rows, castling: &Wire) -> Wire {
    let free = |file: u32| planes.empty.square(file, 0);
    let safe = |file: u32| !masks.barred.square(file, 0);
    let at_home = king.square(4, 0) & !&masks.in_check;
    let short = [free(5), safe(5), free(6), safe(6), castling.bit(0)];
    let long = [free(1), free(2), safe(2), free(3), safe(3), castling.bit(1)];
    let all = |conditions: &[Wire]| conditions.iter().fold(at_home.clone(), |all, one| all & one);
    concat(&[all(&long), all(&short)]).named("castles")
}

/// Captures en passant by the file at which they arrive: to the east, and to the west. Two pawns
/// leave the rank, so a rook behind both gives check then. So does a bishop behind the pawn that is
/// captured.
fn passing(masks: &Masks, capturers: &[Rows; 2], en_passant: &Wire) -> [Wire; 2] {
    const FIFTH: usize = 4;
    let files: Vec<Wire> =
        (0..8).rev().map(|file| en_passant.slice(0, 3).is(file) & en_passant.bit(3)).collect();
    let captured = concat(&files).named("passed_file");
    let ends_check = masks.target.row(FIFTH + 1) | masks.checkers.row(FIFTH) | !masks.in_check.repeat(8);
    let uncovered = masks.meet[RISING].row(FIFTH) | masks.meet[FALLING].row(FIFTH);
    let may = (&captured & &ends_check & !uncovered & !masks.double_check.repeat(8)).named("passed_may");
    let ([view_east, view_west], [threat_east, threat_west]) = (&masks.view[0].0, &masks.threat[0].0);
    let east_of = |set: &Rows| set.moved(1, 0).row(FIFTH).clone();
    let west_of = |set: &Rows| set.moved(-1, 0).row(FIFTH).clone();
    let here = |set: &Rows| set.row(FIFTH).clone();
    let to_east = (&east_of(view_east) & &here(threat_west)) | (&here(view_west) & &east_of(threat_east));
    let to_west = (&here(view_east) & &west_of(threat_west)) | (&west_of(view_west) & &here(threat_east));
    [
        (&may & &east_of(&capturers[0]) & !to_east).named("passed_east"),
        (&may & &west_of(&capturers[1]) & !to_west).named("passed_west"),
    ]
}
