//! A run of the machine through everything its ports can do: a stimulus to compare simulators with.

use super::drive::Driver;
use crate::chess::Position;
use crate::chess::classic::CHESS_POSITIONS;
use crate::chess::fast::exercise::MIDDLE_GAMES;
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// Rounds of turns after each reset.
const ROUNDS: u32 = 54;

/// The last ply it walks to: the smallest machine's.
const LAST_PLY: u32 = 3;

/// Loads positions with every special move and middle games into one thread after the other, lets all walk up and down at random,
/// gives commands that are refused, and resets the machine while answers are on their way.
///
/// # Errors
/// The simulator failed.
pub fn exercise(ports: &mut impl Ports, threads: u32) -> Result<(), PortsError> {
    let mut random = Random(1);
    // All of them read; a test says so.
    let positions: Vec<Position> = (CHESS_POSITIONS.into_iter().chain(MIDDLE_GAMES))
        .filter_map(|fen| Position::from_fen(fen).ok())
        .collect();
    let mut waiting = positions.iter().cycle();
    for _ in 0..2 {
        let mut driver = Driver::new(&mut *ports, threads)?;
        // Nothing is loaded yet: refused.
        driver.cycle(|_| Some(0))?;
        // The deepest node of each thread.
        let mut deepest: Vec<Option<u32>> = vec![None; threads as usize];
        let mut offered = None;
        for _ in 0..ROUNDS * threads {
            if offered.is_none()
                && let Some(position) = waiting.next()
            {
                let thread = random.below(threads as usize);
                driver.offer(thread as u32, position)?;
                offered = Some(thread);
            }
            let turn = driver.cycle(|thread| match deepest.get(thread as usize) {
                // A ply too deep now and then.
                Some(Some(ply)) => {
                    let ply = (*ply + u32::from(random.one_in(16))).saturating_sub(random.below(2) as u32);
                    Some(ply.min(LAST_PLY))
                }
                _ => random.one_in(16).then_some(0),
            })?;
            if let Some(thread) = offered.filter(|_| turn.loaded) {
                deepest[thread] = Some(0);
                offered = None;
            }
            if let Some(answer) = turn.answer.filter(|answer| !answer.error) {
                let below = u32::from(answer.found && answer.ply < LAST_PLY);
                deepest[answer.thread as usize] = Some(answer.ply + below);
            }
        }
    }
    Ok(())
}
