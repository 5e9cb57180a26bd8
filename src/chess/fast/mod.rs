//! Fast chess machines: legal moves by masks, a whole position in every clock cycle.
//!
//! The position is seen from the side to move, so only one side's moves are described.

mod count;
mod exercise;
pub mod lanes;
pub(in crate::chess) mod lines;
mod make;
pub(in crate::chess) mod masks;
mod moves;
pub(in crate::chess) mod node;
pub mod perft;
mod prepared;
pub(in crate::chess) mod root;
pub mod side;
pub mod stream;

#[cfg(test)]
mod tests;

pub(in crate::chess) use exercise::scattered;
pub use exercise::{exercise, give};

use crate::describe::{Builder, EveryCycle, EveryCycleOptions, every_cycle};
pub(in crate::chess) use crate::stream::threads;
pub use crate::stream::{FastError, MOST_THREADS};

/// The options of the counter.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// Those of every such machine.
    pub machine: EveryCycleOptions,
    /// Whether the machine can also count the moves of one origin, with their destinations as a
    /// set.
    pub sets: bool,
}

/// A machine that takes a position in every clock cycle, and gives the number of its legal moves a
/// fixed number of cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn count(options: &CountOptions) -> Result<EveryCycle, FastError> {
    let (mut project, pipe) = options.machine.begin(|name| count::logic(name, options.sets))?;
    project.setting("sets", if options.sets { "on" } else { "off" });
    let latency = pipe.latency;
    let top = Builder::new(
        options.machine.top(),
        format!(
            "Counts the legal moves of a position in every clock cycle.\nThe count comes {latency} cycles after the position."
        ),
    );
    let count = ("count", "legal moves of the position");
    let sets = ("destinations", "of each origin the legal destinations");
    let outputs = if options.sets { &[count, sets][..] } else { &[count] };
    let ready = ("count_valid", "there is a count");
    let latency = every_cycle(&mut project, top, &pipe, "a position is there", ready, outputs)?;
    Ok(EveryCycle { design: project.finish()?, latency })
}
