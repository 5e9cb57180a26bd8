//! The counter against the rules.

use super::side::Seen;
use super::{Count, CountOptions, count};
use crate::netlist::Value;
use crate::shogi::Position;
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
