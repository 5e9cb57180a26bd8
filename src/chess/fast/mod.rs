//! Fast chess machines: legal moves by masks, a whole position in every clock cycle.
//!
//! The position is seen from the side to move, so only one side's moves are described.

mod choose;
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
use thiserror::Error;

use crate::describe::{Builder, PipelineError, PipelineOptions, Project, Timed, pipeline};
use crate::netlist::{Design, Direction, NetlistError, NetlistErrors, Signal};

/// The options of the counter.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, however few tables come before, see
    /// [`PipelineOptions::cuts`].
    pub cuts: Vec<String>,
    /// Whether the machine can also count the moves of one origin, with their destinations as a
    /// set.
    pub sets: bool,
}

/// The counter, and how long a position takes through it.
#[derive(Clone, Debug)]
pub struct Count {
    /// The machine.
    pub design: Design,
    /// Clock cycles from a position to its count.
    pub latency: u32,
}

/// The reasons why a fast machine cannot be built.
#[derive(Debug, Error)]
pub enum FastError {
    /// A mistake in the description.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// The machine breaks a rule.
    #[error(transparent)]
    Rules(#[from] NetlistErrors),
    /// The logic cannot be cut into stages.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The threads do not fill the pipeline, or are too many.
    #[error(
        "{threads} threads where the pipeline needs {least} to {most}; choose as many, or cut it into fewer stages"
    )]
    Threads {
        /// Those asked for.
        threads: u32,
        /// The fewest that fill it.
        least: u32,
        /// The most there can be.
        most: u32,
    },
}

/// The most threads of a machine.
pub const MOST_THREADS: u32 = 256;

/// The number of threads that take turns: as many as asked for, or the fewest that fill the
/// pipeline.
///
/// # Errors
/// Fewer are asked for, or more than [`MOST_THREADS`].
pub(in crate::chess) fn threads(least: u32, asked: Option<u32>) -> Result<u32, FastError> {
    let threads = asked.unwrap_or(least);
    match (least..=MOST_THREADS).contains(&threads) {
        true => Ok(threads),
        false => Err(FastError::Threads { threads, least, most: MOST_THREADS }),
    }
}

/// The places of the registers: for a fast clock, which needs few tables and short wires rather
/// than few stages.
pub(in crate::chess) fn registers(levels: u32) -> PipelineOptions {
    // A bit of the king's set goes to 24 tables: rays, jumps and steps begin there.
    PipelineOptions { sparing: true, wide: Some(23), ..PipelineOptions::new(levels) }
}

/// Signals with a register behind them, as a setting of the core.
pub(in crate::chess) fn listed(cuts: &[String]) -> String {
    if cuts.is_empty() { "none".into() } else { cuts.join(",") }
}

/// A machine that takes a position in every clock cycle, and gives the number of its legal moves a
/// fixed number of cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn count(options: &CountOptions) -> Result<Count, FastError> {
    let logic = count::logic(&format!("{}_pipeline", options.name.replace('-', "_")), options.sets);
    let mut project = Project::new(&options.name);
    let registers = PipelineOptions { cuts: options.cuts.clone(), ..registers(options.levels) };
    let pipe = pipeline(&mut project, logic, &registers)?;
    let latency = pipe.latency;
    project.setting("levels", options.levels);
    project.setting("cuts", listed(&options.cuts));
    project.setting("sets", if options.sets { "on" } else { "off" });
    let module = project.module(&pipe.module);
    let inputs = module.ports_of(Direction::Input).map(|id| module.signal(id).clone());
    let inputs: Vec<Signal> = inputs.filter(|signal| signal.name != "clock").collect();

    let b = Builder::new(
        options.name.replace('-', "_"),
        format!(
            "Counts the legal moves of a position in every clock cycle.\nThe count comes {latency} cycles after the position."
        ),
    );
    let valid = Timed::new(&b.input("valid", 1).comment("a position is there"), 0);
    let inputs = inputs.iter().map(|signal| {
        let input = b.input(&signal.name, signal.width);
        (signal.name.as_str(), Timed::new(&input.comment(signal.comment.as_deref().unwrap_or_default()), 0))
    });
    let outputs = pipe.instance(&b, "pipeline", inputs);
    let count = outputs.get("count");
    let valid = valid.at_or_cleared("way", count.latency());
    let mut shown =
        vec![("count_valid", valid, "there is a count"), ("count", count, "legal moves of the position")];
    if options.sets {
        shown.push(("destinations", outputs.get("destinations"), "of each origin the legal destinations"));
    }
    let shown: Vec<(&str, &Timed, &str)> =
        shown.iter().map(|(name, value, comment)| (*name, value, *comment)).collect();
    let latency = Timed::outputs(&b, &shown);
    project.add(b)?;
    Ok(Count { design: project.finish()?, latency })
}
