//! The options of the machine, and their limits.

use super::node::Has;
use super::selective::rules;
use crate::chess::evaluation::Weights;
use crate::chess::player::rules::Rules;

/// Bits of the limit, in clock cycles.
pub const LIMIT: u32 = 30;

/// Bits of the limit that a command brings.
pub const LIMIT_PART: u32 = 10;

/// The longest search with a limit, in clock cycles.
pub const LONGEST: u32 = (1 << LIMIT) - 1;

/// The deepest search of a machine with the default stack, in plies.
pub const DEEPEST: u32 = 31;

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, see
    /// [`crate::describe::PipelineOptions::cuts`].
    pub cuts: Vec<String>,
    /// Threads; by default, as many as keep the pipeline full.
    pub threads: Option<u32>,
    /// Nodes of a thread's stack, a power of two from 4 to 64.
    pub stack_depth: u32,
    /// The search leaves out moves and plies that hardly change a value, and looks longer at
    /// checks.
    pub selective: bool,
    /// A position that repeats the one four plies before it is a draw.
    pub repetition: bool,
    /// Entries of the hash table, a power of two; without one, the machine has none.
    pub table: Option<u32>,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// Their name, for the reader of the HDL.
    pub weights_name: String,
}

impl Options {
    /// The parts that nodes have.
    pub(super) fn has(&self) -> Has {
        Has { trail: self.repetition, marks: self.rules().killers, key: self.table.is_some() }
    }

    /// The rules of its search.
    pub(super) fn rules(&self) -> Rules {
        rules(self.selective, self.table.is_some())
    }
}
