//! The hash table in any other memory: look-ups and stores through a port for whole clusters.
//!
//! ```text
//!  ask -> index -> queue -> issue -> memory port -> answer -> a probe's answer
//!                             ^                       |
//!                             +----- slots of stores <-
//! ```
//!
//! Operations wait in one queue, in the order in which they came. `issue` asks the memory for the
//! cluster of the first. It holds back an operation on a cluster that a store is about to write. So
//! an answer is that of the twin after all earlier operations, however long the memory takes.
//! `answer` finds the entry of a probe, and decides what a store writes. The port carries out writes
//! before reads that are asked for later.

mod answer;
mod exercise;
mod issue;
mod model;
mod operation;
mod top;

#[cfg(test)]
mod tests;

pub use exercise::exercise_memory_table;
pub use model::{Latency, MemoryModel};
pub use top::{MemoryOptions, memory_table};
