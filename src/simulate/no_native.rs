//! Processors without Cranelift have no machine code: the interpreter runs everything.

use super::engine::Wanted;
use super::program::Program;

/// A type without values.
pub(super) enum Native {}

impl Native {
    /// None.
    pub fn compile(_: &Program, _: &Wanted, _: usize) -> Option<Self> {
        None
    }

    /// Never called: there is nothing to call it on.
    pub fn run(&self, _: &mut [u64], _: &[u64]) -> bool {
        match *self {}
    }
}
