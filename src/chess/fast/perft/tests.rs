use super::*;
use crate::chess::Position;
use crate::chess::classic::{ClassicLanes, ClassicMachine};
use crate::chess::reference::{suite, traps};
use crate::chess::rules;
use crate::cores;
use crate::game::{Machine, MachineError};
use crate::simulate::lanes::Lanes;
use crate::simulate::{Ports, Simulation, command_port};

/// The number of the command that counts.
const PERFT: u64 = 6;

fn options(pairs: u32, stack_depth: u32) -> PerftOptions {
    PerftOptions { name: "chess-perft".into(), levels: 2, threads: None, stack_depth, pairs }
}

fn machine(options: &PerftOptions) -> ClassicMachine<Simulation> {
    let simulation = Simulation::new(&perft(options).unwrap()).unwrap();
    ClassicMachine::new(simulation, "built-in simulator", options.deepest()).unwrap()
}

/// Every position of both tables to depths 1 to 4, with the count that is stated or else the
/// rules': small trees many at once, and large ones one by one, which would keep few lanes busy.
#[test]
fn the_suites_are_counted() {
    let options = options(1, 8);
    let mut lanes =
        ClassicLanes::new(Lanes::new(&perft(&options).unwrap()).unwrap(), options.deepest()).unwrap();
    let wanted = suite().iter().flat_map(|line| {
        (1..=4).map(|depth| {
            let stated = line.counts.iter().find(|count| count.depth == depth).map(|count| count.nodes);
            let nodes = stated.unwrap_or_else(|| rules::leaves(&line.position, depth).unwrap());
            (line.position.clone(), depth, nodes)
        })
    });
    let (small, large): (Vec<_>, Vec<_>) = wanted.partition(|&(_, _, nodes)| nodes <= 100_000);
    assert_eq!(small.len() + large.len(), 4 * suite().len());
    assert!(small.len() > 300 && large.len() > 30, "{} and {}", small.len(), large.len());
    let jobs: Vec<(Position, u32)> =
        small.iter().map(|(position, depth, _)| (position.clone(), *depth)).collect();
    let mut found: Vec<u64> =
        lanes.perft(&jobs, false, |_| {}).unwrap().iter().map(|found| found.nodes).collect();
    let mut machine = machine(&options);
    found.extend(large.iter().map(|(position, depth, _)| {
        machine.load(position).unwrap();
        machine.perft(*depth, false).unwrap().nodes
    }));
    for ((position, depth, nodes), found) in small.iter().chain(&large).zip(found) {
        assert_eq!(found, *nodes, "{} to depth {depth}", position.to_fen());
    }
}

/// The leaves of this machine, of the classic machine and of the rules, three half moves below
/// every trap.
#[test]
fn no_trap_catches_the_pairs_and_all_machines_agree() {
    let jobs: Vec<(Position, u32)> = traps()
        .into_iter()
        .flat_map(|(_, position)| (1..=3).map(move |depth| (position.clone(), depth)))
        .collect();
    let expected: Vec<u64> =
        jobs.iter().map(|(position, depth)| rules::leaves(position, *depth).unwrap()).collect();
    let pairs = [1, 3].map(|pairs| {
        let options = PerftOptions { levels: 12, ..options(pairs, 4) };
        let lanes = Lanes::new(&perft(&options).unwrap()).unwrap();
        ClassicLanes::new(lanes, options.deepest()).unwrap().perft(&jobs, false, |_| {}).unwrap()
    });
    let classic = cores::find("chess-classic").unwrap();
    let settings = cores::Settings::parse::<&str, &str>(classic, &[]).unwrap();
    // Three cycles a move: what is small.
    let few = |place: &usize| expected[*place] <= 1_000;
    let small: Vec<usize> = (0..jobs.len()).filter(few).collect();
    let small_jobs: Vec<(Position, u32)> = small.iter().map(|&place| jobs[place].clone()).collect();
    let classic = cores::lanes_of::<crate::chess::Chess>(classic, &settings)
        .unwrap()
        .perft(&small_jobs, false, |_| {})
        .unwrap();
    for (((position, depth), expected), (alone, of_three)) in
        jobs.iter().zip(&expected).zip(pairs[0].iter().zip(&pairs[1]))
    {
        assert_eq!([alone.nodes, of_three.nodes], [*expected; 2], "{} to depth {depth}", position.to_fen());
        assert_eq!(alone.moves, of_three.moves, "{} to depth {depth}", position.to_fen());
    }
    for (place, found) in small.into_iter().zip(classic) {
        assert_eq!(found.nodes, expected[place], "{}", jobs[place].0.to_fen());
    }
}

