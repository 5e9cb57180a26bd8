//! The runner of messages: one command after the other at the core's port, and then an answer.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::Status;
use crate::parts::constant::constant;
/// What the runner is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Running {
    /// A message is awaited.
    Idle,
    /// A command leaves the message buffer.
    Fetch,
    /// The core is offered a command.
    Offer,
    /// Its answer is awaited.
    Wait,
    /// The answer to the message waits for the line.
    Answer,
}

/// The message runner.
///
/// A message is carried out once: one that comes again with the sequence number of the last is answered with the answer kept.
/// Sequence number 0 begins a session: the core is reset, whatever it does. Any other number has to follow the last, so that
/// a machine that was reset meanwhile is noticed. A message that began while another was at work was not stored; it
/// is answered with `busy`.
#[derive(LogicBlock, SmartDefault)]
pub struct MessageRunner {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Back to idle.
    pub reset: Signal<In, Bit>,
    /// A message begins.
    pub begins: Signal<In, Bit>,
    /// A message is complete and right.
    pub good: Signal<In, Bit>,
    /// A message was not right.
    pub bad: Signal<In, Bit>,
    /// What was not.
    pub problem: Signal<In, Bits<3>>,
    /// The message's sequence number.
    pub sequence_number: Signal<In, Bits<8>>,
    /// The number of its last command.
    pub last_place: Signal<In, Bits<7>>,
    /// The core takes the command.
    pub command_ready: Signal<In, Bit>,
    /// The core answers.
    pub response_valid: Signal<In, Bit>,
    /// The core refuses.
    pub response_error: Signal<In, Bit>,
    /// An answer can be sent.
    pub writer_ready: Signal<In, Bit>,
    /// A command is offered to the core.
    pub command_valid: Signal<Out, Bit>,
    /// Its answer is taken.
    pub response_ready: Signal<Out, Bit>,
    /// The core is reset.
    pub core_reset: Signal<Out, Bit>,
    /// Commands may be stored: no message is at work, nor was when this one began.
    pub storable: Signal<Out, Bit>,
    /// The place of the command at work.
    pub place: Signal<Out, Bits<7>>,
    /// Commands carried out.
    pub count: Signal<Out, Bits<7>>,
    /// Clock cycles of the last one, from the edge that takes the command to the one that takes the answer.
    pub cycles: Signal<Out, Bits<32>>,
    /// An answer is to be sent.
    pub send: Signal<Out, Bit>,
    /// The sequence number it carries.
    pub answer_sequence: Signal<Out, Bits<8>>,
    /// What it says of its message.
    pub status: Signal<Out, Bits<3>>,
    /// A message is at work.
    pub busy: Signal<Out, Bit>,
    /// The last message was not carried out.
    pub trouble: Signal<Out, Bit>,
    state: DFF<Running>,
    restart: DFF<Bit>,
    late: DFF<Bit>,
    pub(super) last_sequence: DFF<Bits<8>>,
    at: DFF<Bits<7>>,
    final_place: DFF<Bits<7>>,
    done: DFF<Bits<7>>,
    elapsed: DFF<Bits<32>>,
    kept: DFF<Bits<3>>,
    failed: DFF<Bit>,
    working: Signal<Local, Bit>,
    expected: Signal<Local, Bits<8>>,
    #[default(constant(Status::Refused as u64))]
    refused: Constant<Bits<3>>,
    #[default(constant(Status::Busy as u64))]
    is_busy: Constant<Bits<3>>,
    #[default(constant(Status::Order as u64))]
    out_of_order: Constant<Bits<3>>,
}

impl Logic for MessageRunner {
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

        match self.state.q.val() {
            Running::Idle => {}
            Running::Fetch => self.state.d.next = Running::Offer,
            Running::Offer => {
                self.command_valid.next = true;
                self.elapsed.d.next = 1.into();
                if self.command_ready.val() {
                    self.state.d.next = Running::Wait;
                }
            }
            Running::Wait => {
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
            Running::Answer => {
                self.answer_sequence.next = self.last_sequence.q.val();
                if self.writer_ready.val() {
                    self.send.next = true;
                    self.state.d.next = Running::Idle;
                }
            }
        }

        if self.bad.val() && !self.working.val() {
            self.send.next = true;
            self.status.next = self.problem.val();
            self.failed.d.next = true;
        }
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
        if self.reset.val() {
            self.state.d.next = Running::Idle;
            self.last_sequence.d.next = 0.into();
            self.restart.d.next = false;
            self.failed.d.next = false;
            self.late.d.next = false;
        }
        self.core_reset.next = self.restart.q.val();
        self.storable.next = !self.late.q.val();
        self.place.next = self.at.q.val();
        self.count.next = self.done.q.val();
        self.cycles.next = self.elapsed.q.val();
        self.busy.next = self.state.q.val() != Running::Idle;
        self.trouble.next = self.failed.q.val();
    }
}
