//! The order of moves, and the machine against it.

use std::collections::HashSet;

use super::order::{ordered, place};
use super::{ShogiStream, TELLING, pass_logic, shogi_stream};
use crate::game::{Generated, Machine, MachineError};
use crate::netlist::testing::Random;
use crate::shogi::machine::exercise::games;
use crate::shogi::machine::tests::{TRAPS, near_mates, published};
use crate::shogi::{Move, Position, Shogi};
use crate::simulate::Simulation;
use crate::stream::{
    AT_ONCE, Expected, LanePass, OneThread, PassLanes, StreamDriver, StreamOptions, Walk, Walks, walk,
};

/// All moves of some positions in the documented order.
const ORDERS: [(&str, &str); 6] = [
    // A rook is worth more than a bishop, and a pawn takes before a silver general does.
    ("4k4/9/9/3rb4/3SP4/9/9/9/4K4 b - 1", "6e6d 5e5d 6e5d 5i6i 5i4i 5i6h 5i5h 5i4h 6e7f 6e5f 6e7d"),
    // A capture with promotion and without; then promotions, quiet moves.
    (
        "k8/4p4/4S4/9/9/9/9/9/4K4 b - 1",
        "5c5b+ 5c5b 5c6d+ 5c4d+ 5c6b+ 5c4b+ 5i6i 5i4i 5i6h 5i5h 5i4h 5c6d 5c4d 5c6b 5c4b",
    ),
    // A promoted pawn counts as a gold general, before silver; as an aggressor too.
    ("8k/9/9/9/9/3+ps4/3N+P4/9/K8 b - 1", "5g6f 5g5f 9i8i 9i9h 9i8h 5g5h 5g4g 5g4f 6g7e 6g5e"),
    // Drops come last, square by square, from pawn to rook.
    ("k8/9/9/9/9/9/4r4/9/4K4 b GP 1", "5i6i 5i4i 5i6h 5i4h P*5h G*5h"),
    // White sees the board from the other side.
    ("4k4/9/4R4/9/9/9/9/9/K8 w gp 1", "5a4a 5a6a 5a4b 5a6b P*5b G*5b"),
    // A pawn has to promote on the last row, and a knight on the last two.
    ("8k/4P4/3N5/9/9/9/9/9/K8 b - 1", "6c7a+ 5b5a+ 6c5a+ 9i8i 9i9h 9i8h"),
];

