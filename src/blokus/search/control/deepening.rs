//! The end of a search, and the deeper search after it.

use rust_hdl::prelude::*;

use super::state::State;
use super::{Close, Control, Deepen, Recall};
use crate::describe::KernelPart;

/// The search has ended, and one a ply deeper begins: its best move is held.
impl KernelPart<Deepen> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.deepen.next = true;
        self.hold_best.next = true;
        self.state.d.next = State::Recall;
    }
}

/// That move is the killer of the root, unless it is a pass.
impl KernelPart<Recall> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        // What the search before found is the killer of the root.
        self.fresh.next = true;
        self.kills.next = !self.held_pass.val();
        self.is_killing.d.next = true;
        self.state.d.next = State::Start;
        self.begins.next = self.held_pass.val();
    }
}

/// No deeper search comes: the best move is held, and answered.
impl KernelPart<Close> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.hold_best.next = true;
        self.holding.d.next = !self.over.val();
        self.state.d.next = State::Respond;
    }
}
