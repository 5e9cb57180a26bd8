//! A run of the counter: the positions of a game tree, level by level, one in each clock cycle.

use crate::chess::fast::side::Side;
use crate::chess::fast::{Count, give};
use crate::chess::{Position, rules};
use crate::sections::SectionError;
use crate::sections::strip::{Kind, Strip};
use crate::simulate::{Ports, PortsError, Simulation};

/// The possible outputs.
const KINDS: [Kind; 2] = [
    Kind { what: "a count came out", useful: true },
    Kind { what: "the first positions are on their way", useful: false },
];

/// Cells of a row.
const COLUMNS: usize = 64;

/// The number of positions given, so many that the cycles before the first count weigh little.
const GIVEN: usize = 4_000;

/// The output of a run.
pub(super) struct Run {
    /// The number of moves of each position given.
    pub counts: Vec<u64>,
    /// The moves of the positions after the moves of the first, all together.
    pub below: u64,
    /// From the cycle in which the first position is given to that of the last count.
    pub strip: Strip,
}

/// Counts the moves of a position, of the positions after its moves, of those after them, and so
/// on. A tree that ends is given again.
///
/// # Errors
/// The simulator failed.
pub(super) fn run(machine: &Count, position: &Position) -> Result<Run, SectionError> {
    let tree = tree(position);
    let positions: Vec<&Position> = tree.iter().cycle().take(GIVEN).collect();
    let mut simulation = Simulation::new(&machine.design)?;
    let (counts, cells) = drive(&mut simulation, machine.latency, &positions)?;
    let after = counts.first().map_or(0, |&moves| moves as usize);
    let below = counts.iter().skip(1).take(after).sum();
    let strip = Strip { kinds: &KINDS, columns: COLUMNS, cells };
    Ok(Run { counts, below, strip })
}

/// The first positions of the game tree, level by level.
fn tree(position: &Position) -> Vec<Position> {
    let mut tree = vec![position.clone()];
    let mut next = 0;
    while tree.len() < GIVEN && next < tree.len() {
        let moves = rules::legal_moves(&tree[next]).unwrap_or_default();
        let after: Vec<Position> = moves.into_iter().map(|mv| tree[next].after(mv)).collect();
        tree.extend(after);
        next += 1;
    }
    tree
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
