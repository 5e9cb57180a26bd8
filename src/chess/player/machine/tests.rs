mod games;
mod repetition;
mod table;
mod windows;

use super::selective::rules;
use super::*;
use crate::chess::evaluation::{Sets, Weights, evaluate};
use crate::chess::player::rules::{INFINITE, MATE, Rules};
use crate::chess::player::{Board, Givens};
use crate::chess::{PieceKind, Position, reference};
use crate::simulate::Simulation;
use crate::simulate::command_port::Pins;

/// Positions, each with the plies to search it alone and by all threads.
const POSITIONS: [(&str, u32); 24] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10", 2),
    ("8/8/3pP3/2pP3k/8/6K1/8/8 w - c6 0 2", 4),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 3),
    ("7k/R7/5K2/8/8/8/8/1R6 w - - 0 1", 3),
    ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 1),
    ("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", 1),
    ("8/P7/8/8/8/8/k7/7K w - - 0 1", 4),
    ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 3),
    ("4k3/8/8/8/3n4/4K3/8/8 w - - 0 1", 2),
    ("8/8/8/4k3/8/8/4R3/4K3 b - - 97 90", 4),
    ("7k/8/8/8/8/8/1R6/R5K1 w - - 98 90", 3),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 2),
    ("2kr3r/ppp2ppp/2n5/3q4/3P4/2P1B3/PP3PPP/R2Q1RK1 b - - 0 14", 2),
    ("4k2r/6pp/8/8/8/8/6PP/4K2R w Kk - 0 1", 3),
    ("8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50", 4),
    ("3r2k1/p4ppp/8/8/1b6/2N5/PP3PPP/2R3K1 w - - 0 1", 3),
    ("1k6/1pp5/8/8/8/8/r6r/6K1 w - - 0 1", 3),
    ("8/1P4k1/8/8/8/8/1p4K1/8 b - - 0 1", 4),
];

/// Wins of this kind: the score that says so.
const MATES: [(&str, u32, i32, &str); 4] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2, MATE - 1, "a1a8"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 2, MATE - 1, "h5f7"),
    ("7k/8/5K2/8/8/8/R7/1R6 w - - 0 1", 4, MATE - 3, ""),
    ("1k6/8/8/8/8/r7/1r6/6K1 b - - 0 1", 2, MATE - 1, "a3a1"),
];

const STACK: u32 = 32;

fn options(levels: u32) -> Options {
    Options {
        name: "chess-player".into(),
        levels,
        cuts: Vec::new(),
        threads: None,
        stack_depth: STACK,
        selective: true,
        repetition: true,
        table: None,
        weights: Weights::default(),
        weights_name: "full".into(),
    }
}

fn machine(player: &Player) -> SearchMachine<Pins<Simulation>> {
    let mut simulation = Simulation::new(&player.design).unwrap();
    simulation.compile();
    SearchMachine::new(simulation, "test", STACK).unwrap()
}

/// Alpha-beta as books have it, with rules that others wrote.
struct Plain {
    weights: Weights,
    /// A position that repeats is a draw.
    repetition: bool,
}

impl Plain {
    fn evaluation(&self, position: &Position) -> i32 {
        evaluate(&Sets::from(position), position.side, &self.weights).value
    }

    fn is_too_little(position: &Position) -> bool {
        let pieces = position.board.iter().flatten().map(|piece| piece.kind);
        let pieces: Vec<PieceKind> = pieces.filter(|kind| *kind != PieceKind::King).collect();
        let minor = |kind: &PieceKind| matches!(kind, PieceKind::Knight | PieceKind::Bishop);
        pieces.len() < 2 && pieces.iter().all(minor)
    }

