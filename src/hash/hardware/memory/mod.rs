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
//! `answer` finds the entry of a probe, and decides what a store writes. The port carries out
//! writes before reads that are asked for later.
//!
//! The port is outside, or `link` puts a master of a bus or a controller of a chip on it.

mod answer;
mod ddr3;
mod exercise;
mod issue;
mod link;
mod model;
mod operation;
mod property;
mod sdram;
mod top;

#[cfg(test)]
mod tests;

pub use ddr3::Ddr3;
pub use exercise::{Counts, exercise_memory_table, look_ups};
pub use link::MemoryLink;
pub use model::{Memory, MemoryModel};
pub(crate) use property::{answers_have_their_tags, clearing_below_count, reads_under_way};
pub(crate) use sdram::keeps_its_times;
pub use sdram::{Sdram, Times};
pub use top::{MemoryOptions, memory_table};
