//! The commands to the array in each cycle.

use rust_hdl::prelude::*;

use super::{Find, NextFind, Sequencer};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// The array's task in the next cycle, from the next state alone: each of these lines is a
/// register.
impl KernelPart<NextFind> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
    }
}

/// The array's task in this cycle. The only find that depends on an earlier result, by a single
/// bit, is the one that goes with a write.
impl KernelPart<Find> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
