//! The text written about counts, and their comparison.

use super::*;
use crate::chess::reference::{CYCLES, ReferenceMachine};
use crate::chess::{ChessText, ON_64_SQUARES, Position};
use crate::cli::results::tests::captured;
use crate::game::Told;

/// A core for chess with these values of its parameters.
fn counter(name: &str, set: &[(&str, &str)]) -> Counter<'static> {
    let core = cores::find(name).unwrap();
    Counter { core, settings: Box::leak(Box::new(Settings::parse(core, set).unwrap())) }
}

fn some() -> Counter<'static> {
    counter("chess-classic", &[])
}

fn reference(surplus: u64) -> Told<ChessText, ReferenceMachine> {
    let mut machine = ReferenceMachine::new();
    machine.surplus = surplus;
    Told::new(&ON_64_SQUARES, machine)
}

fn job(fen: &str, depth: u32, expected: Option<u64>) -> Vec<Job> {
    vec![Job { root: ON_64_SQUARES.read(Some(fen), &[]).unwrap(), depth, expected }]
}

fn plain(format: Format) -> Wanted {
    Wanted {
        position: PositionArgs::default(),
        epd: None,
        depth: 1,
        divide: false,
        checks_first: false,
        against: None,
        format,
    }
}

fn divided_as(format: Format) -> Wanted {
    Wanted { divide: true, ..plain(format) }
}

const TABLE: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D6 11030083\n\
                     3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1 ;D6 1134888";

fn jobs(depth: u32) -> Vec<Job> {
    let lines = Play::table(&ON_64_SQUARES, TABLE).unwrap();
    lines.iter().flat_map(|(root, counts)| jobs_of_line(root, counts, depth)).collect()
}

#[test]
fn stated_counts_up_to_the_depth_are_compared() {
    let (mut results, written) = captured();
    let mut machine = reference(0);
    let outcome = count_all(&mut machine, None, some(), jobs(2), &plain(Format::Json), &mut results).unwrap();
    assert_eq!(outcome, Outcome::Success);
    let counts = written.json();
    let seen: Vec<_> = counts.iter().map(|count| (&count["depth"], &count["nodes"])).collect();
    assert_eq!(seen, [(&1.into(), &14.into()), (&2.into(), &191.into()), (&2.into(), &counts[2]["nodes"])]);
    assert_eq!((&counts[1]["expected"], &counts[1]["ok"]), (&191.into(), &true.into()));
    assert_eq!(counts[1]["moves"], 205);
    assert_eq!(counts[1]["cycles"], 205 * CYCLES);
    assert_eq!(counts[1]["cycles_per_move"], CYCLES as f64);
    assert!(counts[2].get("ok").is_none() && counts[2].get("expected").is_none());
    assert!(counts.iter().all(|count| count["core"] == "chess-classic" && count.get("divide").is_none()));
}

/// Moves made by those that could have been: one a cycle in each pipeline.
#[test]
fn occupancy_is_of_all_pipelines() {
    let (mut results, written) = captured();
    let two = counter("chess-perft", &[("pairs", "2")]);
    count_all(&mut reference(0), None, two, jobs(1), &plain(Format::Json), &mut results).unwrap();
    let expected = 1.0 / (2.0 * CYCLES as f64);
    let occupancy = written.json()[0]["occupancy"].as_f64().unwrap();
    assert!((occupancy - expected).abs() < 0.001, "{occupancy}, not {expected}");
}

#[test]
fn a_difference_is_told_and_is_the_outcome() {
    for (format, told) in
        [(Format::Pretty, "DIFFERS: 191 expected"), (Format::Json, "\"expected\":191,\"ok\":false")]
    {
        let (mut results, written) = captured();
        let mut machine = reference(1);
        let outcome = count_all(&mut machine, None, some(), jobs(2), &plain(format), &mut results).unwrap();
        assert_eq!(outcome, Outcome::Difference);
        let line = written.text().lines().nth(1).unwrap().to_string();
        assert!(line.contains("192") && line.contains(told), "{line}");
    }
}

#[test]
fn a_count_is_compared_with_another_and_the_line_to_a_difference_told() {
    let compared = |surplus, format| {
        let (mut results, written) = captured();
        let mut machine = reference(surplus);
        let other = Against::Rules.counter(cores::find("chess-perft").unwrap()).unwrap();
        let jobs = job(Position::START, 3, None);
        let outcome =
            count_all(&mut machine, Some(other), some(), jobs, &plain(format), &mut results).unwrap();
        (outcome, written)
    };
    let (outcome, written) = compared(0, Format::Json);
    assert_eq!(outcome, Outcome::Success);
    assert_eq!(written.json()[0]["against"], serde_json::json!({"by": "rules", "nodes": 8902, "ok": true}));
    // It differs from depth 1 on, so before any move.
    let (outcome, written) = compared(1, Format::Pretty);
    assert_eq!(outcome, Outcome::Difference);
    let told = "DIFFERS, rules: 8902\n       before any move: 21 leaves at depth 1, rules: 20  rnbqkbnr";
    assert!(written.text().contains(told), "{}", written.text());
    let small = cores::find("chess-small").unwrap();
    let refused = Against::Core(cores::find("chess-perft").unwrap()).counter(small).err().unwrap();
    assert_eq!(refused.to_string(), "--against chess-perft: it takes other positions than chess-small");
    let refused = Against::Rules.counter(small).err().unwrap();
    assert_eq!(refused.to_string(), "--against rules: they do not know the board of chess-small");
}

#[test]
fn divide_lists_the_moves_and_must_add_up() {
    let (mut results, written) = captured();
    let start = || job(Position::START, 3, None);
    count_all(&mut reference(0), None, some(), start(), &divided_as(Format::Pretty), &mut results).unwrap();
    let text = written.text();
    assert_eq!(text.lines().count(), 21);
    assert!(text.contains("e2e4   600\n") && text.contains("depth 3: 8902 nodes"), "{text}");
    let error =
        count_all(&mut reference(1), None, some(), start(), &divided_as(Format::Pretty), &mut results)
            .unwrap_err();
    let error = format!("{error:#}");
    assert!(error.contains("8903 leaves at depth 3, but 8922 below"), "{error}");
}

#[test]
fn a_machine_without_moves_is_loaded_with_what_each_leads_to() {
    let (mut results, written) = captured();
    let pairs = counter("chess-perft", &[]);
    for fen in [Position::START, Position::KIWIPETE] {
        let jobs = job(fen, 2, None);
        count_all(&mut reference(0), None, pairs, jobs, &divided_as(Format::Json), &mut results).unwrap();
    }
    let counts = written.json();
    let below = counts[0]["divide"].as_array().unwrap();
    assert_eq!(below.len(), 20);
    assert!(below.iter().all(|below| below["nodes"] == 20));
    let castling = serde_json::json!({"move": "e1g1", "nodes": 43});
    assert!(counts[1]["divide"].as_array().unwrap().contains(&castling), "{}", counts[1]);
}

#[test]
fn a_mate_has_no_cycles_per_move() {
    let (mut results, written) = captured();
    let jobs = job("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 2, Some(0));
    count_all(&mut reference(0), None, some(), jobs, &divided_as(Format::Json), &mut results).unwrap();
    let count = &written.json()[0];
    assert_eq!(count["nodes"], 0);
    assert!(count["cycles_per_move"].is_null());
    assert_eq!(count["ok"], true);
}
