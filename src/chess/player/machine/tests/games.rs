//! Games of one search against another, at equal numbers of nodes.

use super::{Aim, Givens, Model, Rules, Schedule, Sharing, Start, Table, Trail, rules};
use crate::chess::evaluation::{Sets, Weights, evaluate};
use crate::chess::{Color, Move, Position, reference};

/// Positions that games begin from.
const OPENINGS: &str = include_str!("../../../../../tests/data/chess_openings.txt");

/// Games, two from each opening.
const GAMES: usize = 200;

/// Moves made for each move of a game, at most: an iteration that passes them does not count.
const NODES: u64 = 5_000;

/// Half moves of a game, at most.
const LENGTH: usize = 200;

/// The value of a position that counts as won.
const WON: i32 = 700;

/// A player: how it searches.
#[derive(Clone)]
struct Player {
    rules: Rules,
    repetition: bool,
    /// Entries of its table.
    table: Option<u32>,
    /// It searches in windows.
    windows: bool,
    givens: Givens,
}

impl Player {
    /// The machine's search, with weights of this name.
    fn new(weights: &str) -> Self {
        let givens = Givens { weights: Weights::named(weights).unwrap(), ..Givens::default() };
        Self { rules: rules(true, false), repetition: true, table: None, windows: false, givens }
    }

    fn best(&self, table: &mut Table, start: Start) -> Option<Move> {
        let (repetition, entries) = (self.repetition, self.table);
        let schedule = Schedule { selective: true, repetition, table: entries, ..Schedule::ALONE };
        let (mut nodes, mut best, mut expected) = (0, None, None);
        for depth in 1..40 {
            let mut aim = Aim::new(depth, expected.filter(|_| self.windows));
            let found = loop {
                let start = Start { window: aim.window, ..start };
                let way = (schedule, self.rules.clone(), Sharing::MACHINE);
                let found = Model::run(table, &self.givens, way, start, depth);
                nodes += found.nodes;
                match aim.wider(found.score) {
                    Some(wider) if nodes <= NODES => aim = wider,
                    _ => break found,
                }
            };
            if depth > 1 && nodes > NODES {
                break;
            }
            (best, expected) = (found.best, Some(found.score));
        }
        best
    }
}

/// What makes two positions the same.
fn key(position: &Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The points of white, 2 for a win.
fn game(start: &Position, [white, black]: [&Player; 2]) -> u32 {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut seen = vec![key(&position)];
    let mut tables = [white, black].map(|player| Table::new(player.table));
    for _ in 0..LENGTH {
        let player = if position.side == Color::White { white } else { black };
        let table = &mut tables[position.side as usize];
        let trail = Trail::of(start, &moves);
        let Some(best) = player.best(table, Start { trail, ..Start::from(&position) }) else {
            let check = !reference::board(&position).checkers().is_empty();
            return if !check { 1 } else { 2 * u32::from(position.side == Color::Black) };
        };
        position = position.after(best);
        moves.push(best);
        let here = key(&position);
        if position.halfmove >= 100 || seen.iter().filter(|before| **before == here).count() == 2 {
            return 1;
        }
        seen.push(here);
    }
    let value = evaluate(&Sets::from(&position), Color::White, &Weights::default()).value;
    1 + u32::from(value > WON) - u32::from(value < -WON)
}

/// Plays all games, and prints the score of the first with its error at 95 %, over pairs of games.
fn play(name: &str, players: [&Player; 2]) -> [u32; 3] {
    let [new, old] = players;
    let (mut points, mut pairs) = ([0; 3], Vec::new());
    let openings = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    for fen in openings.take(GAMES / 2) {
        let start = Position::from_fen(fen).unwrap();
        let pair = [game(&start, [new, old]), 2 - game(&start, [old, new])];
        pair.iter().for_each(|result| points[*result as usize] += 1);
        pairs.push(f64::from(pair[0] + pair[1]) / 4.0);
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let squares: f64 = pairs.iter().map(|score| (score - mean).powi(2)).sum();
    let error = 1.96 * (squares / (count - 1.0) / count).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let [lost, drawn, won] = points;
    println!("{name}: {won} won, {drawn} drawn, {lost} lost; {mean:.3} ± {error:.3}");
    println!("Elo {:.0}, from {:.0} to {:.0}", elo(mean), elo(mean - error), elo(mean + error));
    points
}

#[test]
#[ignore = "a measurement"]
fn killers_and_repetitions_win() {
    let new = Player::new("full");
    let mut old = Player { repetition: false, ..new.clone() };
    old.rules.killers = false;
    let plain = Player { rules: rules(false, false), repetition: false, ..new.clone() };
    let [lost, _, won] = play("killers and repetitions against neither", [&new, &old]);
    play("all rules against none", [&new, &plain]);
    assert!(won > lost, "{won} won, {lost} lost");
}

/// What it costs to leave losing captures out of quiescence, at equal nodes.
#[test]
#[ignore = "a measurement"]
fn leaving_out_losing_captures() {
    let [with, mut without] =
        [(); 2].map(|()| Player { table: Some(16_384), windows: true, ..Player::new("lean") });
    without.rules.puts_off = false;
    let [lost, _, won] = play("without losing captures in quiescence, and with them", [&with, &without]);
    // It saves time, and costs little where only nodes count.
    assert!(won + GAMES as u32 / 5 > lost, "{won} won, {lost} lost");
}

/// What the weights cost that the smaller machine lacks, at equal nodes.
#[test]
#[ignore = "a measurement"]
fn full_weights_win() {
    let [lost, _, won] = play("full weights against lean ones", [&Player::new("full"), &Player::new("lean")]);
    assert!(won > lost, "{won} won, {lost} lost");
}

/// As the machine searches, with its table and in windows.
#[test]
#[ignore = "a measurement"]
fn medium_weights_win() {
    let player = |weights| Player { table: Some(16_384), windows: true, ..Player::new(weights) };
    let [lost, _, won] = play("medium weights against lean ones", [&player("medium"), &player("lean")]);
    assert!(won > lost, "{won} won, {lost} lost");
}

/// What the table brings, at equal nodes.
#[test]
#[ignore = "a measurement"]
fn a_table_wins() {
    let with = Player { table: Some(16_384), ..Player::new("full") };
    let [lost, _, won] = play("a table of 16,384 entries against none", [&with, &Player::new("full")]);
    assert!(won > lost, "{won} won, {lost} lost");
}

/// What narrow windows bring, at equal nodes.
#[test]
#[ignore = "a measurement"]
fn windows_win() {
    let without = Player { table: Some(16_384), ..Player::new("full") };
    let with = Player { windows: true, ..without.clone() };
    let [lost, _, won] = play("narrow windows against the whole one", [&with, &without]);
    assert!(won > lost, "{won} won, {lost} lost");
}
