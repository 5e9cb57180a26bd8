//! A run of the counter: a position and those after its moves, one in each clock cycle.

use crate::chess::Position;
use crate::chess::fast::side::Side;
use crate::chess::fast::{Count, give};
use crate::cores::{self, Settings, Simulator};
use crate::report::ReportError;
use crate::report::strip::{Kind, Strip};
use crate::simulate::{Ports, PortsError, Simulation};

/// What can come out.
const KINDS: [Kind; 2] =
    [Kind { what: "a count came out", useful: true }, Kind { what: "nothing yet", useful: false }];

/// Cells of a row.
const COLUMNS: usize = 64;

/// What came out.
pub(super) struct Run {
    /// The number of moves of the position, and of those after its moves.
    pub counts: Vec<u64>,
    /// The leaves that chess-classic counts at depth 2.
    pub walked: u64,
    /// From the cycle in which the position is given to that of the last count.
    pub strip: Strip,
}

/// Has chess-classic generate the moves, and counts those of the position and of the positions after it.
///
/// # Errors
/// A machine cannot be built, or the simulator failed.
pub(super) fn run(machine: &Count, settings: &Settings, position: &Position) -> Result<Run, ReportError> {
    let (after, walked) = moves(settings, position)?;
    let positions: Vec<&Position> = [position].into_iter().chain(&after).collect();
    let mut simulation = Simulation::new(&machine.design)?;
    let (counts, cells) = drive(&mut simulation, machine.latency, &positions)?;
    Ok(Run { counts, walked, strip: Strip { kinds: &KINDS, columns: COLUMNS, cells } })
}

/// The positions after each move, and the leaves of two plies.
fn moves(settings: &Settings, position: &Position) -> Result<(Vec<Position>, u64), ReportError> {
    let [classic, ..] = cores::cores() else { return Ok((Vec::new(), 0)) };
    let mut machine = cores::machine(classic, &settings.of(classic), Simulator::BuiltIn)?;
    machine.load(position)?;
    let mut after = Vec::new();
    while let Some(generated) = machine.next()? {
        after.push(position.after(generated.mv));
    }
    Ok((after, machine.perft(2, false)?.nodes))
}

/// Gives the positions, one a cycle, and what came out in each.
fn drive(
    ports: &mut impl Ports,
    latency: u32,
    positions: &[&Position],
) -> Result<(Vec<u64>, Vec<usize>), PortsError> {
    let (mut counts, mut cells) = (Vec::new(), Vec::new());
    ports.poke("valid", 0)?;
    ports.poke("reset", 1)?;
    ports.step()?;
    ports.poke("reset", 0)?;
    for cycle in 0..positions.len() + latency as usize {
        let position = positions.get(cycle);
        ports.poke("valid", u64::from(position.is_some()))?;
        if let Some(position) = position {
            give(ports, &Side::of(position))?;
        }
        let there = ports.peek("count_valid")? == 1;
        if there {
            counts.push(ports.peek("count")?);
        }
        cells.push(usize::from(!there));
        ports.step()?;
    }
    Ok((counts, cells))
}