    /// The value of the last position of a path.
    fn value(&self, path: &mut Vec<Position>, depth: u32, [mut alpha, beta]: [i32; 2]) -> i32 {
        let (ply, position) = (path.len() as i32 - 1, path[path.len() - 1].clone());
        let position = &position;
        let mut legal = reference::legal_moves(position);
        // Only so that it takes no hours: large victims first, by small pieces.
        let code = |square| position.piece(square).map_or(0, |piece| i32::from(piece.kind.code()));
        legal.sort_by_key(|mv| (-code(mv.to), code(mv.from)));
        let check = !reference::board(position).checkers().is_empty();
        if ply > 0 {
            if Self::is_too_little(position) || self.repetition && repetition::repeats(path) {
                return 0;
            }
            if position.halfmove >= 100 && !(check && legal.is_empty()) {
                return 0;
            }
        }
        let stands = depth == 0 && !check;
        let mut best = if stands { self.evaluation(position) } else { -INFINITE };
        if legal.is_empty() && !stands {
            return if check { ply - MATE } else { 0 };
        }
        alpha = alpha.max(best);
        let takes = |mv: &crate::chess::Move| {
            let pawn = position.piece(mv.from).is_some_and(|piece| piece.kind == PieceKind::Pawn);
            let queen = mv.promotion == Some(PieceKind::Queen);
            let takes = position.piece(mv.to).is_some() || pawn && position.en_passant == Some(mv.to);
            queen || takes && mv.promotion.is_none()
        };
        for mv in legal {
            if alpha >= beta {
                break;
            }
            if stands && !takes(&mv) {
                continue;
            }
            path.push(position.after(mv));
            let below = self.value(path, depth.saturating_sub(1), [-beta, -alpha]);
            path.pop();
            best = best.max(-below);
            alpha = alpha.max(best);
        }
        best
    }
}

/// The value of a search of the machine's kind is that of one which knows no threads, windows that
/// close, or order of moves.
#[test]
fn the_model_finds_the_value_of_plain_alpha_beta() {
    let givens = Givens::default();
    for repetition in [false, true] {
        let plain = Plain { weights: Weights::default(), repetition };
        let schedule = Schedule { repetition, ..Schedule::ALONE };
        for (fen, most) in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            for depth in 1..most.max(2) {
                let found = Model::search(&givens, schedule, &position, depth);
                let expected = plain.value(&mut vec![position.clone()], depth, [-INFINITE, INFINITE]);
                assert_eq!(found.score, expected, "{depth} plies of {fen}");
                assert_eq!(found.best.is_none(), reference::legal_moves(&position).is_empty(), "{fen}");
            }
        }
    }
}

#[test]
fn however_many_threads_there_are_the_best_move_is_the_same() {
    let givens = Givens::default();
    for (fen, most) in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let alone = Model::search(&givens, Schedule::ALONE, &position, most);
        for (threads, used, places) in [(12, 1, 32), (12, 12, 32), (12, 12, 5), (70, 33, 1), (70, 70, 11)] {
            let schedule = Schedule { threads, used, report: threads - 1, places, ..Schedule::ALONE };
            let found = Model::search(&givens, schedule, &position, most);
            assert_eq!(
                (found.best, found.score),
                (alone.best, alone.score),
                "{used} of {threads}, {places}: {fen}"
            );
        }
    }
}

#[test]
fn mates_are_found() {
    let givens = Givens::default();
    for (fen, depth, score, best) in MATES {
        let position = Position::from_fen(fen).unwrap();
        let found = Model::search(&givens, Schedule::ALONE, &position, depth);
        assert_eq!(found.score, score, "{fen}");
        let text = found.best.map(|mv| mv.to_string());
        assert!(best.is_empty() || text.as_deref() == Some(best), "{fen}: {text:?}");
    }
}

