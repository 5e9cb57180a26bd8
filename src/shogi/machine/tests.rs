//! The counter against the rules.

use super::side::Seen;
use super::{Count, CountOptions, count};
use crate::netlist::Value;
use crate::shogi::{Move, Position};
use crate::simulate::lanes::{LANES, Lanes};

const COUNTS: &str = include_str!("../../../tests/data/shogi_perft.txt");

fn options(levels: u32) -> CountOptions {
    CountOptions { name: "shogi-count".into(), levels }
}

/// The counts of positions by the machine, 64 at a time.
fn counts(built: &Count, positions: &[Position]) -> Vec<u64> {
    let mut lanes = Lanes::new(&built.design).unwrap();
    lanes.compile();
    let net = |lanes: &Lanes, name: &str| lanes.find(name).unwrap();
    let [valid, own, hand, count_valid, count] =
        ["valid", "own", "hand", "count_valid", "count"].map(|name| net(&lanes, name));
    let kinds = [0, 1, 2, 3].map(|bit| net(&lanes, &format!("kind_{bit}")));
    let mut found = Vec::new();
    let drain = std::iter::repeat_n(&[][..], built.latency as usize);
    for group in positions.chunks(LANES as usize).chain(drain) {
        lanes.poke_all(valid, 0).unwrap();
        for (lane, position) in (0..).zip(group) {
            let seen = Seen::of(position);
            let wide = |set: u128| Value::from_words(81, &[set as u64, (set >> 64) as u64]);
            lanes.poke(valid, lane, 1).unwrap();
            lanes.poke(hand, lane, seen.hand.into()).unwrap();
            lanes.poke_value(own, lane, &wide(seen.own)).unwrap();
            for (net, set) in kinds.iter().zip(seen.kinds) {
                lanes.poke_value(*net, lane, &wide(set)).unwrap();
            }
        }
        let ready = lanes.peek_bit(count_valid, 0);
        found.extend((0..LANES).filter(|lane| ready >> lane & 1 == 1).map(|lane| lanes.peek(count, lane)));
        lanes.step();
    }
    found
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

/// Games at random, in which most moves are drops as soon as there are any.
#[test]
fn positions_of_games_at_random_are_counted_right() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |end: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % end as u64) as usize
    };
    let mut positions = Vec::new();
    while positions.len() < 3_000 {
        let mut position: Position = Position::START.parse().unwrap();
        for _ in 0..150 {
            positions.push(position.clone());
            let moves = position.moves();
            let drops: Vec<Move> =
                moves.iter().filter(|mv| matches!(mv, Move::Drop { .. })).copied().collect();
            let chosen = if drops.is_empty() || below(3) == 0 { &moves } else { &drops };
            let Some(count) = Some(chosen.len()).filter(|count| *count > 0) else { break };
            position = position.after(chosen[below(count)]);
        }
    }
    agrees(&count(&options(40)).unwrap(), &positions);
}

/// Kings in corners and at edges with a pawn in hand: where a dropped pawn may give mate.
#[test]
fn pawn_drops_near_a_mate_are_counted_right() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |end: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % end as u64) as usize
    };
    let (mut positions, mut mates) = (Vec::new(), 0);
    while positions.len() < 4_000 {
        let mut ranks = vec![vec!["1".to_string(); 9]; 9];
        ranks[8][4] = "K".into();
        let (file, rank) = ([0, 1, 4, 7, 8][below(5)], below(2));
        ranks[rank][file] = "k".into();
        for _ in 0..2 + below(9) {
            const SIGNS: [&str; 16] =
                ["G", "+P", "S", "N", "B", "R", "+B", "+R", "L", "g", "s", "n", "b", "r", "l", "p"];
            let [row, column] = [(rank + below(5)) % 9, (file + 7 + below(5)) % 9];
            if ranks[row][column] == "1" {
                ranks[row][column] = SIGNS[below(16)].into();
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
