//! Commands: what each does, and its answer.

use rust_hdl::prelude::*;

use super::{Idle, Leave, Respond, Sequencer};
use crate::chess::classic::sequencer::State;
use crate::describe::KernelPart;

/// The machine waits for a command. Its work begins in this cycle.
impl KernelPart<Idle> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
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
}

/// The move that led to the node left is held again, after the command *up*.
impl KernelPart<Leave> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.leaving.d.next = false;
        self.pop.next = true;
        self.holding.d.next = true;
        self.stale.d.next = true;
        self.fresh_next.next = false;
        self.state_next.next = State::Respond;
    }
}

/// The answer is there, until it is taken.
impl KernelPart<Respond> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_valid.next = true;
        // No walk goes on now; said here, it is proven that the counters in an answer stand still.
        self.counting.next = false;
        if self.response_ready.val() {
            self.state_next.next = State::Idle;
        }
    }
}
