//! The 81 squares.

use std::fmt;

use super::Side;

/// A square. Number 0 is 9i, the left corner next to Black; 8 is 1i, and 80 is 1a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// The square with this number; `None` from 81 on.
    pub fn new(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index as u8))
    }

    /// The square in this column and row, both from 0: column 0 is file 9, and row 0 is rank i.
    pub fn at(column: i8, row: i8) -> Option<Self> {
        let fits = (0..9).contains(&column) && (0..9).contains(&row);
        fits.then(|| Self((row * 9 + column) as u8))
    }

    /// All squares, by their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its number, 0 to 80.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its column, 0 for file 9 to 8 for file 1.
    pub fn column(self) -> i8 {
        (self.0 % 9) as i8
    }

    /// Its row, 0 for rank i to 8 for rank a.
    pub fn row(self) -> i8 {
        (self.0 / 9) as i8
    }

    /// The square so many columns to the right and rows forward, as Black sees them.
    pub fn moved(self, (columns, rows): (i8, i8)) -> Option<Self> {
        Self::at(self.column() + columns, self.row() + rows)
    }

    /// Its number as a side sees the board, which is turned by half for White.
    pub fn seen_by(self, side: Side) -> usize {
        match side {
            Side::Black => self.index(),
            Side::White => Self::COUNT - 1 - self.index(),
        }
    }

    /// Its row as a side sees it: 0 is the own back rank, and 8 the farthest.
    pub fn row_seen_by(self, side: Side) -> i8 {
        match side {
            Side::Black => self.row(),
            Side::White => 8 - self.row(),
        }
    }

    /// Whether a side's pieces may promote there: on the three farthest ranks.
    pub fn is_zone_of(self, side: Side) -> bool {
        self.row_seen_by(side) >= 6
    }

    /// The square of a text such as `7g`: its file, then its rank.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Self::at((b'9' - file) as i8, (b'i' - rank) as i8),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (b'9' - self.column() as u8, b'i' - self.row() as u8);
        write!(f, "{}{}", file as char, rank as char)
    }
}
