//! A stimulus to compare simulators with: a run of the machine through everything its ports can do.

use super::{PositionOf, StreamDriver, Streamed};
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// Rounds of turns after each reset.
const ROUNDS: u32 = 38;

/// One turn of this many loads another position.
const RELOADED: usize = 5;

/// The last ply it walks to: the smallest machine's.
const LAST_PLY: u32 = 3;

/// Loads positions into threads whose turn is near, lets all threads walk up and down at random,
/// gives commands that are refused, and resets the machine while answers are under way. `position`
/// is asked for each position that is loaded.
///
/// # Errors
/// The simulator failed.
pub fn exercise<S: Streamed>(
    ports: &mut impl Ports,
    threads: u32,
    mut position: impl FnMut(&mut Random) -> Option<PositionOf<S>>,
) -> Result<(), PortsError> {
    let mut random = Random(1);
    for _ in 0..2 {
        let mut driver = StreamDriver::<_, S>::new(&mut *ports, threads)?;
        // The deepest node of each thread.
        let mut deepest: Vec<Option<u32>> = vec![None; threads as usize];
        // Nothing is loaded yet: refused.
        let mut turn = driver.cycle(|_| Some(0))?;
        let mut offered: Option<u32> = None;
        for _ in 0..ROUNDS * threads {
            // Soon, but seldom at once.
            let next = (turn.of + 2 + random.below(3) as u32) % threads;
            let stale = deepest[next as usize].is_none() || random.one_in(RELOADED);
            if offered.is_none()
                && stale
                && let Some(position) = position(&mut random)
            {
                driver.offer(next, &position)?;
                offered = Some(next);
            }
            turn = driver.cycle(|thread| match deepest.get(thread as usize) {
                // A ply too deep now and then.
                Some(Some(ply)) => {
                    let ply = (*ply + u32::from(random.one_in(16))).saturating_sub(random.below(2) as u32);
                    Some(ply.min(LAST_PLY))
                }
                _ => random.one_in(16).then_some(0),
            })?;
            if turn.loaded
                && let Some(thread) = offered.take()
            {
                deepest[thread as usize] = Some(0);
            }
            if let Some(answer) = turn.answer.as_ref().filter(|answer| !answer.error) {
                let below = u32::from(answer.found && answer.ply < LAST_PLY);
                deepest[answer.thread as usize] = Some(answer.ply + below);
            }
        }
    }
    Ok(())
}
