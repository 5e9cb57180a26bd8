//! The hash table in hardware: the index unit, and a table in block memory that takes a probe and a
//! store in every clock cycle.

mod carried;
mod chain;
mod decide;
mod exercise;
mod features;
mod index;
mod memories;
mod others;
mod probes;
mod properties;
mod run;
mod stages;
mod stores;
mod sums;
mod table;
mod way;
mod words;

#[cfg(test)]
mod tests;

pub use exercise::{ProbeAnswer, exercise_index, exercise_table};
pub use index::{INDEX_LATENCY, index_unit};
pub use properties::{answers_in_time, below_count, known_below_count, pieces_below_count};
pub use run::run;
pub use table::{ANSWER_LATENCY, TableOptions, table};
