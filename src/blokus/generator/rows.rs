//! Sets of cells as fourteen words of fourteen cells: a row is one expression, one port, one register.

use crate::blokus::plane::SIDE;
use crate::describe::{Builder, Outputs, Wire, concat};
use crate::parts::decode::word;

/// Columns and rows of the board.
pub const CELLS: u32 = SIDE as u32;

/// A set of cells: a word a row from the top, column 1 in bit 0.
#[derive(Clone)]
pub struct Rows(Vec<Wire>);

/// The name of a row of a set: rows are numbered as in codes, 1 to e.
pub fn row_name(set: &str, y: usize) -> String {
    format!("{set}_{:x}", y + 1)
}

fn row_comment(comment: &str, y: usize) -> String {
    format!("{comment}, row {:x}", y + 1)
}

impl Rows {
    /// A word for each row.
    pub fn from_rows(row: impl FnMut(usize) -> Wire) -> Self {
        Self((0..usize::from(SIDE)).map(row).collect())
    }

    /// An input port a row; `comment` says what the set is.
    pub fn input(b: &Builder, name: &str, comment: &str) -> Self {
        Self::from_rows(|y| b.input(&row_name(name, y), CELLS).comment(&row_comment(comment, y)))
    }

    /// An output port a row; `comment` says what the set is.
    pub fn output(&self, b: &Builder, name: &str, comment: &str) {
        for (y, row) in self.0.iter().enumerate() {
            b.output(&row_name(name, y), row).comment(&row_comment(comment, y));
        }
    }

    /// The output ports of an instance.
    pub fn of(outputs: &Outputs, name: &str) -> Self {
        Self::from_rows(|y| outputs.get(&row_name(name, y)))
    }

    /// The words, from the top.
    pub fn words(&self) -> &[Wire] {
        &self.0
    }

    /// The word of a row.
    pub fn row(&self, y: usize) -> &Wire {
        &self.0[y]
    }

    /// A bit for each row in which there is a cell.
    pub fn occupied(&self) -> Wire {
        word(&self.0.iter().map(Wire::any).collect::<Vec<_>>())
    }

    /// Row by row with another set.
    pub fn zip(&self, other: &Self, operator: impl Fn(&Wire, &Wire) -> Wire) -> Self {
        Self::from_rows(|y| operator(&self.0[y], &other.0[y]))
    }

    /// The row above or below, 0 over the edge.
    fn beside(&self, y: usize, by: isize) -> Wire {
        let zero = || self.0[0].builder().constant(CELLS, 0);
        y.checked_add_signed(by).and_then(|y| self.0.get(y)).cloned().unwrap_or_else(zero)
    }

    /// All cells that touch one of the set along an edge. Combinational.
    pub fn edges(&self) -> Self {
        Self::from_rows(|y| (self.beside(y, -1) | self.beside(y, 1)) | spread(&self.0[y]))
    }

    /// All cells that touch one of the set at a corner. Combinational.
    pub fn diagonals(&self) -> Self {
        Self::from_rows(|y| spread(&(self.beside(y, -1) | self.beside(y, 1))))
    }
}

/// The cells to the left and to the right.
fn spread(row: &Wire) -> Wire {
    let zero = row.builder().bit(false);
    let (right, left) = (row.slice(0, CELLS - 1), row.slice(1, CELLS - 1));
    concat(&[right, zero.clone()]) | concat(&[zero, left])
}
