//! Helpers of the tests: random designs, an example of everything, and designs without hierarchy.

mod example;
mod flatten;
mod random;

pub(crate) use example::{OF_STRUCTURE, OF_VALUES, OF_WORDS, design_of, example};
pub(crate) use flatten::flatten;
pub(crate) use random::{Random, random_design};
