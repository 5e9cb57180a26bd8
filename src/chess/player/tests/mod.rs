//! The player against the rules library: its moves, its values, its draws.

mod minimax;
mod moves;

use super::*;
use crate::chess::{Move, Position, reference};
use crate::hash::{Bound, Clusters, Layout, Store, Table};
use crate::netlist::testing::Random;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// A player with a table of so many clusters.
fn player(rules: Rules, clusters: u64) -> Player {
    Player::with(rules, Table::new(Layout::default(), Clusters::new(clusters).unwrap(), 1).unwrap())
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A search from a position after some moves.
fn searched(player: &mut Player, fen: &str, moves: &str, limits: &Limits) -> Found {
    let start = position(fen);
    let mut after = start.clone();
    let mut made = Vec::new();
    for text in moves.split_whitespace() {
        let mv = after.read_move(text).unwrap();
        after = after.after(mv);
        made.push(mv);
    }
    player.set_game(&start, &made);
    player.search(limits, &mut Unwatched)
}

/// The lines of a model of this machine, whose order of squares, table and last details differ: the
/// best moves and the values are nearly always the same, and so is the size of the trees.
#[test]
fn it_agrees_with_a_model_of_the_machine() {
    let lines = include_str!("../../../../tests/data/chess_search_vectors.txt").lines();
    let lines: Vec<Vec<&str>> =
        lines.filter(|line| !line.starts_with('#')).map(|line| line.split(" | ").collect()).collect();
    let (mut moves, mut values, mut ratio, mut counts) = (0, 0, 0.0, Counts::default());
    for line in &lines {
        let [fen, depth, best, value, nodes] = line[..] else { panic!("{line:?}") };
        let found =
            searched(&mut player(Rules::default(), 1 << 14), fen, "", &to_depth(depth.parse().unwrap()));
        moves += usize::from(found.best.is_some_and(|mv| mv.to_string() == best));
        values += usize::from(found.info.value.to_string() == value);
        ratio += (found.info.nodes as f64 / nodes.parse::<f64>().unwrap()).ln() / lines.len() as f64;
        counts.turns += found.counts.turns;
        counts.nodes += found.counts.nodes;
        counts.returns += found.counts.returns;
    }
    println!(
        "of {}: {moves} best moves, {values} values; nodes x {:.3}; {counts:?}",
        lines.len(),
        ratio.exp()
    );
    assert!(moves * 100 >= lines.len() * 95, "{moves} best moves");
    assert!(values * 100 >= lines.len() * 75, "{values} values");
    assert!((0.85..1.15).contains(&ratio.exp()), "nodes x {}", ratio.exp());
    // Each turn makes a move or leaves a node.
    assert_eq!(
        counts.turns,
        counts.nodes + counts.returns + lines.len() as u64 * 7 - ended_by_a_move(counts, &lines)
    );
}

/// Searches whose last turn made a move too.
fn ended_by_a_move(counts: Counts, lines: &[Vec<&str>]) -> u64 {
    counts.nodes + counts.returns + lines.len() as u64 * 7 - counts.turns
}

#[test]
fn mates_are_found() {
    // Two rooks drive a king to the eighth rank, which is so many ranks away.
    let ladder = |away: usize| format!("{}7k/{}R7/1R5K w - - 0 1", "8/".repeat(away), "8/".repeat(5 - away));
    let mut cases = vec![("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".into(), 1)];
    cases.extend((0..=3).map(|away| (ladder(away), 2 + away as u32)));
    for (fen, moves) in cases {
        let limits = Limits { mate: Some(moves), ..to_depth(14) };
        let found = searched(&mut player(Rules::default(), 1 << 12), &fen, "", &limits);
        assert!(matches!(Score::of(found.info.value), Score::Mate(1..)), "{fen}: {found:?}");
        assert!(found.info.value >= MATE - 2 * moves as i32, "{fen}: {found:?}");
    }
    assert_eq!(Score::of(MATE - 1).to_string(), "mate 1");
    assert_eq!(Score::of(MATE - 3).to_string(), "mate 2");
    assert_eq!(Score::of(2 - MATE).to_string(), "mate -1");
    assert_eq!(Score::of(-MATE).to_string(), "mate 0");
    assert_eq!(Score::of(-31).to_string(), "cp -31");
}

/// A side that is far behind reaches a draw where the rules allow it, and the other does not.
#[test]
fn draws_are_known() {
    // The queen could give check for ever.
    let perpetual = "6k1/5pp1/8/8/1q6/8/5PPP/Q5K1 w - - 0 1";
    let value = |fen: &str, moves: &str, depth| {
        searched(&mut player(Rules::default(), 1 << 12), fen, moves, &to_depth(depth)).info.value
    };
    assert!(value(perpetual, "", 4) < 500);
    // Bare kings, and a knight.
    assert_eq!(value("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", 3), 0);
    assert_eq!(value("8/8/4k3/8/8/4K3/4N3/8 w - - 0 1", "", 3), 0);
    // One half move before the 50 moves are over, only a capture or a mate counts.
    assert_eq!(value("8/8/4k3/8/8/4K3/8/R7 w - - 99 80", "", 3), 0);
    assert_eq!(Score::of(value("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "", 3)), Score::Mate(1));
    assert_eq!(Score::of(value("6k1/5ppp/8/8/8/8/8/R5K1 w - - 98 80", "", 3)), Score::Mate(1));
    // The rook's side wins, but not by going back to where the game has been twice.
    let shuffled = "a1a2 e6e7 a2a1 e7e6 a1a2 e6e7 a2a1 e7e6";
    let rook = "8/8/4k3/8/8/4K3/8/R7 w - - 0 1";
    let mut player = player(Rules::default(), 1 << 12);
    let back = Move::from_uci("a1a2").unwrap();
    let found = searched(&mut player, rook, shuffled, &Limits { only: vec![back], ..to_depth(4) });
    assert_eq!((found.best, found.info.value), (Some(back), 0));
    let found = searched(&mut player, rook, shuffled, &to_depth(6));
    assert!(found.best != Some(back) && found.info.value > 200, "{found:?}");
    // Stalemate.
    assert_eq!(value("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "", 2), 0);
}

/// The same search again has the same result, in the same turns; so have limits and a player whose
/// table is as empty as before.
#[test]
fn searches_are_repeatable() {
    let mut one = player(Rules::default(), 1 << 10);
    for fen in [Position::START, Position::KIWIPETE] {
        one.clear();
        let found = searched(&mut one, fen, "", &to_depth(5));
        let table = one.table().bytes().to_vec();
        one.clear();
        assert_eq!(searched(&mut one, fen, "", &to_depth(5)), found);
        assert_eq!(one.table().bytes(), table);
        for nodes in [1, 2, 50, 1_000, 5_000] {
            one.clear();
            let limited = searched(&mut one, fen, "", &Limits { nodes: Some(nodes), ..to_depth(5) });
            assert!(limited.info.nodes <= nodes, "{limited:?}");
            assert!(reference::legal_moves(&position(fen)).contains(&limited.best.unwrap()));
        }
    }
}

/// A line is of legal moves, and as long as the search is deep if nothing ends the game before.
#[test]
fn lines_are_legal_and_long() {
    let mut player = player(Rules::default(), 1 << 12);
    let found = searched(&mut player, Position::START, "", &to_depth(8));
    assert!(found.info.line.len() >= 8, "{found:?}");
    let mut after = Position::start();
    for mv in found.info.line {
        assert!(reference::legal_moves(&after).contains(&mv), "{mv} in {}", after.to_fen());
        after = after.after(mv);
    }
}

/// A table full of wrong moves and values never makes an illegal move.
#[test]
fn a_wrong_table_makes_no_illegal_move() {
    let mut random = Random(11);
    for line in reference::suite().iter().step_by(9) {
        let mut player = player(Rules::default(), 1 << 8);
        let start = &line.position;
        for first in reference::legal_moves(start) {
            let after = start.after(first);
            let key = crate::hash::zobrist::key_of(&crate::hash::zobrist::Constants::new(1), &after);
            player.spoil(
                key,
                &Store {
                    depth: 1 + random.below(20) as u32,
                    bound: Bound::of_code(random.below(4) as u32),
                    pv: false,
                    mv: random.next() as u32 & 0xffff,
                    value: random.next() as u32 & 0xffff,
                    eval: random.next() as u32 & 0xffff,
                },
            );
        }
        player.set_game(start, &[]);
        let found = player.search(&to_depth(4), &mut Unwatched);
        let mut after = start.clone();
        for mv in found.best.into_iter().chain(found.info.line.into_iter().skip(1)) {
            assert!(reference::legal_moves(&after).contains(&mv), "{mv} in {}", after.to_fen());
            after = after.after(mv);
        }
    }
}
