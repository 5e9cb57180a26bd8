//! Sets of squares of a board of any width and height: a word for each row, so that a whole row, or
//! a step of every ray along the rows, is one expression, one port, one register.

use std::ops;

use super::board::Board;
use super::decode::word;
use crate::describe::{Builder, Outputs, Wire, concat};

/// A direction that a ray goes in, or a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name in signals.
    pub name: &'static str,
    /// Columns towards the last: -1, 0 or 1 for a ray.
    pub files: i32,
    /// Rows towards the last; likewise.
    pub ranks: i32,
}

/// A set of squares: a word for each row, the first column in bit 0. Sets that meet are of one
/// board.
#[derive(Clone)]
pub struct Rows(Vec<Wire>);

/// The name of a row of a set: rows are numbered from 1, in hexadecimal digits.
pub fn row_name(set: &str, row: usize) -> String {
    format!("{set}_{:x}", row + 1)
}

fn row_comment(comment: &str, row: usize) -> String {
    format!("{comment}, row {:x}", row + 1)
}

impl Rows {
    /// A word for each row of a board.
    pub fn from_rows(board: Board, row: impl FnMut(usize) -> Wire) -> Self {
        Self((0..board.ranks as usize).map(row).collect())
    }

    /// A set in one word, whose bits are in the order of the squares' numbers.
    pub fn of(board: Board, word: &Wire) -> Self {
        Self::from_rows(board, |row| word.slice(board.files * row as u32, board.files))
    }

    /// A set on one row.
    pub fn on_row(board: Board, row: usize, set: &Wire) -> Self {
        let zero = set.builder().constant(board.files, 0);
        Self::from_rows(board, |place| if place == row { set.clone() } else { zero.clone() })
    }

    /// An input port for each row. `comment` describes the set.
    pub fn input(b: &Builder, board: Board, name: &str, comment: &str) -> Self {
        Self::from_rows(board, |row| {
            b.input(&row_name(name, row), board.files).comment(&row_comment(comment, row))
        })
    }

    /// An output port for each row. `comment` describes the set.
    pub fn output(&self, b: &Builder, name: &str, comment: &str) {
        for (place, row) in self.0.iter().enumerate() {
            b.output(&row_name(name, place), row).comment(&row_comment(comment, place));
        }
    }

    /// The output ports of an instance.
    pub fn from_outputs(board: Board, outputs: &Outputs, name: &str) -> Self {
        Self::from_rows(board, |row| outputs.get(&row_name(name, row)))
    }

    /// The words, from the first row.
    pub fn words(&self) -> &[Wire] {
        &self.0
    }

    /// The word of a row, from 0.
    pub fn row(&self, row: usize) -> &Wire {
        &self.0[row]
    }

    /// The bit of a square: column and row from 0.
    pub fn square(&self, file: u32, row: usize) -> Wire {
        self.0[row].bit(file)
    }

    /// The set in one word, as [`Rows::of`] takes it.
    pub fn word(&self) -> Wire {
        let words: Vec<Wire> = self.0.iter().rev().cloned().collect();
        concat(&words)
    }

    /// Each word under a name of its own, see [`row_name`]. A literal zero stays one.
    pub fn named(&self, name: &str) -> Self {
        self.map(|row, word| match word {
            zero if zero.is_zero() => zero.clone(),
            word => word.named(&row_name(name, row)),
        })
    }

    /// Row by row.
    fn map(&self, change: impl Fn(usize, &Wire) -> Wire) -> Self {
        Self(self.0.iter().enumerate().map(|(row, word)| change(row, word)).collect())
    }

    /// Row by row with another set.
    pub fn zip(&self, other: &Self, operator: impl Fn(&Wire, &Wire) -> Wire) -> Self {
        self.map(|row, word| operator(word, &other.0[row]))
    }

    /// Squares in a row.
    fn width(&self) -> u32 {
        self.0[0].width()
    }

    fn empty_row(&self) -> Wire {
        self.0[0].builder().constant(self.width(), 0)
    }

    /// The row `by` rows further on; empty beyond the board.
    fn row_at(&self, row: usize, by: isize) -> Wire {
        let there = row.checked_add_signed(by).and_then(|row| self.0.get(row));
        there.cloned().unwrap_or_else(|| self.empty_row())
    }

    /// The same set with columns for rows.
    pub fn transposed(&self) -> Self {
        let column = |file: u32| {
            let bits: Vec<Wire> = self.0.iter().rev().map(|word| word.bit(file)).collect();
            concat(&bits)
        };
        Self((0..self.width()).map(column).collect())
    }

    /// The same set with the last row first.
    pub fn flipped(&self) -> Self {
        Self(self.0.iter().rev().cloned().collect())
    }

    /// Without the first and the last row.
    pub fn without_ends(&self) -> Self {
        let (zero, last) = (self.empty_row(), self.0.len() - 1);
        self.map(|row, word| if (1..last).contains(&row) { word.clone() } else { zero.clone() })
    }

