//! Perft at a whole node's moves a clock: inner nodes are walked through by passes, the moves of leaves' parents are counted.
//!
//! A pair is a machine of passes and a counter. Each of its threads works on an item, a position with a height: how many half
//! moves of it are to be walked. Every position that a pass makes goes to the counter, which has the legal moves before it counts them.
//! Where it is the parent of leaves, the count is what is wanted. Else it is stored with what the counter found out about its moves, so that a
//! pass has to find only the first that is left; and it becomes an item of its own as long as there is room for items, so that
//! all threads soon have work and keep it; else the thread goes below it. Of several pairs each walks through the root's moves to some
//! files; and while one has little work, others hand such positions around a ring to it.

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

/// A machine with the command port of the classic one, of whose commands it has those that load a position, count and read.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), or a defect in the description.
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