/// Commands of the classic machine that it does not have, those nobody has, and depths beyond its
/// stack; a count goes as ever.
#[test]
fn what_it_cannot_do_is_refused_by_the_machine() {
    let options = PerftOptions { levels: 12, ..options(1, 4) };
    let mut machine = machine(&options);
    machine.load(&Position::start()).unwrap();
    let unknown = [0, 3, 4, 5].into_iter().chain(9..16).map(|command| (command, 0));
    let deep = (options.deepest() + 1..128).map(|depth| (PERFT, depth.into()));
    for (command, data) in unknown.chain(deep) {
        let answer = command_port::command(machine.ports(), command, data, 10).unwrap();
        assert!(answer.refused, "{command} {data}");
    }
    assert_eq!(machine.perft(3, false).unwrap().nodes, 8_902);
    let answer = command_port::command(machine.ports(), PERFT, 0, 10).unwrap();
    assert_eq!((answer.data, answer.refused), (1, false));
}

/// The counters of the last count, even one to depth 0, and even after a refused one: the values
/// that all machines with this port show, under every number.
#[test]
fn counters_mean_the_same_on_all_machines() {
    let kings = Position::from_fen("8/8/8/8/3k4/8/8/K7 w - - 0 1").unwrap();
    let pairs = [1, 2].map(|pairs| machine(&PerftOptions { levels: 12, ..options(pairs, 4) }));
    let mut machines = Vec::from(pairs);
    for core in ["chess-classic", "chess-small"] {
        let core = cores::find(core).unwrap();
        let settings = cores::Settings::parse::<&str, &str>(core, &[]).unwrap();
        let simulation = Simulation::new(&cores::design(core, &settings).unwrap()).unwrap();
        machines.push(ClassicMachine::new(simulation, "built-in simulator", 6).unwrap());
    }
    for (number, mut machine) in machines.into_iter().enumerate() {
        // Both kings stand on the small board too.
        machine.load(&kings).unwrap();
        for (depth, nodes) in [(2, None), (0, Some(1)), (1, None), (0, Some(1)), (0, Some(1))] {
            let found = machine.perft(depth, false).unwrap();
            let ports = machine.ports();
            assert!(command_port::command(ports, PERFT, 127, 10).unwrap().refused);
            let counters = [0, 1, 2, 3].map(|which| command_port::command(ports, 8, which, 10).unwrap().data);
            assert_eq!(counters, [found.nodes, found.cycles, found.moves, found.moves], "{number}: {depth}");
            match nodes {
                Some(nodes) => assert_eq!(counters, [nodes, 0, 0, 0], "{number}"),
                None => assert!(counters.iter().all(|&counter| counter > 0), "{number}: {counters:?}"),
            }
        }
    }
}

/// An answer waits until it is taken, whatever the port says in the meantime, and no command is
/// taken before.
#[test]
fn an_answer_waits_and_stays() {
    let mut machine = machine(&PerftOptions { levels: 12, ..options(1, 4) });
    machine.load(&Position::start()).unwrap();
    let ports = machine.ports();
    Ports::poke(ports, "response_ready", 0).unwrap();
    command_port::give(ports, PERFT, 2).unwrap();
    assert!(Ports::step_until(ports, "response_valid", 10_000).unwrap().is_some());
    for other in [0x3ff, 0x155, 0x0aa, 0x001] {
        Ports::poke(ports, "command_valid", 1).unwrap();
        Ports::poke(ports, "command", other & 0xf).unwrap();
        Ports::poke(ports, "command_data", other).unwrap();
        let seen = ["response_valid", "response_data", "response_error", "command_ready"]
            .map(|port| Ports::peek(ports, port).unwrap());
        assert_eq!(seen, [1, 400, 0, 0]);
        Ports::step(ports).unwrap();
    }
    Ports::poke(ports, "command_valid", 0).unwrap();
    Ports::poke(ports, "response_ready", 1).unwrap();
    Ports::step(ports).unwrap();
    assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 0);
    assert_eq!(machine.perft(3, false).unwrap().nodes, 8_902);
}

