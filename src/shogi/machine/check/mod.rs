//! The pieces that give check, those that stand alone before one that would, and those that are
//! pinned, for a board of bytes in every clock cycle.
//!
//! `bytes` is the board, `twin` what is found in software, `logic` the same as logic, and `machine`
//! its pipeline.

mod bytes;
mod exercise;
mod lanes;
mod logic;
mod machine;
mod twin;

#[cfg(test)]
mod tests;

pub use bytes::ByteBoard;
pub use exercise::exercise;
pub use lanes::CheckLanes;
pub use logic::logic;
pub use machine::check;
pub use twin::Checks;
