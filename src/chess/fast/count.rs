//! How many legal moves a position has: every move is a bit where it arrives, and the bits are counted.
//!
//! Rays of unpinned pieces arrive at each square from eight directions, knights from eight more, pawns from three squares: so the
//! 1,792 pairs of origin and destination never exist. Whether a square may be gone to at all is one bit a square, which
//! the first adders take with them.

use super::masks::{Masks, Planes, masks, neighbours};
use super::rows::{AXES, JUMPS, Rows, union};
use crate::describe::{Builder, Wire, concat};
use crate::parts::sum::Counter;

/// The logic of the counter as one combinational module: position in, number of legal moves out (8 bits; the most known is
/// 218). With `sets`, only the moves of one origin can be asked for, and their destinations come out as a set.
pub fn logic(name: &str, sets: bool) -> Option<Builder> {
    let b = Builder::new(
        name,
        "How many legal moves a position has.\nEvery move is a bit where it arrives: sliders by direction, knights by jump, pawns; the bits are counted.",
    );
    let planes = Planes::inputs(&b);
    let castling = b.input("castling", 2).comment("rights of the side to move: king's side, queen's side");
    let en_passant = b.input("en_passant", 4).comment("3: a pawn went two squares, 2..0: its file");
    let masks = masks(&planes)?;
    let from = match sets {
        false => planes.own.clone(),
        true => {
            let only = b.input("only", 1).comment("count the moves of one origin only");
            let origin = b.input("origin", 6).comment("that origin");
            Rows::from_ranks(|rank| {
                let here = origin.slice(3, 3).is(rank as u64) | !&only;
                let files: Vec<Wire> =
                    (0..8).rev().map(|file| (origin.slice(0, 3).is(file) | !&only) & &here).collect();
                (planes.own.rank(rank) & &concat(&files)).named(&format!("from_{}", rank + 1))
            })
        }
    };
    let moves = Moves::new(&planes, &masks, &from)?;
    let king = moves.king(&planes, &masks, &castling)?;
    let passing = moves.en_passant(&masks, &en_passant);

    let mut counter = Counter::new("moves");
    for rank in 0..8 {
        let gate = masks.gate.rank(rank);
        let pieces: Vec<&Wire> =
            moves.knights.iter().chain(&moves.sliders).map(|set| set.rank(rank)).collect();
        let pawns: Vec<&Wire> = moves.pawns.iter().map(|set| set.rank(rank)).collect();
        // A pawn that arrives at the last rank has four moves.
        let weight = if rank == 7 { 2 } else { 0 };
        counter.add_gated(weight, &pawns, gate);
        counter.add_gated(0, &pieces, gate);
        counter.add(0, king.rank(rank).clone());
    }
    passing.iter().for_each(|word| counter.add(0, word.clone()));
    b.output("count", &counter.total(8)?);
    if sets {
        let all: Vec<Rows> =
            moves.knights.iter().chain(&moves.sliders).chain(&moves.pawns).cloned().collect();
        let arriving = &union(&all)? & &masks.gate;
        let taken = &passing[0] | &passing[1];
        let destinations = Rows::from_ranks(|rank| {
            let word = arriving.rank(rank) | king.rank(rank);
            if rank == 5 { word | &taken } else { word }
        });
        b.output("destinations", &destinations.word());
    }
    Some(b)
}

/// Where moves arrive, before checks and own pieces are looked at.
struct Moves {
    /// By direction.
    sliders: Vec<Rows>,
    /// By jump.
    knights: Vec<Rows>,
    /// One square, two squares, captures to the east and to the west.
    pawns: [Rows; 4],
    /// Pawns that no pin keeps from capturing to the east, and to the west.
    capturers: [Rows; 2],
    /// The king, where it may be moved.
    king_from: Rows,
}

