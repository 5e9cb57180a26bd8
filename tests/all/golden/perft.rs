//! Counts of the walker in hardware, and the cycles it takes.

use movewright::chess::Position;
use movewright::chess::classic::Options;
use movewright::chess::epd::EpdLine;
use movewright::game::{Machine, MachineError, PerftCount};
use movewright::parts::arbiter::Order;

use super::machine::{Chess, for_each};
use super::{positions, rules};

/// As deep as the tests count; `make bench` goes deeper.
const DEPTH: u32 = 3;

/// Leaves up to which a depth is averaged over; a position with more is averaged at the depth
/// before.
const AVERAGED_LEAVES: u64 = 100_000;

/// The leaves a table states, or else those the rules library counts.
fn leaves(line: &EpdLine, depth: u32) -> u64 {
    let stated = line.counts.iter().find(|count| count.depth == depth);
    stated.map_or_else(|| rules::perft(&rules::board(&line.position), depth, false).0, |count| count.nodes)
}

fn count(chess: &mut Chess, position: &Position, depth: u32, checks_first: bool) -> PerftCount {
    chess.machine.load_in_order(position, checks_first).unwrap();
    chess.machine.perft(depth, checks_first).unwrap()
}

/// Counts every position of both tables to a depth; returns the counts by position and depth.
fn count_tables(options: &Options, deepest: u32, checks_first: bool) -> Vec<Vec<PerftCount>> {
    let lines = positions::tables();
    for_each(options, lines.len(), |chess, number| {
        let line = &lines[number];
        let at = |depth| {
            let counted = count(chess, &line.position, depth, checks_first);
            assert_eq!(counted.nodes, leaves(line, depth), "{} depth {depth}", line.position.to_fen());
            counted
        };
        (1..=deepest).map(at).collect()
    })
}

/// Pseudo-legal moves are those of a slow generator, so cycles are divided by what they should be.
fn compare_moves(counts: &[Vec<PerftCount>], checks_first: bool) {
    for (line, counts) in positions::tables().iter().zip(counts) {
        for (count, depth) in counts.iter().zip(1..=2) {
            let (_, moves) = rules::perft(&rules::board(&line.position), depth, checks_first);
            assert_eq!(count.moves, moves, "{} depth {depth}", line.position.to_fen());
        }
    }
}

/// The figure of the documentation: cycles over moves of the suite, each position at the deepest
/// depth averaged over.
fn cycles_per_move(counts: &[Vec<PerftCount>]) -> f64 {
    let suite = &counts[positions::perft_table().len()..];
    let averaged = suite.iter().map(|depths| {
        depths.iter().rev().find(|count| count.nodes <= AVERAGED_LEAVES).expect("depth 1 has few leaves")
    });
    let (cycles, moves) = averaged.fold((0, 0), |sum, count| (sum.0 + count.cycles, sum.1 + count.moves));
    println!("{cycles} cycles for {moves} moves, {:.3} a move", cycles as f64 / moves as f64);
    cycles as f64 / moves as f64
}

/// The machine of the 2002 paper's figure: 4.1 cycles a move there.
#[test]
fn unordered_in_fewer_than_three_cycles_a_move() {
    let options = Options { checks_first: false, ..Options::default() };
    let counts = count_tables(&options, DEPTH, false);
    compare_moves(&counts, false);
    let average = cycles_per_move(&counts);
    assert!(average < 3.0, "{average} cycles a move");
}

#[test]
fn checks_first() {
    let counts = count_tables(&Options::default(), DEPTH, true);
    compare_moves(&counts, true);
    println!("with checks first:");
    cycles_per_move(&counts);
}

/// The logic for checks first costs no cycle where it is not used.
#[test]
fn checks_first_built_in_but_not_used() {
    let with = count_tables(&Options::default(), 2, false);
    let without = count_tables(&Options { checks_first: false, ..Options::default() }, 2, false);
    assert_eq!(with, without);
}

#[test]
fn plain_order() {
    for checks_first in [false, true] {
        let options = Options { checks_first, order: Order::Plain, ..Options::default() };
        let counts = count_tables(&options, 2, checks_first);
        compare_moves(&counts, checks_first);
    }
}

