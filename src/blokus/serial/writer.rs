//! The writer of answers: a move, or the team code.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use crate::parts::constant::constant;

/// The answer writer. `send` while `ready` begins an answer: the four characters of a move, or with
/// `greets` the three that answer a greeting; `ready` comes back when the line has the last. The
/// move has to stay meanwhile.
#[derive(LogicBlock, SmartDefault)]
pub struct CodeWriter {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Breaks an answer off.
    pub reset: Signal<In, Bit>,
    /// Begin.
    pub send: Signal<In, Bit>,
    /// It answers a greeting; read with `send`.
    pub greets: Signal<In, Bit>,
    /// The move: column, row, piece, rotation, and above them a pass.
    pub code: Signal<In, Bits<17>>,
    /// The two characters of the team code, the first above.
    pub team: Signal<In, Bits<16>>,
    /// The line takes a byte.
    pub line_ready: Signal<In, Bit>,
    /// An answer can begin.
    pub ready: Signal<Out, Bit>,
    /// A byte for the line.
    pub octet: Signal<Out, Bits<8>>,
    /// Send it.
    pub octet_valid: Signal<Out, Bit>,
    sending: DFF<Bit>,
    greeting: DFF<Bit>,
    place: DFF<Bits<2>>,
    /// The column or row, from 0, and its character.
    column: Signal<Local, Bits<4>>,
    column_character: Signal<Local, Bits<8>>,
    #[default(constant(super::protocol::HELLO_ANSWER))]
    hello_answer: Constant<Bits<8>>,
}

impl Logic for CodeWriter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sending, greeting, place);
        self.octet_valid.next = self.sending.q.val();
        if self.sending.q.val() {
            if self.line_ready.val() {
                self.place.d.next = self.place.q.val() + 1;
                if self.place.q.val() == 3 || (self.place.q.val() == 2 && self.greeting.q.val()) {
                    self.sending.d.next = false;
                }
            }
        } else {
            self.place.d.next = 0.into();
            if self.send.val() {
                self.greeting.d.next = self.greets.val();
                self.sending.d.next = true;
            }
        }

        // `1` to `9`, then `a` to `e`.
        self.column.next = self.code.val().get_bits::<4>(0);
        if self.place.q.val() == 1 {
            self.column.next = self.code.val().get_bits::<4>(4);
        }
        self.column_character.next = bit_cast::<8, 4>(self.column.val()) + 0x31;
        if self.column.val() >= 9 {
            self.column_character.next = bit_cast::<8, 4>(self.column.val()) + 0x58;
        }
        match self.place.q.val().index() {
            0 => self.octet.next = self.column_character.val(),
            1 => self.octet.next = self.column_character.val(),
            2 => self.octet.next = bit_cast::<8, 5>(self.code.val().get_bits::<5>(8)) + 0x61,
            _ => self.octet.next = bit_cast::<8, 3>(self.code.val().get_bits::<3>(13)) | 0x30,
        }
        if self.code.val().get_bit(16) {
            self.octet.next = 0x30.into();
        }
        if self.greeting.q.val() {
            match self.place.q.val().index() {
                0 => self.octet.next = self.hello_answer.val(),
                1 => self.octet.next = self.team.val().get_bits::<8>(8),
                _ => self.octet.next = self.team.val().get_bits::<8>(0),
            }
        }
        if self.reset.val() {
            self.sending.d.next = false;
        }
        self.ready.next = !self.sending.q.val();
    }
}
