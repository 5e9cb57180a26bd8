use super::*;
use crate::chess::fast::tests::tree;
use crate::chess::reference::{gives_check, legal_moves, suite, traps};
use crate::chess::{Move, Position};
use crate::simulate::{Ports, Simulation};

/// The legal moves in the documented order, from the rules library.
fn ordered(position: &Position, checks_first: bool) -> Vec<Move> {
    let mut moves = legal_moves(position);
    let place = |mv: &Move| order::place(position, *mv, checks_first && gives_check(position, *mv));
    moves.sort_by_cached_key(place);
    moves
}

fn passes(checks_first: bool) -> PassLanes {
    PassLanes::new(&Pass::new(1000, pass_logic("pass", checks_first)).unwrap()).unwrap()
}

/// Compares all moves of the nodes at these positions.
fn compare(passes: &mut PassLanes, positions: &[Position], checks_first: bool) {
    for positions in positions.chunks(AT_ONCE) {
        let nodes = positions.iter().map(|position| {
            let moves = ordered(position, checks_first).into_iter().map(|mv| (mv, position.after(mv)));
            Expected { position: position.clone(), moves: moves.collect() }
        });
        assert_eq!(passes.compare(&nodes.collect::<Vec<_>>()).unwrap(), None);
    }
}

#[test]
fn every_move_comes_in_its_place_with_the_position_after_it() {
    compare(&mut passes(false), &tree(2, 3000), false);
}

/// Positions, and how many of their moves come before the others as checks.
const CHECKS: &[(&str, usize)] = &[
    // A knight uncovers a rook by every jump; with some it gives check too.
    ("k7/8/8/8/N7/8/8/R6K w - - 0 1", 4),
    ("4k3/8/8/8/4N3/8/8/4R2K w - - 0 1", 8),
    // So does a bishop.
    ("4k3/8/8/8/4B3/8/8/4R2K w - - 0 1", 12),
    // A king uncovers a rook on his file and on his rank, and bishops, but not along the line.
    ("4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", 6),
    ("k3K2R/8/8/8/8/8/8/8 w - - 0 1", 3),
    ("7k/8/8/8/3K4/8/8/B7 w - - 0 1", 6),
    ("k7/8/8/8/4K3/8/8/7B w - - 0 1", 6),
    // A pawn uncovers a rook on its rank by one step and by two.
    ("8/8/8/8/8/8/k2P3R/7K w - - 0 1", 2),
    // On its file by captures only.
    ("4k3/8/8/3p1p2/4P3/8/8/4R2K w - - 0 1", 2),
    ("4k3/8/8/8/8/8/4P3/4R2K w - - 0 1", 0),
    // On both diagonals by pushes and captures.
    ("8/7k/8/3p4/4P3/8/8/KB6 w - - 0 1", 2),
    ("8/k7/8/4p3/3P4/8/5B2/7K w - - 0 1", 2),
    // Pawns give check themselves: by two steps, by captures.
    ("8/8/8/3k4/8/8/2P1P3/7K w - - 0 1", 2),
    ("8/3k4/2p1p3/3P4/8/8/8/7K w - - 0 1", 2),
    // The slider that is uncovered is pinned itself.
    ("4k3/8/8/4N3/8/K3R2r/8/8 w - - 0 1", 8),
    ("3r4/7k/8/8/4N3/3B4/8/3K4 w - - 0 1", 8),
    // What would uncover a check is pinned: a knight for good; others may move along the pin.
    ("4k3/8/8/8/r3N2K/8/8/4R3 w - - 0 1", 0),
    ("8/7k/8/8/r3R2K/8/2B5/8 w - - 0 1", 6),
    ("4k2b/8/8/4B3/8/8/8/K3R3 w - - 0 1", 6),
    ("4r3/8/8/8/k3P2R/8/8/4K3 w - - 0 1", 1),
    // All moves give check; none does; there is none.
    ("8/8/3b4/p1p5/P1P5/8/1N3k2/7K w - - 0 1", 2),
    ("8/8/8/8/8/p1k5/P7/K7 w - - 0 1", 0),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
    // Out of check with check.
    ("k3r3/8/8/8/7Q/8/8/4K3 w - - 0 1", 1),
    // Queens give check from where a rook or a bishop on the same way does not.
    ("4k3/8/8/7R/8/8/8/KQ6 w - - 0 1", 7),
    ("4k3/8/8/8/8/8/2B3Q1/K7 w - - 0 1", 8),
    ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 7),
    // Castlings give check along the file and along the rank.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 3),
    ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4),
    ("8/8/8/8/8/8/8/k3K2R w K - 0 1", 4),
    ("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1", 3),
    ("8/8/8/8/8/8/8/R3K2k w Q - 0 1", 4),
    // They give none.
    ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", 3),
    ("5k2/8/8/5P2/8/8/8/4K2R w K - 0 1", 1),
    // Promotions come after checks, with check, with one uncovered, or without.
    ("1n2k3/P1P5/8/8/8/8/8/4K2R w - - 0 1", 1),
    ("8/k3P2R/8/8/8/8/8/7K w - - 0 1", 0),
    ("8/4P3/8/8/8/8/k7/5R1K w - - 0 1", 2),
    // Captures en passant stay among captures: with check by the pawn; uncovered by it, by both, by
    // the pawn that is taken; without.
    ("8/2k5/8/3pP3/8/8/8/4K2R w - d6 0 1", 1),
    ("4k3/8/8/3pP3/8/8/8/4R2K w - d6 0 1", 0),
    ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", 0),
    ("6k1/8/8/3pP3/8/1B6/8/4K2R w - d6 0 1", 3),
    ("4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 1", 1),
];

