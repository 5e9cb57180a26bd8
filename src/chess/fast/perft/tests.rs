use super::*;
use crate::chess::Position;
use crate::chess::classic::{ClassicLanes, ClassicMachine};
use crate::chess::epd::PerftStatement;
use crate::chess::machine::{Machine, MachineError};
use crate::chess::reference::{ReferenceMachine, suite};
use crate::simulate::Simulation;
use crate::simulate::lanes::Lanes;

fn options(pairs: u32, stack_depth: u32) -> PerftOptions {
    PerftOptions { name: "chess-perft".into(), levels: 2, threads: None, stack_depth, pairs }
}

fn machine(options: &PerftOptions) -> ClassicMachine<Simulation> {
    let simulation = Simulation::new(&perft(options).unwrap()).unwrap();
    ClassicMachine::new(simulation, "built-in simulator", options.deepest()).unwrap()
}

#[test]
fn the_suites_are_counted() {
    let options = options(1, 8);
    let mut lanes =
        ClassicLanes::new(Lanes::new(&perft(&options).unwrap()).unwrap(), options.deepest()).unwrap();
    let wanted = |count: &&PerftStatement| count.depth <= 4 && count.nodes <= 100_000;
    let stated: Vec<(&Position, &PerftStatement)> = (suite().iter())
        .flat_map(|line| line.counts.iter().filter(wanted).map(|count| (&line.position, count)))
        .collect();
    assert!(stated.len() > 300);
    let jobs: Vec<(Position, u32)> =
        stated.iter().map(|(position, count)| ((*position).clone(), count.depth)).collect();
    let found = lanes.perft(&jobs, false, |_| {}).unwrap();
    for ((position, count), found) in stated.iter().zip(found) {
        assert_eq!(found.nodes, count.nodes, "{} to depth {}", position.to_fen(), count.depth);
    }
}

#[test]
fn threads_stay_busy_in_one_pair_and_in_several() {
    // Kiwipete, depth 4: 4,085,603 leaves of 97,862 parents.
    let position = Position::from_fen(Position::KIWIPETE).unwrap();
    for (pairs, least) in [(1, 0.96), (3, 0.82)] {
        let mut machine = machine(&options(pairs, 8));
        machine.load(&position).unwrap();
        let found = machine.perft(4, false).unwrap();
        assert_eq!((found.nodes, found.moves), (4_085_603, 97_862 + 2_039 + 48));
        let occupancy = found.moves as f64 / found.cycles as f64 / f64::from(pairs);
        assert!(occupancy >= least, "{pairs} pairs: {occupancy}");
    }
}

#[test]
fn roots_without_moves_and_depths_at_the_limits_are_answered() {
    let options = options(1, 4);
    let mut machine = machine(&options);
    let mut count = |fen: &str, depth| {
        machine.load(&Position::from_fen(fen).unwrap()).unwrap();
        machine.perft(depth, false).map(|found| found.nodes)
    };
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    for depth in 1..=6 {
        assert_eq!([mate, stalemate].map(|fen| count(fen, depth)), [Ok(0), Ok(0)], "{depth}");
    }
    assert_eq!([Position::START, mate].map(|fen| count(fen, 0)), [Ok(1), Ok(1)]);
    assert_eq!((count(most, 1), count(most, 2)), (Ok(218), Ok(99)));
    // Two kings and nothing else, as deep as the stack reaches; and one deeper, refused without a cycle.
    let kings = "k7/8/8/8/8/8/8/7K w - - 0 1";
    let mut reference = ReferenceMachine::new();
    reference.load(&Position::from_fen(kings).unwrap()).unwrap();
    assert_eq!(count(kings, 6), Ok(reference.perft(6, false).unwrap().nodes));
    assert_eq!(count(mate, 7), Err(MachineError::Depth { depth: 7, stack: 6 }));
}

#[test]
fn more_threads_than_work_and_than_stages_count_alike() {
    let mut machine = machine(&PerftOptions { threads: Some(60), levels: 3, ..options(2, 4) });
    machine.load(&Position::start()).unwrap();
    assert_eq!(
        [1, 2, 3, 4].map(|depth| machine.perft(depth, false).unwrap().nodes),
        [20, 400, 8_902, 197_281]
    );
}

#[test]
fn threads_that_do_not_fill_the_pipeline_are_refused() {
    let refused = perft(&PerftOptions { threads: Some(20), ..options(1, 8) }).unwrap_err().to_string();
    assert!(refused.starts_with("20 threads where the pipeline needs"), "{refused}");
}
