//! The sections that the pipelined cores add to their pages: a short run in the built-in simulator,
//! and the output of the pipeline in each cycle of it.

mod count;
mod perft;
mod stream;
#[cfg(test)]
mod tests;

use super::strip::{self, Strip};
use super::{Asked, Fact, Own, Rate, SectionError, shogi_position, thumbnail};
use crate::chess::fast::give;
use crate::chess::fast::side::Side;
use crate::chess::{Chess, Position};
use crate::describe::EveryCycle;
use crate::game::Game;
use crate::netlist::Design;
use crate::readable::thousands;
use crate::shogi::machine::stream::ShogiStream;
use crate::shogi::{self, Shogi};
use crate::stream::{Stream, Streamed};

/// The section of the counter: the positions of a game tree, one a cycle. `walked` is the count
/// of two plies by the walker of chess-classic.
///
/// # Errors
/// The core cannot be simulated.
pub(crate) fn counter(asked: &Asked, machine: &EveryCycle, walked: u64) -> Result<Own, SectionError> {
    let run = chess_run(machine, asked.position::<Chess>()?)?;
    let walked = thousands(walked);
    counts(run, machine.latency, &format!("the walker of chess-classic counts {walked} leaves at depth 2."))
}

fn chess_run(machine: &EveryCycle, position: &Position) -> Result<count::Run, SectionError> {
    count::run::<Chess>(machine, position, |ports, position| give(ports, &Side::of(position)))
}

/// The section of the counter of shogi, and the board with the hands.
///
/// # Errors
/// The core cannot be simulated.
pub(crate) fn shogi_counter(asked: &Asked, machine: &EveryCycle) -> Result<Own, SectionError> {
    let position = asked.position::<Shogi>()?;
    let run =
        count::run::<Shogi>(machine, position, |ports, position| shogi::machine::give(ports, position))?;
    let ruled = thousands(position.perft(2));
    let own =
        counts(run, machine.latency, &format!("the rules in software count {ruled} leaves at depth 2."))?;
    Ok(Own { structure: vec![shogi_position::section(position)?], ..own })
}

