//! The hash table in hardware: the index unit, and a table in block memory that takes a probe and a
//! store in every clock cycle.

mod carried;
mod chain;
mod decide;
mod exercise;
mod exercise_index;
mod features;
mod forwarding;
mod index;
mod keys;
mod memories;
pub mod memory;
mod others;
mod probes;
mod properties;
mod run;
mod stages;
mod stores;
mod sums;
mod table;
mod way;
mod wide_index;
mod wide_property;
mod words;

#[cfg(test)]
mod tests;

pub use exercise::{ProbeAnswer, exercise_table};
pub use exercise_index::exercise_index;
pub use forwarding::stores_follow;
pub use index::{INDEX_LATENCY, index_unit};
pub use keys::{
    KEYS_LATENCY, KeyPorts, exercise_keys, exercise_shogi_keys, keys, moves_are_taken_back, shogi_keys,
};
pub use properties::{answers_in_time, below_count, known_below_count, pieces_below_count};
pub use run::run;
pub use table::{ANSWER_LATENCY, TableOptions, table};
pub use wide_index::{WIDE_INDEX_LATENCY, wide_index_unit};
pub use wide_property::wide_below_count;
