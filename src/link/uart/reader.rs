//! The reader of messages: bytes from the line become words of the message buffer, and a verdict on
//! the whole message.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::{MESSAGE_START, Status};
use crate::parts::constant::constant;
/// What the reader is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Reading {
    /// A message's first byte is awaited; all others are passed over.
    Hunt,
    /// Its length.
    Length,
    /// Its sequence number.
    Sequence,
    /// Commands and check.
    Body,
    /// It is not right; what follows is passed over until the line has been idle for a while.
    Drain,
}

/// The message reader.
///
/// `good` or `bad` is set for one cycle: `good` in the cycle that brings the last byte, `bad` after the line was idle for
/// `pause` cycles. Commands are stored as they come, so nothing of the buffer may be used before `good`.
#[derive(LogicBlock, SmartDefault)]
pub struct MessageReader {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Back to hunting.
    pub reset: Signal<In, Bit>,
    /// A byte from the line.
    pub octet: Signal<In, Bits<8>>,
    /// It has just come.
    pub valid: Signal<In, Bit>,
    /// Something came that is no byte.
    pub fault: Signal<In, Bit>,
    /// The line is not idle.
    pub active: Signal<In, Bit>,
    /// Cycles of an idle line that end a message.
    pub pause: Signal<In, Bits<24>>,
    /// The check with the byte in it.
    pub next_check: Signal<In, Bits<16>>,
    /// The check so far.
    pub check: Signal<Out, Bits<16>>,
    /// A message begins.
    pub begins: Signal<Out, Bit>,
    /// A command is complete.
    pub store: Signal<Out, Bit>,
    /// Its place in the message.
    pub place: Signal<Out, Bits<7>>,
    /// The command: number above data.
    pub word: Signal<Out, Bits<14>>,
    /// The number of the last command.
    pub last_place: Signal<Out, Bits<7>>,
    /// The message's sequence number.
    pub sequence_number: Signal<Out, Bits<8>>,
    /// A message is complete and right.
    pub good: Signal<Out, Bit>,
    /// A message was not right.
    pub bad: Signal<Out, Bit>,
    /// What was not.
    pub problem: Signal<Out, Bits<3>>,
    state: DFF<Reading>,
    sum: DFF<Bits<16>>,
    length: DFF<Bits<8>>,
    number: DFF<Bits<8>>,
    position: DFF<Bits<8>>,
    upper: DFF<Bits<6>>,
    idle: DFF<Bits<24>>,
    wrong: DFF<Bits<3>>,
    silent: Signal<Local, Bit>,
    #[default(constant(MESSAGE_START))]
    message_start: Constant<Bits<8>>,
    #[default(constant(Status::Damaged as u64))]
    damaged: Constant<Bits<3>>,
    #[default(constant(Status::Length as u64))]
    bad_length: Constant<Bits<3>>,
    #[default(constant(Status::Short as u64))]
    cut_short: Constant<Bits<3>>,
    #[default(constant(Status::Line as u64))]
    line_fault: Constant<Bits<3>>,
}

impl Logic for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, sum, length, number, position, upper, idle, wrong);
        self.begins.next = false;
        self.store.next = false;
        self.good.next = false;
        self.bad.next = false;
        self.problem.next = self.wrong.q.val();

        self.silent.next = self.idle.q.val() == self.pause.val();
        if self.active.val() || self.valid.val() || self.fault.val() {
            self.idle.d.next = 0.into();
        } else {
            if !self.silent.val() {
                self.idle.d.next = self.idle.q.val() + 1;
            }
        }
        if self.valid.val() {
            self.sum.d.next = self.next_check.val();
        }

        match self.state.q.val() {
            Reading::Hunt => {
                self.sum.d.next = 0xffff.into();
                self.position.d.next = 0.into();
                if self.valid.val() && self.octet.val() == self.message_start.val() {
                    self.begins.next = true;
                    self.state.d.next = Reading::Length;
                }
            }
            Reading::Length => {
                if self.valid.val() {
                    self.length.d.next = self.octet.val();
                    self.state.d.next = Reading::Sequence;
                    if self.octet.val().get_bit(0) || !self.octet.val().any() {
                        self.wrong.d.next = self.bad_length.val();
                        self.state.d.next = Reading::Drain;
                    }
                }
            }
            Reading::Sequence => {
                if self.valid.val() {
                    self.number.d.next = self.octet.val();
                    self.state.d.next = Reading::Body;
                }
            }
            Reading::Body => {
                if self.valid.val() {
                    self.position.d.next = self.position.q.val() + 1;
                    self.upper.d.next = (bit_cast::<6, 4>(self.octet.val().get_bits::<4>(4)) << 2)
                        | bit_cast::<6, 2>(self.octet.val().get_bits::<2>(0));
                    self.store.next =
                        self.position.q.val().get_bit(0) && self.position.q.val() < self.length.q.val();
                    // The check has two bytes.
                    if self.position.q.val() == self.length.q.val() + 1 {
                        if self.next_check.val().any() {
                            self.wrong.d.next = self.damaged.val();
                            self.state.d.next = Reading::Drain;
                        } else {
                            self.good.next = true;
                            self.state.d.next = Reading::Hunt;
                        }
                    }
                }
            }
            Reading::Drain => {
                if self.silent.val() {
                    self.bad.next = true;
                    self.state.d.next = Reading::Hunt;
                }
            }
        }
        if self.state.q.val() != Reading::Hunt && self.state.q.val() != Reading::Drain {
            if self.fault.val() {
                self.wrong.d.next = self.line_fault.val();
                self.state.d.next = Reading::Drain;
            }
            if self.silent.val() {
                self.wrong.d.next = self.cut_short.val();
                self.state.d.next = Reading::Drain;
            }
        }
        if self.reset.val() {
            self.state.d.next = Reading::Hunt;
        }
        self.check.next = self.sum.q.val();
        self.place.next = self.position.q.val().get_bits::<7>(1);
        self.word.next = (bit_cast::<14, 6>(self.upper.q.val()) << 8) | bit_cast::<14, 8>(self.octet.val());
        self.last_place.next = self.length.q.val().get_bits::<7>(1) - 1;
        self.sequence_number.next = self.number.q.val();
    }
}
