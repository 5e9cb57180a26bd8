//! The word that waits on the stack while the node below a move is searched.

use crate::describe::{Wire, concat};

/// What a node needs when the search comes back to it.
#[derive(Clone)]
pub struct Waiting {
    /// The move that leads to the node below.
    pub mv: Wire,
    /// Which of the node's moves were tried, in the machine's own bits.
    pub phase: Wire,
    /// The node's beta. Its alpha is the negated beta of the node below.
    pub beta: Wire,
}

/// The widths of the fields, in bits.
#[derive(Clone, Copy, Debug)]
pub struct WaitingWidths {
    /// Of a move.
    pub mv: u32,
    /// Of the phase.
    pub phase: u32,
    /// Of a value.
    pub value: u32,
}

impl WaitingWidths {
    /// The width of the word.
    pub fn total(self) -> u32 {
        self.mv + self.phase + self.value
    }
}

impl Waiting {
    /// The fields side by side, the move in the lowest bits.
    pub fn packed(&self) -> Wire {
        concat(&[self.beta.clone(), self.phase.clone(), self.mv.clone()])
    }

    /// The fields of the lowest bits of a word.
    pub fn unpacked(word: &Wire, widths: WaitingWidths) -> Self {
        let WaitingWidths { mv, phase, value } = widths;
        Self { mv: word.slice(0, mv), phase: word.slice(mv, phase), beta: word.slice(mv + phase, value) }
    }
}
