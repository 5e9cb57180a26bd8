//! The properties of the pipelined machines, on those machines and on faulty ones.

use super::machine::changed_in;
use super::*;
use crate::chess::fast::perft::{PerftOptions, SETTLING_STATE, STATES, perft};
use crate::chess::fast::stream::{Stream, StreamOptions, stream};
use crate::chess::fast::{CountOptions, count};
use crate::describe::EveryCycleOptions;
use crate::netlist::Value;
use crate::prove::properties::{
    Comes, States, answered_at_rest, answered_in_turn, constant_latency, taken_in_time,
};

/// `movewright check` proves the right one.
#[test]
fn a_count_that_never_ends_is_found() {
    let name = "chess-perft".into();
    let options = PerftOptions { name, levels: 10, threads: None, stack_depth: 4, pairs: 1 };
    let right = perft(&options).unwrap();
    let wrong = changed_in(&right, "chess_perft", |module| {
        let never = module.constant(Value::new(1, 0));
        let rests = module.find_signal("pairs_rest").unwrap();
        module.registers.iter_mut().find(|register| register.output == rests).unwrap().next = never;
    });
    let states = States { used: STATES, settling: SETTLING_STATE, most: 72 };
    let answered = answered_at_rest(&wrong, states, &["chess_perft_pair"]).unwrap();
    verdicts("a_count_that_never_ends_is_found", vec![(answered, false)]);
}

#[test]
fn an_answer_a_cycle_early_is_found() {
    let counter = count(&CountOptions {
        machine: EveryCycleOptions { name: "chess-count".into(), levels: 10, cuts: Vec::new() },
        sets: false,
    })
    .unwrap();
    let late = |by| constant_latency(&counter.design, Comes::COUNT, counter.latency + by).unwrap();
    let machine = shallow_stream();
    let in_turn =
        |by| answered_in_turn(&machine.design, PASSES, machine.latency + by, machine.threads).unwrap();
    let all = vec![(late(0), true), (late(1), false), (in_turn(0), true), (in_turn(1), false)];
    verdicts("an_answer_a_cycle_early_is_found", all);
}

#[test]
fn a_position_that_is_never_taken_is_found() {
    let Stream { design: right, latency, threads } = shallow_stream();
    let taken = taken_in_time(&right, PASSES, latency, threads).unwrap();
    let wrong = changed_in(&right, "chess_stream", |module| {
        let never = module.constant(Value::new(1, 0));
        let its_turn = module.find_signal("load_has_its_turn").unwrap();
        module.registers.iter_mut().find(|register| register.output == its_turn).unwrap().next = never;
    });
    let never_taken = taken_in_time(&wrong, PASSES, latency, threads).unwrap();
    verdicts("a_position_that_is_never_taken_is_found", vec![(taken, true), (never_taken, false)]);
}

/// The module of its nodes and pipeline.
const PASSES: &str = "chess_stream_passes";

fn shallow_stream() -> Stream {
    let name = "chess-stream".into();
    let options = StreamOptions { name, levels: 12, cuts: Vec::new(), threads: None, stack_depth: 4 };
    stream(&options, false).unwrap()
}
