//! Sets of cells of the board.

use std::ops;

use crate::parts::board::Board;

/// Columns and rows of the board.
pub const SIDE: u8 = 14;

/// The same, as the width of a row in hardware.
pub const CELLS: u32 = SIDE as u32;

/// The board as the hardware's sets of cells have it.
pub const BOARD: Board = Board { files: CELLS, ranks: CELLS };

/// A cell of the board, column and row from 0, row 0 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, from the left.
    pub x: u8,
    /// The row, from the top.
    pub y: u8,
}

impl Cell {
    /// All cells, row by row from the top.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Self { x, y }))
    }

    /// The cell `dx` columns to the right and `dy` rows down, if it is on the board.
    pub fn moved(self, (dx, dy): Offset) -> Option<Self> {
        let on_board = |at: u8, by: i8| at.checked_add_signed(by).filter(|&at| at < SIDE);
        Some(Self { x: on_board(self.x, dx)?, y: on_board(self.y, dy)? })
    }
}

/// Columns to the right and rows down.
pub type Offset = (i8, i8);

/// A set of cells: a word for each row, column 0 in bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plane([u16; SIDE as usize]);

/// A whole row.
const ROW: u16 = (1 << SIDE) - 1;

impl Plane {
    /// No cell.
    pub const EMPTY: Self = Self([0; SIDE as usize]);

    /// Whether the cell is in the set.
    pub fn has(&self, cell: Cell) -> bool {
        self.row(cell.y.into()) >> cell.x & 1 == 1
    }

    /// Puts a cell in.
    pub fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell.y)] |= 1 << cell.x;
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.y)] &= !(1 << cell.x);
    }

    /// Whether the set has no cell.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; SIDE as usize]
    }

    /// The number of cells.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// The word of a row; 0 beyond the board.
    pub fn row(&self, y: usize) -> u16 {
        self.0.get(y).copied().unwrap_or(0)
    }

    /// The cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..SIDE).zip(self.0).flat_map(|(y, row)| {
            let rest = |row: &u16| Some(row & (row - 1)).filter(|&row| row != 0);
            let rows = std::iter::successors((row != 0).then_some(row), rest);
            rows.map(move |row| Cell { x: row.trailing_zeros() as u8, y })
        })
    }

    /// All cells that touch one of the set along an edge.
    pub fn edges(&self) -> Self {
        Self::from_rows(|y| {
            let row = self.row(y);
            (self.above(y) | self.row(y + 1) | row << 1 | row >> 1) & ROW
        })
    }

    /// All cells that touch one of the set at a corner.
    pub fn diagonals(&self) -> Self {
        Self::from_rows(|y| {
            let beside = self.above(y) | self.row(y + 1);
            (beside << 1 | beside >> 1) & ROW
        })
    }

    fn above(&self, y: usize) -> u16 {
        y.checked_sub(1).map_or(0, |y| self.row(y))
    }

    fn from_rows(row: impl FnMut(usize) -> u16) -> Self {
        Self(std::array::from_fn(row))
    }
}

impl FromIterator<Cell> for Plane {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut plane = Self::EMPTY;
        cells.into_iter().for_each(|cell| plane.insert(cell));
        plane
    }
}

impl ops::BitOr for Plane {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self::from_rows(|y| self.0[y] | other.0[y])
    }
}

impl ops::BitAnd for Plane {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self::from_rows(|y| self.0[y] & other.0[y])
    }
}

impl ops::Not for Plane {
    type Output = Self;
    fn not(self) -> Self {
        Self::from_rows(|y| !self.0[y] & ROW)
    }
}
