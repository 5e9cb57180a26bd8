//! The counter against the rules.

use super::exercise::STARTS;
use super::lanes::CountLanes;
use super::side::Seen;
use super::{Count, CountOptions, count};
use crate::netlist::testing::Random;
use crate::shogi::{Move, Position};

const COUNTS: &str = include_str!("../../../tests/data/shogi_perft.txt");

fn options(levels: u32) -> CountOptions {
    CountOptions { name: "shogi-count".into(), levels, cuts: Vec::new() }
}

/// The counts of positions by the machine, 64 at a time.
fn counts(built: &Count, positions: &[Position]) -> Vec<u64> {
    let seen: Vec<Seen> = positions.iter().map(Seen::of).collect();
    CountLanes::new(built).unwrap().counts(&seen).unwrap()
}

fn agrees(built: &Count, positions: &[Position]) {
    for (position, found) in positions.iter().zip(counts(built, positions)) {
        assert_eq!(found, position.moves().len() as u64, "{position}");
    }
}

fn published() -> Vec<Position> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split(';').next().unwrap().parse().unwrap()).collect()
}

/// What the exercise leaves out if it does not read.
#[test]
fn the_exercise_begins_where_games_can() {
    for start in STARTS {
        assert!(!start.parse::<Position>().unwrap().moves().is_empty(), "{start}");
    }
}

/// Every published position and those below it, evenly chosen.
#[test]
fn the_counts_are_those_of_the_rules() {
    let built = count(&options(2)).unwrap();
    let roots = published();
    agrees(&built, &roots);
    let below: Vec<Position> = roots
        .iter()
        .flat_map(|root| {
            let moves = root.moves();
            let step = moves.len().div_ceil(60).max(1);
            moves.into_iter().step_by(step).map(|mv| root.after(mv)).collect::<Vec<_>>()
        })
        .collect();
    assert!(below.len() > 1_500);
    agrees(&built, &below);
}

/// A position for each trap of the pawn drop: whether the drop is legal.
const TRAPS: [(&str, &str, &str, bool); 14] = [
    ("mate", "7lk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", false),
    ("the king has a flight", "8k/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", true),
    ("a gold general takes the pawn", "7gk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", true),
    ("that general is pinned", "R6gk/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", false),
    ("it is pinned along the file", "3lkl3/3p1p3/4g4/5N3/4R4/9/9/9/K8 b P 1", "P*5b", true),
    ("a rook is", "3lkl3/3p1p3/9/4rN3/9/4L4/9/9/K8 b P 1", "P*5b", true),
    ("a pinned piece does not come along the file", "3lkl3/3p1p3/9/4nN3/9/4L4/9/9/K8 b P 1", "P*5b", false),
    ("a rook takes the pawn", "7lk/r8/8G/9/9/9/9/9/4K4 b P 1", "P*1b", true),
    ("the rook's way is blocked", "7lk/r3P4/8G/9/9/9/9/9/4K4 b P 1", "P*1b", false),
    ("nobody guards the pawn", "7lk/9/9/9/9/9/9/9/K8 b P 1", "P*1b", true),
    ("the pawn blocks its own bishop", "4kl3/3p1p3/9/6B2/9/9/9/9/4K4 b P 1", "P*5b", true),
    ("the pawn ends a check and mates", "3lk4/3r2K2/4G4/1B7/9/9/9/9/9 b P 1", "P*5b", false),
    ("a promoted pawn is no second one", "4k4/9/9/9/4+P4/9/9/9/4K4 b P 1", "P*5h", true),
    ("a second pawn on the file", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5h", false),
];

#[test]
fn no_trap_of_the_pawn_drop_catches_it() {
    let positions = TRAPS.map(|(_, sfen, ..)| sfen.parse::<Position>().unwrap());
    for ((trap, _, mv, legal), position) in TRAPS.iter().zip(&positions) {
        assert_eq!(position.is_legal(mv.parse().unwrap()), *legal, "{trap}");
    }
    agrees(&count(&options(100)).unwrap(), &positions);
}

/// The most that is known.
#[test]
fn a_position_has_593_moves() {
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1".parse().unwrap();
    assert_eq!(counts(&count(&options(100)).unwrap(), &[most]), [593]);
}

/// Games at random, in which most moves are drops as soon as there are any.
#[test]
fn positions_of_games_at_random_are_counted_right() {
    let mut random = Random(34);
    let mut positions = Vec::new();
    while positions.len() < 3_000 {
        let mut position: Position = Position::START.parse().unwrap();
        for _ in 0..150 {
            positions.push(position.clone());
            let moves = position.moves();
            let drops: Vec<Move> =
                moves.iter().filter(|mv| matches!(mv, Move::Drop { .. })).copied().collect();
            let chosen = if drops.is_empty() || random.below(3) == 0 { &moves } else { &drops };
            let Some(count) = Some(chosen.len()).filter(|count| *count > 0) else { break };
            position = position.after(chosen[random.below(count)]);
        }
    }
    agrees(&count(&options(40)).unwrap(), &positions);
}

/// Kings in corners and at edges with a pawn in hand: where a dropped pawn may give mate.
#[test]
fn pawn_drops_near_a_mate_are_counted_right() {
    let mut random = Random(34);
    let (mut positions, mut mates) = (Vec::new(), 0);
    while positions.len() < 4_000 {
        let mut ranks = vec![vec!["1".to_string(); 9]; 9];
        ranks[8][4] = "K".into();
        let (file, rank) = ([0, 1, 4, 7, 8][random.below(5)], random.below(2));
        ranks[rank][file] = "k".into();
        for _ in 0..2 + random.below(9) {
            const SIGNS: [&str; 16] =
                ["G", "+P", "S", "N", "B", "R", "+B", "+R", "L", "g", "s", "n", "b", "r", "l", "p"];
            let [row, column] = [(rank + random.below(5)) % 9, (file + 7 + random.below(5)) % 9];
            if ranks[row][column] == "1" {
                ranks[row][column] = SIGNS[random.below(16)].into();
            }
        }
        let board: Vec<String> = ranks.into_iter().map(|rank| rank.concat()).collect();
        let Ok(position) = format!("{} b P 1", board.join("/")).parse::<Position>() else { continue };
        let drops = position.pseudo_legal().into_iter().filter(|mv| mv.to_string().starts_with("P*"));
        mates += drops
            .filter(|mv| {
                let next = position.after(*mv);
                !position.is_legal(*mv) && next.is_check() && next.is_lost()
            })
            .count();
        positions.push(position);
    }
    assert!(mates > 30, "{mates} positions in which a drop would give mate");
    agrees(&count(&options(40)).unwrap(), &positions);
}
