//! The options of the machine.

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct PerftOptions {
    /// The core's name.
    pub name: String,
    /// Lookup tables of four inputs between two registers, at most.
    pub levels: u32,
    /// Threads of a pair; by default, as many as keep its pipeline full.
    pub threads: Option<u32>,
    /// Nodes below its item that a thread can hold, a power of two.
    pub stack_depth: u32,
    /// Pairs of a machine of passes and a counter.
    pub pairs: u32,
}

impl PerftOptions {
    /// The deepest count, in half moves. A thread holds the nodes between its item and the parents
    /// of leaves.
    pub fn deepest(&self) -> u32 {
        self.stack_depth + 2
    }
}
