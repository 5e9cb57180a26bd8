//! An ordered legal move of shogi in every clock cycle, see [`crate::stream`].
//!
//! A pass finds the best destination left, and looks back from there for the best origin left, or
//! takes the next kind in hand. A node goes through three phases: captures and promotions, quiet
//! moves, drops. Each begins with all its destinations.

mod aggressors;
mod exercise;
mod machine;
mod make;
mod node;
pub mod order;
mod step;
mod victims;

#[cfg(test)]
mod tests;

pub(super) use aggressors::{Dropped, Place, found};
pub use exercise::exercise;
pub use machine::{ShogiStream, TELLING, pass_logic, shogi_stream};
pub(super) use make::{Made, code_at, make};
pub(super) use node::{Board, HELD};
