//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Beginning, MessageRunner, Reset, Running, Told};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and the sequence number that may follow is known.
/// An answer under way reads the registers, so the runner works until it is sent.
impl KernelPart<Beginning> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            restart,
            late,
            last_sequence,
            at,
            final_place,
            done,
            elapsed,
            kept,
            failed
        );
        self.restart.d.next = false;
        self.command_valid.next = false;
        self.response_ready.next = false;
        self.send.next = false;
        self.status.next = self.kept.q.val();
        self.answer_sequence.next = self.sequence_number.val();
        // An answer under way reads the registers.
        self.working.next = self.state.q.val() != Running::Idle || !self.writer_ready.val();
        if self.begins.val() {
            self.late.d.next = self.working.val();
        }
        self.expected.next = self.last_sequence.q.val() + 1;
        if self.last_sequence.q.val().all() {
            self.expected.next = 1.into();
        }
    }
}

/// Back to idle, without a session.
impl KernelPart<Reset> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        if self.reset.val() {
            self.state.d.next = Running::Idle;
            self.last_sequence.d.next = 0.into();
            self.restart.d.next = false;
            self.failed.d.next = false;
            self.late.d.next = false;
        }
    }
}

/// What the runner says to its surroundings.
impl KernelPart<Told> for MessageRunner {
    #[hdl_gen]
    fn update(&mut self) {
        self.core_reset.next = self.restart.q.val();
        self.storable.next = !self.late.q.val();
        self.place.next = self.at.q.val();
        self.count.next = self.done.q.val();
        self.cycles.next = self.elapsed.q.val();
        self.busy.next = self.state.q.val() != Running::Idle;
        self.trouble.next = self.failed.q.val();
    }
}
