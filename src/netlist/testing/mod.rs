//! Helpers of the tests: random designs, and designs without hierarchy.

mod flatten;
mod random;

pub(crate) use flatten::flatten;
pub(crate) use random::{Random, random_design};
