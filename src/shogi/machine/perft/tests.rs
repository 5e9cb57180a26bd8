use super::*;
use crate::game::{GameLanes, Machine, MachineError, Simulated, Walk};
use crate::netlist::testing::Random;
use crate::shogi::machine::exercise::games;
use crate::shogi::machine::tests::{TRAPS, near_mates};
use crate::shogi::{Piece, Position, Shogi, Square};
use crate::simulate::lanes::Lanes;
use crate::simulate::{Ports, Simulation, command_port};

const COUNTS: &str = include_str!("../../../../tests/data/shogi_perft.txt");

/// The number of the command that counts.
const PERFT: u64 = Walk::Perft as u64;

fn options(pairs: u32, stack_depth: u32) -> PerftOptions {
    PerftOptions { name: "shogi-perft".into(), levels: 12, threads: None, stack_depth, pairs }
}

fn machine(options: &PerftOptions) -> Simulated<Shogi, Simulation> {
    let simulation = Simulation::new(&perft(options).unwrap()).unwrap();
    Simulated::new(simulation, "built-in simulator", options.deepest()).unwrap()
}

fn lanes(options: &PerftOptions) -> GameLanes<Shogi> {
    GameLanes::new(Lanes::new(&perft(options).unwrap()).unwrap(), options.deepest()).unwrap()
}

fn read(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// The published positions, with a depth and its leaves.
fn published() -> impl Iterator<Item = (Position, u32, u64)> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.flat_map(|line| {
        let mut fields = line.split(" ;D");
        let position = read(fields.next().unwrap());
        let counts: Vec<_> = fields.map(|field| field.split_once(' ').unwrap()).collect();
        counts.into_iter().map(move |(depth, nodes)| {
            (position.clone(), depth.trim().parse().unwrap(), nodes.trim().parse().unwrap())
        })
    })
}

/// The counts of these trees by 64 machines at once are those expected.
fn agrees(options: &PerftOptions, wanted: &[(Position, u32, u64)]) {
    let jobs: Vec<(Position, u32)> =
        wanted.iter().map(|(position, depth, _)| (position.clone(), *depth)).collect();
    let found = lanes(options).perft(&jobs, false, |_| {}).unwrap();
    for ((position, depth, nodes), found) in wanted.iter().zip(found) {
        assert_eq!(found.nodes, *nodes, "{position} to depth {depth}");
    }
}

/// The counts of these positions to this depth are those of the rules.
fn agree(options: &PerftOptions, depth: u32, positions: impl IntoIterator<Item = Position>) {
    let wanted = positions.into_iter().map(|position| {
        let nodes = position.perft(depth);
        (position, depth, nodes)
    });
    agrees(options, &wanted.collect::<Vec<_>>());
}

/// Every published position, to the depths whose inner nodes are few.
#[test]
fn published_trees_are_counted() {
    let wanted: Vec<_> = published().filter(|&(_, _, nodes)| nodes <= 300_000).collect();
    assert!(wanted.len() > 100, "{}", wanted.len());
    agrees(&options(1, 8), &wanted);
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn all_published_trees_are_counted() {
    let wanted: Vec<_> = published().collect();
    for pairs in [1, 3] {
        agrees(&PerftOptions { levels: 3, ..options(pairs, 8) }, &wanted);
    }
}

/// A walk of one half move makes every move, and counts none.
#[test]
fn no_trap_of_the_pawn_drop_catches_the_pairs() {
    for (pairs, depth) in [(1, 1), (3, 2)] {
        agree(&options(pairs, 4), depth, TRAPS.map(|(_, sfen, ..)| read(sfen)));
    }
}

#[test]
fn every_move_at_random_is_made() {
    agree(&options(1, 4), 1, games(19).step_by(5).take(192));
    agree(&options(2, 4), 1, near_mates(&mut Random(20), 192));
}

#[test]
fn trees_at_random_are_counted_as_by_the_rules() {
    agree(&options(1, 4), 2, games(21).step_by(29).take(32));
    agree(&options(2, 4), 2, near_mates(&mut Random(22), 32));
}

/// Trees of games and of positions near a mate, three half moves deep.
#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn deep_trees_at_random_are_counted_as_by_the_rules() {
    for pairs in [1, 2] {
        agree(&options(pairs, 4), 3, games(23).step_by(29).take(64));
        agree(&options(pairs, 4), 3, near_mates(&mut Random(24), 256));
    }
}

