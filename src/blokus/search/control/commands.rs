//! Commands: what each does, its answer, and the moves of a position given one by one.

use rust_hdl::prelude::*;

use super::state::State;
use super::{Control, Idle, List, Next, Play, Respond};
use crate::describe::KernelPart;

/// A command is awaited. Those that change the position or the limit take effect in this cycle, the
/// others begin here.
impl KernelPart<Idle> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_ready.next = true;
        self.works.next = false;
        self.is_killing.d.next = false;
        self.is_sorting.d.next = false;
        self.is_refuting.d.next = false;
        self.is_listed.d.next = false;
        self.goes_on.d.next = false;
        if self.command_valid.val() {
            self.error.d.next = false;
            self.state.d.next = State::Respond;
            match self.command.val().index() {
                1 => {
                    self.load_cell.next = true;
                    self.anew.next = true;
                }
                2 => {
                    self.load_state.next = true;
                    self.anew.next = true;
                }
                3 => {
                    self.state.d.next = State::List;
                    if self.listing.q.val() {
                        self.state.d.next = State::Next;
                    }
                }
                4 => {
                    if self.wants_pass.val() {
                        self.take_pass.next = self.may_pass.val();
                    }
                    if (self.wants_pass.val() && self.may_pass.val())
                        || (!self.wants_pass.val() && self.holding.q.val())
                    {
                        self.state.d.next = State::Play;
                    } else {
                        self.error.d.next = true;
                    }
                }
                7 => {
                    if self.depth_fits.val() {
                        self.start_search.next = true;
                        self.anew.next = true;
                        self.state.d.next = State::Enter;
                    } else {
                        self.error.d.next = true;
                    }
                }
                8 => {}
                9 => {
                    self.load_piece.next = true;
                    self.anew.next = true;
                }
                10 => self.load_limit.next = true,
                _ => self.error.d.next = true,
            }
        }
    }
}

/// The answer is there, until it is taken.
impl KernelPart<Respond> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_valid.next = true;
        self.works.next = false;
        if self.response_ready.val() {
            self.state.d.next = State::Idle;
        }
    }
}

/// The stream begins with the moves of the position, after the command *next*.
impl KernelPart<List> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.works.next = false;
        self.start.next = true;
        self.seen.d.next = false;
        self.listing.d.next = true;
        self.state.d.next = State::Next;
    }
}

/// The next of these moves is held and answered when it is there. After the last, the answer holds
/// none.
impl KernelPart<Next> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.works.next = false;
        self.take.next = self.move_ready.val();
        if self.move_ready.val() {
            self.holding.d.next = true;
            self.seen.d.next = true;
            self.state.d.next = State::Respond;
        } else {
            if self.no_more.val() {
                self.state.d.next = State::Respond;
                if self.seen.q.val() || self.over.val() {
                    self.anew.next = true;
                } else {
                    // A position without a placement has one move, a pass.
                    self.take_pass.next = true;
                    self.holding.d.next = true;
                    self.seen.d.next = true;
                }
            }
        }
    }
}

/// The move held is placed for good.
impl KernelPart<Play> for Control {
    #[hdl_gen]
    fn update(&mut self) {
        self.works.next = false;
        self.descends.next = true;
        self.anew.next = true;
    }
}