/// The section of a run of a counter; `beside` says what other counts its sum stands beside.
fn counts(run: count::Run, latency: u32, beside: &str) -> Result<Own, SectionError> {
    let first = run.counts.first().copied().unwrap_or_default();
    let facts = vec![
        Fact::new(latency, "clock cycles from a position to its count"),
        Fact::new(thousands(run.counts.len() as u64), "positions given, one a cycle"),
        Fact::new(first, "moves of the first of them"),
        Fact::new(thousands(run.counts.iter().sum()), "moves of all"),
        Fact::new(format!("{:.1} %", run.strip.occupancy()), "of the clock cycles gave a count"),
    ];
    let about = format!(
        "The built-in simulator is given a position, those after each of its {first} moves, those after the replies, and so \
         on, one a clock cycle. The first count comes {latency} cycles later, and then one in every cycle. Those of the positions \
         after the moves are {} in sum; {beside}",
        thousands(run.below),
    );
    let rate = Rate {
        units: ["position", "positions"],
        cycles: Some(1.0),
        told: "A position is taken and a count given in every clock cycle, whatever the position.".into(),
    };
    let picture = thumbnail::strip(&run.strip);
    let strips = [("Counts".to_string(), run.strip)];
    let runs = vec![strip::section(about, "a row is 64 cycles", &strips)?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}

/// The section of the stream of moves: all its threads at work.
///
/// # Errors
/// The core cannot be simulated.
pub(crate) fn streamer<S: Streamed>(asked: &Asked, machine: &Stream) -> Result<Own, SectionError> {
    let run = stream::run::<S>(asked.core, machine, asked.position::<S::Game>()?)?;
    let strip = run.strip(stream::ROUNDS);
    let facts = vec![
        Fact::new(machine.latency, "clock cycles from a command to its move"),
        Fact::new(machine.threads, "threads that take turns"),
        Fact::new(thousands(strip.useful() as u64), "legal moves in the run shown"),
        Fact::new(thousands(strip.cells.len() as u64), "clock cycles for them"),
        Fact::new(format!("{:.1} %", strip.occupancy()), "of the turns gave a move"),
    ];
    let about = format!(
        "In the built-in simulator {} threads are given the position and walk through its moves and all replies; one that is \
         done begins again. These are {} rounds of turns, after all threads had begun.",
        machine.threads,
        stream::ROUNDS,
    );
    let useful = strip.useful();
    let rate = Rate {
        units: ["move", "moves"],
        cycles: (useful > 0).then(|| strip.cells.len() as f64 / useful as f64),
        told: "Cycles a move are those of the run above: a move counts when it is legal and came out.".into(),
    };
    let picture = thumbnail::strip(&strip);
    let runs = vec![strip::section(
        about,
        "a row is a round of turns, a column a thread",
        &[("The pipeline".to_string(), strip)],
    )?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}

/// The section of the stream of moves of shogi, and the board with the hands.
///
/// # Errors
/// The core cannot be simulated.
pub(crate) fn shogi_streamer(asked: &Asked, machine: &Stream) -> Result<Own, SectionError> {
    let own = streamer::<ShogiStream>(asked, machine)?;
    Ok(Own { structure: vec![shogi_position::section(asked.position::<Shogi>()?)?], ..own })
}

/// The section of the pairs of chess: a whole count.
///
/// # Errors
/// The core cannot be simulated, or a signal that is to be seen is missing.
pub(crate) fn chess_walker(asked: &Asked, design: &Design, deepest: u32) -> Result<Own, SectionError> {
    walker::<Chess>(asked, design, deepest)
}

/// The section of the pairs of shogi, and the board with the hands.
///
/// # Errors
/// The core cannot be simulated, or a signal that is to be seen is missing.
pub(crate) fn shogi_walker(asked: &Asked, design: &Design, deepest: u32) -> Result<Own, SectionError> {
    let own = walker::<Shogi>(asked, design, deepest)?;
    Ok(Own { structure: vec![shogi_position::section(asked.position::<Shogi>()?)?], ..own })
}

fn walker<G: Game>(asked: &Asked, design: &Design, deepest: u32) -> Result<Own, SectionError> {
    let run = perft::run::<G>(design, deepest, asked.position::<G>()?)?;
    let count = run.count;
    let pairs = run.strips.len();
    let busy = count.moves as f64 * 100.0 / (count.cycles * pairs.max(1) as u64).max(1) as f64;
    let facts = vec![
        Fact::new(pairs, if pairs == 1 { "pair" } else { "pairs" }),
        Fact::new(run.threads, "threads of each"),
        Fact::new(thousands(count.nodes), "leaves below the position"),
        Fact::new(thousands(count.cycles), "clock cycles to count them"),
        Fact::new(thousands(count.moves), "moves made for it"),
        Fact::new(format!("{busy:.1} %"), "occupancy"),
    ];
    let about = format!(
        "The built-in simulator counts {} leaves {} plies below the position, in {} cycles: as deep as keeps threads busy. They begin with those in which the \
         position is turned to the side to move, and end with the last counts on their way.",
        thousands(count.nodes),
        run.depth,
        thousands(count.cycles),
    );
    let rate = Rate {
        units: ["leaf", "leaves"],
        cycles: (count.nodes > 0).then(|| count.cycles as f64 / count.nodes as f64),
        told: format!(
            "Cycles a leaf are those of the run above: {} leaves in {} cycles. A count has to be longer \
             than its beginning and end to keep all threads busy.",
            thousands(count.nodes),
            thousands(count.cycles)
        ),
    };
    let picture = run.strips.first().map_or_else(String::new, thumbnail::strip);
    let named = |(place, strip): (usize, Strip)| (format!("Pair {}", place + 1), strip);
    let strips: Vec<(String, Strip)> = run.strips.into_iter().enumerate().map(named).collect();
    let runs = vec![strip::section(about, "a row is a round of turns, a column a thread", &strips)?];
    Ok(Own { facts, picture, structure: Vec::new(), rate, runs })
}
