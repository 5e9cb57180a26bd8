//! Influence: cells near the usable corners.
//!
//! Each usable corner of a player marks the cells at most two steps away. The value is the number of empty cells so marked, each
//! counted once, less the opponent's. Source: Tamaki & Shimizu 2014/15; whether the opponent's count, and cells that are marked
//! twice or covered, they leave open.

use super::{Board, Evaluation};
use crate::blokus::generator::planes::sites;
use crate::blokus::generator::rows::Rows;
use crate::blokus::{Player, Position};
use crate::describe::Builder;
use crate::parts::sum::Counter;

/// Cells near the usable corners, own less the opponent's: -196 to 196.
pub const INFLUENCE: Evaluation =
    Evaluation { name: "influence", width: WIDTH, pieces: false, value: influence, logic };

const WIDTH: u32 = 9;

/// How many steps away a usable corner marks cells.
const STEPS: u32 = 2;

/// The influence of a player less that of the opponent.
fn influence(position: &Position, player: Player) -> i32 {
    let free = !(position.cells(Player::One) | position.cells(Player::Two));
    let marked = |player: Player| {
        let corners = position.corners(player);
        let near = (0..STEPS).fold(corners, |near, _| near | near.edges());
        (near & free).count() as i32
    };
    marked(player) - marked(player.other())
}

fn logic(name: &str) -> Option<Builder> {
    let b = Builder::new(
        name,
        "Influence of a player less that of the opponent: empty cells at most two steps from usable corners.\nA value a clock.",
    );
    let board = Board::input(&b);
    let Board { one, two, .. } = &board;
    let free = one.zip(two, |one, two| !&(one | two));
    let marked = |own: &Rows, other: &Rows, second: bool, name: &str| {
        let corners = sites(own, other, &b.bit(second), name).corners;
        let near = (0..STEPS).fold(corners, |near, _| near.zip(&near.edges(), |near, edges| near | edges));
        let mut counter = Counter::new(&format!("{name}influence"));
        near.zip(&free, |near, free| near & free).words().iter().for_each(|row| counter.add(0, row.clone()));
        counter.total(WIDTH)
    };
    let (one, two) = (marked(one, two, false, "one_")?, marked(two, one, true, "two_")?);
    board.output(&b, &one, &two);
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_few_cells_is_counted_by_hand() {
        // Without a piece the start square marks the 13 cells around it.
        assert_eq!(influence(&Position::start(Player::One), Player::One), 0);
        // A single square has four usable corners.
        let position: Position = "55a0".parse().unwrap();
        let (own, other) = (influence(&position, Player::One), influence(&position, Player::Two));
        assert_eq!(own, -other);
        assert_eq!(own + 13, hand_counted());
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
