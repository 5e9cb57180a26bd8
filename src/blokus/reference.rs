//! The rules in the slow, obvious way, and the positions for all comparisons.

use std::collections::BTreeSet;

use super::code::{Move, Placement};
use super::piece::{Piece, ROTATIONS};
use super::plane::{Cell, SIDE};
use super::position::{Player, Position};

pub const POSITIONS: &str = include_str!("../../tests/data/blokus_positions.txt");
pub const PERFT: &str = include_str!("../../tests/data/blokus_perft_positions.txt");
pub const GAMES: &str = include_str!("../../tests/data/blokus_games.txt");

/// Tries every code on a board of numbers. It shares nothing with the generator except the piece
/// table, which is compared with the published one.
pub fn placements(position: &Position, player: Player) -> BTreeSet<String> {
    let side = i32::from(SIDE);
    let mut board = vec![0; (side * side) as usize];
    for (number, of) in [(1, player), (2, player.other())] {
        position
            .cells(of)
            .cells()
            .for_each(|cell| board[usize::from(cell.y) * 14 + usize::from(cell.x)] = number);
    }
    let first = !board.contains(&1);
    let at = |x: i32, y: i32| match (0..side).contains(&x) && (0..side).contains(&y) {
        true => board[(y * side + x) as usize],
        false => 3,
    };
    let start = player.start();
    let mut found = BTreeSet::new();
    for cell in Cell::all() {
        for piece in Piece::all().filter(|&piece| position.left(player).has(piece)) {
            for rotation in 0..ROTATIONS {
                let cells: Vec<(i32, i32)> = piece
                    .cells(rotation)
                    .iter()
                    .map(|&(x, y)| (i32::from(cell.x) + i32::from(x), i32::from(cell.y) + i32::from(y)))
                    .collect();
                let free = cells.iter().all(|&(x, y)| at(x, y) == 0);
                let alone = cells.iter().all(|&(x, y)| {
                    [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)].iter().all(|&near| near != 1)
                });
                let corner = cells.iter().any(|&(x, y)| match first {
                    true => (x, y) == (start.x.into(), start.y.into()),
                    false => {
                        [at(x - 1, y - 1), at(x + 1, y - 1), at(x - 1, y + 1), at(x + 1, y + 1)].contains(&1)
                    }
                });
                if free && alone && corner {
                    found.insert(Placement::new(piece, rotation, cell).unwrap().canonical().to_string());
                }
            }
        }
    }
    found
}

/// The records of a reference file: the text before the `|` or after the `:`.
pub fn records(text: &'static str, mark: char) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| line.split_once(mark))
}

/// Positions of random games, at every stage of the game, passes and ends among them.
pub fn random_positions(count: usize) -> Vec<Position> {
    let mut seed = 7_u64;
    let mut draw = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(Player::BOTH[draw(2)]);
        for _ in 0..draw(34) {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv: Move = moves[draw(moves.len())];
            position = position.play(mv).unwrap();
        }
        positions.push(position);
    }
    positions
}
