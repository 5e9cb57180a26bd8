//! Searches with windows, against the model.

use super::*;
use crate::chess::Move;
use crate::chess::player::machine::engine::{Asked, Engine, Modelled};
use crate::chess::player::{Limits, Unwatched};
use crate::chess::rules::legal_moves;

/// Windows around the value of the search before, above it, below it, and two next to it.
const WINDOWS: [[i32; 2]; 5] = [[-10, 10], [5, 40], [-40, -5], [-1, 0], [3, 4]];

/// What iterations of a position come to.
#[derive(Default)]
pub struct Iterated {
    /// Moves made.
    pub nodes: u64,
    /// Rounds of turns.
    pub rounds: u64,
    /// The value and the best move of the last search.
    last: Option<(i32, Option<Move>)>,
}

/// Iterations of a position up to a depth, in windows or without.
pub fn iterated(
    table: &mut Table,
    schedule: Schedule,
    position: &Position,
    most: u32,
    windows: bool,
) -> Iterated {
    iterated_by(table, (schedule, Sharing::MACHINE), position, most, windows)
}

/// The same with nodes shared in another way.
pub fn iterated_by(
    table: &mut Table,
    (schedule, sharing): (Schedule, Sharing),
    position: &Position,
    most: u32,
    windows: bool,
) -> Iterated {
    let rules = rules(schedule.selective, schedule.table.is_some());
    let givens = Givens::default();
    let mut all = Iterated::default();
    for depth in 1..=most {
        let expected = all.last.map(|(value, _)| value).filter(|_| windows);
        let mut aim = Some(Aim::new(depth, expected));
        while let Some(Aim { window, .. }) = aim {
            let start = Start { window, ..Start::from(position) };
            let found = Model::run(table, &givens, (schedule, rules.clone(), sharing), start, depth);
            all.nodes += found.nodes;
            all.rounds += found.last / u64::from(schedule.threads);
            all.last = Some((found.score, found.best));
            aim = aim.and_then(|aim| aim.wider(found.score));
        }
    }
    all
}

fn agrees(options: Options, positions: &[(&str, u32)]) {
    let player = player(&options).unwrap();
    let (mut machine, givens) = (machine(&player), Givens::default());
    let mut table = Table::new(options.table);
    let mut outside = 0;
    for (fen, depth) in positions {
        let position = Position::from_fen(fen).unwrap();
        let mut value = 0;
        for window in WINDOWS.map(Some).into_iter().chain([None]) {
            let start = Start::from(&position);
            let window = window.map_or(WHOLE, |ends| ends.map(|end| value + end));
            let start = Start { window, ..start };
            machine.load(start).unwrap();
            let found = machine.search(*depth).unwrap();
            let expected = Model::search_in(&mut table, &givens, player.schedule, start, *depth);
            let context = format!("{depth} plies in {window:?}: {fen}");
            assert_eq!((found.best, found.score), (expected.best, expected.score), "{context}");
            assert_eq!((found.nodes, found.turns), (expected.nodes, expected.turns), "{context}");
            outside += u32::from(found.best.is_none());
            value = found.score;
        }
    }
    assert!(outside > 10, "{outside} searches found no move above alpha");
}

#[test]
fn windows_are_those_of_the_model() {
    agrees(options(100), &POSITIONS);
}

#[test]
fn windows_with_a_table_are_those_of_the_model() {
    agrees(Options { table: Some(256), ..options(100) }, &POSITIONS[4..16]);
}

/// Without rules that look at windows, a value inside of a window is that of the whole one, and a
/// value outside is on the right side.
#[test]
fn a_value_inside_a_window_is_right() {
    let givens = Givens::default();
    let schedule = Schedule { threads: 8, used: 8, report: 8, ..Schedule::ALONE };
    for (fen, depth) in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let whole = Model::search(&givens, schedule, &position, depth);
        for ends in WINDOWS {
            let window @ [alpha, beta] = ends.map(|end| whole.score + end);
            let start = Start { window, ..Start::from(&position) };
            let found = Model::search(&givens, schedule, start, depth);
            let side = |value: i32| (value > alpha, value >= beta);
            assert_eq!(side(found.score), side(whole.score), "{fen} in {window:?}");
            if alpha < whole.score && whole.score < beta {
                assert_eq!((found.score, found.best), (whole.score, whole.best), "{fen} in {window:?}");
            }
        }
    }
}

