//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Beginning, Control, Left, Reset, State};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and nothing happens in this cycle.
impl KernelPart<Beginning> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, holding, seen, live, perft, error);
        self.command_ready.next = false;
        self.response_valid.next = false;
        self.refused.next = self.error.q.val();
        self.holds.next = self.holding.q.val();
        self.load_cell.next = false;
        self.load_piece.next = false;
        self.load_state.next = false;
        self.start.next = false;
        self.resume.next = self.holding.q.val();
        self.take.next = false;
        self.take_pass.next = false;
        self.place.next = false;
        self.pop.next = false;
        self.take_back.next = false;
        self.start_perft.next = false;
        self.counting.next = self.perft.q.val();
        self.count_leaf.next = false;
        self.leave.next = false;
        self.must_pass.next = self.no_more.val() && !self.seen.q.val() && !self.over.val();
    }
}

/// A walk goes back up; at its root the node can be generated again.
impl KernelPart<Left> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.leave.val() {
            self.state.d.next = State::Pop;
            if self.at_root.val() {
                self.perft.d.next = false;
                self.live.d.next = false;
                self.state.d.next = State::Respond;
            }
        }
    }
}

/// Back to idle.
impl KernelPart<Reset> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.holding.d.next = false;
            self.seen.d.next = false;
            self.live.d.next = false;
            self.perft.d.next = false;
            self.error.d.next = false;
        }
    }
}
