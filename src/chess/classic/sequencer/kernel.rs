//! What the control state machine does in each cycle.

use rust_hdl::prelude::*;

use super::{Sequencer, State};

impl Logic for Sequencer {
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

        match self.state.q.val() {
            State::Idle => {
                self.command_ready.next = true;
                if self.command_valid.val() {
                    self.error.d.next = false;
                    self.state_next.next = State::Respond;
                    match self.command.val().index() {
                        1 => self.load_square.next = true,
                        2 => {
                            self.load_state.next = true;
                            self.holding.d.next = false;
                            self.stale.d.next = false;
                            self.begin_node.next = true;
                            self.state_next.next = State::Respond;
                        }
                        3 => {
                            if self.holding.q.val() {
                                self.state_next.next = State::Undo;
                            } else {
                                if self.fresh.q.val() {
                                    self.begin_node.next = true;
                                    self.go_on.next = true;
                                }
                            }
                        }
                        4 => {
                            if self.holding.q.val() && self.below.val() {
                                self.push.next = true;
                                self.holding.d.next = false;
                                self.begin_node.next = true;
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        5 => {
                            if self.above.val() {
                                if self.holding.q.val() {
                                    self.leaving.d.next = true;
                                    self.state_next.next = State::Undo;
                                } else {
                                    self.pop.next = true;
                                    self.holding.d.next = true;
                                    self.stale.d.next = true;
                                    self.fresh_next.next = false;
                                }
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        6 => {
                            if !self.holding.q.val() && self.depth_fits.val() {
                                self.start_perft.next = true;
                                self.begin_node.next = true;
                                if !self.depth_zero.val() {
                                    self.perft.d.next = true;
                                    self.go_on.next = true;
                                }
                            } else {
                                self.error.d.next = true;
                            }
                        }
                        7 => self.error.d.next = false,
                        8 => self.error.d.next = false,
                        _ => self.error.d.next = true,
                    }
                }
            }
            State::Look => {
                self.take_sight.next = true;
                if self.fresh.q.val() {
                    self.state_next.next = State::Victim;
                } else {
                    if self.phase_now.q.val() == self.discovered.val() {
                        self.state_next.next = State::DiscovererVictim;
                    } else {
                        if self.move_last.val() {
                            self.state_next.next = State::Victim;
                        } else {
                            self.state_next.next = State::Aggressor;
                        }
                    }
                }
            }
            State::Victim => {
                self.take_victim.next = true;
                self.phase_next.next = self.here.val();
                self.fresh_next.next = false;
                if self.fresh.q.val() {
                    self.clear_own.next = true;
                    self.clear_others.next = true;
                }
                self.state_next.next = State::Aggressor;
            }
            State::Aggressor => {
                if self.victim_none.val() {
                    if self.phase_now.q.val() == self.direct.val() {
                        self.phase_next.next = self.discovered.val();
                        self.fresh_next.next = true;
                        self.state_next.next = State::Discoverer;
                    } else {
                        if self.phase_now.q.val() == self.promotions.val() {
                            self.phase_next.next = self.captures.val();
                            self.fresh_next.next = true;
                            self.state_next.next = State::Victim;
                        } else {
                            if self.phase_now.q.val() == self.captures.val() && self.en_passant.val() {
                                self.phase_next.next = self.en_passants.val();
                                self.take_en_passant.next = true;
                            } else {
                                self.exhausted.next = true;
                            }
                        }
                    }
                } else {
                    if self.phase_now.q.val() == self.captures.val()
                        && self.victim_empty.val()
                        && self.en_passant.val()
                    {
                        self.phase_next.next = self.en_passants.val();
                        self.take_en_passant.next = true;
                    } else {
                        if self.victim_king.val() {
                            self.exhausted.next = true;
                        } else {
                            self.take_aggressor.next = true;
                            self.state_next.next = State::Make;
                        }
                    }
                }
            }
            State::Make => {
                self.castle_tested.d.next = false;
                if self.aggressor_none.val() {
                    if self.phase_now.q.val() == self.en_passants.val() {
                        self.phase_next.next = self.quiets.val();
                        self.state_next.next = State::Victim;
                    } else {
                        self.mask_victim.next = true;
                        self.clear_own.next = true;
                        self.take_victim.next = true;
                        self.state_next.next = State::Aggressor;
                    }
                } else {
                    if self.castle_found.val() && !self.castle_tested.q.val() && !self.misfit.val() {
                        self.state_next.next = State::CastleTest;
                    } else {
                        // A castling across an attacked square is passed over, and so is a piece that gives no check.
                        self.pass_over.next =
                            self.misfit.val() || (self.castle_found.val() && self.attacked.val());
                        self.make.next = !self.pass_over.val();
                        if self.pass_over.val() {
                            if !self.several.val() {
                                self.state_next.next = State::Aggressor;
                            }
                        } else {
                            self.state_next.next = State::Test;
                            if self.castle_found.val() {
                                self.state_next.next = State::Rook;
                            }
                        }
                        if self.phase_now.q.val() != self.promotions.val() || self.last_promotion.val() {
                            if self.several.val() {
                                self.mask_aggressor.next = true;
                                self.take_aggressor.next = true;
                            } else {
                                self.clear_own.next = true;
                                if self.phase_now.q.val() != self.en_passants.val() {
                                    self.mask_victim.next = true;
                                    self.take_victim.next = true;
                                }
                            }
                        }
                    }
                }
            }
            State::CastleTest => {
                self.castle_tested.d.next = true;
                self.state_next.next = State::Make;
            }
            State::Rook => {
                self.make_rook.next = true;
                self.state_next.next = State::Test;
            }
            State::Test => {
                if self.checks_first.val()
                    && (self.phase_now.q.val() == self.captures.val()
                        || self.phase_now.q.val() == self.quiets.val())
                    && !self.move_castle.val()
                {
                    self.state_next.next = State::CheckTest;
                } else {
                    self.tested.next = true;
                }
            }
            State::CheckTest => {
                self.tested.next = true;
            }
            State::Judge => {
                if self.illegal.val() {
                    self.state_next.next = State::Undo;
                } else {
                    self.holding.d.next = true;
                    self.state_next.next = State::Respond;
                }
            }
            State::Undo => {
                self.undo.next = true;
                self.holding.d.next = false;
            }
            State::UndoRook => {
                self.undo_rook.next = true;
                self.taken_back.next = true;
            }
            State::Discoverer => {
                self.take_aggressor.next = true;
                self.fresh_next.next = false;
                if self.fresh.q.val() {
                    self.clear_own.next = true;
                    self.clear_others.next = true;
                }
                self.state_next.next = State::Lift;
            }
            State::Lift => {
                if self.aggressor_none.val() {
                    self.phase_next.next = self.promotions.val();
                    self.fresh_next.next = true;
                    self.state_next.next = State::Victim;
                } else {
                    self.lifting.d.next = true;
                    self.state_next.next = State::DiscovererVictim;
                }
            }
            State::DiscovererVictim => {
                self.lifting.d.next = false;
                if self.lifting.q.val() && !self.attacked.val() {
                    self.mask_aggressor.next = true;
                    self.state_next.next = State::Discoverer;
                } else {
                    self.take_victim.next = true;
                    self.state_next.next = State::DiscovererMake;
                }
            }
            State::DiscovererMake => {
                if self.victim_none.val() {
                    self.mask_aggressor.next = true;
                    self.clear_others.next = true;
                    self.state_next.next = State::Discoverer;
                } else {
                    self.mask_victim.next = true;
                    if self.on_line.val() {
                        self.state_next.next = State::DiscovererVictim;
                    } else {
                        self.make.next = true;
                        self.state_next.next = State::Test;
                    }
                }
            }
            State::Leave => {
                self.leaving.d.next = false;
                self.pop.next = true;
                self.holding.d.next = true;
                self.stale.d.next = true;
                self.fresh_next.next = false;
                self.state_next.next = State::Respond;
            }
            State::Respond => {
                self.response_valid.next = true;
                // No walk goes on now; said here, it is proven that the counters in an answer stand still.
                self.counting.next = false;
                if self.response_ready.val() {
                    self.state_next.next = State::Idle;
                }
            }
        }

        // The last test of a move: a leaf is taken back at once and counted in the next cycle; below any other a node
        // begins at once, and its first cycle gives it up if the move was illegal.
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

        // No move is left: back to the move that led here, or the answer.
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
        if self.undo.val() {
            if self.move_castle.val() {
                self.state_next.next = State::UndoRook;
            } else {
                self.taken_back.next = true;
            }
        }

        // The board is as before the move: which is next?
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

        // A new node: its masks are cleared with its first find.
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
        self.state.d.next = self.state_next.val();
        self.phase_now.d.next = self.phase_next.val();
        self.fresh.d.next = self.fresh_next.val();

        // What the array does in the next cycle, told by the next state alone: each of these lines is a register.
        self.in_idle.d.next = self.state_next.val() == State::Idle;
        self.in_look.d.next = self.state_next.val() == State::Look;
        self.in_victim.d.next = self.state_next.val() == State::Victim;
        self.in_aggressor.d.next = self.state_next.val() == State::Aggressor;
        self.in_make.d.next = self.state_next.val() == State::Make;
        self.in_discoverer.d.next = self.state_next.val() == State::Discoverer;
        self.in_discovered.d.next = self.state_next.val() == State::DiscovererVictim;
        self.in_test.d.next = self.state_next.val() == State::Test;
        self.in_check_test.d.next = self.state_next.val() == State::CheckTest;
        self.in_castle_test.d.next = self.state_next.val() == State::CastleTest;
        self.in_lift_test.d.next = self.state_next.val() == State::Lift;
        self.unmasked.d.next = self.state_next.val() == State::Test
            || self.state_next.val() == State::CheckTest
            || self.state_next.val() == State::CastleTest
            || self.state_next.val() == State::Lift
            || (self.fresh_next.val()
                && (self.state_next.val() == State::Victim || self.state_next.val() == State::Discoverer));
        self.of_direct.d.next = self.phase_next.val() == self.direct.val();
        self.of_promotions.d.next = self.phase_next.val() == self.promotions.val();

        // Of the finds only the one that goes with a write depends on what was found before, on a single bit.
        self.find_victim.next = self.in_victim.q.val() || (self.in_make.q.val() && !self.several.val());
        self.find_aggressor.next = self.in_aggressor.q.val() || (self.in_make.q.val() && self.several.val());
        self.point_victim.next = self.in_aggressor.q.val() || self.in_make.q.val();
        self.find_pivot.next = self.of_direct.q.val() && self.find_victim.val();
        self.pawns_only.next = self.of_promotions.q.val()
            && (self.promotable.val() || !self.fresh.q.val())
            && self.find_victim.val();
        self.look.next = self.in_look.q.val();
        self.point_asked.next = self.in_idle.q.val();
        self.find_discoverer.next = self.in_discoverer.q.val();
        self.find_discovered.next = self.in_discovered.q.val();
        self.test.next = self.in_test.q.val();
        self.check_test.next = self.in_check_test.q.val();
        self.castle_test.next = self.in_castle_test.q.val();
        self.lift_test.next = self.in_lift_test.q.val();
        self.ignore_masks.next = self.unmasked.q.val();
        self.hide.next = self.in_make.q.val();
    }
}
