//! The window circuit: takes the cells around a cell out of the board, and puts them back.

use crate::blokus::cover::{REACH, window};
use crate::blokus::plane::{BOARD, CELLS};
use crate::describe::{Builder, Wire};
use crate::parts::decode::word;
use crate::parts::pick::{from_place, to_place};
use crate::parts::rows::Rows;

/// Cells around a cell that a piece over it can reach, itself not counted.
pub const AROUND: u32 = 40;

/// The place of the cell itself among those of [`window`].
const CENTRE: usize = 20;

/// Rows of a window.
const ROWS: usize = 2 * REACH as usize + 1;

/// The number of cells that a row of the window reaches to each side.
fn reach(row: usize) -> u32 {
    (REACH.unsigned_abs() - (row as i8 - REACH).unsigned_abs()).into()
}

/// A window without its centre, as [`crate::blokus::cover::Cover::mask`] without it.
pub fn without_centre(mask: u64) -> u64 {
    mask & ((1 << CENTRE) - 1) | mask >> 1 & !((1 << CENTRE) - 1)
}

/// The 40 cells of a set around a cell, row by row; cells beyond the board are 0.
///
/// Combinational: four levels of multiplexers for the row and four for the column, about 750 LUT4.
pub fn around() -> Builder {
    let b = Builder::new(
        "window",
        "The cells of a set around a cell, as far as a piece over it reaches.\nCombinational.",
    );
    let cells = Rows::input(&b, BOARD, "cells", "the set");
    let (x, y) = (b.input("x", 4).comment("the cell's column"), b.input("y", 4).comment("its row"));
    let beyond = vec![b.constant(CELLS, 0); REACH as usize];
    let all: Vec<Wire> = beyond.iter().chain(cells.words()).cloned().collect();
    let rows = from_place(&all, &y, ROWS);
    let mut found = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let row = row.named(&format!("row_{number}"));
        let left = vec![b.bit(false); reach(number) as usize];
        let columns: Vec<Wire> = left.into_iter().chain(row.bits()).collect();
        found.extend(from_place(&columns, &x, 2 * reach(number) as usize + 1));
    }
    assert_eq!(found.len(), window().count());
    found.remove(CENTRE);
    b.output("around", &word(&found)).comment("the cells around it, row by row, without itself");
    b
}

/// A cell and those around it that a mask names, on the board: the way back of [`around`].
///
/// Combinational, about 960 LUT4. What lies beyond the board is left out.
pub fn stamp() -> Builder {
    let b =
        Builder::new("stamp", "A cell, and those around it that a mask names, on the board.\nCombinational.");
    let mask = b.input("mask", AROUND).comment("which of the cells around it");
    let (x, y) = (b.input("x", 4).comment("the cell's column"), b.input("y", 4).comment("its row"));
    let mut bits = mask.bits();
    bits.insert(CENTRE, b.bit(true));
    let mut low = 0;
    let rows: Vec<Wire> = (0..ROWS)
        .map(|number| {
            let reach = reach(number);
            let width = 2 * reach as usize + 1;
            let columns = to_place(&bits[low..low + width], &x);
            low += width;
            let inside = columns.get(reach as usize..reach as usize + CELLS as usize);
            let inside = inside.map_or_else(|| columns[reach as usize..].to_vec(), <[Wire]>::to_vec);
            word(&inside).extend(CELLS).named(&format!("row_{number}"))
        })
        .collect();
    let rows = to_place(&rows, &y);
    Rows::from_rows(BOARD, |place| rows[place + REACH as usize].clone()).output(
        &b,
        "cells",
        "the cells named",
    );
    b
}
