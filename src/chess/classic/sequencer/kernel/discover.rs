//! Discovered checks: a piece on a line to the enemy king, and its moves off that line.

use rust_hdl::prelude::*;

use super::{Discoverer, DiscovererMake, DiscovererVictim, Lift, Sequencer};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// Find an own piece that may discover a check.
impl KernelPart<Discoverer> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.take_aggressor.next = true;
        self.fresh_next.next = false;
        if self.fresh.q.val() {
            self.clear_own.next = true;
            self.clear_others.next = true;
        }
        self.state_next.next = State::Lift;
    }
}

/// Is the enemy king attacked with that piece lifted? Without a piece the phase is over.
impl KernelPart<Lift> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.aggressor_none.val() {
            self.phase_next.next = self.promotions.val();
            self.fresh_next.next = true;
            self.state_next.next = State::Victim;
        } else {
            self.lifting.d.next = true;
            self.state_next.next = State::DiscovererVictim;
        }
    }
}

/// Find a destination of that piece, if it discovers a check at all.
impl KernelPart<DiscovererVictim> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.lifting.d.next = false;
        if self.lifting.q.val() && !self.attacked.val() {
            self.mask_aggressor.next = true;
            self.state_next.next = State::Discoverer;
        } else {
            self.take_victim.next = true;
            self.state_next.next = State::DiscovererMake;
        }
    }
}

/// The piece's move is written, unless it stays on the line. Without a destination, the next piece
/// is looked for.
impl KernelPart<DiscovererMake> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
}
