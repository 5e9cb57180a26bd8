//! The core, in each state of it.

use rust_hdl::prelude::*;

use super::{CommandWindow, Engine, Idle, Offer, Work};
use crate::describe::KernelPart;

/// It waits for a command.
impl KernelPart<Idle> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {}
}

/// It is offered one.
impl KernelPart<Offer> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = true;
        self.elapsed.d.next = 1.into();
        if self.command_ready.val() {
            self.engine.d.next = Engine::Work;
        }
    }
}

/// It works on one; if the bus still waits for the answer, it gets the answer at once.
impl KernelPart<Work> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_ready.next = true;
        if self.response_valid.val() {
            self.engine.d.next = Engine::Idle;
            self.answer.d.next = self.response_data.val();
            self.refused.d.next = self.response_error.val();
            if self.waiting.q.val() {
                self.replied.d.next = true;
                self.reply.d.next = self.response_data.val().get_bits::<32>(0);
                self.failed.d.next = self.response_error.val();
                self.waiting.d.next = false;
            }
        } else {
            if !self.elapsed.q.val().all() {
                self.elapsed.d.next = self.elapsed.q.val() + 1;
            }
        }
    }
}
