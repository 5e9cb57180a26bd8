//! The cells where a player may place, and the corners that the next piece has to cover.

use crate::blokus::Player;
use crate::blokus::plane::{BOARD, CELLS};
use crate::describe::{Builder, Wire, mux};
use crate::parts::rows::{Rows, row_name};

/// The cells that a player's next piece may cover, and those of which it has to cover one.
pub struct Sites {
    /// Free cells that are not along an edge of an own piece.
    pub open: Rows,
    /// The cells at a corner of an own piece; without a piece, the start square.
    pub corners: Rows,
}

/// The sites from the cells of a player and of the opponent. `second` says which start square
/// counts while the player has no cell.
///
/// Combinational, three LUT4 levels behind the set of own cells; 5 LUT4 a cell. Names begin with
/// `name`.
pub fn sites(own: &Rows, other: &Rows, second: &Wire, name: &str) -> Sites {
    let b = second.builder();
    let taken = own.zip(other, |own, other| own | other).zip(&own.edges(), |taken, edges| taken | edges);
    let open = Rows::from_rows(BOARD, |y| (!taken.row(y)).named(&row_name(&format!("{name}open"), y)));
    let first = own.occupied().none().named(&format!("{name}first_piece"));
    let diagonals = own.diagonals();
    let corners = Rows::from_rows(BOARD, |y| {
        let starts = Player::BOTH.iter().filter(|player| usize::from(player.start().y) == y);
        let wanted = starts.fold(diagonals.row(y).clone(), |wanted, player| {
            let mine = if *player == Player::Two { second.clone() } else { !second };
            let start = b.constant(CELLS, 1 << player.start().x);
            wanted | start.when(&(&first & &mine))
        });
        (open.row(y) & &wanted).named(&row_name(&format!("{name}corner"), y))
    });
    Sites { open, corners }
}

/// The module of [`sites`]: the usable corners, and the other open cells. It stores nothing, so
/// nothing has to be taken back.
pub fn planes() -> Builder {
    let b = Builder::new(
        "planes",
        "Where a player may place: the usable corners, and the rest of the open cells.\nCombinational.",
    );
    let (own, other) = (
        Rows::input(&b, BOARD, "own", "the player's cells"),
        Rows::input(&b, BOARD, "other", "the opponent's"),
    );
    let Sites { open, corners } =
        sites(&own, &other, &b.input("second", 1).comment("the player is player 2"), "");
    corners.output(&b, "corners", "corners a piece may be placed at");
    open.zip(&corners, |open, corners| open & !corners).output(&b, "rest", "the other open cells");
    b
}

/// One of two sets, row by row. Combinational, 1 LUT4 a cell.
pub fn either(select: &Wire, then: &Rows, otherwise: &Rows) -> Rows {
    then.zip(otherwise, |then, otherwise| mux(select, then, otherwise))
}
