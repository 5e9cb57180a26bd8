//! The 414 ways to cover a cell: every orientation of every piece, by every cell of it.
//!
//! A move covers at least one of the mover's usable corners. So the moves of a position are found
//! corner by corner, each from the cells around that corner alone. A corner already done counts as
//! closed for the corners after it, so no move comes twice.

use std::sync::LazyLock;

use super::code::Placement;
use super::piece::{LARGEST, Piece};
use super::plane::{Cell, Offset, Plane};

/// Ways to cover a cell.
pub const COVERS: usize = 414;

/// The number of steps within which a piece over a cell stays.
pub const REACH: i8 = LARGEST as i8 - 1;

/// The offsets of the cells that a piece over a cell can reach, row by row, the cell itself
/// included: 41.
pub fn window() -> impl Iterator<Item = Offset> {
    (-REACH..=REACH).flat_map(|y| {
        let reach = REACH - y.abs();
        (-reach..=reach).map(move |x| (x, y))
    })
}

/// A way to cover a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The piece.
    pub piece: Piece,
    /// The rotation of the piece.
    pub rotation: u8,
    /// The cell of the piece that is on the cell covered, seen from the piece's centre.
    pub cell: Offset,
    /// All its cells as bits of [`window`].
    pub mask: u64,
}

impl Cover {
    /// The piece over this cell, if it is on the board.
    pub fn placed(&self, over: Cell) -> Option<Placement> {
        let (x, y) = self.cell;
        Placement::new(self.piece, self.rotation, over.moved((-x, -y))?)
    }
}

/// The ways to cover a cell, largest pieces first, then by letter, rotation and cell.
pub fn covers() -> &'static [Cover] {
    &ALL
}

static ALL: LazyLock<Vec<Cover>> = LazyLock::new(|| {
    let mut pieces: Vec<Piece> = Piece::all().collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.size()));
    let ways =
        pieces.into_iter().flat_map(|piece| piece.orientations().map(move |rotation| (piece, rotation)));
    ways.flat_map(|(piece, rotation)| {
        let cells = piece.cells(rotation);
        cells.clone().into_iter().map(move |cell| {
            let has = |(x, y): Offset| cells.contains(&(x + cell.0, y + cell.1));
            let mask = window().zip(0..).filter(|(by, _)| has(*by)).fold(0, |mask, (_, bit)| mask | 1 << bit);
            Cover { piece, rotation, cell, mask }
        })
    })
    .collect()
});

/// The cells of a set around a cell, as bits of [`window`]; cells beyond the board are 0.
pub fn around(set: &Plane, cell: Cell) -> u64 {
    let (mut bits, mut width) = (0, 0);
    for y in -REACH..=REACH {
        let row = usize::from(cell.y).checked_add_signed(y.into()).map_or(0, |y| set.row(y));
        let cells = 2 * (REACH - y.abs()) + 1;
        // The columns to the left of the board are zeros.
        let inside = u64::from(row) << REACH >> (cell.x + y.unsigned_abs()) & ((1 << cells) - 1);
        bits |= inside << width;
        width += cells;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_414_each_over_its_cell_and_largest_first() {
        let covers = covers();
        assert_eq!((covers.len(), window().count()), (COVERS, 41));
        assert!(covers.is_sorted_by_key(|cover| std::cmp::Reverse(cover.piece.size())));
        let centre = window().position(|by| by == (0, 0)).unwrap();
        for cover in covers {
            assert_eq!(cover.mask.count_ones() as usize, cover.piece.size(), "{cover:?}");
            assert_eq!(cover.mask >> centre & 1, 1, "{cover:?}");
        }
        let over = Cell { x: 7, y: 7 };
        let distinct: std::collections::HashSet<_> =
            covers.iter().map(|one| one.placed(over).unwrap()).collect();
        assert_eq!(distinct.len(), COVERS);
        assert!(distinct.iter().all(|placement| placement.cells().any(|cell| cell == over)));
    }

    #[test]
    fn the_cells_around_a_cell_are_those_of_the_set() {
        let set: Plane = Cell::all().filter(|cell| (cell.x * 5 + cell.y * 3) % 7 < 3).collect();
        for cell in Cell::all() {
            let bits = around(&set, cell);
            for (by, bit) in window().zip(0..) {
                let expected = cell.moved(by).is_some_and(|other| set.has(other));
                assert_eq!(bits >> bit & 1 == 1, expected, "{cell:?} {by:?}");
            }
        }
    }
}
