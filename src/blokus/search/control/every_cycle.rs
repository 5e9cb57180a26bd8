//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::state::State;
use super::{Beginning, Control, Flushed, NodeBegun, Placed, Reset, Valued};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and nothing happens in this cycle.
impl KernelPart<Beginning> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            is_killing,
            is_listed,
            was_killed,
            is_sorting,
            is_refuting,
            goes_on,
            launched,
            seen,
            was_cut,
            holding,
            listing,
            error
        );
        self.command_ready.next = false;
        self.response_valid.next = false;
        self.refused.next = self.error.q.val();
        self.holds.next = self.holding.q.val();
        self.load_cell.next = false;
        self.load_piece.next = false;
        self.load_state.next = false;
        self.start_search.next = false;
        self.load_limit.next = false;
        self.deepen.next = false;
        self.finish.next = false;
        self.start.next = false;
        self.ready.next = self.move_ready.val();
        self.none.next = self.no_more.val();
        if self.is_listed.q.val() {
            self.ready.next = self.listed_ready.val();
            self.none.next = !self.listed_ready.val();
        }
        self.resume.next = self.goes_on.q.val() || self.is_killing.q.val();
        self.killing.next = self.is_killing.q.val();
        self.listed.next = self.is_listed.q.val();
        self.killed.next = self.was_killed.q.val();
        self.sorting.next = self.is_sorting.q.val();
        self.take.next = false;
        self.take_pass.next = false;
        self.hold_killer.next = false;
        self.hold_leaf.next = false;
        self.hold_best.next = false;
        self.refuting.next = self.is_refuting.q.val();
        self.refuted.next = false;
        self.weigh.next = false;
        self.learn.next = false;
        self.launch.next = self.launched.q.val() && !(self.was_killed.q.val() && self.is_killer.val());
        self.launched.d.next = false;
        self.bare.next = false;
        self.flush.next = false;
        self.pop.next = false;
        self.cut.next = self.was_cut.q.val();
        self.take_back.next = false;
        self.improves.next = false;
        self.kills.next = false;
        self.claims.next = false;
        self.yields.next = false;
        self.done.next = false;
        self.fresh.next = false;
        self.begins.next = false;
        self.descends.next = false;
        self.works.next = true;
        self.ends.next = false;
        self.abandons.next = false;
        self.anew.next = false;
    }
}

/// After the state: a node that begins has seen nothing yet. If all its moves begin to come, they
/// are sorted first, except at the last ply.
impl KernelPart<NodeBegun> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.enter.next = self.fresh.val();
        if self.fresh.val() {
            self.seen.d.next = false;
            self.was_killed.d.next = false;
            self.was_cut.d.next = false;
            self.is_sorting.d.next = false;
            self.is_refuting.d.next = false;
            self.is_listed.d.next = false;
            self.goes_on.d.next = false;
        }
        if self.begins.val() {
            self.is_killing.d.next = false;
            self.is_sorting.d.next = !self.last.val();
            self.goes_on.d.next = false;
            self.state.d.next = State::Start;
        }
    }
}

/// The move held is placed, in a search or for good. A changed position holds no move.
impl KernelPart<Placed> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.anew.val() {
            self.holding.d.next = false;
            self.listing.d.next = false;
        }
        self.searching.next = self.works.val();
        self.place.next = self.descends.val();
        if self.descends.val() {
            self.state.d.next = State::Enter;
            if !self.works.val() {
                self.state.d.next = State::Respond;
            }
        }
    }
}

/// A value comes out of the evaluation: does it end the present work?
impl KernelPart<Valued> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.works.val() && self.value_valid.val() && !self.is_sorting.q.val() {
            if self.is_refuting.q.val() {
                self.refuted.next = self.value_refutes.val();
                // A move is not refuted so: it is searched, and the others go on behind it.
                self.ends.next = !self.value_refutes.val();
            } else {
                // A leaf cuts: those behind it are no longer wanted.
                self.ends.next = self.value_cuts.val();
            }
        }
    }
}

/// The moves on the way to the evaluation are dropped, because a value ended the work or the time
/// is over.
impl KernelPart<Flushed> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.ends.val() || self.abandons.val() {
            self.flush.next = true;
            self.launch.next = false;
            self.launched.d.next = false;
        }
        if self.ends.val() {
            self.hold_leaf.next = !self.value_bare.val();
            self.was_cut.d.next = !self.is_refuting.q.val();
            self.state.d.next = State::Learn;
            if self.value_bare.val() {
                self.state.d.next = State::Leave;
            }
            if self.is_refuting.q.val() {
                self.state.d.next = State::Place;
            }
        }
        if self.abandons.val() {
            self.is_sorting.d.next = false;
            self.state.d.next = State::Leave;
        }
    }
}

/// A reset: back to idle, with nothing held.
impl KernelPart<Reset> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.launched.d.next = false;
            self.holding.d.next = false;
            self.listing.d.next = false;
            self.error.d.next = false;
        }
    }
}
