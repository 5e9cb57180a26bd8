//! The hash table of the machine, against that of the model.

use super::*;

/// Searches one ply deeper each time, with what the searches before have left in the table: best
/// move, score, nodes, turns and clock cycles are those of the model.
fn agrees(options: Options, positions: &[(&str, u32)]) {
    let player = player(&options).unwrap();
    let (schedule, threads) = (player.schedule, player.schedule.threads);
    let (mut machine, givens) = (machine(&player), Givens::default());
    let mut table = Table::new(options.table);
    for (round, (fen, most)) in positions.iter().enumerate() {
        let position = Position::from_fen(fen).unwrap();
        machine.load(&position).unwrap();
        if round == positions.len() / 2 {
            machine.clear_table().unwrap();
            table = Table::new(options.table);
        }
        for (used, deepest) in [(threads, most), (1, most), (4, &2)] {
            let schedule = Schedule { used, ..schedule };
            machine.use_threads(used % threads).unwrap();
            for depth in 1..=*deepest {
                let found = machine.search(depth).unwrap();
                let expected = Model::search_in(&mut table, &givens, schedule, &position, depth);
                let context = format!("{depth} plies by {used} of {threads}: {fen}");
                assert_eq!((found.best, found.score), (expected.best, expected.score), "{context}");
                assert_eq!((found.nodes, found.turns), (expected.nodes, expected.turns), "{context}");
            }
        }
    }
}

/// As the machine with the default settings searches.
const SEARCH: Schedule =
    Schedule { stack_depth: 32, places: PLACES, selective: true, repetition: true, ..Schedule::ALONE };

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

/// Iterations of a position up to a depth, in windows or without: moves made, and rounds of turns.
fn iterated(schedule: Schedule, position: &Position, most: u32, windows: bool) -> [u64; 2] {
    let (givens, mut table) = (Givens::default(), Table::new(schedule.table));
    let (mut sums, mut expected) = ([0; 2], None);
    for depth in 1..=most {
        let mut aim = Some(Aim::new(depth, expected.filter(|_| windows)));
        while let Some(Aim { window, .. }) = aim {
            let start = Start { window, ..Start::from(position) };
            let found = Model::search_in(&mut table, &givens, schedule, start, depth);
            sums = [sums[0] + found.nodes, sums[1] + found.last / u64::from(schedule.threads)];
            expected = Some(found.score);
            aim = aim.and_then(|aim| aim.wider(found.score));
        }
    }
    sums
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
        for threads in [1_u32, 8, 16, 30] {
            let schedule = Schedule { threads, used: threads, report: threads, table: entries, ..SEARCH };
            let each = fens.iter().map(|fen| Position::from_fen(fen).unwrap());
            let [nodes, rounds] = each
                .map(|position| iterated(schedule, &position, 8, windows))
                .fold([0; 2], |sums, each| [sums[0] + each[0], sums[1] + each[1]]);
            println!(
                "{entries:?} entries, windows {windows}, {threads} threads: {nodes} nodes, {rounds} rounds"
            );
        }
    }
}
