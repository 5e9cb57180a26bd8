//! Perft at a whole node's moves a clock: passes walk through inner nodes, and the moves of the
//! leaves' parents are counted.
//!
//! A pair is a machine of passes and a counter. Each of its threads works on an item: a position
//! with a height, the number of half moves to walk below it. Every position that a pass makes goes
//! to the counter, which has the legal moves before it counts them.
//!
//! If the position is a parent of leaves, the count is the result. Otherwise the position is stored
//! together with the counter's results about its moves, so a pass only has to find the first move
//! left. While there is room for items, the position becomes an item of its own. So all threads
//! soon have work and keep it. Otherwise the thread goes below the position.
//!
//! Each of several pairs walks through the root's moves to some files. While a pair has little
//! work, the others hand such positions on to it around a ring.

mod exercise;
mod options;
mod origins;
mod pair;
mod passes;
mod port;
mod ring;
mod step;
mod threads;

#[cfg(test)]
mod tests;

pub use exercise::exercise;
pub use options::PerftOptions;
pub use port::{SETTLING_STATE, STATES};

use super::FastError;
use crate::describe::Project;
use crate::netlist::Design;

/// A machine with the command port of the classic one. It has those of its commands that load a
/// position, count and read.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), or a defect in the
/// description.
pub fn perft(options: &PerftOptions) -> Result<Design, FastError> {
    let top = options.name.replace('-', "_");
    let mut project = Project::new(&options.name);
    project.setting("pairs", options.pairs);
    project.setting("levels", options.levels);
    project.setting("threads", options.threads.unwrap_or(0));
    project.setting("stack_depth", options.stack_depth);
    let pair = pair::pair(&mut project, &top, options)?;
    port::port(&mut project, &top, options, &pair)?;
    Ok(project.finish()?)
}