impl Moves {
    fn new(planes: &Planes, masks: &Masks, from: &Rows) -> Option<Self> {
        // Not pinned on an axis other than this one.
        let unpinned = |axis: Option<usize>| {
            let others = masks.meet.iter().enumerate().filter(|(other, _)| Some(*other) != axis);
            let others: Vec<Rows> = others.map(|(_, meet)| meet.clone()).collect();
            let name = axis.map_or("nowhere", |axis| AXES[axis].name);
            union(&others).map(|pins| (&!&pins & from).named(&format!("pinned_{name}_at_most")))
        };
        let mut sliders = Vec::new();
        let free: Option<Vec<Rows>> = (0..AXES.len()).map(|axis| unpinned(Some(axis))).collect();
        let free = free?;
        for (axis, free) in AXES.iter().zip(&free) {
            let source = (free & planes.sliders(axis)).named(&format!("slider_{}", axis.name));
            for way in axis.directions {
                sliders.push(source.ray(&planes.empty, way, &format!("arrive_{}", way.name)));
            }
        }
        let knights = (&unpinned(None)? & &planes.knights).named("knight");
        let pawns = |axis: usize| (&free[axis] & &planes.pawns).named(&format!("pawn_{}", AXES[axis].name));
        let one = (&pawns(1).moved(0, 1) & &planes.empty).named("pawn_one");
        let zero = one.rank(0).builder().constant(8, 0);
        let two = Rows::from_ranks(|rank| match rank {
            3 => one.rank(2) & planes.empty.rank(3),
            _ => zero.clone(),
        });
        let (east, west) = (pawns(2), pawns(3));
        let captures = [&east.moved(1, 1) & &planes.enemy, &west.moved(-1, 1) & &planes.enemy];
        let [east_captures, west_captures] = captures;
        Some(Self {
            sliders,
            knights: JUMPS.iter().map(|&(files, ranks)| knights.moved(files, ranks)).collect(),
            pawns: [one, two, east_captures, west_captures],
            capturers: [east, west],
            king_from: from & &masks.king,
        })
    }

    /// The king's moves, castlings at the square the king goes to.
    fn king(&self, planes: &Planes, masks: &Masks, castling: &Wire) -> Option<Rows> {
        let around = neighbours(&self.king_from)?;
        let steps = (&around & &!&(&planes.own | &masks.attacked)).named("king_step");
        let free = |file: u32| planes.empty.square(file, 0);
        let safe = |file: u32| !masks.attacked.square(file, 0);
        let at_home = self.king_from.square(4, 0) & !&masks.in_check;
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
    fn en_passant(&self, masks: &Masks, en_passant: &Wire) -> [Wire; 2] {
        const RANK: usize = 4;
        let files: Vec<Wire> =
            (0..8).rev().map(|file| en_passant.slice(0, 3).is(file) & en_passant.bit(3)).collect();
        let captured = concat(&files).named("passed_file");
        let ends_check = masks.target.rank(RANK + 1) | masks.checkers.rank(RANK) | !masks.in_check.repeat(8);
        let uncovered = masks.meet[2].rank(RANK) | masks.meet[3].rank(RANK);
        let may = (&captured & &ends_check & !uncovered & !masks.double_check.repeat(8)).named("passed_may");
        let ([view_east, view_west], [threat_east, threat_west]) = (&masks.view[0].0, &masks.threat[0].0);
        let east_of = |set: &Rows| set.moved(1, 0).rank(RANK).clone();
        let west_of = |set: &Rows| set.moved(-1, 0).rank(RANK).clone();
        let here = |set: &Rows| set.rank(RANK).clone();
        let to_east = (&east_of(view_east) & &here(threat_west)) | (&here(view_west) & &east_of(threat_east));
        let to_west = (&here(view_east) & &west_of(threat_west)) | (&west_of(view_west) & &here(threat_east));
        [
            (&may & &east_of(&self.capturers[0]) & !to_east).named("passed_east"),
            (&may & &west_of(&self.capturers[1]) & !to_west).named("passed_west"),
        ]
    }
}
