//! The logic that finds which of the 414 ways to cover a cell fit there.

use super::window::{AROUND, without_centre};
use crate::blokus::cover::{Cover, covers};
use crate::blokus::piece::Piece;
use crate::describe::{Builder, Wire};
use crate::parts::decode::word;

/// The pieces in the order of the covers, largest first, each with the place of its first cover and
/// the number of its covers.
pub fn runs() -> Vec<(Piece, usize, usize)> {
    let mut runs: Vec<(Piece, usize, usize)> = Vec::new();
    for (place, cover) in covers().iter().enumerate() {
        match runs.last_mut() {
            Some((piece, _, count)) if *piece == cover.piece => *count += 1,
            _ => runs.push((cover.piece, place, 1)),
        }
    }
    runs
}

/// The name of a piece's ways.
pub fn port(piece: Piece) -> String {
    format!("fits_{piece}")
}

/// The ways of each piece that fit among the open cells around a cell; the cell itself counts as
/// open.
///
/// Combinational: a piece of five squares is one LUT4 of the four others.
pub fn fits() -> Builder {
    let b = Builder::new(
        "fits",
        "Which ways to cover a cell fit among the open cells around it.\nCombinational.",
    );
    let around = b.input("around", AROUND).comment("the open cells around it, row by row, without itself");
    let fit = |cover: &Cover| {
        let mask = without_centre(cover.mask);
        let others: Vec<Wire> =
            (0..AROUND).filter(|bit| mask >> bit & 1 == 1).map(|bit| around.bit(bit)).collect();
        if others.is_empty() { b.bit(true) } else { word(&others).all() }
    };
    for (piece, first, count) in runs() {
        let ways = covers()[first..first + count].iter().zip(0..).map(|(cover, number)| {
            // The piece, its rotation, and which of its cells is on the corner.
            let name = format!("{piece}{}_{}", cover.rotation, number % piece.size());
            fit(cover).named(&name)
        });
        let fit = word(&ways.collect::<Vec<_>>());
        b.output(&port(piece), &fit).comment(&format!("ways of piece {piece} that fit"));
    }
    b
}