/// Best move, score, nodes, turns and clock cycles, alone and with all threads, with what earlier
/// searches have left in the table, which is cleared halfway.
fn agrees(options: Options, positions: &[(&str, u32)]) {
    let player = player(&options).unwrap();
    let (schedule, threads) = (player.schedule, player.schedule.threads);
    let (mut machine, givens) = (machine(&player), Givens::default());
    let mut table = Table::new(options.table);
    for (place, (fen, most)) in positions.iter().enumerate() {
        let position = Position::from_fen(fen).unwrap();
        machine.load(&position).unwrap();
        if options.table.is_some() && place == positions.len() / 2 {
            machine.clear_table().unwrap();
            table = Table::new(options.table);
        }
        let alone = if options.table.is_some() { most } else { most.min(&3) };
        for (used, deepest) in [(1, alone), (threads, most), (4, &2)] {
            let schedule = Schedule { used, ..schedule };
            machine.use_threads(used % threads).unwrap();
            for depth in 1..=*deepest {
                let found = machine.search(depth).unwrap();
                let expected = Model::search_in(&mut table, &givens, schedule, &position, depth);
                let context = format!("{depth} plies by {used} of {threads}: {fen}");
                assert_eq!((found.best, found.score), (expected.best, expected.score), "{context}");
                assert_eq!((found.nodes, found.turns), (expected.nodes, expected.turns), "{context}");
                assert_eq!(found.cycles, schedule.cycles(&expected), "{context}");
                assert!(!found.halted, "{context}");
            }
        }
    }
}

#[test]
fn the_machine_finds_what_the_model_finds() {
    agrees(options(100), &POSITIONS);
}

#[test]
fn the_machine_without_selection_finds_what_the_model_finds() {
    agrees(Options { selective: false, repetition: false, ..options(100) }, &POSITIONS);
}

#[test]
fn a_deep_pipeline_finds_the_same() {
    agrees(options(6), &POSITIONS[6..12]);
}

/// How searches are shared.
#[derive(Clone, Copy)]
struct Way {
    places: u32,
    selective: bool,
    sharing: Sharing,
}

/// The machine's way to share.
const MACHINE: Way = Way { places: PLACES, selective: true, sharing: Sharing::MACHINE };

/// The nodes, turns and rounds of a search of these positions, each so many plies deep.
fn measured(threads: u32, way: Way, positions: &[(&str, u32)]) -> [u64; 3] {
    let Way { places, selective, sharing } = way;
    let givens = Givens::default();
    let mut sums = [0; 3];
    for (fen, depth) in positions {
        let position = Position::from_fen(fen).unwrap();
        let schedule = Schedule {
            threads,
            used: threads,
            report: threads,
            stack_depth: STACK,
            places,
            selective,
            repetition: selective,
            table: None,
        };
        let found = Model::search_by(&givens, schedule, rules(selective, false), sharing, &position, *depth);
        let rounds = found.last / u64::from(threads);
        sums = std::array::from_fn(|at| sums[at] + [found.nodes, found.turns, rounds][at]);
    }
    sums
}

/// Prints nodes, the share of turns in which no move is made, and the gain by threads.
fn print_measured(name: &str, way: Way, positions: &[(&str, u32)]) {
    let mut alone = None;
    for threads in [1_u32, 8, 16, 30, 50] {
        let [nodes, turns, rounds] = measured(threads, way, positions);
        let all = rounds * u64::from(threads);
        let without = |of: u64| 100.0 * (of as f64 - nodes as f64) / of as f64;
        let gain = *alone.get_or_insert(rounds) as f64 / rounds as f64;
        println!(
            "{name}, {threads} threads: {nodes} nodes, {:.1} % of turns at a node make none, {:.1} % of all; \
             {rounds} rounds, {gain:.2} times as fast",
            without(turns),
            without(all),
        );
    }
}

/// The positions of the other tests, so many plies deeper.
fn deeper(plies: u32) -> Vec<(&'static str, u32)> {
    POSITIONS.map(|(fen, most)| (fen, most + plies)).to_vec()
}

#[test]
#[ignore = "a measurement"]
fn turns_without_a_move() {
    for selective in [false, true] {
        println!("selective: {selective}");
        let way = Way { selective, ..MACHINE };
        print_measured("a ply deeper", way, &deeper(1));
        print_measured("two plies deeper", way, &deeper(2));
    }
}

/// So many middle games, the first behind every so many openings.
fn middle_games(every: usize, count: usize) -> Vec<&'static str> {
    let openings = include_str!("../../../../tests/data/chess_openings.txt");
    let openings = openings.lines().filter(|line| !line.starts_with('#'));
    let games: Vec<&str> = openings.step_by(every).take(count).collect();
    assert_eq!(games.len(), count);
    games
}

