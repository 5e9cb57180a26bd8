//! A run of the machine through everything its ports can do: a stimulus to compare simulators with.

use super::drive::Driver;
use crate::chess::Position;
use crate::chess::classic::CHESS_POSITIONS;
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// Rounds of turns after each position.
const ROUNDS: u32 = 12;

/// Loads positions with every special move, lets all threads walk up and down at random, gives commands that are refused, and
/// resets the machine while answers are on their way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, threads: u32) -> Result<(), PortsError> {
    let mut random = Random(1);
    let positions: Vec<Position> =
        CHESS_POSITIONS.into_iter().filter_map(|fen| Position::from_fen(fen).ok()).collect();
    for part in positions.chunks(positions.len().div_ceil(2).max(1)) {
        let mut driver = Driver::new(&mut *ports, threads)?;
        // Nothing is loaded yet: refused.
        driver.cycle(|_| Some(0))?;
        // The deepest node of each thread.
        let mut deepest: Vec<Option<u32>> = vec![None; threads as usize];
        for position in part {
            let thread = random.below(threads as usize) as u32;
            driver.offer(thread, position)?;
            let mut loads = true;
            for _ in 0..ROUNDS * threads {
                let turn = driver.cycle(|thread| match deepest.get(thread as usize) {
                    // A ply too deep now and then.
                    Some(Some(ply)) => {
                        Some((*ply + u32::from(random.one_in(16))).saturating_sub(random.below(2) as u32))
                    }
                    _ => random.one_in(16).then_some(0),
                })?;
                if turn.loaded && loads {
                    deepest[thread as usize] = Some(0);
                    loads = false;
                }
                if let Some(answer) = turn.answer.filter(|answer| !answer.error) {
                    let below = u32::from(answer.found && answer.ply < 3);
                    deepest[answer.thread as usize] = Some(answer.ply + below);
                }
            }
        }
    }
    Ok(())
}
