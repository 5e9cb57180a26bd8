//! Moves: written to the board, and taken back.

use rust_hdl::prelude::*;

use super::{CastleTest, Make, Rook, Sequencer, Undo, UndoRook};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// The move found is written and masked, while the next aggressor or victim is found. A castling is
/// tested first.
impl KernelPart<Make> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
                // A castling across an attacked square is passed over, and so is a piece that gives
                // no check.
                self.pass_over.next = self.misfit.val() || (self.castle_found.val() && self.attacked.val());
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
}

/// Is the way of a castling's king attacked? The answer is there in the next cycle, in which `Make`
/// comes again.
impl KernelPart<CastleTest> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.castle_tested.d.next = true;
        self.state_next.next = State::Make;
    }
}

/// The second write of a castling.
impl KernelPart<Rook> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.make_rook.next = true;
        self.state_next.next = State::Test;
    }
}

/// The move is taken back.
impl KernelPart<Undo> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.undo.next = true;
        self.holding.d.next = false;
    }
}

/// The rook of a castling is taken back.
impl KernelPart<UndoRook> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.undo_rook.next = true;
        self.taken_back.next = true;
    }
}