/// The same with the colors changed.
fn other_colors(fen: &str) -> String {
    let mut fields = fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let swapped = |text: &str| -> String {
        let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(swap).collect()
    };
    fields[0] = swapped(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    // Rights of white are written first.
    let mut rights: Vec<char> = swapped(&fields[2]).chars().collect();
    rights.sort_by_key(|right| "KQkq".find(*right));
    fields[2] = rights.into_iter().collect();
    fields[3] = fields[3].replace('6', "#").replace('3', "6").replace('#', "3");
    fields.join(" ")
}

#[test]
fn checks_come_first_where_they_are_asked_for() {
    let read = |fen: &str| Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let named: Vec<(Position, usize)> = (CHECKS.iter())
        .flat_map(|&(fen, checks)| [(read(fen), checks), (read(&other_colors(fen)), checks)])
        .collect();
    for (position, checks) in &named {
        let early = |mv: &Move| order::place(position, *mv, gives_check(position, *mv))[0] == 0;
        let found = legal_moves(position).iter().filter(|mv| early(mv)).count();
        assert_eq!(found, *checks, "{}", position.to_fen());
    }
    let named: Vec<Position> = named.into_iter().map(|(position, _)| position).collect();
    let mut passes = passes(true);
    for positions in [named, tree(2, 2000)] {
        compare(&mut passes, &positions, true);
    }
}

fn options(levels: u32, stack_depth: u32) -> StreamOptions {
    let name = "chess-stream".into();
    StreamOptions { name, levels, cuts: Vec::new(), threads: None, stack_depth }
}

fn driver(options: &StreamOptions, checks_first: bool) -> StreamDriver<Simulation> {
    let built = stream(options, checks_first).unwrap();
    StreamDriver::new(Simulation::new(&built.design).unwrap(), built.threads).unwrap()
}

/// Walks complete trees of this many nodes from the root down.
fn walk_all<P: Ports>(
    driver: &mut StreamDriver<P>,
    positions: &[Position],
    depth: usize,
    checks_first: bool,
) -> Walk {
    let ordered = |position: &Position| ordered(position, checks_first);
    walk(driver, positions, &Walks { depth, ordered, wanted: all_moves }).unwrap()
}

#[test]
fn threads_walk_through_trees_and_keep_the_pipeline_full() {
    let positions: Vec<Position> = suite().iter().map(|line| line.position.clone()).collect();
    let seen = walk_all(&mut driver(&options(2, 8), false), &positions, 2, false);
    assert_eq!(seen.difference, None);
    assert!(seen.busy_cycles > 1_000 && seen.busy_moves * 100 >= seen.busy_cycles * 97, "{seen:?}");
}

#[test]
fn threads_walk_through_trees_with_checks_first_and_lose_no_cycle() {
    let positions: Vec<Position> = suite().iter().step_by(3).map(|line| line.position.clone()).collect();
    let seen = walk_all(&mut driver(&options(12, 4), true), &positions, 2, true);
    assert_eq!(seen.difference, None);
    assert!(seen.busy_cycles > 1_000 && seen.busy_moves * 100 >= seen.busy_cycles * 97, "{seen:?}");
}

/// Mates, stalemates and the position of 218 moves are among them, as roots and one move below.
#[test]
fn no_trap_catches_the_threads_in_either_order() {
    for checks_first in [false, true] {
        let mut driver = driver(&options(12, 4), checks_first);
        for (name, position) in traps() {
            let seen = walk_all(&mut driver, &[position], 2, checks_first);
            assert_eq!(seen.difference, None, "{name}");
        }
    }
}

/// As deep as the stack reaches, and back: nodes are left when they still have moves, and those
/// above go on where they were.
#[test]
fn nodes_are_left_early_and_the_stack_is_used_to_its_limit() {
    let roots = |step| suite().iter().step_by(step).map(|line| line.position.clone()).collect::<Vec<_>>();
    let ordered = |position: &Position| ordered(position, false);
    for (stack_depth, step, wanted) in [(4, 2, [5, 1, 3, 2]), (64, 9, [2, 1, 1, 1])] {
        // In the deep stack there are two ways at every sixteenth ply.
        let wanted =
            |ply: usize| if stack_depth == 4 || ply.is_multiple_of(16) { wanted[ply % 4] } else { 1 };
        let walks = Walks { depth: stack_depth as usize, ordered, wanted };
        let seen = walk(&mut driver(&options(12, stack_depth), false), &roots(step), &walks).unwrap();
        assert_eq!((seen.difference, seen.deepest), (None, stack_depth - 1), "{} moves", seen.moves);
    }
}

/// In whatever cycle: afterwards no thread knows a node, nothing is answered that was asked before,
/// and trees are walked as ever.
#[test]
fn a_reset_ends_everything() {
    let built = stream(&options(12, 4), false).unwrap();
    let mut ports = Simulation::new(&built.design).unwrap();
    let positions: Vec<Position> = suite().iter().take(4).map(|line| line.position.clone()).collect();
    for cycles in [0, 1, 2, 5, 13, 14, 30, 61, 150, 400] {
        let mut before = StreamDriver::new(&mut ports, built.threads).unwrap();
        let (mut waiting, mut loaded) = (0..built.threads, vec![false; built.threads as usize]);
        let mut offered = None;
        for _ in 0..cycles {
            if offered.is_none()
                && let Some(thread) = waiting.next()
            {
                before.offer(thread, &positions[thread as usize % 4]).unwrap();
                offered = Some(thread);
            }
            let turn = before.cycle(|thread| loaded[thread as usize].then_some(0)).unwrap();
            if turn.loaded {
                loaded[offered.take().unwrap() as usize] = true;
            }
        }
        let mut after = StreamDriver::new(&mut ports, built.threads).unwrap();
        for _ in 0..2 * built.threads {
            let turn = after.cycle(|_| Some(0)).unwrap();
            assert!(turn.answer.as_ref().is_none_or(|answer| answer.error), "{cycles} cycles: {turn:?}");
        }
        (0..built.threads).for_each(|_| _ = after.cycle(|_| None).unwrap());
        let seen = walk_all(&mut after, &positions, 1, false);
        let moves = positions.iter().map(|position| legal_moves(position).len() as u64).sum();
        assert_eq!((seen.difference, seen.moves), (None, moves), "{cycles} cycles");
    }
}

/// Whenever it is offered, after a reset or straight behind another, and for whichever thread.
#[test]
fn a_position_is_taken_within_three_rounds_of_turns() {
    let built = stream(&options(12, 4), false).unwrap();
    let mut ports = Simulation::new(&built.design).unwrap();
    let [reset, thread, valid] = ["reset", "load_thread", "load_valid"].map(|name| ports.find(name).unwrap());
    for offset in 0..2 * built.threads {
        ports.poke(reset, 1).unwrap();
        ports.step();
        ports.poke(reset, 0).unwrap();
        (0..offset).for_each(|_| ports.step());
        for which in [offset, offset + 1, 5 * offset] {
            ports.poke(thread, (which % built.threads).into()).unwrap();
            ports.poke(valid, 1).unwrap();
            let taken = Ports::step_until(&mut ports, "load_ready", (3 * built.threads).into()).unwrap();
            assert!(taken.is_some(), "offered {offset} cycles after a reset to thread {which}");
            ports.step();
        }
        ports.poke(valid, 0).unwrap();
    }
}

/// The value at `ply` while a position is loaded means nothing: only the first node exists then.
#[test]
fn a_loaded_position_is_the_first_node() {
    let built = stream(&options(12, 4), false).unwrap();
    let mut ports = Simulation::new(&built.design).unwrap();
    let mut driver = StreamDriver::new(&mut ports, built.threads).unwrap();
    driver.offer(2, &Position::start()).unwrap();
    Ports::poke(&mut ports, "ply", 3).unwrap();
    assert!(Ports::step_until(&mut ports, "load_ready", 100).unwrap().is_some());
    Ports::step(&mut ports).unwrap();
    Ports::poke(&mut ports, "load_valid", 0).unwrap();
    let mut answer = |ply: u64| {
        while Ports::peek(&mut ports, "turn_of").unwrap() != 2 {
            Ports::step(&mut ports).unwrap();
        }
        Ports::poke(&mut ports, "ply", ply).unwrap();
        Ports::poke(&mut ports, "command_valid", 1).unwrap();
        Ports::step(&mut ports).unwrap();
        Ports::poke(&mut ports, "command_valid", 0).unwrap();
        assert!(Ports::step_until(&mut ports, "answer_valid", 100).unwrap().is_some());
        let found = ["answer_error", "answer_found"].map(|port| Ports::peek(&mut ports, port).unwrap());
        Ports::step(&mut ports).unwrap();
        found
    };
    assert_eq!(answer(3)[0], 1);
    assert_eq!(answer(0), [0, 1]);
    assert_eq!(answer(1), [0, 1]);
}

/// The memories of nodes rely on it: a word that is read while it is written may be anything.
#[test]
fn the_thread_whose_turn_it_is_is_not_the_one_whose_nodes_are_written() {
    for threads in [None, Some(40), Some(64)] {
        let options = StreamOptions { threads, ..options(12, 4) };
        let built = stream(&options, false).unwrap();
        let mut ports = Simulation::new(&built.design).unwrap();
        let (mut seen, mut writes) = (0u64, None);
        for _ in 0..2 * built.threads {
            let [turn, written] =
                ["turn_of", "answer_thread"].map(|port| Ports::peek(&mut ports, port).unwrap());
            assert_ne!(Some(turn), writes, "of {} threads", built.threads);
            // The word is written a cycle after the answer.
            writes = Some(written);
            seen |= 1 << turn;
            Ports::step(&mut ports).unwrap();
        }
        assert_eq!(seen.count_ones(), built.threads);
    }
}
