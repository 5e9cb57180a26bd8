//! Registers that the generator puts into combinational logic. A description gives the computation,
//! and a number says how many lookup tables may lie between two registers.
//!
//! The lookup tables before a value decide its stage. A stage is a module, `<name>_stage_<n>`, with
//! the registers that take what arrives and the logic behind them. A named signal keeps its name in
//! its own stage, and in the registers of the stages that read it later. Values whose names differ
//! only in a number at the end (`view_east_1`, `view_east_2`) go there as one bus. The module
//! `<name>` chains the stages. A value that no stage reads in between goes around them, see
//! [`super::delay()`].

mod buses;
mod chain;
mod copies;
mod levels;
mod order;
mod reads;
mod stage;

use thiserror::Error;

use super::{Builder, ModuleHandle, Project, Waits};
use crate::netlist::{Declared, NetlistError, WidthMismatch};
use crate::readable::readable_debug;

/// The options of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineOptions {
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Bits of carry that count as one lookup table.
    pub carry: u32,
    /// Named signals with a register behind them, however few tables come before. A value worked
    /// out from one is in a later stage.
    pub cuts: Vec<String>,
    /// The storage of values that no stage reads for some cycles.
    pub waits: Waits,
    /// Whether levels are counted so that no two lookup tables repeat the same logic: more stages,
    /// fewer tables.
    pub sparing: bool,
    /// Bits with at least this many readers count as one lookup table later, because of the way to
    /// all of them.
    pub wide: Option<u32>,
    /// The way to at least this many readers of a bit has a stage of its own: registers before it,
    /// and [`copies`](Self::copies) behind it.
    pub apart: Option<u32>,
    /// A register with more readers than this in its stage has copies, one for each group of this
    /// many.
    pub copies: Option<u32>,
}

impl PipelineOptions {
    /// Registers every `levels` lookup tables, with long waits in memory where that saves area.
    pub fn new(levels: u32) -> Self {
        Self {
            levels,
            carry: 8,
            cuts: Vec::new(),
            waits: Waits::memory_from(9),
            sparing: false,
            wide: None,
            apart: None,
            copies: None,
        }
    }

    /// The same for a fast clock, which needs few tables and short wires rather than few stages. In
    /// logic over a board, one bit goes to the tables of many squares: a king's to those of rays,
    /// jumps and steps.
    pub fn fast(levels: u32) -> Self {
        Self { sparing: true, wide: Some(23), ..Self::new(levels) }
    }

    /// Registers behind these signals and nowhere else.
    pub fn behind<S: Into<String>>(cuts: impl IntoIterator<Item = S>) -> Self {
        Self { cuts: cuts.into_iter().map(Into::into).collect(), ..Self::new(u32::MAX) }
    }
}

/// Signals with a register behind them, as a setting of a core.
pub(crate) fn listed(cuts: &[String]) -> String {
    if cuts.is_empty() { "none".into() } else { cuts.join(",") }
}

/// Logic with registers in it: a result every clock cycle.
#[derive(Clone)]
pub struct Pipelined {
    /// The module. Its ports are those of the logic, and `clock`.
    pub module: ModuleHandle,
    /// Clock cycles from an input to the outputs that depend on it.
    pub latency: u32,
    /// Lookup tables in a row, in the deepest stage.
    pub levels: u32,
    /// Bits of all registers, without the counters of memories.
    pub registers: u32,
    /// Bits of memory.
    pub memory: u32,
}

/// The reasons why logic cannot be cut into stages.
#[derive(Clone, Error, PartialEq, Eq)]
pub enum PipelineError {
    /// A mistake in the description.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// There is something with a state in it.
    #[error(
        "`{module}` cannot be cut into stages: `{thing}`{place} has a state or is an instance; describe it outside of the pipeline"
    )]
    State {
        /// The module.
        module: String,
        /// The register, memory or instance.
        thing: String,
        /// The place of the declaration.
        place: Declared,
    },
    /// A signal depends on itself.
    #[error(
        "`{module}` cannot be cut into stages: `{signal}`{place} depends on itself; give each of its bits a signal of its own, or break the loop"
    )]
    Loop {
        /// The module.
        module: String,
        /// A signal on the loop.
        signal: String,
        /// The place of the declaration.
        place: Declared,
    },
    /// There is no such pipeline.
    #[error("`{module}`{place} cannot have registers every 0 levels; choose 1 or more")]
    NoLevels {
        /// The module.
        module: String,
        /// The place of the call.
        place: Declared,
    },
    /// There is no place for a register.
    #[error(
        "`{module}` has no signal called `{signal}` to put a register behind; name one of its description, such as `{}`",
        near.join("` or `")
    )]
    NoCut {
        /// The module.
        module: String,
        /// The name.
        signal: String,
        /// Those it has that are called most like it.
        near: Vec<String>,
    },
    /// An operator does not fit its operands: the module is not valid.
    #[error("`{module}`: an operand of {} bits where {} are needed; it was changed after it was described", mismatch.found, mismatch.expected)]
    Width {
        /// The module.
        module: String,
        /// The widths.
        mismatch: WidthMismatch,
    },
}

readable_debug!(PipelineError);

/// Cuts combinational logic into stages of at most `levels` lookup tables of four inputs, or behind
/// the named signals. There are registers behind its inputs and before its outputs too.
///
/// Throughput: a result a clock. Latency: [`Pipelined::latency`]. There is no reset: every value
/// under way comes out.
///
/// ```
/// use movewright::describe::{Builder, PipelineOptions, Project, pipeline};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let b = Builder::new("sum", "The sum of four numbers.");
/// let [p, q, r, s] = ["p", "q", "r", "s"].map(|name| b.input(name, 8));
/// b.output("total", &(&(&p + &q) + &(&r + &s)));
/// let mut project = Project::new("sum");
/// let cut = pipeline(&mut project, b, &PipelineOptions::new(2))?;
/// assert!(cut.latency >= 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A mistake in the description; state, an instance or a loop in the logic; or a missing signal to
/// cut behind.
#[track_caller]
pub fn pipeline(
    project: &mut Project,
    logic: Builder,
    options: &PipelineOptions,
) -> Result<Pipelined, PipelineError> {
    let module = &logic.into_module()?;
    if options.levels == 0 {
        return Err(PipelineError::NoLevels { module: module.name.clone(), place: Declared::here() });
    }
    let order = order::Order::new(module)?;
    let stages = levels::stages(module, &order, options)?;
    let levels = stages.levels;
    chain::chain(project, &reads::Reads::new(module, &order, stages), options, levels)
}

#[cfg(test)]
mod tests;
