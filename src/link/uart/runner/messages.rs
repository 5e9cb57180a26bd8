//! A message that has just come, right or wrong.

use rust_hdl::prelude::*;

use super::{Heard, MessageRunner, Running, Wrong};
use crate::describe::KernelPart;

/// It is not right.
impl KernelPart<Wrong> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.bad.val() && !self.working.val() {
            self.send.next = true;
            self.status.next = self.problem.val();
            self.failed.d.next = true;
        }
    }
}

/// It is right: it is carried out, answered again, or refused. The answer to the message at work
/// goes first.
impl KernelPart<Heard> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.good.val() {
            if self.working.val() || self.late.q.val() {
                if self.writer_ready.val() {
                    self.send.next = true;
                    self.status.next = self.is_busy.val();
                }
                // The answer to the message at work goes first.
                if self.state.q.val() == Running::Answer {
                    self.status.next = self.kept.q.val();
                }
            }
            if self.sequence_number.val() == 0 {
                self.restart.d.next = true;
                self.last_sequence.d.next = 0.into();
                self.state.d.next = Running::Idle;
            }
            if !self.working.val() {
                if self.sequence_number.val().any()
                    && self.sequence_number.val() == self.last_sequence.q.val()
                {
                    self.send.next = true;
                    self.status.next = self.kept.q.val();
                } else {
                    if self.sequence_number.val().any() && self.sequence_number.val() != self.expected.val() {
                        self.send.next = true;
                        self.status.next = self.out_of_order.val();
                        self.failed.d.next = true;
                    } else {
                        if !self.late.q.val() {
                            self.last_sequence.d.next = self.sequence_number.val();
                            self.at.d.next = 0.into();
                            self.final_place.d.next = self.last_place.val();
                            self.done.d.next = 0.into();
                            self.kept.d.next = 0.into();
                            self.failed.d.next = false;
                            self.state.d.next = Running::Fetch;
                        }
                    }
                }
            }
        }
    }
}
