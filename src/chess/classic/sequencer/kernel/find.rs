//! Finds: the next victim, then its next aggressor.

use rust_hdl::prelude::*;

use super::{Aggressor, Look, Sequencer, Victim};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// Checks first: every square keeps how the enemy king sees it, when a node begins and when the
/// walk comes back to it.
impl KernelPart<Look> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
}

/// Find-victim. In a node's first cycle masks are cleared as well.
impl KernelPart<Victim> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.take_victim.next = true;
        self.phase_next.next = self.here.val();
        self.fresh_next.next = false;
        if self.fresh.q.val() {
            self.clear_own.next = true;
            self.clear_others.next = true;
        }
        self.state_next.next = State::Aggressor;
    }
}

/// Find-aggressor for the victim found. Without a victim the next phase begins, or the node is
/// exhausted.
impl KernelPart<Aggressor> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
}
