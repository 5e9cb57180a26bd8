//! Where a player may place, and which corners the next piece has to cover.

use super::rows::{CELLS, Rows};
use crate::blokus::Player;
use crate::describe::{Builder, mux};

/// From the cells of the player and of the opponent: the usable corners, and the rest of the open cells.
///
/// Combinational, three LUT4 levels behind the set of own cells; 4 LUT4 a cell. `second` says which start square counts while the
/// player has no cell. Nothing of this is stored, so nothing has to be taken back.
pub fn planes() -> Builder {
    let b = Builder::new(
        "planes",
        "Where a player may place: the usable corners, and the rest of the open cells.\nCombinational.",
    );
    let (own, other) = (Rows::input(&b, "own"), Rows::input(&b, "other"));
    let second = b.input("second", 1);
    let taken = own.zip(&other, |own, other| own | other).zip(&own.edges(), |taken, edges| taken | edges);
    let open = Rows::from_rows(|y| (!taken.row(y)).named(&format!("open_{:x}", y + 1)));
    let first = own.occupied().none().named("first_piece");
    let diagonals = own.diagonals();
    let wanted = Rows::from_rows(|y| {
        let starts = Player::BOTH.iter().filter(|player| usize::from(player.start().y) == y);
        starts.fold(diagonals.row(y).clone(), |wanted, player| {
            let mine = if *player == Player::Two { second.clone() } else { !&second };
            let start = b.constant(CELLS, 1 << player.start().x);
            wanted | start.when(&(&first & &mine))
        })
    });
    let corners = open.zip(&wanted, |open, wanted| open & wanted);
    corners.output(&b, "corners");
    open.zip(&wanted, |open, wanted| open & !wanted).output(&b, "rest");
    b
}

/// One of two sets, row by row. Combinational, 1 LUT4 a cell.
pub fn either(select: &crate::describe::Wire, then: &Rows, otherwise: &Rows) -> Rows {
    then.zip(otherwise, |then, otherwise| mux(select, then, otherwise))
}
