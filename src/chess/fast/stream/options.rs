//! The options of the machine.

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Signals of the pipeline with a register behind each, however few tables come before, see
    /// [`crate::describe::PipelineOptions::cuts`].
    pub cuts: Vec<String>,
    /// Threads; by default, as many as keep the pipeline full.
    pub threads: Option<u32>,
    /// Nodes of a thread's stack, a power of two.
    pub stack_depth: u32,
    /// Moves that give check come before all others.
    pub checks_first: bool,
}