    /// The set moved `files` columns and `ranks` rows towards the last ones. Squares that leave the
    /// board are gone.
    pub fn moved(&self, files: i32, ranks: i32) -> Self {
        self.map(|row, _| match row.checked_add_signed(-(ranks as isize)).and_then(|from| self.0.get(from)) {
            Some(word) => shifted(word, files),
            None => self.empty_row(),
        })
    }

    /// The squares at which a ray in this direction arrives, coming from the square behind. That
    /// square is a source, or the ray arrived there and goes through. A level of logic a square; 1
    /// LUT4 a square.
    pub fn ray(&self, through: &Self, direction: Direction, name: &str) -> Self {
        let Direction { files, ranks, .. } = direction;
        if ranks == 0 {
            // Along a row the columns are the words.
            let turned = Direction { files: 0, ranks: files, ..direction };
            return self.transposed().ray(&through.transposed(), turned, name).transposed();
        }
        let rows = self.0.len();
        let mut words = Vec::with_capacity(rows);
        let mut behind: Option<(usize, Wire)> = None;
        for step in 0..rows {
            let row = if ranks > 0 { step } else { rows - 1 - step };
            let arriving = match behind.take() {
                None => self.empty_row(),
                Some((before, ray)) => {
                    let leaving = &self.0[before] | (&through.0[before] & &ray);
                    onto(&kept(&leaving, files).named(&row_name(name, row)), files)
                }
            };
            behind = Some((row, arriving.clone()));
            words.push(arriving);
        }
        if ranks < 0 {
            words.reverse();
        }
        Self(words)
    }

    /// Whether the set has a square: 1 bit. It goes row by row, so that a pipeline may have
    /// registers on the way.
    pub fn any(&self) -> Wire {
        joined(&self.0).any()
    }

    /// A bit for each row in which there is a square.
    pub fn occupied(&self) -> Wire {
        word(&self.0.iter().map(Wire::any).collect::<Vec<_>>())
    }

    /// All squares that touch one of the set along an edge. Combinational.
    pub fn edges(&self) -> Self {
        self.map(|row, word| (self.row_at(row, -1) | self.row_at(row, 1)) | spread(word))
    }

    /// All squares around each of the set. Combinational.
    pub fn neighbours(&self) -> Self {
        &self.edges() | &self.diagonals()
    }

    /// All squares that touch one of the set at a corner. Combinational.
    pub fn diagonals(&self) -> Self {
        self.map(|row, _| spread(&(self.row_at(row, -1) | self.row_at(row, 1))))
    }
}

/// The *or* of at least one word, as a balanced tree.
fn joined(words: &[Wire]) -> Wire {
    match words {
        [one] => one.clone(),
        _ => {
            let (low, high) = words.split_at(words.len() / 2);
            joined(low) | joined(high)
        }
    }
}

/// A row's squares to the left and to the right.
fn spread(row: &Wire) -> Wire {
    let (zero, last) = (row.builder().bit(false), row.width() - 1);
    let (right, left) = (row.slice(0, last), row.slice(1, last));
    concat(&[right, zero.clone()]) | concat(&[zero, left])
}

/// A row's squares moved towards the last column.
fn shifted(word: &Wire, files: i32) -> Wire {
    onto(&kept(word, files), files)
}

/// The squares of a row that stay on the board when they are moved.
fn kept(word: &Wire, files: i32) -> Wire {
    let gone = files.unsigned_abs();
    word.slice(if files < 0 { gone } else { 0 }, word.width() - gone)
}

/// The same squares at their destinations; no square arrives at the others.
fn onto(kept: &Wire, files: i32) -> Wire {
    if files == 0 {
        return kept.clone();
    }
    let gap = kept.builder().constant(files.unsigned_abs(), 0);
    concat(&if files > 0 { [kept.clone(), gap] } else { [gap, kept.clone()] })
}

/// The union of one set or more, as a balanced tree.
pub fn union<const N: usize>(sets: &[Rows; N]) -> Rows {
    const { assert!(N > 0, "there is a set") };
    sets[0].union(&sets[1..])
}

impl Rows {
    /// The union with others, as a balanced tree.
    pub fn union(&self, others: &[Rows]) -> Rows {
        let half = others.len().div_ceil(2);
        match others.split_at(half.saturating_sub(1)) {
            (low, [high, rest @ ..]) => &self.union(low) | &high.union(rest),
            (_, []) => self.clone(),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl ops::$trait<&Rows> for &Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: &Rows) -> Rows {
                self.zip(other, |a, b| a $op b)
            }
        }
        impl ops::$trait<Rows> for &Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: Rows) -> Rows {
                self $op &other
            }
        }
        impl ops::$trait<&Rows> for Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: &Rows) -> Rows {
                &self $op other
            }
        }
        impl ops::$trait<Rows> for Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: Rows) -> Rows {
                &self $op &other
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);

impl ops::Not for &Rows {
    type Output = Rows;
    fn not(self) -> Rows {
        self.map(|_, word| !word)
    }
}

#[cfg(test)]
mod tests;
