//! A second machine of these parts: threads that take turns at a pipeline, each with a search of
//! its own or all with one root, whose words are in memory. Its game is a tree given by a hash.

mod bench;
mod machine;
mod parts;
mod thread;
mod tree;
mod turn;
mod written;

use self::bench::{Bench, Job};
use self::machine::{Kind, threads};
use self::thread::DEEPEST;
use self::tree::{HashTree, INFINITE};
use super::{AlphaBeta, GameTree, Rules};
use crate::netlist::testing::Random;

const RULES: Rules =
    Rules { infinite: INFINITE, killers: written::KILLERS as usize, listed: None, scouts: false };

/// Positions of the tree, finished ones among them.
fn positions(random: &mut Random, count: usize) -> Vec<u16> {
    (0..count).map(|_| random.below(1 << 16) as u16).collect()
}

/// The value without windows and killers.
fn minimax(position: u16, depth: u32) -> i32 {
    let moves = HashTree.moves(&position);
    let values = moves.iter().map(|mv| match HashTree.after(&position, *mv) {
        below if depth == 1 => -HashTree.value(&below),
        below => -minimax(below, depth - 1),
    });
    values.max().unwrap_or_else(|| HashTree.value(&position))
}

#[test]
fn the_software_finds_the_value_of_the_whole_tree() {
    let mut random = Random(1);
    for (number, position) in positions(&mut random, 400).into_iter().enumerate() {
        let depth = 1 + number as u32 % 6;
        let expected = minimax(position, depth);
        for scouts in [false, true] {
            let rules = Rules { scouts, ..RULES };
            for found in [
                AlphaBeta::search(&HashTree, rules, &position, depth),
                AlphaBeta::deepen(&HashTree, rules, &position, depth),
            ] {
                assert_eq!(found.score, expected, "{depth} plies of {position:#06x}");
                let best = found.best.map(|best| match HashTree.after(&position, best) {
                    below if depth == 1 => -HashTree.value(&below),
                    below => -minimax(below, depth - 1),
                });
                assert!(best.is_none_or(|value| value == expected), "{found:?}");
            }
        }
    }
}

/// Every thread finds what the software finds, whatever the others do: score, move, nodes, leaves.
#[test]
fn every_thread_finds_what_the_software_finds() {
    for (seed, more_threads) in [(2, 0), (3, 5)] {
        let mut random = Random(seed);
        let mut bench = Bench::new(threads(Kind { shares: false, more_threads }));
        let jobs: Vec<Job> = (positions(&mut random, 600).into_iter().zip(0..))
            .map(|(position, number)| Job {
                position,
                depth: 1 + number % DEEPEST,
                deepening: number % 3 == 0,
                scouts: number % 5 < 2,
                limit: u16::MAX,
            })
            .collect();
        let (mut over, mut unlike) = (0, [0; 2]);
        for (job, result) in jobs.iter().zip(bench.search(&jobs)) {
            let search = if job.deepening { AlphaBeta::deepen } else { AlphaBeta::search };
            let rules = Rules { scouts: job.scouts, ..RULES };
            let expected = search(&HashTree, rules, &job.position, job.depth);
            assert_eq!(result.found, expected, "{job:?}");
            let finished = HashTree.moves(&job.position).is_empty();
            assert_eq!(result.depth, if finished && job.deepening { 1 } else { job.depth }, "{job:?}");
            over += u32::from(finished);
            let others = [Rules { killers: 1, ..rules }, Rules { scouts: !job.scouts, ..rules }];
            for (other, unlike) in others.into_iter().zip(&mut unlike) {
                *unlike += u32::from(search(&HashTree, other, &job.position, job.depth) != expected);
            }
        }
        assert!(unlike.iter().all(|&unlike| unlike > 100), "{unlike:?} searches by other rules");
        assert!(over > 5, "{over} positions are finished");
    }
}

/// Wherever the turns end, the result is that of the last search that ended.
#[test]
fn a_thread_ends_when_its_turns_are_over() {
    let mut random = Random(4);
    let mut bench = Bench::new(threads(Kind { shares: false, more_threads: 1 }));
    let job = |(position, number): (u16, u32)| Job {
        position,
        depth: DEEPEST,
        deepening: true,
        scouts: false,
        limit: (number * number) as u16,
    };
    let jobs: Vec<Job> = positions(&mut random, 100).into_iter().zip(0..).map(job).collect();
    let mut reached = [0; DEEPEST as usize + 1];
    for (job, result) in jobs.iter().zip(bench.search(&jobs)) {
        let expected = AlphaBeta::deepen(&HashTree, RULES, &job.position, result.depth);
        assert_eq!((result.found.best, result.found.score), (expected.best, expected.score), "{job:?}");
        reached[result.depth as usize] += 1;
    }
    assert!(reached[1..].iter().filter(|&&count| count >= 3).count() >= 4, "{reached:?}");
}

/// All threads search one root: best move and score are those of the software, in less time.
#[test]
fn threads_that_share_a_root_find_what_one_finds() {
    let mut random = Random(5);
    let mut bench = Bench::new(threads(Kind { shares: true, more_threads: 0 }));
    let mut cycles = [0; 2];
    for (number, position) in positions(&mut random, 200).into_iter().enumerate() {
        let depth = 1 + number as u32 % DEEPEST;
        let expected = AlphaBeta::search(&HashTree, RULES, &position, depth);
        for (all, cycles) in [false, true].into_iter().zip(&mut cycles) {
            let job = Job { position, depth, deepening: false, scouts: false, limit: u16::MAX };
            let (best, score, taken) = bench.share(job, all);
            assert_eq!((best, score), (expected.best, expected.score), "{depth} plies of {position:#06x}");
            *cycles += taken;
        }
    }
    assert!(cycles[1] * 3 < cycles[0] * 2, "{cycles:?}");
}