/// Searches as long as those of games: middle games, to a fixed depth.
#[test]
#[ignore = "a measurement"]
fn long_searches_of_middle_games() {
    for depth in [6, 7, 8] {
        let games: Vec<(&str, u32)> = middle_games(5, 20).into_iter().map(|fen| (fen, depth)).collect();
        print_measured(&format!("20 middle games, {depth} plies"), MACHINE, &games);
    }
}

/// Nodes of middle games by each of the rules.
#[test]
#[ignore = "a measurement"]
fn nodes_by_rule() {
    let fens = middle_games(12, 8);
    let but = |change: fn(&mut Rules)| {
        let mut all = rules(true, false);
        change(&mut all);
        all
    };
    let variants = [
        ("plain", rules(false, false)),
        ("all", rules(true, false)),
        ("all but killers", but(|all| all.killers = false)),
        ("all but checks", but(|all| all.checks = false)),
        ("all but reductions", but(|all| all.reductions = false)),
        ("all but losing captures", but(|all| all.puts_off = false)),
        ("all but null moves", but(|all| all.null = 0)),
        ("all but futility", but(|all| all.futility = rules(false, false).futility)),
        ("all but reverse futility", but(|all| all.reverse_futility = rules(false, false).reverse_futility)),
    ];
    let givens = Givens::default();
    for depth in 4..=6 {
        for (name, rules) in &variants {
            let nodes = |fen: &&str| {
                let position = Position::from_fen(fen).unwrap();
                let search = |rules| {
                    let sharing = Sharing::MACHINE;
                    let schedule = Schedule { repetition: true, ..Schedule::ALONE };
                    Model::search_by(&givens, schedule, rules, sharing, &position, depth)
                };
                search(rules.clone()).nodes
            };
            println!("{depth} plies, {name}: {} nodes", fens.iter().map(nodes).sum::<u64>());
        }
    }
}

/// Other ways to share nodes.
#[test]
#[ignore = "a measurement"]
fn ways_to_share() {
    let machine = Sharing::MACHINE;
    let variants = [
        ("as the machine", PLACES, machine),
        ("one candidate", PLACES, Sharing { candidates: 1, ..machine }),
        ("any number of candidates", PLACES, Sharing { candidates: 128, ..machine }),
        ("without alpha from above", PLACES, Sharing { narrows: false, ..machine }),
        ("16 places", 16, machine),
        ("32 places", 32, machine),
        ("128 places", 128, machine),
        ("128 places, joined with one ply left", 128, Sharing { from: 1, ..machine }),
    ];
    for (name, places, sharing) in variants {
        print_measured(name, Way { places, selective: false, sharing }, &deeper(1));
    }
}

#[test]
fn a_search_that_is_given_up_has_a_move() {
    let player = player(&options(100)).unwrap();
    let mut machine = machine(&player);
    let position = Position::from_fen(POSITIONS[1].0).unwrap();
    machine.load(&position).unwrap();
    machine.limit(20_000).unwrap();
    let found = machine.search(6).unwrap();
    assert!(found.halted && (20_000..20_100).contains(&found.cycles), "{found:?}");
    let legal = reference::legal_moves(&position);
    assert!(found.best.is_none_or(|best| legal.contains(&best)), "{found:?}");
    machine.limit(0).unwrap();
    assert!(!machine.search(1).unwrap().halted);
    // While the position is turned, when threads begin, and later.
    for last in [1, 2, 66, 68, 70, 71, 72, 73, 74, 75, 90, 400, 3_000] {
        let found = machine.search_while(4, 1, &mut |cycles| cycles < last).unwrap().unwrap();
        assert!(found.halted && found.cycles < last + 200, "{last}: {found:?}");
        assert!(found.best.is_none_or(|best| legal.contains(&best)), "{last}: {found:?}");
    }
    let found = machine.search_while(1, 1 << 20, &mut |_| false).unwrap().unwrap();
    assert!(!found.halted, "{found:?}");
    // What was given up has left nothing behind.
    let expected = Model::search(&Givens::default(), player.schedule, &position, 2);
    let again = machine.search(2).unwrap();
    assert_eq!((again.best, again.score, again.nodes), (expected.best, expected.score, expected.nodes));
}
