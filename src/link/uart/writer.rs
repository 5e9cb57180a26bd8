//! The writer of answers: byte by byte, with their check.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::{ANSWER_BYTES, ANSWER_LENGTH, ANSWER_START};
use crate::parts::constant::constant;
/// The answer writer. `send` while `ready` begins an answer; `ready` comes back when the line has
/// its last byte. The numbers have to stay meanwhile.
#[derive(LogicBlock, SmartDefault)]
pub struct AnswerWriter {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Breaks an answer off.
    pub reset: Signal<In, Bit>,
    /// Begin.
    pub send: Signal<In, Bit>,
    /// The sequence number of the message answered; read with `send`.
    pub sequence_number: Signal<In, Bits<8>>,
    /// What is said of it; read with `send`.
    pub status: Signal<In, Bits<3>>,
    /// Commands carried out.
    pub count: Signal<In, Bits<7>>,
    /// Clock cycles of the last one.
    pub cycles: Signal<In, Bits<32>>,
    /// Its answer.
    pub data: Signal<In, Bits<64>>,
    /// The check with the byte in it.
    pub next_check: Signal<In, Bits<16>>,
    /// The line takes a byte.
    pub line_ready: Signal<In, Bit>,
    /// An answer can begin.
    pub ready: Signal<Out, Bit>,
    /// The check so far.
    pub check: Signal<Out, Bits<16>>,
    /// A byte for the line.
    pub octet: Signal<Out, Bits<8>>,
    /// Send it.
    pub octet_valid: Signal<Out, Bit>,
    sending: DFF<Bit>,
    place: DFF<Bits<5>>,
    sum: DFF<Bits<16>>,
    kept_sequence: DFF<Bits<8>>,
    kept_status: DFF<Bits<3>>,
    #[default(constant(ANSWER_START))]
    answer_start: Constant<Bits<8>>,
    #[default(constant(ANSWER_LENGTH))]
    answer_length: Constant<Bits<8>>,
    #[default(constant(ANSWER_BYTES as u64 - 2))]
    first_of_check: Constant<Bits<5>>,
    #[default(constant(ANSWER_BYTES as u64 - 1))]
    last: Constant<Bits<5>>,
}

impl Logic for AnswerWriter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sending, place, sum, kept_sequence, kept_status);
        self.octet_valid.next = self.sending.q.val();
        if self.sending.q.val() {
            if self.line_ready.val() {
                self.place.d.next = self.place.q.val() + 1;
                // The start byte is not in the check.
                if self.place.q.val().any() && self.place.q.val() < self.first_of_check.val() {
                    self.sum.d.next = self.next_check.val();
                }
                if self.place.q.val() == self.last.val() {
                    self.sending.d.next = false;
                }
            }
        } else {
            self.place.d.next = 0.into();
            self.sum.d.next = 0xffff.into();
            if self.send.val() {
                self.kept_sequence.d.next = self.sequence_number.val();
                self.kept_status.d.next = self.status.val();
                self.sending.d.next = true;
            }
        }
        match self.place.q.val().index() {
            0 => self.octet.next = self.answer_start.val(),
            1 => self.octet.next = self.answer_length.val(),
            2 => self.octet.next = self.kept_sequence.q.val(),
            3 => self.octet.next = bit_cast::<8, 3>(self.kept_status.q.val()),
            4 => self.octet.next = bit_cast::<8, 7>(self.count.val()),
            5 => self.octet.next = self.cycles.val().get_bits::<8>(24),
            6 => self.octet.next = self.cycles.val().get_bits::<8>(16),
            7 => self.octet.next = self.cycles.val().get_bits::<8>(8),
            8 => self.octet.next = self.cycles.val().get_bits::<8>(0),
            9 => self.octet.next = self.data.val().get_bits::<8>(56),
            10 => self.octet.next = self.data.val().get_bits::<8>(48),
            11 => self.octet.next = self.data.val().get_bits::<8>(40),
            12 => self.octet.next = self.data.val().get_bits::<8>(32),
            13 => self.octet.next = self.data.val().get_bits::<8>(24),
            14 => self.octet.next = self.data.val().get_bits::<8>(16),
            15 => self.octet.next = self.data.val().get_bits::<8>(8),
            16 => self.octet.next = self.data.val().get_bits::<8>(0),
            17 => self.octet.next = self.sum.q.val().get_bits::<8>(8),
            _ => self.octet.next = self.sum.q.val().get_bits::<8>(0),
        }
        if self.reset.val() {
            self.sending.d.next = false;
        }
        self.ready.next = !self.sending.q.val();
        self.check.next = self.sum.q.val();
    }
}
