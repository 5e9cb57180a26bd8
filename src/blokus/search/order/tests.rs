use std::cmp::Reverse;

use super::order;
use crate::describe::Project;
use crate::netlist::testing::Random;
use crate::simulate::{Net, Simulation};

const WIDTH: u32 = 5;
const LISTED: u64 = 16;
/// A place that is no move.
const NOWHERE: u64 = 0;

struct Bench(Simulation);

impl Bench {
    fn new() -> Self {
        let mut project = Project::new("order");
        project.add(order(WIDTH, LISTED as u32)).unwrap();
        Self(Simulation::new(&project.finish().unwrap()).unwrap())
    }

    fn port(&self, name: &str) -> Net {
        self.0.find(name).unwrap()
    }

    fn set(&mut self, ports: &[(&str, u64)]) {
        for (name, value) in ports {
            let port = self.port(name);
            self.0.poke(port, *value).unwrap();
        }
    }

    fn get(&mut self, name: &str) -> u64 {
        let port = self.port(name);
        self.0.peek(port)
    }

    /// A cycle in which this port is set.
    fn pulse(&mut self, name: &str) {
        self.set(&[(name, 1)]);
        self.0.step();
        self.set(&[(name, 0)]);
    }

    /// Moves with values, some cycles between them; the values may stop before the list is asked
    /// for.
    fn gather(&mut self, remaining: u64, moves: &[(u64, i64)], random: &mut Random) {
        self.set(&[("remaining", remaining), ("next_remaining", remaining), ("sorting", 1)]);
        self.pulse("begins");
        for (mv, value) in moves {
            self.set(&[("mv", *mv), ("value", *value as u64 & ((1 << WIDTH) - 1))]);
            self.pulse("valid");
            if random.one_in(4) {
                self.0.step();
            }
        }
        self.set(&[("sorting", 0)]);
    }

    /// Waits for the list; the cycles until it is there.
    fn settle(&mut self) -> u64 {
        let mut cycles = 0;
        while self.get("settling") == 1 {
            self.0.step();
            cycles += 1;
            assert!(cycles < 100);
        }
        self.0.step();
        cycles
    }

    /// Takes the next move; `None` after the last.
    fn take(&mut self) -> Option<u64> {
        let there = self.get("place") >= LISTED;
        let mv = self.get("listed_move");
        if there {
            self.pulse("take");
        }
        there.then_some(mv)
    }
}

/// So many moves, of few values or many.
fn draw(random: &mut Random, count: usize) -> Vec<(u64, i64)> {
    let spread = [1, 2, 5, 31][random.below(4)];
    (0..count).map(|_| (random.below(1 << 17) as u64, random.below(spread) as i64 - 15)).collect()
}

fn sorted(moves: &[(u64, i64)]) -> Vec<u64> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|(_, value)| Reverse(*value));
    moves.into_iter().map(|(mv, _)| mv).collect()
}

#[test]
fn moves_come_by_value_and_of_equals_the_first() {
    let (mut bench, mut random) = (Bench::new(), Random(1));
    for round in 0..400 {
        let count = random.below(LISTED as usize + 3);
        let moves = draw(&mut random, count);
        bench.gather(1 + round % 7, &moves, &mut random);
        let cycles = bench.settle();
        let values = moves.iter().map(|(_, value)| *value);
        let (most, least) = (values.clone().max().unwrap_or(0), values.min().unwrap_or(0));
        assert!(cycles <= (most - least) as u64 + 4, "{cycles} cycles for {moves:?}");
        assert_eq!(bench.get("fits") == 1, count <= LISTED as usize);
        if count <= LISTED as usize {
            let given: Vec<u64> = std::iter::from_fn(|| bench.take()).collect();
            assert_eq!(given, sorted(&moves), "{moves:?}");
        }
    }
}

/// A list goes on where it was, after those of nodes below; and behind any of its moves.
#[test]
fn lists_outlive_those_below_and_go_on_anywhere() {
    let (mut bench, mut random) = (Bench::new(), Random(2));
    for _ in 0..100 {
        let [above, below] = [(); 2].map(|()| draw(&mut random, LISTED as usize));
        bench.gather(2, &above, &mut random);
        bench.settle();
        let expected = sorted(&above);
        let places: Vec<u64> = (0..LISTED)
            .map(|number| {
                assert_eq!(bench.take(), Some(expected[number as usize]));
                bench.get("place")
            })
            .collect();
        assert_eq!(places.last().unwrap() & LISTED, NOWHERE);
        bench.gather(1, &below, &mut random);
        bench.settle();
        let taken = random.below(LISTED as usize);
        for mv in &sorted(&below)[..taken] {
            assert_eq!(bench.take(), Some(*mv));
        }
        let by_stack = random.one_in(2);
        bench.set(&[("remaining", 2), ("next_remaining", 2)]);
        bench.set(&[(if by_stack { "stacked_place" } else { "leaf_place" }, places[taken])]);
        bench.pulse(if by_stack { "pop" } else { "go_back" });
        let rest: Vec<u64> = std::iter::from_fn(|| bench.take()).collect();
        assert_eq!(rest, expected[taken + 1..]);
    }
}

/// A list of which no move was taken leaves nothing behind for the next, however long it was.
#[test]
fn what_is_given_up_leaves_no_move() {
    let (mut bench, mut random) = (Bench::new(), Random(3));
    for round in 0..100 {
        let moves = draw(&mut random, 1 + round % LISTED as usize);
        bench.gather(3, &moves, &mut random);
        bench.settle();
        bench.gather(4, &moves[..round % 2], &mut random);
        bench.settle();
        let given: Vec<u64> = std::iter::from_fn(|| bench.take()).collect();
        assert_eq!(given, sorted(&moves[..round % 2]));
    }
}
