//! The origins of the moves to a destination: the first one left.

use crate::chess::CHESS;
use crate::chess::fast::lines::{AXES, FALLING, FILE, RISING};
use crate::chess::fast::masks::{Planes, back, jumps, two_back};
use crate::chess::fast::node::{Board, Left};
use crate::chess::fast::prepared::Prepared;
use crate::describe::Wire;
use crate::parts::choose::{Choice, Class, choose};
use crate::parts::decode::word;
use crate::parts::rows::{Rows, union};

/// A destination. Fields without a stated width are 1 bit.
pub struct Destination {
    /// The square.
    pub choice: Choice,
    /// Pawns are promoted there.
    pub promotes: Wire,
    /// A pawn is captured in passing there.
    pub passes: Wire,
    /// The file on which that is: 8 bits, none set if it is not.
    pub passed: Wire,
}

impl Destination {
    /// The first origin left: promotions, captures en passant, then all others. Combinational,
    /// about 300 LUT4.
    pub fn first(prepared: &Prepared, left: &Left) -> Self {
        let ordinary =
            Rows::of(CHESS, &((&prepared.pieces | &prepared.king) & &left.destinations)).named("legal");
        let promotions = (&prepared.promotions & &left.promotions).named("promotions");
        let passing = (&prepared.passing_east | &prepared.passing_west) & left.passing.repeat(8);
        let passing = passing.named("passing_at");
        let ([promotes, passes, _], choice) = choose(
            CHESS,
            &[Rows::on_row(CHESS, 7, &promotions), Rows::on_row(CHESS, 5, &passing), ordinary]
                .map(Class::from),
            "destination",
        );
        let promotes = promotes.named("promotes");
        let passes = passes.named("passes");
        let passed = (&choice.file & passes.repeat(8)).named("passed_leaves");
        Self { promotes, passes, passed, choice }
    }
}

/// An origin.
pub struct Origin {
    /// The square.
    pub choice: Choice,
    /// The code of its piece: 3 bits.
    pub kind: Wire,
}

impl Origin {
    /// The first origin left: the destination looks back along the lines of every piece.
    /// Combinational, about 1,900 LUT4.
    pub fn first(board: &Board, planes: &Planes, prepared: &Prepared, to: &Destination, left: &Left) -> Self {
        let Destination { choice: Choice { square, rank, number, .. }, promotes, passes, .. } = to;
        let meets = |set: &Rows| (square & set).any();
        let pawns_only = promotes | passes;
        let may = (meets(&Rows::of(CHESS, &prepared.pieces)) & !&pawns_only).named("pieces_may");
        let king_may = (meets(&Rows::of(CHESS, &prepared.king)) & !&pawns_only).named("king_may");
        let pawns_may = (promotes | &(&may & !rank.bit(7))).named("pawns_may");
        let takes = meets(&planes.enemy).named("takes");
        let (lines, pinned) = (prepared.lines(number), Rows::of(CHESS, &prepared.pinned));
        // Those that may go along an axis, to this destination.
        let along =
            |set: Rows, axis: usize| set.zip(&pinned, |set, pinned| set & (!pinned | lines[axis].repeat(8)));

        let sliders: [Rows; 4] = std::array::from_fn(|number| {
            let axis = &AXES[number];
            &along(back(square, planes, axis), number) & planes.sliders(axis)
        });
        let sliders = union(&sliders).named("slider_found");
        let knights = &(&union(&jumps(square)) & &planes.knights) & &!&pinned;

        let captures = &along(square.moved(-1, -1), RISING) | &along(square.moved(1, -1), FALLING);
        let two = two_back(square, planes);
        let pushes = along(&square.moved(0, -1) | &two, FILE);
        let pawns = captures.zip(&pushes, |captures, pushes| {
            ((captures & takes.repeat(8)) | (pushes & !takes.repeat(8))) & pawns_may.repeat(8)
        });
        let pawns = (&pawns & &planes.pawns).named("pawn_found");

        let passed = |set: &Wire| Rows::on_row(CHESS, 5, &(&to.passed & set));
        let [east, west] = [&prepared.passing_east, &prepared.passing_west].map(passed);
        let passing = &east.moved(-1, -1) | &west.moved(1, -1);

        let pieces = sliders.zip(&knights, |sliders, knights| (sliders | knights) & may.repeat(8));
        let king = planes.kings.zip(&planes.own, |kings, own| kings & own & king_may.repeat(8));
        let arriving = &(&pieces | &pawns) & &planes.own;
        let all = &(&(&arriving | &passing) | &king) & &Rows::of(CHESS, &left.origins);
        let all = all.named("origins");
        let (_, choice) = choose(CHESS, &[all.into()], "origin");
        let kind = board.kinds().map(|bit| (&choice.square & &Rows::of(CHESS, bit)).any());
        Self { kind: word(&kind).named("moved_kind"), choice }
    }
}
