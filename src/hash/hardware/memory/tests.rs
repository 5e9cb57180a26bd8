//! Tables on memories beside their twins.

use super::exercise::{Counts, Run};
use super::model::Latency;
use super::{MemoryOptions, exercise_memory_table, memory_table};
use crate::hash::Layout;
use crate::hash::hardware::exercise::Operations;
use crate::simulate::Simulation;

fn options(layout: Layout, outstanding: u32) -> MemoryOptions {
    MemoryOptions { name: "hash_memory".into(), layout, tag_bits: 8, outstanding }
}

fn run(options: &MemoryOptions, clusters: u64, latency: Latency, operations: u32) -> Counts {
    let mut simulation = Simulation::new(&memory_table(options).unwrap()).unwrap();
    let mut run = Run::new(&mut simulation, options, clusters, latency).unwrap();
    let mut random = Operations::new(1, options.layout);
    for number in 0..operations {
        run.operate(&random.next()).unwrap_or_else(|error| panic!("operation {number}: {error}"));
    }
    run.settle().unwrap();
    run.counts
}

/// Memories of every kind; the bytes are compared at the end.
#[test]
fn a_table_on_any_memory_is_its_twin() {
    let latencies = [(1..=1, 1), (1..=7, 2), (25..=25, 1), (2..=60, 5)];
    for (cycles, takes_one_in) in latencies {
        let counts = run(&options(Layout::default(), 8), 30, Latency { cycles, takes_one_in }, 400);
        assert!(counts.answers > 200, "{counts:?}");
    }
}

#[test]
fn tables_of_other_layouts_and_few_reads_are_their_twins() {
    let latency = || Latency { cycles: 1..=9, takes_one_in: 2 };
    for (entries, key, depth, mv, value) in [(1, 16, 8, 16, 16), (4, 9, 4, 8, 9), (2, 31, 16, 17, 24)] {
        let layout = Layout::new(entries, key, depth, mv, value).unwrap();
        run(&options(layout, 2), 10, latency(), 300);
    }
}

/// Look-ups are held back and lose nothing; stores are dropped as a whole, and counted.
#[test]
fn a_full_queue_holds_look_ups_back_and_drops_stores() {
    let counts = run(&options(Layout::default(), 2), 6, Latency { cycles: 80..=90, takes_one_in: 9 }, 300);
    assert!(counts.held_back > 1000 && counts.dropped > 20, "{counts:?}");
}

/// A memory that takes a read in every cycle is asked in every cycle.
#[test]
fn look_ups_come_at_the_speed_of_the_memory() {
    let options = options(Layout::default(), 16);
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    let latency = Latency { cycles: 14..=14, takes_one_in: 1 };
    let mut run = Run::new(&mut simulation, &options, 1000, latency).unwrap();
    run.look_up(2000).unwrap();
    let counts = run.counts;
    assert!(counts.cycles <= 2000 + counts.held_back && counts.held_back < 40, "{counts:?}");
    assert!(run.most_under_way() >= 14);
    run.settle().unwrap();
}

#[test]
fn it_is_exercised() {
    let options = options(Layout::default(), 8);
    let mut simulation = Simulation::new(&memory_table(&options).unwrap()).unwrap();
    exercise_memory_table(&mut simulation, &options).unwrap();
}

#[test]
fn numbers_of_reads_that_do_not_do_are_refused() {
    let error = |outstanding| memory_table(&options(Layout::default(), outstanding)).unwrap_err().to_string();
    assert_eq!(error(3), "3 reads under way; there may be 2, 4, 8 or 16");
    assert_eq!(error(32), "32 reads under way; there may be 2, 4, 8 or 16");
}