/// However many places there are, each is free again after a count, be it a short one straight
/// after a reset.
#[test]
fn no_place_for_items_is_lost() {
    let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    for (threads, places) in [(None, 32), (Some(100), 128), (Some(240), 256), (Some(256), 512)] {
        let mut machine = machine(&PerftOptions { levels: 100, threads, ..options(1, 4) });
        for depth in [1, 3] {
            machine.load(&mate).unwrap();
            assert_eq!(machine.perft(depth, false).unwrap().nodes, 0);
            let ports = machine.ports();
            (0..600).for_each(|_| ports.step());
            let free: u64 = ["waiting", "words_near"]
                .map(|words| ports.find(&format!("pair_0.place_queue.{words}")).unwrap())
                .map(|words| ports.peek(words))
                .iter()
                .sum();
            assert_eq!(free, places, "{threads:?} threads, depth {depth}");
        }
    }
}

/// In whatever cycle of a count: the machine is idle, and counts as ever.
#[test]
fn a_reset_ends_everything() {
    let positions = [Position::KIWIPETE, Position::START].map(|fen| Position::from_fen(fen).unwrap());
    for pairs in [1, 2] {
        let mut machine = machine(&PerftOptions { levels: 12, ..options(pairs, 4) });
        for cycles in [0, 1, 2, 3, 40, 66, 67, 68, 69, 70, 75, 90, 140, 300, 700, 1_000, 1_500] {
            machine.load(&positions[0]).unwrap();
            let ports = machine.ports();
            command_port::interrupt(ports, PERFT, 3, cycles).unwrap();
            assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 0, "{cycles} cycles");
            assert_eq!(Ports::peek(ports, "command_ready").unwrap(), 1, "{cycles} cycles");
            machine.load(&positions[1]).unwrap();
            let counted = machine.perft(2, false).unwrap();
            assert_eq!((counted.nodes, counted.moves), (400, 20), "{pairs} pairs, {cycles} cycles");
        }
    }
}

#[test]
fn threads_stay_busy_in_one_pair_and_in_several() {
    // Three pairs share a larger tree: which of them gets what is a matter of single cycles, and
    // some hundredths of a short count.
    let counts = [
        (1, Position::KIWIPETE, 4, 4_085_603, 97_862 + 2_039 + 48, 0.96),
        (3, Position::START, 5, 4_865_609, 197_281 + 8_902 + 400 + 20, 0.95),
    ];
    for (pairs, fen, depth, nodes, moves, least) in counts {
        let mut machine = machine(&options(pairs, 8));
        machine.load(&Position::from_fen(fen).unwrap()).unwrap();
        let found = machine.perft(depth, false).unwrap();
        assert_eq!((found.nodes, found.moves), (nodes, moves));
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
    assert_eq!(count(mate, 7), Err(MachineError::Depth { depth: 7, stack: 6 }));
}

/// As deep as the stack reaches: there are more moves at the root than threads that could take
/// them, so its own goes down to the last place, in which the fourth node below the root is.
#[test]
fn the_stack_is_used_to_its_limit() {
    let options = PerftOptions { levels: 1000, ..options(1, 4) };
    let mut machine = machine(&options);
    let kings = Position::from_fen("8/8/2k5/8/8/5K2/8/8 w - - 0 1").unwrap();
    machine.load(&kings).unwrap();
    assert_eq!(Some(machine.perft(options.deepest(), false).unwrap().nodes), rules::leaves(&kings, 6));
    // Again, cycle by cycle.
    let ports = machine.ports();
    let ply = ports.find("pair_0.ply_of").unwrap();
    command_port::give(ports, PERFT, 6).unwrap();
    let mut deepest = 0;
    while Ports::peek(ports, "response_valid").unwrap() == 0 {
        deepest = ports.peek(ply).max(deepest);
        ports.step();
    }
    assert_eq!(deepest, 4);
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

/// More than files to share the root by: some get nothing of it.
#[test]
fn more_pairs_than_files_count_alike() {
    let mut machine = machine(&PerftOptions { levels: 12, ..options(9, 4) });
    machine.load(&Position::start()).unwrap();
    assert_eq!([1, 2, 3].map(|depth| machine.perft(depth, false).unwrap().nodes), [20, 400, 8_902]);
}

#[test]
fn threads_that_do_not_fill_the_pipeline_are_refused() {
    let refused = perft(&PerftOptions { threads: Some(20), ..options(1, 8) }).unwrap_err().to_string();
    assert!(refused.starts_with("20 threads where the pipeline needs"), "{refused}");
}
