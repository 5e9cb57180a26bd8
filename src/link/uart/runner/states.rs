//! A message at work: one command after the other, and then the answer.

use rust_hdl::prelude::*;

use super::{Answer, Fetch, Idle, MessageRunner, Offer, Running, Wait};
use crate::describe::KernelPart;

/// A message is awaited.
impl KernelPart<Idle> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {}
}

/// The command comes out of the message buffer.
impl KernelPart<Fetch> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.d.next = Running::Offer;
    }
}

/// The core is offered the command.
impl KernelPart<Offer> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.command_valid.next = true;
        self.elapsed.d.next = 1.into();
        if self.command_ready.val() {
            self.state.d.next = Running::Wait;
        }
    }
}

/// The core answers; then the next command follows, or the answer to the message.
impl KernelPart<Wait> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.response_ready.next = true;
        if self.response_valid.val() {
            self.state.d.next = Running::Answer;
            if self.response_error.val() {
                self.kept.d.next = self.refused.val();
                self.failed.d.next = true;
            } else {
                self.done.d.next = self.done.q.val() + 1;
                if self.at.q.val() != self.final_place.q.val() {
                    self.at.d.next = self.at.q.val() + 1;
                    self.state.d.next = Running::Fetch;
                }
            }
        } else {
            if !self.elapsed.q.val().all() {
                self.elapsed.d.next = self.elapsed.q.val() + 1;
            }
        }
    }
}

/// The answer is sent once the line is free.
impl KernelPart<Answer> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.answer_sequence.next = self.last_sequence.q.val();
        if self.writer_ready.val() {
            self.send.next = true;
            self.state.d.next = Running::Idle;
        }
    }
}
