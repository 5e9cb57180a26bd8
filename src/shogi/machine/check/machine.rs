//! The pipeline.

use super::logic::{logic, planes_of_bytes};
use crate::describe::{Builder, PipelineOptions, Project, every_cycle_from, listed, pipeline};
use crate::netlist::Design;
use crate::stream::FastError;

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, however few tables come before, see
    /// [`PipelineOptions::cuts`].
    pub cuts: Vec<String>,
}

/// The machine, and how long a board takes through it.
#[derive(Clone, Debug)]
pub struct Check {
    /// The machine.
    pub design: Design,
    /// Clock cycles from a board to the pieces found on it.
    pub latency: u32,
}

/// A machine that takes a board of bytes in every clock cycle, and gives the pieces that check the
/// king of the side to move, those that block a check, and those that are pinned, a fixed number of
/// cycles later.
///
/// # Errors
/// No registers are asked for (`levels` 0), nothing is called like one of the cuts, or a defect in
/// the description.
pub fn check(options: &CheckOptions) -> Result<Check, FastError> {
    let top = options.name.replace('-', "_");
    let mut project = Project::new(&options.name);
    let registers = PipelineOptions { cuts: options.cuts.clone(), ..PipelineOptions::fast(options.levels) };
    let pipe = pipeline(&mut project, logic(&format!("{top}_pipeline")), &registers)?;
    project.setting("levels", options.levels);
    project.setting("cuts", listed(&options.cuts));
    let latency = pipe.latency;
    let top = Builder::new(
        top,
        format!(
            "Finds the pieces that check a king of shogi, in every clock cycle those of another board.\nThey come {latency} cycles after the board."
        ),
    );
    let outputs = [
        ("checkers", "enemy pieces that attack the king of the side to move"),
        ("blockers", "pieces alone between that king and an enemy slider of that line"),
        ("pinned", "own pieces among the blockers"),
    ];
    let ready = ("found_valid", "there are pieces found");
    let latency =
        every_cycle_from(&mut project, top, &pipe, ("a board is there", planes_of_bytes), ready, &outputs)?;
    Ok(Check { design: project.finish()?, latency })
}
