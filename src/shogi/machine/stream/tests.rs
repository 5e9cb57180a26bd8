//! The order of moves, and the machine against it.

use std::collections::HashSet;

use super::order::{ordered, place};
use super::{ShogiStream, pass_logic};
use crate::netlist::testing::Random;
use crate::shogi::Position;
use crate::shogi::machine::exercise::games;
use crate::shogi::machine::tests::{TRAPS, near_mates, published};
use crate::stream::{AT_ONCE, Expected, LanePass, PassLanes};

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
