//! The counter against the rules.

use super::count;
use super::exercise::STARTS;
use super::lanes::CountLanes;
use super::side::Seen;
use crate::describe::{EveryCycle, EveryCycleOptions};
use crate::netlist::testing::Random;
use crate::shogi::{Move, Position};

const COUNTS: &str = include_str!("../../../tests/data/shogi_perft.txt");

fn options(levels: u32) -> EveryCycleOptions {
    EveryCycleOptions { name: "shogi-count".into(), levels, cuts: Vec::new() }
}

/// The counts of positions by the machine, 64 at a time.
fn counts(built: &EveryCycle, positions: &[Position]) -> Vec<u64> {
    let seen: Vec<Seen> = positions.iter().map(Seen::of).collect();
    CountLanes::new(built).unwrap().counts(&seen).unwrap()
}

fn agrees(built: &EveryCycle, positions: &[Position]) {
    for (position, found) in positions.iter().zip(counts(built, positions)) {
        assert_eq!(found, position.moves().len() as u64, "{position}");
    }
}

pub(super) fn published() -> Vec<Position> {
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
pub(super) const TRAPS: [(&str, &str, &str, bool); 14] = [
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

/// Positions of games at random, in which most moves are drops as soon as there are any.
fn of_games(random: &mut Random, least: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    while positions.len() < least {
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
    positions
}

/// A position with White's king near its edge, pieces around it, both kinds of sliders from afar, a
/// pawn in Black's hand, and Black's king anywhere: often in check from a piece behind the square
/// of the drop.
fn near_a_mate(random: &mut Random) -> Option<Position> {
    const NEAR: [&str; 16] =
        ["G", "+P", "S", "N", "B", "R", "+B", "+R", "L", "g", "s", "n", "b", "r", "l", "p"];
    const FAR: [&str; 8] = ["R", "B", "L", "r", "b", "l", "+R", "+b"];
    let mut ranks = vec![vec!["1"; 9]; 9];
    let (file, rank) = ([0, 1, 4, 7, 8][random.below(5)], random.below(3));
    ranks[rank][file] = "k";
    let mut put = |row: usize, column: usize, sign: &'static str| {
        let square = ranks.get_mut(row).and_then(|rank| rank.get_mut(column));
        if let Some(square) = square.filter(|square| **square == "1") {
            *square = sign;
        }
    };
    put(random.below(9), random.below(9), "K");
    for _ in 0..2 + random.below(11) {
        let (row, column) = (rank + random.below(4), file + random.below(5));
        put(row.wrapping_sub(1), column.wrapping_sub(2), NEAR[random.below(16)]);
    }
    for _ in 0..random.below(4) {
        put(random.below(9), random.below(9), FAR[random.below(8)]);
    }
    let board: Vec<String> = ranks.into_iter().map(|rank| rank.concat()).collect();
    format!("{} b P 1", board.join("/")).parse().ok()
}

/// So many positions near a mate.
pub(super) fn near_mates(random: &mut Random, count: usize) -> Vec<Position> {
    std::iter::repeat_with(|| near_a_mate(random)).flatten().take(count).collect()
}

/// Whether a dropped pawn would give mate, which is forbidden.
fn would_mate(position: &Position) -> bool {
    let pseudo = position.pseudo_legal();
    let mut drops = pseudo.into_iter().filter(|mv| mv.to_string().starts_with("P*"));
    drops.any(|mv| {
        let next = position.after(mv);
        next.is_check() && next.is_lost() && !next.is_attacked(next.king(position.side), next.side)
    })
}

#[test]
fn positions_of_games_at_random_are_counted_right() {
    agrees(&count(&options(40)).unwrap(), &of_games(&mut Random(34), 3_000));
}

/// Where a dropped pawn may give mate.
#[test]
fn pawn_drops_near_a_mate_are_counted_right() {
    let positions = near_mates(&mut Random(34), 8_000);
    let mates = positions.iter().filter(|position| would_mate(position)).count();
    assert!(mates > 30, "{mates} positions in which a drop would give mate");
    agrees(&count(&options(40)).unwrap(), &positions);
}

#[test]
#[ignore = "takes minutes; a part of `make bench`"]
fn a_million_positions_five_times_are_counted_right() {
    let (built, mut random) = (count(&options(40)).unwrap(), Random(5));
    for _ in 0..500 {
        agrees(&built, &of_games(&mut random, 5_000));
        agrees(&built, &near_mates(&mut random, 5_000));
    }
}
