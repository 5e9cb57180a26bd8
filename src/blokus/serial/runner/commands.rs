//! The commands to the search core, a state each.

use rust_hdl::prelude::*;

use super::{Clear, GameRunner, Place, Reply, Running, Search, Seek, Turn};
use crate::describe::KernelPart;

/// The core is reset, which empties its board.
impl KernelPart<Clear> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.core_reset.next = true;
        self.state.d.next = Running::Turn;
    }
}

/// The core is told who is to move.
impl KernelPart<Turn> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = !self.waiting.q.val();
        self.command.next = self.load_state.val();
        self.command_data.next = bit_cast::<10, 1>((self.second.q.val() != self.theirs.q.val()).into());
        if self.answered.val() {
            self.state.d.next = Running::Search;
            self.looks.next = self.theirs.q.val() || self.restoring.q.val();
        }
    }
}

/// The core gives the moves of the position one by one, until one is the move told.
impl KernelPart<Seek> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = !self.waiting.q.val();
        if self.answered.val() {
            self.refuses.next = !self.there.val();
            if self.there.val() && self.same.val() {
                self.state.d.next = Running::Place;
            }
        }
    }
}

/// The move told is placed. After the former of two, the opponent is to move again.
impl KernelPart<Place> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = !self.waiting.q.val();
        self.command.next = self.play.val();
        self.command_data.next = bit_cast::<10, 1>(self.pass.val().into());
        if self.answered.val() {
            self.refuses.next = self.response_error.val();
            if self.restoring.q.val() {
                self.state.d.next = Running::Idle;
            } else {
                if self.look_at_former.val() {
                    // The opponent moves again.
                    self.former_placed.d.next = true;
                    self.theirs.d.next = true;
                    self.state.d.next = Running::Turn;
                } else {
                    self.state.d.next = Running::Search;
                }
            }
        }
    }
}

/// The core searches. Without a move the game is over: nothing can be placed any more.
impl KernelPart<Search> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = !self.waiting.q.val();
        self.command.next = self.search.val();
        self.command_data.next = bit_cast::<10, 5>(self.wanted.val());
        if self.answered.val() {
            self.keeps.next = true;
            self.state.d.next = Running::Reply;
            if !self.there.val() {
                // The game is over: nothing can be placed any more.
                self.state.d.next = Running::Answer;
            }
        }
    }
}

/// The move found is placed.
impl KernelPart<Reply> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = !self.waiting.q.val();
        self.command.next = self.play.val();
        if self.answered.val() {
            self.state.d.next = Running::Answer;
        }
    }
}
