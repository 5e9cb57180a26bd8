//! Random designs for tests of any reader of the netlist. For this crate's own tests there are also
//! an example of everything, and designs without hierarchy.

#[cfg(test)]
mod example;
#[cfg(test)]
mod flatten;
mod random;
mod shrink;

#[cfg(test)]
pub(crate) use example::{OF_STRUCTURE, OF_VALUES, OF_WORDS, design_of, example};
#[cfg(test)]
pub(crate) use flatten::flatten;
pub use random::{OBSERVED, Random, generate};
pub use shrink::smaller;

/// [`generate`] for tests.
#[cfg(test)]
pub(crate) fn random_design(seed: u64) -> crate::netlist::Design {
    generate(seed).unwrap()
}
