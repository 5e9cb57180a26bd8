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
    /// The smallest value that is too good for the opponent, which [`SharedRoot::beta_left`] gives:
    /// a beta one below the root.
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

    /// Whether the value of the move of this number is better than the best so far, `best_value` of
    /// the move `best_number`: 1 bit. Combinational; two comparisons.
    pub fn is_better([best_value, best_number]: [&Wire; 2], [value, number]: [&Wire; 2]) -> Wire {
        let first = best_value.eq(value) & number.lt(best_number);
        best_value.lt_signed(value) | first
    }

    /// The beta that a best `value` leaves to nodes below the root. A move of that value still comes
    /// out exact, so that the first of equal moves can win.
    pub fn beta_left(value: &Wire) -> Wire {
        value.builder().constant(value.width(), 1) - value
    }

    /// The beta of a node from the stack. Below the root it is cut to the best that others have
    /// found since.
    pub fn narrowed(&self, plies: &PliesLeft, beta: &Wire) -> Wire {
        let two = plies.here.builder().constant(plies.here.width(), 2);
        let second = (&plies.here + &two).eq(&plies.root);
        mux(&(second & self.beta.lt_signed(beta)).named("narrows"), &self.beta, beta)
    }

    /// A change of alpha, by this value at the node or, when a move of the root is `taken` (1 bit),
    /// by the best of the others. Every report so far belongs to a move claimed before the next one,
    /// so the next one has to be better.
    pub fn raised(&self, window: &Window, taken_at_root: &Wire, raised: &Change) -> Change {
        let adopts = (taken_at_root & window.judge(&self.value).raises).named("adopts");
        Change::new(&(&raised.when | &adopts), &mux(&adopts, &self.value, &raised.to))
    }
}