/// The words of the bench in the document.
#[test]
fn a_position_is_loaded_by_the_words_of_the_document() {
    let position = read("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let squares = [&[0; 4][..], &[8], &[0; 53], &[1], &[0; 17], &[24], &[0; 4]].concat();
    let black = [64, 128, 192, 256, 321, 384, 448];
    let hands = black.into_iter().chain((576..=960).step_by(64));
    let expected = [(1, 0)].into_iter().chain(squares.into_iter().map(|code| (2, code)));
    let expected = expected.chain(hands.map(|hand| (9, hand))).chain([(10, 0)]);
    let words = load(&position).into_iter().map(|word| (word.code, word.data));
    assert_eq!(words.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// A position as a port loads it can be read back; pieces may be loaded one by one.
#[test]
fn squares_are_read_as_they_were_loaded() {
    let mut machine = machine(&options(1, 4));
    let position = read("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
    machine.load(&position).unwrap();
    for square in Square::all() {
        let code = machine.ask(Command::ReadSquare.with(square.index() as u64)).unwrap().data;
        assert_eq!(code, u64::from(position.piece(square).map_or(0, Piece::code)), "{square}");
    }
    // The squares come in their order, and after the last the first.
    machine.ask(Command::ChooseSquare.with(80)).unwrap();
    for code in [1, 2, 3] {
        machine.ask(Command::LoadPiece.with(code)).unwrap();
    }
    let found = [80, 0, 1].map(|square| machine.ask(Command::ReadSquare.with(square)).unwrap().data);
    assert_eq!(found, [1, 2, 3]);
}

/// Commands that it does not have, and depths beyond its stack; a count goes as ever.
#[test]
fn what_it_cannot_do_is_refused_by_the_machine() {
    let options = options(1, 4);
    let mut machine = machine(&options);
    machine.load(&read(Position::START)).unwrap();
    let unknown = [0, 3, 4, 5].into_iter().chain(11..16).map(|command| (command, 0));
    let deep = (options.deepest() + 1..128).map(|depth| (PERFT, depth.into()));
    for (command, data) in unknown.chain(deep) {
        let answer = command_port::command(machine.ports(), command, data, 10).unwrap();
        assert!(answer.refused, "{command} {data}");
    }
    assert_eq!(machine.perft(2, false).unwrap().nodes, 900);
    assert_eq!(machine.perft(0, false).unwrap().nodes, 1);
}

/// Mates, the most moves there can be, and the deepest count.
#[test]
fn roots_without_moves_and_depths_at_the_limits_are_answered() {
    let options = options(1, 4);
    let mut machine = machine(&options);
    let mut count = |sfen: &str, depth| {
        machine.load(&read(sfen)).unwrap();
        machine.perft(depth, false).map(|found| found.nodes)
    };
    let mate = "8k/8G/8G/9/9/9/9/9/K8 w - 1";
    for depth in 1..=6 {
        assert_eq!(count(mate, depth), Ok(0), "{depth}");
    }
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert_eq!((count(most, 1), count(most, 2)), (Ok(593), Ok(105_677)));
    assert_eq!(count(mate, 7), Err(MachineError::Depth { depth: 7, stack: 6 }));
    // A bare king each: the thread of the root goes down to the last place of its stack.
    let kings = "k8/9/9/9/9/9/9/9/8K b - 1";
    assert_eq!(count(kings, 6), Ok(read(kings).perft(6)));
}

/// In whatever cycle of a count: the machine is idle, and counts as ever.
#[test]
fn a_reset_ends_everything() {
    let many = read("8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124");
    for pairs in [1, 2] {
        let mut machine = machine(&options(pairs, 4));
        for cycles in [0, 1, 2, 40, 80, 83, 86, 88, 95, 110, 300, 900] {
            machine.load(&many).unwrap();
            let ports = machine.ports();
            command_port::interrupt(ports, PERFT, 3, cycles).unwrap();
            assert_eq!(Ports::peek(ports, "response_valid").unwrap(), 0, "{cycles} cycles");
            assert_eq!(Ports::peek(ports, "command_ready").unwrap(), 1, "{cycles} cycles");
            machine.load(&read(Position::START)).unwrap();
            let counted = machine.perft(2, false).unwrap();
            assert_eq!((counted.nodes, counted.moves), (900, 30), "{pairs} pairs, {cycles} cycles");
        }
    }
}

/// One thread makes all moves of a node whose moves are parents of leaves, so the end of a count
/// keeps few threads busy: the fewer, the more moves a node has.
#[test]
fn threads_stay_busy_in_one_pair_and_in_several() {
    for (pairs, least) in [(1, 0.96), (2, 0.92)] {
        let mut machine = machine(&options(pairs, 8));
        machine.load(&read(Position::START)).unwrap();
        let found = machine.perft(4, false).unwrap();
        assert_eq!((found.nodes, found.moves), (719_731, 25_470 + 900 + 30));
        let occupancy = found.moves as f64 / found.cycles as f64 / f64::from(pairs);
        assert!(occupancy >= least, "{pairs} pairs: {occupancy}");
    }
}

/// More pairs than files to share the root by: some get nothing of it.
#[test]
fn more_pairs_than_files_count_alike() {
    let mut machine = machine(&PerftOptions { levels: 100, ..options(10, 4) });
    machine.load(&read(Position::START)).unwrap();
    assert_eq!([1, 2].map(|depth| machine.perft(depth, false).unwrap().nodes), [30, 900]);
}

#[test]
fn threads_that_do_not_fill_the_pipeline_are_refused() {
    let refused = perft(&PerftOptions { threads: Some(8), ..options(1, 8) }).unwrap_err().to_string();
    assert!(refused.starts_with("8 threads where the pipeline needs"), "{refused}");
}