/// Kings that may step beside the enemy's: alone, taking there, and off the line or along the line
/// of a check that they discover.
const BESIDE_A_KING: [&str; 5] = [
    "8/8/8/8/8/3k4/8/R3K3 w - - 0 1",
    "8/3r4/3b4/8/8/8/2RK2B1/5k2 b - - 0 1",
    "8/8/8/8/8/3k4/3p4/R3K3 w - - 0 1",
    "8/8/8/8/R2K1k2/8/8/8 w - - 0 1",
    "8/8/5k2/8/3K4/8/1B6/8 w - - 0 1",
];

/// The leaves are the pseudo-legal moves of legal nodes: a node in which the king can be taken ends
/// at once.
#[test]
fn without_the_legality_filter() {
    let options = Options { legality: false, ..Options::default() };
    let mut all = positions::all();
    all.extend(BESIDE_A_KING.map(|fen| Position::from_fen(fen).unwrap()));
    for checks_first in [false, true] {
        for_each(&options, all.len(), |chess, number| {
            let position = &all[number];
            let tried = rules::pseudo_legal(&rules::board(position)).len() as u64;
            let counted = count(chess, position, 1, checks_first);
            assert_eq!((counted.nodes, counted.moves), (tried, tried), "{}", position.to_fen());
            let (_, moves) = rules::perft(&rules::board(position), 2, false);
            let below = count(chess, position, 2, checks_first);
            assert_eq!((below.nodes, below.moves), (moves - tried, moves), "{}", position.to_fen());
        });
    }
}

/// The count below each move adds up, and a node goes on after the walker was below it.
#[test]
fn divided_by_moves() {
    let lines = positions::perft_table();
    for_each(&Options::default(), 12, |chess, number| {
        let (line, checks_first) = (&lines[number / 2], number % 2 == 1);
        let below = if number < 6 { 1 } else { 2 };
        chess.machine.load_in_order(&line.position, checks_first).unwrap();
        let mut nodes = 0;
        while let Some(generated) = chess.machine.next().unwrap() {
            chess.machine.down().unwrap();
            let counted = chess.machine.perft(below, !checks_first).unwrap().nodes;
            let position = line.position.after(generated.mv);
            assert_eq!(
                counted,
                rules::perft(&rules::board(&position), below, false).0,
                "{}",
                position.to_fen()
            );
            chess.machine.up().unwrap();
            nodes += counted;
        }
        assert_eq!(nodes, leaves(line, below + 1));
    });
}

/// The cycles reported are those of the clock.
#[test]
fn cycles_are_counted_right() {
    let mut chess = Chess::new(&Options::default());
    for line in positions::perft_table().iter().take(3) {
        for checks_first in [false, true] {
            chess.machine.load_in_order(&line.position, checks_first).unwrap();
            let before = chess.cycle();
            let counted = chess.machine.perft(2, checks_first).unwrap();
            // Beside the walk: the command, its answer, and two counters read.
            let beside = chess.cycle() - before - counted.cycles;
            assert!(beside < 12, "{beside}");
        }
    }
}

/// As deep as the stack goes and no deeper, from the root and from below it.
#[test]
fn the_stack_is_the_limit() {
    let position = Position::from_fen("K7/p7/k7/8/8/8/8/8 w - - 0 1").unwrap();
    for stack_depth in [8, 64] {
        let mut chess = Chess::new(&Options { stack_depth, ..Options::default() });
        let too_deep = |depth, stack| MachineError::Depth { depth, stack };
        chess.machine.load(&position).unwrap();
        assert_eq!(chess.machine.perft(stack_depth + 1, true), Err(too_deep(stack_depth + 1, stack_depth)));
        if stack_depth == 8 {
            let counted = count(&mut chess, &position, 8, true).nodes;
            assert_eq!(counted, rules::perft(&rules::board(&position), 8, false).0);
        }
        chess.machine.load(&position).unwrap();
        for _ in 1..stack_depth {
            assert!(chess.machine.next().unwrap().is_some());
            chess.machine.down().unwrap();
        }
        // The last ply: one move deep, but not below it.
        assert_eq!(chess.machine.perft(2, true), Err(too_deep(2, 1)));
        assert!(chess.machine.perft(1, true).unwrap().nodes > 0);
        assert!(chess.machine.next().unwrap().is_some());
        assert!(matches!(chess.machine.down(), Err(MachineError::Walk { direction: "down", .. })));
        for _ in 1..stack_depth {
            chess.machine.up().unwrap();
        }
        assert!(matches!(chess.machine.up(), Err(MachineError::Walk { direction: "up", .. })));
    }
}
