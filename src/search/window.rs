//! The window of a node: the values that still matter there.

use super::{Change, Step};
use crate::describe::{Builder, Wire, mux};

/// The window of a node, in two's complement of one width, seen by the side that moves.
#[derive(Clone)]
pub struct Window {
    /// The value of which the side to move is sure.
    pub alpha: Wire,
    /// The value of which the opponent is sure.
    pub beta: Wire,
}

/// The verdict on the value of a move, 1 bit each. A move with neither changes nothing.
pub struct Judged {
    /// The value is greater than alpha: the move is the best so far.
    pub raises: Wire,
    /// The value reaches beta: the node is left.
    pub cuts: Wire,
}

/// The beginning of a root.
pub struct Opening {
    /// A root begins in this step: 1 bit.
    pub opens: Wire,
    /// Its window: all values.
    pub window: Window,
}

impl Opening {
    /// Roots begin with the window from `-infinite` to `infinite`, in `width` bits.
    pub fn new(step: &Step, width: u32, infinite: i32) -> Self {
        let opens = (&step.begins | &step.deepens).named("window_opens");
        Self { window: Window::whole(opens.builder(), width, infinite), opens }
    }
}

impl Window {
    /// The window from `-infinite` to `infinite`, in `width` bits.
    pub fn whole(b: &Builder, width: u32, infinite: i32) -> Self {
        let value = |value: i32| b.constant(width, value as u64 & (u64::MAX >> (u64::BITS - width)));
        Self { alpha: value(-infinite), beta: value(infinite) }
    }

    /// What a value means here, in the view of the side that moves. Combinational; two comparisons.
    pub fn judge(&self, value: &Wire) -> Judged {
        Judged { raises: self.alpha.lt_signed(value), cuts: !value.lt_signed(&self.beta) }
    }

    /// No move can change the node any more, because alpha reaches beta: 1 bit.
    pub fn closed(&self) -> Wire {
        !self.alpha.lt_signed(&self.beta)
    }

    /// The window that only asks whether a value is greater than alpha: beta is one above it.
    /// Combinational; an addition.
    pub fn scout(&self) -> Self {
        let one = self.alpha.builder().constant(self.alpha.width(), 1);
        Self { alpha: self.alpha.clone(), beta: &self.alpha + &one }
    }

    /// The beta of the node below a move. Combinational; a subtraction.
    pub fn beta_below(&self) -> Wire {
        self.alpha.builder().constant(self.alpha.width(), 0) - &self.alpha
    }

    /// The alpha of the node that a step down or up leads to: the window is turned round.
    ///
    /// Below a move it is beta, negated. On the way up, a node that was `cut` (1 bit) changes
    /// nothing: alpha there is as it was, which is this beta, negated. A node that was not cut is
    /// better than all before it. So going up compares with nothing. Combinational; a subtraction
    /// and a multiplexer a bit.
    pub fn turned(&self, step: &Step, cut: &Wire) -> Wire {
        let worth = mux(&(&step.down | cut), &self.beta, &self.alpha);
        (&self.beta.builder().constant(self.beta.width(), 0) - &worth).named("turned")
    }

    /// The changes of the window in a step. `turned` is what [`Window::turned`] gives. `raised` is
    /// a change of alpha by a value at this node, which counts if no step is made. `beta_above` is
    /// the beta of the node above, from the stack. Combinational; a subtraction, and four
    /// multiplexers a bit.
    pub fn stepped(
        &self,
        step: &Step,
        Opening { opens, window: whole }: &Opening,
        turned: &Wire,
        raised: &Change,
        beta_above: &Wire,
    ) -> ChangedWindow {
        let turns = &step.down | &step.up;
        let alpha = mux(opens, &whole.alpha, &mux(&turns, turned, &raised.to));
        let beta = mux(opens, &whole.beta, &mux(&step.down, &self.beta_below(), beta_above));
        ChangedWindow {
            alpha: Change::new(&((opens | &turns) | &raised.when), &alpha),
            beta: Change::new(&(opens | &turns), &beta),
        }
    }
}

/// The changes of a window.
pub struct ChangedWindow {
    /// Of alpha.
    pub alpha: Change,
    /// Of beta.
    pub beta: Change,
}

impl ChangedWindow {
    /// The window that follows `before`.
    pub fn over(&self, before: &Window) -> Window {
        Window { alpha: self.alpha.over(&before.alpha), beta: self.beta.over(&before.beta) }
    }
}
