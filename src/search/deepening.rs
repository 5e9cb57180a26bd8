//! Iterative deepening: a search of one ply, then one ply more each time, as long as there is time.
//!
//! The best move of a search is the killer at the root of the next, where there is no killer
//! otherwise. When the time is over, the search under way is given up, and the result is that of
//! the search before. The first search always ends, so there is a result whatever the limit is.

use super::Change;
use crate::describe::{Wire, concat, mux};

/// How far a search is to go.
#[derive(Clone)]
pub struct Goal {
    /// The plies left at the deepest root.
    pub wanted: Wire,
    /// One search comes after the other: 1 bit.
    pub deepening: Wire,
    /// The time is over: 1 bit.
    pub over: Wire,
}

impl Goal {
    /// A deeper search is wanted after that from this root: 1 bit.
    pub fn deepens(&self, root: &Wire) -> Wire {
        (&self.deepening & &!&self.over) & !root.eq(&self.wanted)
    }

    /// The time is over, and a search has ended before, so what is not finished is given up: 1 bit.
    pub fn stops(&self, root: &Wire) -> Wire {
        (&self.deepening & &self.over) & root.any()
    }

    /// The plies left at the root of the first search, if `wanted` are left at the deepest.
    pub fn first(wanted: &Wire, deepening: &Wire) -> Wire {
        wanted.when(&!deepening)
    }
}

/// What there is of cycles, turns or nodes, and what was spent of it.
#[derive(Clone)]
pub struct Budget {
    /// What was spent.
    pub spent: Wire,
    /// What there is, in the same number of bits.
    pub limit: Wire,
    /// All was spent: 1 bit.
    pub over: Wire,
}

impl Budget {
    /// The next values of [`Budget::spent`], one more in a step that `spends`, and of
    /// [`Budget::over`], which is set a step after the limit was reached. Both are 0 after a step
    /// in which a search `begins`. Combinational; an addition and a comparison.
    pub fn stepped(&self, begins: &Wire, spends: &Wire) -> [Wire; 2] {
        let further = &self.spent + &self.spent.builder().constant(self.spent.width(), 1);
        let spent = mux(&(&self.over | &!spends), &self.spent, &further).when(&!begins);
        [spent, (&self.over | &!self.spent.lt(&self.limit)).when(&!begins)]
    }

    /// The change of the limit when the 1-bit `loads` is set: its bits move up, and these come in
    /// as the lowest.
    pub fn loaded(&self, loads: &Wire, bits: &Wire) -> Change {
        let kept = self.limit.slice(0, self.limit.width() - bits.width());
        Change::new(loads, &concat(&[kept, bits.clone()]))
    }
}
