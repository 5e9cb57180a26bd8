//! A run of the counter: the positions of a game tree, level by level, one in each clock cycle.

use crate::describe::EveryCycle;
use crate::game::Game;
use crate::sections::SectionError;
use crate::sections::every_cycle::{drive, tree};
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
/// on, by a machine; `give` puts a position at its inputs. A tree that ends is
/// given again.
///
/// # Errors
/// The simulator failed.
pub(super) fn run<G: Game>(
    machine: &EveryCycle,
    position: &G::Position,
    give: impl Fn(&mut Simulation, &G::Position) -> Result<(), PortsError>,
) -> Result<Run, SectionError> {
    let tree = tree::<G>(position, GIVEN);
    let positions: Vec<&G::Position> = tree.iter().cycle().take(GIVEN).collect();
    let mut simulation = Simulation::new(&machine.design)?;
    let out =
        drive(&mut simulation, machine.latency, positions.into_iter(), give, |ports| {
            match Ports::peek(ports, "count_valid")? {
                0 => Ok(None),
                _ => Ports::peek(ports, "count").map(Some),
            }
        })?;
    let cells = out.iter().map(|count| usize::from(count.is_none())).collect();
    let counts: Vec<u64> = out.into_iter().flatten().collect();
    let after = counts.first().map_or(0, |&moves| moves as usize);
    let below = counts.iter().skip(1).take(after).sum();
    let strip = Strip { kinds: &KINDS, columns: COLUMNS, cells };
    Ok(Run { counts, below, strip })
}
