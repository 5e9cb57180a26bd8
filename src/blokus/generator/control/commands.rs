//! The states around a command: it comes, and its answer is taken.

use rust_hdl::prelude::*;

use super::{Control, Idle, Respond, State};
use crate::describe::KernelPart;

/// A command is taken, and refused if it cannot be carried out here.
impl KernelPart<Idle> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_ready.next = true;
        if self.command_valid.val() {
            self.error.d.next = false;
            self.state.d.next = State::Respond;
            match self.command.val().index() {
                1 => self.load_cell.next = true,
                2 => {
                    self.load_state.next = true;
                    self.holding.d.next = false;
                    self.seen.d.next = false;
                    self.live.d.next = false;
                }
                3 => {
                    self.state.d.next = State::Start;
                    if self.live.q.val() {
                        self.state.d.next = State::Seek;
                    }
                }
                4 => {
                    if self.holding.q.val() && self.below.val() {
                        self.state.d.next = State::Place;
                    } else {
                        self.error.d.next = true;
                    }
                }
                5 => {
                    if self.above.val() {
                        self.state.d.next = State::Pop;
                    } else {
                        self.error.d.next = true;
                    }
                }
                6 => {
                    if self.holding.q.val() || !self.depth_fits.val() {
                        self.error.d.next = true;
                    } else {
                        self.start_perft.next = true;
                        if !self.depth_zero.val() {
                            self.perft.d.next = true;
                            self.state.d.next = State::Start;
                        }
                    }
                }
                8 => {}
                9 => self.load_piece.next = true,
                _ => self.error.d.next = true,
            }
        }
    }
}

/// The answer waits. No walk goes on now; said here, it is proven that the counters in an answer
/// stand still.
impl KernelPart<Respond> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_valid.next = true;
        // No walk goes on now; said here, it is proven that the counters in an answer stand still.
        self.counting.next = false;
        if self.response_ready.val() {
            self.state.d.next = State::Idle;
        }
    }
}
