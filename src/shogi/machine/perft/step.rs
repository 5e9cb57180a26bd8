//! One pass at a prepared node: its next move, the position after it, and the moves left then.

use super::node::{Left, Tried};
use super::prepared::Prepared;
use crate::describe::{Builder, Bundle, Wire, concat, mux};
use crate::parts::choose::{Choice, choose};
use crate::parts::pick::numbered;
use crate::parts::rows::Rows;
use crate::shogi::machine::planes::Planes;
use crate::shogi::machine::stream::{Board, Dropped, Made, Place, code_at, found, make};
use crate::shogi::machine::{SHOGI, ZONE};

/// The logic of a pass, as one combinational module. With `fresh`, it ignores a node's marks of the
/// moves left, and all moves are left; if nodes are `shared`, all that arrive on `fresh_files`.
pub fn logic(name: &str, shared: bool) -> Builder {
    let b = Builder::new(
        name,
        "The next legal move of a node of shogi, the position after it, and what is left to try then.\nWhere moves arrive, and what is pinned, was worked out when the node was written.",
    );
    let board = Board::input(&b, "");
    let prepared = Prepared::input(&b, "may_");
    let fresh = b.input("fresh", 1).comment("nothing has been tried at this node");
    let left = Left::input(&b, "left_");
    let left = match shared {
        true => left.or_files(
            &fresh,
            &b.input("fresh_files", SHOGI.files).comment("then: where moves arrive that are looked at"),
        ),
        false => left.or_all(&fresh),
    };

    let kinds = board.kinds();
    let planes = Planes::whole(&board.own, &kinds);
    let to = Destination::first(&prepared, &left);
    let dropped = Dropped::first(
        &to.choice,
        &Rows::of(SHOGI, &prepared.pawn_drops),
        &to.may_drop,
        &board.held(),
        &left.kinds,
    );
    let drops = dropped.kind.any().named("drops");
    let from = Origin::first(&planes, &prepared, &to, &kinds, &drops, &left);

    let dropped_kind = numbered(&dropped.kind, &[1, 2, 3, 4, 5, 6, 7], 4);
    let moved = (&from.kind | &dropped_kind).named("moving_kind");
    let stands = concat(&[moved.bit(3) | &from.promotes, moved.slice(0, 3)]).named("arriving_kind");
    let captured = code_at(&to.choice.square, &kinds).named("victim_kind");
    let child = make(
        &board,
        &planes,
        &Made {
            from: &from.choice.square,
            to: &to.choice.square,
            stands: &stands,
            captured: &captured,
            dropped: &dropped.kind,
        },
    );
    // On a square, drops come before moves on the board.
    let last_drop = !&dropped.another & !(&to.pieces_may | &to.king_may);
    let last_move = !(&from.choice.another | &from.again);
    let done = mux(&drops, &last_drop, &last_move).named("destination_done");
    let tried =
        Tried { from: &from.choice, to: &to.choice, dropped: &dropped.kind, again: &from.again, done: &done };
    b.output("found", &to.choice.any).comment("there is a move");
    b.output("last", &(&done & !&to.choice.another)).comment("it is the last of its node");
    child.output(&b, "child_");
    left.after(&tried).output(&b, "after_");
    b
}

/// A destination. Fields without a stated width are 1 bit.
struct Destination {
    /// The square.
    choice: Choice,
    /// A piece but the king goes there.
    pieces_may: Wire,
    /// The king does.
    king_may: Wire,
    /// A kind in hand may be dropped there.
    may_drop: Wire,
}

impl Destination {
    /// The first destination left. Combinational.
    fn first(prepared: &Prepared, left: &Left) -> Self {
        let [pieces, king, drops] =
            [&prepared.pieces, &prepared.king, &prepared.drops].map(|set| Rows::of(SHOGI, set));
        let all = (&(&pieces | &king) | &drops).named("legal");
        let open = &all & &Rows::of(SHOGI, &left.destinations);
        let (_, choice) = choose(SHOGI, &[open.into()], "destination");
        let meets = |set: &Rows| (&choice.square & set).any();
        let pieces_may = meets(&pieces).named("pieces_may");
        let king_may = meets(&king).named("king_may");
        let may_drop = meets(&drops).named("may_drop");
        Self { choice, pieces_may, king_may, may_drop }
    }
}

/// An origin. Fields without a stated width are 1 bit.
struct Origin {
    /// The square; none for a drop.
    choice: Choice,
    /// The code of its piece: 4 bits.
    kind: Wire,
    /// It promotes.
    promotes: Wire,
    /// The same move without the promotion comes next.
    again: Wire,
}

impl Origin {
    /// The first origin left, unless a piece is dropped (`drops`): the destination looks back along
    /// the lines of every piece. Combinational.
    fn first(
        planes: &Planes,
        prepared: &Prepared,
        to: &Destination,
        kinds: &[Wire; 4],
        drops: &Wire,
        left: &Left,
    ) -> Self {
        let (free, unpinned) = prepared.free(&planes.own, &to.choice.number);
        let pieces_may = (&to.pieces_may & !drops).named("pieces_go").repeat(SHOGI.files);
        let king_may = (&to.king_may & !drops).named("king_goes").repeat(SHOGI.files);
        let pieces = found(planes, &free, &unpinned, &to.choice.square);
        let king = &planes.own & &planes.kings;
        let all = pieces.zip(&king, |pieces, king| (pieces & &pieces_may) | (king & &king_may));
        let all = (&all & &Rows::of(SHOGI, &left.origins)).named("origins");
        let (_, choice) = choose(SHOGI, &[all.into()], "origin");
        let kind = code_at(&choice.square, kinds).named("moved_kind");

        let place = Place::of(&to.choice);
        let from_zone = choice.rank.slice(ZONE as u32, 3).any();
        // Neither a gold general, nor a king, nor what is promoted.
        let plain = choice.any.clone() & !kind.bit(3) & !kind.is(5);
        let may = (plain & (&place.in_zone | &from_zone)).named("may_promote");
        let promotes = (&may & !&left.unpromoted).named("piece_promotes");
        let pawn_or_lance = kind.is(1) | kind.is(2);
        let must = (pawn_or_lance & &place.on_last) | (kind.is(3) & &place.on_last_two);
        Self { choice, kind, again: (&promotes & !must).named("again_unpromoted"), promotes }
    }
}
