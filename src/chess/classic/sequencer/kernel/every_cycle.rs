//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Exhausted, Kept, NodeBegun, Quiet, Reset, Sequencer, Silent, TakenBack, Tested, Undecided};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// Before the state: registers keep their values.
impl KernelPart<Quiet> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            phase_now,
            fresh,
            stale,
            castle_tested,
            lifting,
            holding,
            perft,
            leaving,
            judging,
            count_leaf,
            error,
            in_idle,
            in_look,
            in_victim,
            in_aggressor,
            in_make,
            in_discoverer,
            in_discovered,
            in_test,
            in_check_test,
            in_castle_test,
            in_lift_test,
            unmasked,
            of_direct,
            of_promotions
        );
        self.state_next.next = self.state.q.val();
        self.phase_next.next = self.phase_now.q.val();
        self.fresh_next.next = self.fresh.q.val();
    }
}

/// Nothing is told to the array or the registers around it.
impl KernelPart<Silent> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.take_victim.next = false;
        self.take_aggressor.next = false;
        self.take_sight.next = false;
        self.mask_victim.next = false;
        self.mask_aggressor.next = false;
        self.clear_own.next = false;
        self.clear_others.next = false;
        self.make.next = false;
        self.make_rook.next = false;
        self.undo.next = false;
        self.undo_rook.next = false;
        self.load_square.next = false;
        self.load_state.next = false;
        self.take_en_passant.next = false;
        self.next_promotion.next = false;
        self.reload.next = false;
        self.push.next = false;
        self.pop.next = false;
        self.abandon.next = false;
        self.start_perft.next = false;
        self.count_move.next = false;
        self.count_node.next = false;
        self.command_ready.next = false;
        self.response_valid.next = false;
        self.counting.next = self.perft.q.val();
        self.held.next = self.holding.q.val();
        self.phase.next = self.phase_now.q.val();
        self.refused.next = self.error.q.val();
    }
}

/// Nothing is decided yet, except that a leaf of the cycle before is counted.
impl KernelPart<Undecided> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.begin_node.next = false;
        self.go_on.next = false;
        self.taken_back.next = false;
        self.tested.next = false;
        self.exhausted.next = false;
        self.returning.next = self.stale.q.val();
        self.pass_over.next = false;
        self.judging.d.next = false;
        self.illegal.next = self.checking.val() || (self.attacked.val() && self.legality.val());
        self.count_leaf.d.next = false;

        if self.count_leaf.q.val() {
            self.count_move.next = !self.checking.val();
            self.count_node.next = !self.illegal.val();
        }
        self.here.next = self.phase_now.q.val();
        if self.phase_now.q.val() == self.promotions.val() && self.fresh.q.val() && !self.promotable.val() {
            self.here.next = self.captures.val();
        }
    }
}

/// After the last test of a move: a leaf is taken back at once, and counted in the next cycle.
/// Below any other move a node begins at once, and its first cycle gives it up if the move was
/// illegal.
impl KernelPart<Tested> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.tested.val() {
            self.state_next.next = State::Judge;
            if self.perft.q.val() {
                if self.leaf.val() {
                    self.undo.next = true;
                    self.count_leaf.d.next = true;
                } else {
                    self.push.next = true;
                    self.begin_node.next = true;
                    self.go_on.next = true;
                    self.judging.d.next = true;
                }
            }
        }
        if self.judging.q.val() {
            self.count_move.next = !self.checking.val();
            if self.checking.val() || self.attacked.val() {
                self.abandon.next = true;
                self.undo.next = true;
                self.fresh_next.next = false;
                self.take_victim.next = false;
                self.take_sight.next = false;
                self.clear_own.next = false;
                self.clear_others.next = false;
            }
        }
    }
}

/// No move is left: back to the move that led here, or the answer.
impl KernelPart<Exhausted> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.exhausted.val() {
            if self.perft.q.val() && !self.at_root.val() {
                self.pop.next = true;
                self.undo.next = true;
                self.returning.next = true;
                self.stale.d.next = true;
            } else {
                // After a perft the node can be generated again.
                self.fresh_next.next = self.perft.q.val();
                self.perft.d.next = false;
                self.state_next.next = State::Respond;
            }
        }
    }
}

/// A move is taken back. Once the board is as before the move: which is next?
impl KernelPart<TakenBack> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.undo.val() {
            if self.move_castle.val() {
                self.state_next.next = State::UndoRook;
            } else {
                self.taken_back.next = true;
            }
        }

        if self.taken_back.val() {
            if self.leaving.q.val() {
                self.state_next.next = State::Leave;
            } else {
                self.phase_next.next = self.move_phase.val();
                self.stale.d.next = false;
                self.reload.next = self.returning.val();
                if self.move_phase.val() == self.promotions.val() && !self.move_last_promotion.val() {
                    self.next_promotion.next = true;
                    self.state_next.next = State::Make;
                } else {
                    if self.move_phase.val() == self.discovered.val() {
                        self.state_next.next = State::DiscovererVictim;
                    } else {
                        if !self.move_last.val() {
                            self.state_next.next = State::Aggressor;
                            if !self.returning.val() {
                                self.state_next.next = State::Make;
                            }
                        } else {
                            self.state_next.next = State::Victim;
                            if self.move_phase.val() == self.en_passants.val() {
                                self.phase_next.next = self.quiets.val();
                            } else {
                                if !self.returning.val() {
                                    self.state_next.next = State::Aggressor;
                                }
                            }
                        }
                    }
                    if self.returning.val()
                        && (self.move_phase.val() == self.direct.val()
                            || self.move_phase.val() == self.discovered.val())
                    {
                        self.state_next.next = State::Look;
                    }
                }
            }
        }
    }
}

/// A new node: its masks are cleared with its first find.
impl KernelPart<NodeBegun> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.begin_node.val() {
            self.fresh_next.next = true;
            self.stale.d.next = false;
            self.phase_next.next = self.promotions.val();
            if self.checks_first.val() {
                self.phase_next.next = self.direct.val();
            }
        }
        if self.go_on.val() {
            self.state_next.next = State::Victim;
            if self.checks_first.val() {
                self.state_next.next = State::Look;
            }
        }
    }
}

/// A reset: back to idle, at a node that has given nothing yet.
impl KernelPart<Reset> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.reset.val() {
            self.state_next.next = State::Idle;
            self.fresh_next.next = true;
            self.stale.d.next = false;
            self.castle_tested.d.next = false;
            self.lifting.d.next = false;
            self.holding.d.next = false;
            self.perft.d.next = false;
            self.leaving.d.next = false;
            self.judging.d.next = false;
            self.count_leaf.d.next = false;
            self.error.d.next = false;
        }
    }
}

/// The next state, phase and freshness are kept.
impl KernelPart<Kept> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.d.next = self.state_next.val();
        self.phase_now.d.next = self.phase_next.val();
        self.fresh.d.next = self.fresh_next.val();
    }
}
