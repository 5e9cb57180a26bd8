//! A node between two steps of its search, and the word that waits on the stack below it.

use super::{PliesLeft, Window};
use crate::describe::{Wire, concat};

/// A node of a search between two steps.
#[derive(Clone)]
pub struct NodeState {
    /// The values that still matter.
    pub window: Window,
    /// The plies left at this node and at the root.
    pub plies: PliesLeft,
    /// The best move so far, as the machine writes moves.
    pub best: Wire,
    /// Which moves were tried and what comes next, in the machine's own bits.
    pub phase: Wire,
}

/// The widths of a node's fields, in bits.
#[derive(Clone, Copy, Debug)]
pub struct NodeWidths {
    /// Of a value, two's complement.
    pub value: u32,
    /// Of a move.
    pub mv: u32,
    /// Of the plies left.
    pub plies: u32,
    /// Of the phase.
    pub phase: u32,
}

impl NodeWidths {
    /// The width of [`NodeState::packed`].
    pub fn node(self) -> u32 {
        2 * self.value + 2 * self.plies + self.mv + self.phase
    }

    /// The width of [`Waiting::packed`].
    pub fn waiting(self) -> u32 {
        self.mv + self.phase + self.value
    }
}

impl NodeState {
    /// All fields side by side, for a memory with a word for each thread.
    pub fn packed(&self) -> Wire {
        let Self { window: Window { alpha, beta }, plies: PliesLeft { here, root }, best, phase } = self;
        concat(&[phase, best, root, here, beta, alpha].map(Clone::clone))
    }

    /// The fields of a word made by [`NodeState::packed`].
    pub fn unpacked(word: &Wire, widths: NodeWidths) -> Self {
        let mut low = 0;
        let mut field = |width: u32| {
            low += width;
            word.slice(low - width, width)
        };
        let window = Window { alpha: field(widths.value), beta: field(widths.value) };
        let plies = PliesLeft { here: field(widths.plies), root: field(widths.plies) };
        Self { window, plies, best: field(widths.mv), phase: field(widths.phase) }
    }

    /// What waits on the stack while the node below a move is searched.
    pub fn waiting(&self, mv: &Wire) -> Waiting {
        Waiting { mv: mv.clone(), phase: self.phase.clone(), beta: self.window.beta.clone() }
    }
}

/// What a node needs when the search comes back to it.
#[derive(Clone)]
pub struct Waiting {
    /// The move that leads to the node below.
    pub mv: Wire,
    /// The node's phase.
    pub phase: Wire,
    /// The node's beta. Its alpha is the negated beta of the node below.
    pub beta: Wire,
}

impl Waiting {
    /// The fields side by side, the move in the lowest bits.
    pub fn packed(&self) -> Wire {
        concat(&[self.beta.clone(), self.phase.clone(), self.mv.clone()])
    }

    /// The fields of the lowest bits of a word.
    pub fn unpacked(word: &Wire, NodeWidths { value, mv, phase, .. }: NodeWidths) -> Self {
        Self { mv: word.slice(0, mv), phase: word.slice(mv, phase), beta: word.slice(mv + phase, value) }
    }
}
