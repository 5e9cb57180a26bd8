use super::side::Side;
use super::*;
use crate::chess::Position;
use crate::chess::reference::{legal_moves, suite};
use crate::netlist::Value;
use crate::simulate::lanes::Lanes;

const PORTS: [&str; 9] =
    ["own", "enemy", "pawns", "knights", "diagonal", "straight", "kings", "castling", "en_passant"];

fn values(side: &Side) -> [u64; 9] {
    [
        side.own,
        side.enemy,
        side.pawns,
        side.knights,
        side.diagonal,
        side.straight,
        side.kings,
        side.castling.into(),
        side.en_passant.into(),
    ]
}

/// The counts of positions, 64 at a time.
fn counts(options: &CountOptions, positions: &[Position]) -> Vec<u64> {
    let built = count(options).unwrap();
    let mut lanes = Lanes::new(&built.design).unwrap();
    lanes.compile();
    let find = |lanes: &Lanes, name: &str| lanes.find(name).unwrap();
    let ports = PORTS.map(|name| find(&lanes, name));
    let (valid, count_valid, result) =
        (find(&lanes, "valid"), find(&lanes, "count_valid"), find(&lanes, "count"));
    let mut found = Vec::new();
    for cycle in 0..positions.len().div_ceil(64) + built.latency as usize {
        let group: Vec<&Position> = positions.iter().skip(64 * cycle).take(64).collect();
        lanes.poke_all(valid, 0).unwrap();
        for (lane, position) in group.iter().enumerate() {
            let lane = lane as u32;
            lanes.poke(valid, lane, 1).unwrap();
            for (port, value) in ports.iter().zip(values(&Side::of(position))) {
                let width = lanes.width(*port);
                lanes.poke_value(*port, lane, &Value::new(width, value)).unwrap();
            }
        }
        let ready = lanes.peek_bit(count_valid, 0);
        found.extend((0..64).filter(|lane| ready >> lane & 1 == 1).map(|lane| lanes.peek(result, lane)));
        lanes.step();
    }
    assert_eq!(found.len(), positions.len());
    found
}

fn options(levels: u32) -> CountOptions {
    CountOptions { name: "chess-count".into(), levels, sets: false }
}

/// The suites' positions and all below them to this depth.
fn tree(depth: u32, most: usize) -> Vec<Position> {
    let mut all: Vec<Position> = suite().iter().map(|line| line.position.clone()).collect();
    let mut last = all.clone();
    for _ in 0..depth {
        let mut next = Vec::new();
        for position in &last {
            for mv in legal_moves(position) {
                let fen = crate::chess::reference::played(position, mv).to_string();
                next.push(Position::from_fen(&fen).unwrap());
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    let step = all.len().div_ceil(most);
    all.into_iter().step_by(step).collect()
}

#[test]
fn every_position_has_as_many_moves_as_the_rules_give() {
    let positions = tree(1, 4000);
    for levels in [2, 40] {
        let found = counts(&options(levels), &positions);
        for (position, found) in positions.iter().zip(found) {
            assert_eq!(found, legal_moves(position).len() as u64, "{} with {levels}", position.to_fen());
        }
    }
}
