//! Tests of the move on the board: is it legal, and is it a check that was tried before?

use rust_hdl::prelude::*;

use super::{CheckTest, Judge, Sequencer, Test};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// Is the mover's king attacked? A capture or a quiet move is tested for a check as well, where
/// checks come first.
impl KernelPart<Test> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.checks_first.val()
            && (self.phase_now.q.val() == self.captures.val() || self.phase_now.q.val() == self.quiets.val())
            && !self.move_castle.val()
        {
            self.state_next.next = State::CheckTest;
        } else {
            self.tested.next = true;
        }
    }
}

/// Is the enemy's king attacked?
impl KernelPart<CheckTest> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.tested.next = true;
    }
}

/// The command *next* only: the move is reported, or taken back where it is illegal.
impl KernelPart<Judge> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        if self.illegal.val() {
            self.state_next.next = State::Undo;
        } else {
            self.holding.d.next = true;
            self.state_next.next = State::Respond;
        }
    }
}
