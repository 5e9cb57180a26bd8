//! The next value of a word, apart from where the word is kept.

use crate::describe::{RegisterBuilder, Wire, mux};

/// A word's next value, and when it is taken.
#[derive(Clone)]
pub struct Change {
    /// The word changes: 1 bit.
    pub when: Wire,
    /// Its next value, as wide as the word.
    pub to: Wire,
}

impl Change {
    /// A change to `to` when the 1-bit `when` is set.
    pub fn new(when: &Wire, to: &Wire) -> Self {
        Self { when: when.clone(), to: to.clone() }
    }

    /// For a word in a register, which takes the value at the next edge.
    #[track_caller]
    pub fn keep_in(&self, register: &RegisterBuilder) {
        register.next_when(&self.when, &self.to);
    }

    /// For a word that is written as a whole: the value that follows `before`. Combinational; a
    /// multiplexer.
    #[track_caller]
    pub fn over(&self, before: &Wire) -> Wire {
        mux(&self.when, &self.to, before)
    }
}
