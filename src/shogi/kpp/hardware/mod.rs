//! The evaluation in hardware: sums of weights from a memory, at the speed of its port.
//!
//! ```text
//!  command -> walk -> address -> queue -> memory port -> words -> sum -> answer
//! ```
//!
//! `walk` keeps a sorted list of entries for each side, and walks through the words that a command
//! needs, one a cycle: row by row, and within a row upwards. `address` knows where a row begins.
//! Each word brings all weights of it that count, so a word is read once for all of them. Words are
//! answered in order, and `sum` adds them up behind each other. A command may begin while words of
//! the one before are still under way.

mod address;
mod command;
mod dram;
mod exercise;
mod list;
mod memory;
mod on_chip;
mod position;
mod property;
mod run;
mod shape;
mod steps;
mod sum;
mod top;
mod twin;
mod walk;

pub use dram::Chip;
pub use exercise::exercise;
pub use memory::{MemoryModel, Pace};
pub use position::{difference, entries, whole_of};
pub(crate) use property::has_room_for_reads;
pub use run::{Counts, Run, whole};
pub use shape::{Held, Shape};
pub use top::{KppOptions, Place, kpp};
pub use twin::{Answer, BLACK, Command, Entry, KINGS, Operation, Stored, Table, Twin, WHITE};
pub use walk::Rules;

#[cfg(test)]
mod tests;
