//! The origins of the moves to a destination: the best one left.

use super::victims::Victim;
use crate::chess::CHESS;
use crate::chess::fast::lines::AXES;
use crate::chess::fast::masks::{Masks, Planes, back, jumps, two_back};
use crate::chess::fast::moves::Origins;
use crate::describe::Wire;
use crate::parts::choose::{Choice, Class, choose};
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};

/// The best origin left.
pub struct Aggressor {
    /// The square.
    pub choice: Choice,
    /// Its piece: pawn, knight, bishop, rook, queen, king, 1 bit each.
    pub class: [Wire; 6],
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
) -> Aggressor {
    let to = &victim.choice.square;
    let meets = |set: &Rows| (to & set).any();
    let pawns_only = &victim.promotes | &victim.passes;
    let may = (meets(&masks.gate) & !&pawns_only).named("pieces_may");
    let king_may = (meets(&victim.king) & !&pawns_only).named("king_may");
    let takes = &victim.takes;
    // A pawn on its way to the last rank is a promotion and nothing else.
    let last_rank = victim.choice.rank.bit(7);
    let pawns_may = (meets(&masks.gate) & !(&last_rank ^ &victim.promotes)).named("pawns_may");

    let sliders: [Rows; 4] =
        std::array::from_fn(|axis| &back(to, planes, &AXES[axis]) & &origins.sliders[axis]);
    let sliders = union(&sliders).named("slider_found");
    let knights = &union(&jumps(to)) & &origins.knights;

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
    let classes: [Class; 6] = std::array::from_fn(|place| {
        let (set, may) = &sets[place];
        Class { set: set & &open[place], may: may.cloned() }
    });
    let (class, choice) = choose(CHESS, &classes, "aggressor");
    let kind: Vec<Wire> = (0..3)
        .map(|bit| {
            let codes = (1..=class.len()).filter(|code| code >> bit & 1 == 1);
            word(&codes.map(|code| class[code - 1].clone()).collect::<Vec<_>>()).any()
        })
        .collect();
    Aggressor { choice, kind: word(&kind), class }
}
