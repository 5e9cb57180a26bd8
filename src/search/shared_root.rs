//! A root whose moves several searches share.
//!
//! All go through the moves of the root in the same order, and number them. A search claims the
//! next move that no other has, one search at a time, so the queue of moves is a counter. The best
//! value of all is kept; of equal values, the one of the first move.
//!
//! **Why the result is that of one search.** Moves are claimed in order. So when a move is claimed,
//! all values reported belong to moves before it, and it has to be better than these. A value above
//! alpha is exact. So the first of the moves with the greatest value is searched with a smaller
//! alpha and comes out exact. No report, before or after it, is better, or as good with a smaller
//! number.

use super::{Change, PliesLeft, Window};
use crate::describe::{Wire, mux};

/// What searches that share a root know of each other.
#[derive(Clone)]
pub struct SharedRoot {
    /// The number of moves that are claimed.
    pub claimed: Wire,
    /// The greatest value of a root move so far.
    pub value: Wire,
    /// The smallest value that is too good for the opponent, as
    /// [`BestOfAll`] has it.
    pub beta: Wire,
}

impl SharedRoot {
    /// No search has claimed the move of this number: 1 bit.
    pub fn unclaimed(&self, number: &Wire) -> Wire {
        number.eq(&self.claimed)
    }

    /// The change of the number of claimed moves. A search `begins` with none, and `claims` adds
    /// one; both are 1 bit.
    pub fn counted(claimed: &Wire, begins: &Wire, claims: &Wire) -> Change {
        super::counted(claimed, begins, claims, &claimed.builder().bit(true))
    }

    /// The beta of a node from the stack. Below the root it is cut to the best that others have
    /// found since.
    pub fn narrowed(&self, plies: &PliesLeft, beta: &Wire) -> Wire {
        let two = plies.here.builder().constant(plies.here.width(), 2);
        let second = (&plies.here + &two).eq(&plies.root);
        mux(&(second & self.beta.lt_signed(beta)).named("narrows"), &self.beta, beta)
    }

    /// A change of alpha, by this value at the node or, when a move of the root is `taken` (1 bit),
    /// by the best of the others. Every report so far belongs to a move claimed before the next
    /// one, so the next one has to be better.
    pub fn raised(&self, window: &Window, taken_at_root: &Wire, raised: &Change) -> Change {
        let adopts = (taken_at_root & window.judge(&self.value).raises).named("adopts");
        Change::new(&(&raised.when | &adopts), &mux(&adopts, &self.value, &raised.to))
    }
}

/// The best that searches which share a root have reported.
#[derive(Clone)]
pub struct BestOfAll {
    /// Its value.
    pub value: Wire,
    /// The number of the move: of moves with this value, the smallest.
    pub number: Wire,
    /// The beta that is left to nodes below the root. A move of the best value still comes out
    /// exact below it, so that the first of equal moves can win.
    pub beta: Wire,
    /// The move.
    pub mv: Wire,
}

/// The best of one search's own moves of the root.
pub struct Report {
    /// Its value.
    pub value: Wire,
    /// Its number.
    pub number: Wire,
    /// The move.
    pub mv: Wire,
}

/// The changes of [`BestOfAll`], field by field.
pub struct ChangedBest {
    /// Of the value.
    pub value: Change,
    /// Of the number.
    pub number: Change,
    /// Of the beta that is left.
    pub beta: Change,
    /// Of the move.
    pub mv: Change,
}

impl BestOfAll {
    /// The changes when a search `begins` (1 bit), and by a report. The `whole` window is that of a
    /// root. Combinational; two comparisons, a subtraction, and three multiplexers a bit.
    pub fn stepped(&self, begins: &Wire, whole: &Window, report: &Report) -> ChangedBest {
        let Report { value, number, mv } = report;
        let first = self.value.eq(value) & number.lt(&self.number);
        let better = (self.value.lt_signed(value) | first).named("better");
        let changes = begins | &better;
        let left = value.builder().constant(value.width(), 1) - value;
        ChangedBest {
            value: Change::new(&changes, &mux(begins, &whole.alpha, value)),
            number: Change::new(&changes, &number.when(&!begins)),
            beta: Change::new(&changes, &mux(begins, &whole.beta, &left)),
            mv: Change::new(&better, mv),
        }
    }
}
