//! The origins of the moves to a destination: the best one left.

use super::super::choose::{Choice, Class, choose};
use super::super::lines::AXES;
use super::super::masks::{Masks, Planes, back, jumps, two_back};
use super::super::moves::Origins;
use super::victims::Victim;
use crate::chess::CHESS;
use crate::describe::Wire;
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};

/// The best origin left.
pub struct Aggressor {
    /// The square; its classes are pawn, knight, bishop, rook, queen, king.
    pub choice: Choice,
    /// The code of its piece: 3 bits.
    pub kind: Wire,
}

/// Finds the origin, the least valuable aggressor first: the destination looks back along the lines
/// of every piece. `passing` are captures en passant to the east and to the west, `open` the
/// origins left of each class. Combinational, about 2,100 LUT4.
pub fn aggressor(
    planes: &Planes,
    masks: &Masks,
    origins: &Origins,
    passing: &[Wire; 2],
    victim: &Victim,
    open: &[Rows; 6],
) -> Option<Aggressor> {
    let to = &victim.choice.square;
    let meets = |set: &Rows| (to & set).any();
    let pawns_only = &victim.promotes | &victim.passes;
    let may = (meets(&masks.gate) & !&pawns_only).named("pieces_may");
    let king_may = (meets(&victim.king) & !&pawns_only).named("king_may");
    let takes = &victim.takes;
    // A pawn on its way to the last rank is a promotion and nothing else.
    let last_rank = victim.choice.rank.bit(7);
    let pawns_may = (meets(&masks.gate) & !(&last_rank ^ &victim.promotes)).named("pawns_may");

    let sliders: Vec<Rows> =
        (AXES.iter().zip(&origins.sliders)).map(|(axis, source)| &back(to, planes, axis) & source).collect();
    let sliders = union(&sliders)?.named("slider_found");
    let knights = &union(&jumps(to))? & &origins.knights;

    let [east, west] = &origins.capturers;
    let captures = &(&to.moved(-1, -1) & east) | &(&to.moved(1, -1) & west);
    let passed = |set: &Wire| Rows::on_row(CHESS, 5, &(&victim.passed & set));
    let passing = &passed(&passing[0]).moved(-1, -1) | &passed(&passing[1]).moved(1, -1);
    let two = two_back(to, planes);
    let pushes = &(&to.moved(0, -1) | &two) & &origins.pushers;
    let pawns = Rows::from_rows(CHESS, |rank| {
        let any = (captures.row(rank) & takes.repeat(8)) | (pushes.row(rank) & !takes.repeat(8));
        let any = &any & pawns_may.repeat(8);
        any | passing.row(rank)
    });
    let pawns = pawns.named("pawn_found");

    let sets = [
        (pawns, None),
        (knights, Some(&may)),
        (&(&sliders & &planes.diagonal) & &!&planes.straight, Some(&may)),
        (&(&sliders & &planes.straight) & &!&planes.diagonal, Some(&may)),
        (&(&sliders & &planes.diagonal) & &planes.straight, Some(&may)),
        (origins.king.clone(), Some(&king_may)),
    ];
    let classes: Vec<Class> = (sets.into_iter().zip(open))
        .map(|((set, may), open)| Class { set: &set & open, may: may.cloned() })
        .collect();
    let choice = choose(&classes, "aggressor")?;
    let kind: Vec<Wire> = (0..3)
        .map(|bit| {
            let codes = (1..=choice.class.len()).filter(|code| code >> bit & 1 == 1);
            word(&codes.map(|code| choice.class[code - 1].clone()).collect::<Vec<_>>()).any()
        })
        .collect();
    Some(Aggressor { choice, kind: word(&kind) })
}
