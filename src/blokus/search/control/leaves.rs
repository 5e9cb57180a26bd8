//! Evaluated moves, one a cycle: leaves, moves to be sorted, and moves with the reply on top.

use rust_hdl::prelude::*;

use super::state::State;
use super::{Control, Drain, Learn, Refute, Settle, Stream, Weigh};
use crate::describe::KernelPart;

/// A move goes to the evaluation in every cycle in which one is there. A node without a placement
/// passes.
impl KernelPart<Stream> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        self.take.next = self.ready.val();
        self.launched.d.next = self.ready.val();
        if self.ready.val() {
            self.seen.d.next = true;
        }
        if self.none.val() {
            self.state.d.next = State::Drain;
            if !self.seen.q.val() && !self.was_killed.q.val() {
                if self.last.val() {
                    self.bare.next = true;
                    self.launch.next = true;
                } else {
                    self.take_pass.next = true;
                    self.is_sorting.d.next = false;
                    self.state.d.next = State::Place;
                }
            }
        }
    }
}

/// All moves have gone in, and the last values are awaited.
impl KernelPart<Drain> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        if !self.evaluating.val() {
            self.state.d.next = State::Leave;
            if self.is_sorting.q.val() {
                self.state.d.next = State::Settle;
            }
            self.is_sorting.d.next = false;
        }
    }
}

/// The list of moves in order is made from their values.
impl KernelPart<Settle> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        if !self.settling.val() {
            self.is_listed.d.next = self.list_fits.val();
            self.state.d.next = State::Weigh;
        }
    }
}

/// The sites are those of the opponent for one cycle, which tells whether the reply is a move of
/// the opponent here.
impl KernelPart<Weigh> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        self.weigh.next = true;
        self.state.d.next = State::Start;
    }
}

/// Moves with the reply on top go to the evaluation, one a cycle, up to the first that is not
/// refuted.
impl KernelPart<Refute> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        self.take.next = self.ready.val();
        self.launched.d.next = self.ready.val();
        if self.none.val() {
            self.state.d.next = State::Drain;
        }
    }
}

/// The leaf that cut its node is held: it is the reply from now on.
impl KernelPart<Learn> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.learn.next = true;
        self.state.d.next = State::Leave;
    }
}