/// A search that finds nothing above alpha has no move, whatever the search before found.
#[test]
fn no_move_of_an_earlier_search_is_told() {
    let player = player(&options(100)).unwrap();
    let mut machine = machine(&player);
    let position = Position::start();
    machine.load(&position).unwrap();
    assert!(machine.search(1).unwrap().best.is_some());
    machine.load(Start { window: [900, 1000], ..Start::from(&position) }).unwrap();
    let found = machine.search(1).unwrap();
    assert_eq!((found.best, found.score), (None, 900));
    machine.limit(1).unwrap();
    machine.load(&position).unwrap();
    let found = machine.search(3).unwrap();
    assert!(found.halted && found.best.is_none(), "{found:?}");
}

/// Iterations as the engine makes them, with what earlier moves of the game have left in the table.
#[test]
fn the_engine_searches_in_windows_and_clears_its_table() {
    let machine = player(&Options { table: Some(1024), ..options(100) }).unwrap();
    let schedule = machine.schedule;
    let mut engine = MachinePlayer::simulated(&machine).unwrap();
    // No time for the moves behind the best.
    engine.cycles_between(u64::MAX);
    let mut table = Table::new(schedule.table);
    for (fen, clears) in [(POSITIONS[5].0, false), (POSITIONS[1].0, false), (POSITIONS[5].0, true)] {
        let position = Position::from_fen(fen).unwrap();
        engine.set_game(&position, &[]);
        if clears {
            engine.clear();
            table = Table::new(schedule.table);
        }
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let found = engine.search(&limits, &mut Unwatched).unwrap();
        let expected = iterated(&mut table, schedule, &position, 4, true);
        assert_eq!(Some((found.info.value, found.best)), expected.last, "{fen}");
        assert_eq!(found.info.nodes, expected.nodes, "{fen}");
    }
}

/// The expected moves: the machine's are the model's, and a long search tells at least eight.
#[test]
fn lines_are_those_of_the_model_and_long() {
    let machine = player(&Options { table: Some(1024), ..options(100) }).unwrap();
    let mut engine = MachinePlayer::simulated(&machine).unwrap();
    let mut model = MachinePlayer::modelled(&machine);
    let mut longest = 0;
    for (fen, _) in [POSITIONS[5], POSITIONS[1]] {
        let position = Position::from_fen(fen).unwrap();
        let limits = Limits { depth: Some(4), ..Limits::default() };
        engine.set_game(&position, &[]);
        model.set_game(&position, &[]);
        let found = engine.search(&limits, &mut Unwatched).unwrap();
        assert_eq!(found.info, model.search(&limits, &mut Unwatched).unwrap().info, "{fen}");
        longest = longest.max(found.info.line.len());
    }
    assert!(longest >= 3, "{longest} moves");

    let deep = player(&Options { table: Some(16_384), ..options(100) }).unwrap();
    let mut model = MachinePlayer::modelled(&deep);
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let line = model.search(&limits, &mut Unwatched).unwrap().info.line;
    assert!(line.len() >= 8, "{line:?}");
    let mut position = Position::start();
    for mv in line {
        assert!(legal_moves(&position).unwrap().contains(&mv), "{mv} in {}", position.to_fen());
        position = position.after(mv);
    }
}

/// A search that ends at a limit, whatever cycle that is, ends as the model's does: with the same
/// counts, and the same table for the searches behind it.
#[test]
fn halted_searches_are_those_of_the_model() {
    let machine = player(&Options { table: Some(256), ..options(100) }).unwrap();
    let mut engines: [Box<dyn Engine>; 2] =
        [Box::new(super::machine(&machine)), Box::new(Modelled::new(&machine))];
    for (number, (fen, depth)) in [POSITIONS[5], POSITIONS[1]].into_iter().enumerate() {
        let position = Position::from_fen(fen).unwrap();
        let start = Start::from(&position);
        for cycles in (1..60).chain((60..700).step_by(7)).chain([3_000, 3_001]) {
            let threads = [0, 3, 1][cycles as usize % 3];
            let asked = Asked { start, depth: depth + number as u32, threads, cycles, piece: u64::MAX };
            let [found, expected] =
                engines.each_mut().map(|engine| engine.search(&asked, &mut || true).unwrap());
            assert_eq!(found, expected, "{cycles} cycles: {fen}");
        }
    }
}
