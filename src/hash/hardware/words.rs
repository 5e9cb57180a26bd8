//! How an entry is spread over memories.
//!
//! Block memories of most families have words of 9, 18 or 36 bits. So some bits of the key part
//! stand beside the move, to fill its words up. They are written with the move. That is enough:
//! where the key part changes, the move is written as well.

use crate::describe::{Wire, concat};
use crate::hash::Layout;

/// Bits of the narrowest word of a block memory that also has the widest words in all.
const UNIT: u32 = 9;

/// Bits of what a store compares: key part, depth and number of the search.
pub(super) fn compared_bits(layout: Layout) -> u32 {
    layout.key_bits() + layout.depth_bits() + super::features::GENERATION
}

/// Bits of an entry without its move.
pub(super) fn rest_bits(layout: Layout) -> u32 {
    layout.widths().iter().sum::<u32>() - layout.move_bits()
}

/// Bits of the key part that stand beside the move.
pub(super) fn beside_bits(layout: Layout) -> u32 {
    layout.move_bits().next_multiple_of(UNIT) - layout.move_bits()
}

/// The words of an entry.
pub(super) struct Words {
    /// What stores compare, without the bits beside the move.
    pub compared: Wire,
    /// The move, and below it the first bits of the key part.
    pub mv: Wire,
    /// What only probes read.
    pub values: Wire,
}

impl Words {
    /// The words of an entry, given without its move and as its move.
    pub fn of(layout: Layout, rest: &Wire, mv: &Wire) -> Self {
        let (beside, compared) = (beside_bits(layout), compared_bits(layout));
        let mv = match beside {
            0 => mv.clone(),
            _ => concat(&[mv.clone(), rest.slice(0, beside)]),
        };
        Self {
            compared: rest.slice(beside, compared - beside),
            mv,
            values: rest.slice(compared, rest_bits(layout) - compared),
        }
    }

    /// The same, each changed.
    pub fn map(&self, mut change: impl FnMut(&Wire, Word) -> Wire) -> Self {
        Self {
            compared: change(&self.compared, Word::Compared),
            mv: change(&self.mv, Word::Move),
            values: change(&self.values, Word::Values),
        }
    }

    /// What a store compares.
    pub fn for_store(&self, layout: Layout) -> Wire {
        match beside_bits(layout) {
            0 => self.compared.clone(),
            beside => concat(&[self.compared.clone(), self.mv.slice(0, beside)]),
        }
    }

    /// The entry without its move, and the move.
    pub fn for_probe(&self, layout: Layout) -> [Wire; 2] {
        let mv = self.mv.slice(beside_bits(layout), layout.move_bits());
        [concat(&[self.values.clone(), self.for_store(layout)]), mv]
    }
}

/// One of the words of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Compared,
    Move,
    Values,
}

impl Word {
    /// The name of its memories, and what they hold.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Compared => ("compared", "what stores compare"),
            Self::Move => ("moves", "the moves, and the key bits beside them"),
            Self::Values => ("values", "what only probes read"),
        }
    }
}
