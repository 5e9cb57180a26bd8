//! Games of the selective search against the plain one, at equal numbers of nodes.

use super::{Givens, Model, Schedule};
use crate::chess::evaluation::{Sets, Weights, evaluate};
use crate::chess::{Color, Move, Position, reference};

/// Positions that games begin from.
const OPENINGS: &str = include_str!("../../../../../tests/data/chess_openings.txt");

/// Games: an even number, two from each opening.
const GAMES: usize = 60;

/// Moves made for each move of a game, at least: the search ends with the ply that reaches them.
const NODES: u64 = 2_000;

/// Half moves of a game, at most.
const LENGTH: usize = 160;

/// The value of a position that counts as won.
const WON: i32 = 700;

/// A player, and the moves that it made to find its own.
struct Player {
    selective: bool,
    nodes: u64,
    searches: u64,
}

impl Player {
    fn new(selective: bool) -> Self {
        Self { selective, nodes: 0, searches: 0 }
    }

    fn best(&mut self, givens: &Givens, position: &Position) -> Option<Move> {
        let schedule = Schedule { selective: self.selective, ..Schedule::ALONE };
        let (mut nodes, mut best) = (0, None);
        for depth in 1..30 {
            let found = Model::search(givens, schedule, position, depth);
            (nodes, best) = (nodes + found.nodes, found.best);
            if nodes >= NODES {
                break;
            }
        }
        (self.nodes, self.searches) = (self.nodes + nodes, self.searches + 1);
        best
    }
}

/// The points of white, 2 for a win.
fn game(givens: &Givens, mut position: Position, [white, black]: [&mut Player; 2]) -> u32 {
    let mut seen = vec![position.to_fen()];
    for _ in 0..LENGTH {
        let player = if position.side == Color::White { &mut *white } else { &mut *black };
        let Some(best) = player.best(givens, &position) else {
            let check = !reference::board(&position).checkers().is_empty();
            return if !check { 1 } else { 2 * u32::from(position.side == Color::Black) };
        };
        position = position.after(best);
        let here: String = position.to_fen().split(' ').take(4).collect();
        if position.halfmove >= 100 || seen.iter().filter(|before| **before == here).count() == 2 {
            return 1;
        }
        seen.push(here);
    }
    let value = evaluate(&Sets::from(&position), Color::White, &Weights::default()).value;
    1 + u32::from(value > WON) - u32::from(value < -WON)
}

#[test]
#[ignore = "a measurement"]
fn the_selective_search_wins() {
    let givens = Givens::default();
    let openings = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let [mut selective, mut plain] = [true, false].map(Player::new);
    let mut points = [0_u32; 3];
    for (number, fen) in openings.take(GAMES / 2).enumerate() {
        for white in [true, false] {
            let position = Position::from_fen(fen).unwrap();
            let result = match white {
                true => game(&givens, position, [&mut selective, &mut plain]),
                false => 2 - game(&givens, position, [&mut plain, &mut selective]),
            };
            points[result as usize] += 1;
        }
        let mean = |player: &Player| player.nodes / player.searches.max(1);
        let [lost, drawn, won] = points;
        println!(
            "{number}: {won} won, {drawn} drawn, {lost} lost; {} and {} nodes a move",
            mean(&selective),
            mean(&plain)
        );
    }
    let [lost, _, won] = points;
    assert!(won > lost, "{points:?}");
}
