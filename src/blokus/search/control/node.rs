//! A node: how it begins, which of its moves is searched next, and how it is left.

use rust_hdl::prelude::*;

use super::state::State;
use super::{Control, Enter, Leave, Place, Seek, Start, TakeBack};
use crate::describe::KernelPart;

/// The first cycle of a node. The killer of this ply is held if there is one. A finished game is
/// evaluated as it stands.
impl KernelPart<Enter> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.fresh.next = true;
        self.abandons.next = self.stop.val();
        self.is_killing.d.next = self.killer_known.val() && !self.over.val();
        if self.over.val() {
            self.bare.next = true;
            self.launch.next = true;
            self.state.d.next = State::Drain;
        } else {
            if self.killer_known.val() {
                self.hold_killer.next = true;
                self.state.d.next = State::Start;
            } else {
                self.begins.next = true;
            }
        }
    }
}

/// Moves begin to come, once an order that was given up has emptied its buckets: the killer alone,
/// those to be evaluated or sorted, or those after the one held.
impl KernelPart<Start> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        // The buckets of an order that was given up may not be empty yet.
        if !(self.is_sorting.q.val() && self.settling.val()) {
            self.start.next = !self.is_listed.q.val();
            self.state.d.next = State::Seek;
            if !self.is_killing.q.val() {
                if self.last.val() || self.is_sorting.q.val() {
                    self.state.d.next = State::Stream;
                } else {
                    if self.replies.val() {
                        self.is_refuting.d.next = true;
                        self.state.d.next = State::Refute;
                    }
                }
            }
        }
    }
}

/// Above the last ply: the next move is awaited and held. Without one the killer's turn is over, or
/// the node.
impl KernelPart<Seek> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.abandons.next = self.stop.val();
        self.take.next = self.ready.val();
        if self.ready.val() {
            self.state.d.next = State::Place;
        } else {
            if self.none.val() {
                if self.is_killing.q.val() {
                    self.begins.next = true;
                } else {
                    self.state.d.next = State::Leave;
                }
            }
        }
    }
}

/// The move held is placed and the node below it begins, except for a killer that is none here, a
/// killer that was tried, and a root move of another core.
impl KernelPart<Place> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_killing.q.val() && (self.last.val() || !self.is_killer.val()) {
            // At the last ply the killer is a leaf; where another move came first, it is none here.
            self.was_killed.d.next = self.is_killer.val();
            self.launch.next = self.is_killer.val();
            self.begins.next = true;
        } else {
            if !self.is_killing.q.val()
                && !self.held_pass.val()
                && self.was_killed.q.val()
                && self.is_killer.val()
            {
                self.state.d.next = State::Seek;
            } else {
                self.descends.next = true;
                if self.at_root.val() {
                    // A root move belongs to the core that claims it.
                    self.claims.next = self.unclaimed.val() && self.may_claim.val();
                    self.descends.next = self.unclaimed.val() && self.may_claim.val();
                    if !self.unclaimed.val() {
                        self.yields.next = true;
                        self.state.d.next = State::Seek;
                        if self.is_killing.q.val() {
                            self.was_killed.d.next = true;
                            self.begins.next = true;
                        }
                    }
                }
            }
        }
    }
}

/// The node is left. The move that led to it comes from the stack. At the root, the search ends
/// when all cores are done.
impl KernelPart<Leave> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        if self.at_root.val() {
            self.done.next = true;
            if self.all_done.val() {
                self.finish.next = !self.stop.val();
                self.state.d.next = State::Close;
                if self.deepens.val() && !self.stop.val() {
                    self.state.d.next = State::Deepen;
                }
            }
        } else {
            self.pop.next = true;
            self.is_killing.d.next = self.top_killing.val();
            self.is_listed.d.next = self.top_listed.val();
            self.is_refuting.d.next = false;
            self.was_killed.d.next = self.top_killed.val();
            self.state.d.next = State::TakeBack;
        }
    }
}

/// The move that led to the node left is taken back, and changes the window. If the window closes,
/// the node above is left as well.
impl KernelPart<TakeBack> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.take_back.next = true;
        self.improves.next = !self.was_cut.q.val() && !self.stop.val();
        self.was_cut.d.next = self.window_closed.val();
        if self.window_closed.val() || self.held_pass.val() || self.stop.val() {
            self.kills.next = !self.held_pass.val() && !self.stop.val();
            self.state.d.next = State::Leave;
        } else {
            if self.is_killing.q.val() {
                self.was_killed.d.next = true;
                self.begins.next = true;
            } else {
                self.goes_on.d.next = true;
                self.state.d.next = State::Start;
            }
        }
    }
}
