//! 64 whole machines at once count what a rules library counts, and what single machines count
//! cycle for cycle.

use movewright::chess::Chess;
use movewright::chess::epd::parse_epd;
use movewright::cores::{self, Settings, Simulator};
use movewright::game::{Machine, MachineError};

const NONE: [(&str, &str); 0] = [];

#[test]
fn every_position_of_the_suite_counts_right() {
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &NONE).unwrap();
    let text = std::fs::read_to_string("tests/data/chess_perft_suite.epd").unwrap();
    let mut jobs = Vec::new();
    let mut stated = Vec::new();
    for line in parse_epd(&text).unwrap() {
        for count in line.counts.iter().filter(|count| count.depth <= 3 && count.nodes < 10_000) {
            jobs.push((line.position.clone(), count.depth));
            stated.push(count.nodes);
        }
    }
    assert!(jobs.len() > 250, "{}", jobs.len());
    let mut lanes = cores::lanes_of::<Chess>(core, &settings).unwrap();
    let mut done = vec![0; jobs.len()];
    let counts = lanes.perft(&jobs, false, |job| done[job] += 1).unwrap();
    assert!(done.iter().all(|&times| times == 1));
    let nodes: Vec<u64> = counts.iter().map(|count| count.nodes).collect();
    assert_eq!(nodes, stated);
    // The walk itself is the same, too.
    let mut single = cores::driver::<Chess>(core, &settings, Simulator::BuiltIn).unwrap();
    for (at, count) in counts.iter().enumerate().step_by(17) {
        single.load(&jobs[at].0).unwrap();
        assert_eq!(single.perft(jobs[at].1, false).unwrap(), *count);
    }
    // Again on the same machines, in the other order of moves: the same counts in more cycles.
    let again = lanes.perft(&jobs[..70], true, |_| ()).unwrap();
    assert!(again.iter().zip(&counts).all(|(again, count)| again.nodes == count.nodes));
    assert!(again.iter().zip(&counts).any(|(again, count)| again.cycles > count.cycles));
}

#[test]
fn a_depth_beyond_the_stack_is_refused() {
    let core = cores::find("chess-classic").unwrap();
    let settings = Settings::parse(core, &[("stack_depth", "8")]).unwrap();
    let mut lanes = cores::lanes_of::<Chess>(core, &settings).unwrap();
    let refused = lanes.perft(&[(movewright::chess::Position::start(), 9)], false, |_| ());
    assert_eq!(refused.unwrap_err(), MachineError::Depth { depth: 9, stack: 8 });
    assert_eq!(lanes.perft(&[], false, |_| ()), Ok(Vec::new()));
}
