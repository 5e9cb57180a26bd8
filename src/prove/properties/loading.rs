//! A machine whose threads take turns soon takes a position that is offered.

use super::latency::{in_turn, on_its_way};
use super::{input, inputs_of, project_watching, top_with, watched};
use crate::describe::{Builder, mux};
use crate::netlist::{Design, Direction};
use crate::parts::decode::word;
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// Signals of the top that the monitor reads: threads are forgetting; the thread whose turn is
/// next; the position's turn has come; it enters the pipeline; one is in there; it has come out.
const WATCHED: [&str; 6] = ["forgets", "next_turn", "load_has_its_turn", "loads", "loading", "loaded"];

/// Rounds of turns in which a position is taken.
const ROUNDS: u32 = 3;

/// The property of the top of a machine with this many threads, and cycles from a command to its
/// answer. A position that stays at `load_valid` for the same thread is taken or refused within
/// three rounds of turns. That holds even if it is offered while threads forget their nodes after a
/// reset, or while another position is under way. `passes` is the module of its nodes and pipeline,
/// whose logic does not matter.
///
/// # Errors
/// The top has no such ports.
pub fn taken_in_time(
    design: &Design,
    passes: &'static str,
    latency: u32,
    threads: u32,
) -> Result<Property, PropertyError> {
    let asked = ["load_valid", "load_thread"];
    let told = ["load_ready", "turn_of", "answer_thread"];
    let top = top_with(design, NAME, &[(Direction::Input, &asked), (Direction::Output, &told)])?;
    let (mut project, core) = project_watching(design, NAME, top, &WATCHED)?;
    let b = Builder::new("monitor", "");
    let inputs = inputs_of(&b, top);
    let [valid, thread] = asked.map(|name| input(&b, &inputs, name));
    let outputs = b.instance("core", &core).inputs(inputs).outputs();
    let [forgets, next_turn, its_turn, loads, loading, loaded] =
        WATCHED.map(|name| outputs.get(&watched(name)));
    let turn = outputs.get("turn_of");

    let most = ROUNDS * threads;
    let bits = most.ilog2() + 2;
    let number = |value: u32| b.constant(bits, value.into());
    let thread_before = b.register("thread_before", thread.width());
    thread_before.next(&thread);
    let waited =
        b.register("waited", bits).comment("cycles in which the position has been there, and not taken");
    let waits = !&b.reset() & &valid & !&outputs.get("load_ready");
    let same = thread.eq(&thread_before.output());
    waited.next(&(&waited.when(&same) + &number(1)).when(&waits));

    // One position at a time is on its way, and it comes out.
    let under_way = on_its_way(&b, &loads, latency);
    let comes_out = under_way.last().map_or(loads, |last| last.eq(&loaded));
    let one_comes = comes_out & loading.eq(&word(&under_way).any());
    let [turn, next, thread] = [&turn, &next_turn, &thread].map(|wire| wire.extend(bits));
    let follows = next.eq(&mux(&turn.is(u64::from(threads - 1)), &number(0), &(&turn + &number(1))));

    // How much longer it may take, so that the proof need not look at three rounds: until what is
    // on its way comes out; else until the thread has its turn, which it may just have missed,
    // after the round in which threads forget.
    let to_come = (1..).zip(&under_way).map(|(cycle, here)| number(latency - cycle).when(here));
    let to_come = to_come.fold(number(0), |longest, here| longest | here);
    let behind = mux(&turn.lt(&thread), &(&thread - &turn), &(&(&thread + &number(threads)) - &turn));
    let to_turn = behind.when(&!(thread.eq(&turn) & &its_turn));
    let to_turn = mux(&forgets, &(&number(2 * threads) - &turn), &to_turn);
    let longer = mux(&loading, &to_come, &(&to_turn + &number(latency)));
    let there = thread.lt(&number(threads)) & &valid & &same;
    let in_time = !&number(most).lt(&waited.output());
    let soon = !there | !&number(most).lt(&(&waited.output() + &longer));
    b.output("holds", &(in_time & soon & one_comes & follows & in_turn(&b, &outputs, latency, threads)));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "a position to be loaded is taken or refused within three rounds of turns",
        monitor: project.unchecked(),
        method: Method::Induction(latency + 3),
        free: vec![passes],
        watched: None,
    })
}

const NAME: &str = "taken in time";
