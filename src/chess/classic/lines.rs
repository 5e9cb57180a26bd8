//! The line between two squares, which the checks-first phases need for the enemy king.

use crate::describe::{Wire, mux};

/// Rank minus file, and rank plus file: equal on a diagonal, equal on an anti-diagonal (4 bits
/// each).
fn diagonals(square: &Wire) -> (Wire, Wire) {
    let (file, rank) = (square.slice(0, 3).extend(4), square.slice(3, 3).extend(4));
    (&rank - &file, &rank + &file)
}

/// The lowest bits of a square's file and rank.
const FILE: u32 = 0;
const RANK: u32 = 3;

/// Files, or ranks, from `b` to `a`, modulo 16 (4 bits).
fn distance(a: &Wire, b: &Wire, low: u32) -> Wire {
    let (a, b) = (a.slice(low, 3).extend(4), b.slice(low, 3).extend(4));
    &a - &b
}

/// Two squares side by side, or the same: a king on one reaches the other.
pub fn side_by_side(a: &Wire, b: &Wire) -> Wire {
    let near = |low: u32| {
        let distance = distance(a, b, low);
        distance.is(0) | distance.is(1) | distance.is(15)
    };
    near(FILE) & near(RANK)
}

fn same_file(a: &Wire, b: &Wire) -> Wire {
    a.slice(0, 3).eq(&b.slice(0, 3))
}

fn same_rank(a: &Wire, b: &Wire) -> Wire {
    a.slice(3, 3).eq(&b.slice(3, 3))
}

fn same_diagonal(a: &Wire, b: &Wire) -> Wire {
    diagonals(a).0.eq(&diagonals(b).0)
}

fn same_anti_diagonal(a: &Wire, b: &Wire) -> Wire {
    diagonals(a).1.eq(&diagonals(b).1)
}

/// The square lies on the first or last rank, where pawns promote.
pub fn last_rank(square: &Wire) -> Wire {
    let rank = square.slice(3, 3);
    rank.all() | rank.none()
}

/// Whether the piece on `origin` stays on its line to `king` when it goes to `destination`: then it
/// discovers nothing.
pub fn stays_on_line(king: &Wire, origin: &Wire, destination: &Wire) -> Wire {
    let all = |line: fn(&Wire, &Wire) -> Wire| line(king, origin) & line(origin, destination);
    all(same_file) | all(same_rank) | all(same_diagonal) | all(same_anti_diagonal)
}

/// Whether a piece of `kind` on `square` attacks `king`, by geometry alone; kings attack nobody.
pub fn gives_check(king: &Wire, square: &Wire, kind: &Wire, black: &Wire) -> Wire {
    let straight = same_file(king, square) | same_rank(king, square);
    let diagonal = same_diagonal(king, square) | same_anti_diagonal(king, square);
    let (files, ranks) = (distance(king, square, FILE), distance(king, square, RANK));
    let is = |d: &Wire, value: u64| d.is(value) | d.is(16 - value);
    let knight = (is(&files, 1) & is(&ranks, 2)) | (is(&files, 2) & is(&ranks, 1));
    let pawn = is(&files, 1) & mux(black, &ranks.is(15), &ranks.is(1));
    let queen = &straight | &diagonal;
    [(1, pawn), (2, knight), (3, diagonal), (4, straight), (5, queen)]
        .into_iter()
        .map(|(value, attacks)| kind.is(value) & attacks)
        .reduce(|a, c| a | c)
        .unwrap_or_else(|| king.builder().bit(false))
}
