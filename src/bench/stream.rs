//! The share of clock cycles in which a legal move leaves chess-stream while every thread has work.
//! Each move is compared with an independent rules library.

use serde::Serialize;

use super::{BenchError, cycles};
use crate::chess::fast::stream::{StreamDriver, Walks, all_moves, order, walk};
use crate::chess::{Move, Position, rules};
use crate::cores::{self, Settings, stream_machine};
use crate::simulate::Simulation;

/// The output of the stream.
#[derive(Clone, Debug, Serialize)]
pub struct StreamOccupancy {
    /// The core.
    pub core: &'static str,
    /// Its threads.
    pub threads: u32,
    /// Positions whose trees were walked.
    pub positions: usize,
    /// Half moves of each tree.
    pub depth: usize,
    /// Legal moves, each compared with the library's, in its place, with the position after it.
    pub moves: u64,
    /// Clock cycles in which every thread had work.
    pub busy_cycles: u64,
    /// Moves in one of them.
    pub moves_per_busy_cycle: f64,
    /// Answers that differ from the expected ones; the walk ends with the first.
    pub differences: u64,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_difference: Option<String>,
}

/// Walks this many half moves below each position of the perft tables, or of the first `positions`
/// of them.
///
/// # Errors
/// The core cannot be built or simulated, or the suite cannot be read.
pub fn measure_stream(depth: usize, positions: usize) -> Result<StreamOccupancy, BenchError> {
    let core = cores::find("chess-stream").ok_or(BenchError::NoCore)?;
    let machine = stream_machine(core, &Settings::parse::<&str, &str>(core, &[])?)?;
    let roots: Vec<Position> = cycles::table_positions()?.into_iter().take(positions).collect();
    let mut driver = StreamDriver::new(Simulation::new(&machine.design)?, machine.threads)?;
    let seen = walk(&mut driver, &roots, &Walks { depth, ordered, wanted: all_moves })?;
    Ok(StreamOccupancy {
        core: core.name,
        threads: machine.threads,
        positions: roots.len(),
        depth,
        moves: seen.moves,
        busy_cycles: seen.busy_cycles,
        moves_per_busy_cycle: seen.busy_moves as f64 / (seen.busy_cycles as f64).max(1.0),
        differences: seen.difference.is_some().into(),
        first_difference: seen.difference,
    })
}

/// The library's legal moves in the order of the machine; `None` if the library refuses the
/// position.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves = rules::legal_moves(position).unwrap_or_default();
    moves.sort_by_key(|&mv| order::place(position, mv, false));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_leaves_in_nearly_every_cycle() {
        let found = measure_stream(2, 60).unwrap();
        assert_eq!((found.positions, found.differences), (60, 0), "{found:?}");
        assert!(
            found.moves_per_busy_cycle >= 0.97 && found.moves > 15_000 && found.busy_cycles > 100,
            "{found:?}"
        );
    }
}
