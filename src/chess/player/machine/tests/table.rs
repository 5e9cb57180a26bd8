//! The hash table of the machine, against that of the model.

use super::windows::{Iterated, iterated, iterated_by};
use super::*;

/// As the machine with the default settings searches.
const SEARCH: Schedule =
    Schedule { stack_depth: 32, places: PLACES, selective: true, repetition: true, ..Schedule::ALONE };

/// The entries of the machine's table by default.
const ENTRIES: u32 = 16_384;

fn with(levels: u32, entries: u32) -> Options {
    Options { table: Some(entries), ..options(levels) }
}

#[test]
fn the_machine_with_a_table_finds_what_the_model_finds() {
    agrees(with(100, 1024), &POSITIONS);
}

/// Most entries are overwritten soon, and many look-ups meet a store to the same place.
#[test]
fn a_crowded_table_is_that_of_the_model() {
    agrees(with(100, 256), &POSITIONS[..12]);
}

#[test]
fn a_table_without_selection_is_that_of_the_model() {
    agrees(Options { selective: false, repetition: false, ..with(100, 1024) }, &POSITIONS[4..14]);
}

#[test]
fn a_deep_pipeline_with_a_table_finds_the_same() {
    agrees(with(6, 1024), &POSITIONS[6..10]);
}

/// Iterations of middle games, one after the other, by entries of the table and windows.
#[test]
#[ignore = "a measurement"]
fn iterations_of_middle_games() {
    let fens = middle_games(5, 20);
    for (entries, windows) in [None, Some(1024), Some(4096), Some(16_384), Some(65_536)]
        .into_iter()
        .flat_map(|entries| [false, true].map(|windows| (entries, windows)))
    {
        for threads in [1_u32, 8, 22] {
            let schedule = Schedule { threads, used: threads, report: threads, table: entries, ..SEARCH };
            let each = fens.iter().map(|fen| Position::from_fen(fen).unwrap());
            let [nodes, rounds] = each
                .map(|position| iterated(&mut Table::new(entries), schedule, &position, 8, windows))
                .fold([0; 2], |sums, each| [sums[0] + each.nodes, sums[1] + each.rounds]);
            println!(
                "{entries:?} entries, windows {windows}, {threads} threads: {nodes} nodes, {rounds} rounds"
            );
        }
    }
}

/// Iterations of middle games to a depth.
fn searched(threads: u32, [entries, places]: [u32; 2], sharing: Sharing, depth: u32) -> Vec<Iterated> {
    let table = Some(entries);
    let schedule = Schedule { threads, used: threads, report: threads, table, places, ..SEARCH };
    let each = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        iterated_by(&mut Table::new(table), (schedule, sharing), &position, depth, true)
    };
    middle_games(2, 40).into_iter().map(each).collect()
}

/// Prints nodes, rounds of turns, and the geometric mean of how many times as fast as one thread
/// each position is searched.
fn tell(name: &str, all: &[Iterated], alone: &[Iterated]) {
    let [nodes, rounds] = all.iter().fold([0; 2], |sums, each| [sums[0] + each.nodes, sums[1] + each.rounds]);
    let gains = all.iter().zip(alone).map(|(all, one)| one.rounds as f64 / all.rounds as f64);
    let gain = (gains.map(f64::ln).sum::<f64>() / all.len() as f64).exp();
    println!("{name}: {nodes} nodes, {rounds} rounds, {gain:.2} times as fast");
}

/// Other ways to share nodes, with a table and narrow windows.
#[test]
#[ignore = "a measurement"]
fn ways_to_share_with_a_table() {
    let machine = Sharing::MACHINE;
    let alone = searched(1, [ENTRIES, PLACES], machine, 9);
    let by = |candidates, places| (places, Sharing { candidates, ..machine });
    let ways = [by(2, 64), by(1, 32), by(4, 64), by(2, 128)];
    for (places, sharing) in ways.into_iter().chain([(PLACES, Sharing { narrows: false, ..machine })]) {
        for threads in [8_u32, 12, 16, 18, 22, 26, 36] {
            let all = searched(threads, [ENTRIES, places], sharing, 9);
            tell(&format!("{places} places, {sharing:?}, {threads} threads"), &all, &alone);
        }
    }
}

/// What threads gain in longer searches, by entries of the table.
#[test]
#[ignore = "a measurement"]
fn deeper_searches_with_a_table() {
    for (entries, depth) in [16_384, 65_536].into_iter().flat_map(|e| [8, 10, 12].map(|d| (e, d))) {
        let alone = searched(1, [entries, PLACES], Sharing::MACHINE, depth);
        tell(&format!("{entries} entries, {depth} plies, one thread"), &alone, &alone);
        for threads in [8_u32, 16, 30] {
            let all = searched(threads, [entries, PLACES], Sharing::MACHINE, depth);
            tell(&format!("{entries} entries, {depth} plies, {threads} threads"), &all, &alone);
        }
    }
}
