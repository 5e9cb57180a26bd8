//! One pass at a prepared node: its next move, the position after it, and the moves left then.

use super::origins::{Destination, Origin};
use crate::chess::fast::make::{Made, make};
use crate::chess::fast::node::{Board, Left, Tried};
use crate::chess::fast::prepared::Prepared;
use crate::describe::{Builder, Bundle};

/// The logic of a pass, as one combinational module of about 3,100 LUT4. With `fresh`, it ignores a
/// node's marks of the moves left, and all moves are left; if nodes are `shared`, all that arrive
/// on `fresh_files`.
pub fn logic(name: &str, shared: bool) -> Builder {
    let b = Builder::new(
        name,
        "The next legal move of a node, the position after it, and what is left to try then.\nWhere moves arrive, and what is pinned, was worked out when the node was written.",
    );
    // Captures in passing have been worked out.
    let board = Board::from_wires(|name, width| match name {
        "en_passant" => b.constant(width, 0),
        _ => b.input(name, width),
    });
    let prepared = Prepared::input(&b, "may_");
    let fresh = b.input("fresh", 1).comment("nothing has been tried at this node");
    let left = Left::input(&b, "left_");
    let left = match shared {
        true => left.or_files(
            &fresh,
            &b.input("fresh_files", 8).comment("then: where moves arrive that are looked at"),
        ),
        false => left.or_all(&fresh),
    };

    let planes = board.planes();
    let to = Destination::first(&prepared, &left);
    let from = Origin::first(&board, &planes, &prepared, &to, &left);
    let made = Made {
        from: &from.choice,
        to: &to.choice,
        kind: &from.kind,
        pawn: &from.kind.is(1),
        king: &from.kind.is(6),
        promotes: &to.promotes,
        promotion: &left.promotion,
        passed: &to.passed,
    };
    let (child, _) = make(&board, &planes, &made);
    let (after, destination_done) =
        left.after(&Tried { from: &from.choice, to: &to.choice, promotes: &to.promotes, passes: &to.passes });
    b.output("found", &to.choice.any).comment("there is a move");
    b.output("last", &(destination_done & !&to.choice.another)).comment("it is the last of its node");
    child.output(&b, "child_");
    after.output(&b, "after_");
    b
}