fn read(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

#[test]
fn moves_come_in_the_documented_order() {
    for (sfen, first) in ORDERS {
        let moves: Vec<String> = ordered(&read(sfen)).iter().map(ToString::to_string).collect();
        assert_eq!(moves.join(" "), *first, "{sfen}");
    }
}

/// The order is one of all moves.
#[test]
fn no_two_moves_of_a_position_have_the_same_place() {
    for position in published().into_iter().chain(games(7).take(300)) {
        let places: HashSet<_> = position.moves().iter().map(|mv| place(&position, *mv)).collect();
        assert_eq!(places.len(), position.moves().len(), "{position}");
    }
}

/// Compares every move of these positions, its place, the position after it, and which is last.
fn compare(positions: &[Position]) {
    let pass = LanePass::<ShogiStream>::new(1000, pass_logic("pass")).unwrap();
    let mut passes = PassLanes::new(&pass).unwrap();
    for positions in positions.chunks(AT_ONCE) {
        let nodes = positions.iter().map(|position| {
            let moves = ordered(position).into_iter().map(|mv| (mv, position.after(mv)));
            Expected { position: position.clone(), moves: moves.collect() }
        });
        assert_eq!(passes.compare(&nodes.collect::<Vec<_>>()).unwrap(), None);
    }
}

/// Those one move below, evenly chosen, too.
#[test]
fn every_move_of_published_positions_comes_in_its_place() {
    let roots = published();
    let below = roots.iter().flat_map(|root| {
        let moves = root.moves();
        let step = moves.len().div_ceil(6).max(1);
        moves.into_iter().step_by(step).map(|mv| root.after(mv)).collect::<Vec<_>>()
    });
    compare(&roots.iter().cloned().chain(below).collect::<Vec<_>>());
}

#[test]
fn no_trap_of_the_pawn_drop_catches_the_pass() {
    compare(&TRAPS.map(|(_, sfen, ..)| read(sfen)));
    compare(&ORDERS.map(|(sfen, _)| read(sfen)));
}

#[test]
fn every_move_of_positions_at_random_comes_in_its_place() {
    compare(&games(11).step_by(3).take(300).collect::<Vec<_>>());
    compare(&near_mates(&mut Random(12), 300));
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn every_move_of_ten_thousand_positions_comes_in_its_place() {
    compare(&games(17).take(5_000).collect::<Vec<_>>());
    compare(&near_mates(&mut Random(18), 5_000));
}

fn options(stack_depth: u32) -> StreamOptions {
    StreamOptions { name: "shogi-stream".into(), levels: 12, cuts: Vec::new(), threads: None, stack_depth }
}

/// All threads walk below these positions, and ask for so many moves at a node of each ply.
fn walked(options: &StreamOptions, positions: &[Position], wanted: &[usize]) -> Walk {
    let built = shogi_stream(options).unwrap();
    let mut simulation = Simulation::new(&built.design).unwrap();
    simulation.compile();
    let mut driver = StreamDriver::<_, ShogiStream>::new(simulation, built.threads).unwrap();
    let walks = Walks { depth: wanted.len(), ordered, wanted: |ply: usize| wanted[ply] };
    walk(&mut driver, positions, &walks).unwrap()
}

#[test]
fn threads_walk_and_keep_the_pipeline_full() {
    let positions: Vec<Position> = published().into_iter().chain(games(5).step_by(23).take(60)).collect();
    let seen = walked(&StreamOptions { levels: 2, ..options(4) }, &positions, &[12, 12]);
    assert_eq!(seen.difference, None);
    assert!(seen.busy_cycles > 1_000 && seen.busy_moves * 100 >= seen.busy_cycles * 97, "{seen:?}");
}

/// As deep as the stack reaches, and back: nodes are left in every phase, and those above go on
/// where they were.
#[test]
fn nodes_are_left_early_and_the_stack_is_used_to_its_limit() {
    let positions: Vec<Position> = published().into_iter().step_by(2).collect();
    let seen = walked(&options(4), &positions, &[7, 3, 2, 4]);
    assert_eq!((seen.difference, seen.deepest), (None, 3), "{} moves", seen.moves);
}

/// Mates, and drops that would give one, as roots and one move below.
#[test]
fn no_trap_catches_the_threads() {
    let mate = read("8k/8G/8G/9/9/9/9/9/K8 w - 1");
    let positions: Vec<Position> = TRAPS.iter().map(|(_, sfen, ..)| read(sfen)).chain([mate]).collect();
    let seen = walked(&options(4), &positions, &[usize::MAX, 2]);
    assert_eq!(seen.difference, None);
}

/// The machine as `movewright moves` drives it.
#[test]
fn one_thread_shows_the_moves_and_counts_trees() {
    let built = shogi_stream(&options(4)).unwrap();
    let ports = Box::new(Simulation::new(&built.design).unwrap());
    let mut machine = OneThread::<ShogiStream>::new(ports, "built-in simulator", &built, 4, TELLING).unwrap();
    let said = |result: Result<(), MachineError>| result.unwrap_err().to_string();
    let position = read("4k4/9/4R4/9/9/9/9/9/K8 w gp 1");
    assert!(machine.next().unwrap_err().to_string().ends_with("no position was loaded; load one"));
    machine.load(&position).unwrap();
    assert!(said(machine.down()).ends_with("no move is held; ask for the next one first"));
    assert!(said(machine.up()).starts_with("cannot go up here: this is the root"));
    let moves: Vec<Move> = machine.rest().unwrap().iter().map(Generated::mv).collect();
    assert_eq!(moves, ordered(&position));
    machine.load(&position).unwrap();
    assert_eq!(machine.perft(2, false).unwrap().nodes, position.perft(2));
    machine.load(&position).unwrap();
    for _ in 0..3 {
        machine.next().unwrap();
        Machine::<Shogi>::down(&mut machine).unwrap();
    }
    machine.next().unwrap();
    assert!(said(machine.down()).ends_with("the stack is full; build a deeper one"));
}
