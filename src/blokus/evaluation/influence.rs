//! Influence: cells near the usable corners.
//!
//! Each usable corner of a player marks the cells at most two steps away. The value is the number
//! of marked empty cells, each counted once, minus the opponent's. Source: Tamaki & Shimizu
//! 2014/15. The paper leaves three points open: whether the opponent's cells count, cells that are
//! marked twice, and cells that are covered. For each point there is a reading that differs from
//! the usual one in that point alone.

use super::{BoardPorts, Evaluation};
use crate::blokus::generator::planes::sites;
use crate::blokus::plane::{BOARD, CELLS};
use crate::blokus::plane::{Cell, Plane};
use crate::blokus::{Player, Position};
use crate::describe::{Builder, Wire, concat};
use crate::parts::rows::Rows;
use crate::parts::sum::Counter;

/// Empty cells near the usable corners, own less the opponent's: -196 to 196.
pub const INFLUENCE: Evaluation = Evaluation {
    name: "influence",
    reading: "usual",
    width: WIDTH,
    pieces: false,
    value: |position, player| influence(position, player, DEFAULT),
    logic: |name| logic(name, DEFAULT),
};

/// The same without the opponent's: 0 to 196. So the players do not want the opposite of each
/// other, but each its own.
pub const OWN: Evaluation = Evaluation {
    reading: "own",
    value: |position, player| influence(position, player, OWN_ONLY),
    logic: |name| logic(name, OWN_ONLY),
    ..INFLUENCE
};

/// The same with a cell counted for each corner that marks it: 13 a corner at most.
pub const EACH: Evaluation = Evaluation {
    reading: "each",
    width: WIDTH_EACH,
    value: |position, player| influence(position, player, EACH_CORNER),
    logic: |name| logic(name, EACH_CORNER),
    ..INFLUENCE
};

/// The same with cells that are covered.
pub const COVERED: Evaluation = Evaluation {
    reading: "covered",
    value: |position, player| influence(position, player, COVERED_TOO),
    logic: |name| logic(name, COVERED_TOO),
    ..INFLUENCE
};

/// A reading of the paper's open points.
#[derive(Clone, Copy)]
struct Reading {
    /// The opponent's cells are subtracted.
    opponent: bool,
    /// A cell counts for each corner that marks it.
    each: bool,
    /// Covered cells count.
    covered: bool,
}

const DEFAULT: Reading = Reading { opponent: true, each: false, covered: false };
const OWN_ONLY: Reading = Reading { opponent: false, ..DEFAULT };
const EACH_CORNER: Reading = Reading { each: true, ..DEFAULT };
const COVERED_TOO: Reading = Reading { covered: true, ..DEFAULT };

const WIDTH: u32 = 9;

/// For 13 cells of every cell.
const WIDTH_EACH: u32 = 13;

/// The number of steps within which a usable corner marks cells.
const STEPS: u32 = 2;

fn influence(position: &Position, player: Player, reading: Reading) -> i32 {
    let free = !(position.cells(Player::One) | position.cells(Player::Two));
    let marked = |player: Player| {
        let corners = position.corners(player);
        let near = |corners| {
            let near = (0..STEPS).fold(corners, |near: Plane, _| near | near.edges());
            let counted = if reading.covered { near } else { near & free };
            counted.count() as i32
        };
        match reading.each {
            false => near(corners),
            true => Cell::all()
                .filter(|&cell| corners.has(cell))
                .map(|cell| near([cell].into_iter().collect()))
                .sum(),
        }
    };
    marked(player) - if reading.opponent { marked(player.other()) } else { 0 }
}

fn logic(name: &str, reading: Reading) -> Builder {
    let less = if reading.opponent {
        "Influence of a player less that of the opponent"
    } else {
        "Influence of a player"
    };
    let cells = if reading.covered { "cells" } else { "empty cells" };
    let each = if reading.each { ", for each of them" } else { "" };
    let doc = format!("{less}: {cells} at most two steps from usable corners{each}.\nA value a clock.");
    let b = Builder::new(name, doc);
    let board = BoardPorts::input(&b);
    let BoardPorts { one, two, .. } = &board;
    let free = one.zip(two, |one, two| !&(one | two));
    let width = if reading.each { WIDTH_EACH } else { WIDTH };
    let marked = |own: &Rows, other: &Rows, second: bool, name: &str| {
        let corners = sites(own, other, &b.bit(second), name).corners;
        let near: Vec<Rows> = match reading.each {
            false => {
                vec![(0..STEPS).fold(corners, |near, _| near.zip(&near.edges(), |near, edges| near | edges))]
            }
            true => steps().map(|by| shifted(&b, &corners, by)).collect(),
        };
        let mut counter = Counter::new(&b, &format!("{name}influence"));
        for near in near {
            let counted =
                near.zip(&free, |near, free| if reading.covered { near.clone() } else { near & free });
            counted.words().iter().for_each(|row| counter.add(0, row.clone()));
        }
        counter.total(width)
    };
    let (one, two) = (marked(one, two, false, "one_"), marked(two, one, true, "two_"));
    match reading.opponent {
        true => board.output(&b, &one, &two),
        false => board.output_own(&b, &one, &two),
    }
    b
}

/// The ways of at most [`STEPS`] steps, as columns and rows.
fn steps() -> impl Iterator<Item = (i32, i32)> {
    let most = STEPS as i32;
    (-most..=most)
        .flat_map(move |y| (-most..=most).map(move |x| (x, y)))
        .filter(move |(x, y)| x.abs() + y.abs() <= most)
}

/// A set moved by columns and rows; what leaves the board is gone.
fn shifted(b: &Builder, set: &Rows, (x, y): (i32, i32)) -> Rows {
    let by = x.unsigned_abs();
    let gap = || b.constant(by, 0);
    let along = |row: &Wire| match x {
        0 => row.clone(),
        1.. => concat(&[row.slice(0, CELLS - by), gap()]),
        _ => concat(&[gap(), row.slice(by, CELLS - by)]),
    };
    Rows::from_rows(BOARD, |place| {
        let from = place.checked_add_signed(-y as isize).and_then(|from| set.words().get(from));
        from.map_or_else(|| b.constant(CELLS, 0), along)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_few_cells_is_counted_by_hand() {
        // Without a piece the start square marks the 13 cells around it.
        assert_eq!(INFLUENCE.value(&Position::start(Player::One), Player::One), 0);
        // A single square has four usable corners.
        let position: Position = "55a0".parse().unwrap();
        let [own, other] = Player::BOTH.map(|player| INFLUENCE.value(&position, player));
        assert_eq!(own, -other);
        assert_eq!(own + 13, hand_counted());
        // The other readings: without the opponent's 13; four times the 13 of each corner, less the
        // covered cell twice of each; the covered cell.
        let of = |evaluation: Evaluation| evaluation.value(&position, Player::One);
        assert_eq!(of(OWN), hand_counted());
        assert_eq!(of(EACH), 4 * 12 - 13);
        assert_eq!(of(COVERED), own + 1);
    }

    /// Cells at most two steps from (4,4), (4,6), (6,4) or (6,6), without (5,5).
    fn hand_counted() -> i32 {
        let near = |x: i32, y: i32| {
            [(4, 4), (4, 6), (6, 4), (6, 6)]
                .iter()
                .any(|&(a, b): &(i32, i32)| (a - x).abs() + (b - y).abs() <= 2)
        };
        let cells = (1..=14).flat_map(|y| (1..=14).map(move |x| (x, y)));
        cells.filter(|&(x, y)| (x, y) != (5, 5) && near(x, y)).count() as i32
    }
}
