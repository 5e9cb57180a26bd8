//! A message: how it begins, and how it is answered.

use rust_hdl::prelude::*;

use super::{Answer, GameRunner, Greet, Idle, Running};
use crate::describe::KernelPart;

/// A message begins a game, or tells a move in it; otherwise it is out of turn.
impl KernelPart<Idle> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.former_placed.d.next = false;
        self.restoring.d.next = false;
        if self.complete.val() {
            self.troubled.d.next = false;
            if self.begins.val() && !self.in_game.q.val() {
                self.second.d.next = self.on_a.val();
                self.theirs.d.next = self.tells.val();
                self.state.d.next = Running::Clear;
            } else {
                if !self.begins.val() && self.in_game.q.val() && (!self.two.val() || self.opened.q.val()) {
                    self.looks.next = true;
                } else {
                    self.troubled.d.next = true;
                }
            }
        }
    }
}

/// The move found is written. A game is on from now.
impl KernelPart<Answer> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.send.next = self.writer_ready.val();
        if self.writer_ready.val() {
            self.in_game.d.next = true;
            self.opened.d.next = self.begins.val() && !self.tells.val();
            self.state.d.next = Running::Idle;
        }
    }
}

/// The team code is written.
impl KernelPart<Greet> for GameRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.greets.next = true;
        self.send.next = self.writer_ready.val();
        if self.writer_ready.val() {
            self.state.d.next = Running::Idle;
        }
    }
}
