//! A character, in each state of the reader.

use rust_hdl::prelude::*;

use super::{Alone, Code, Hunt, ProtocolReader, Reading, Skip, Start};
use crate::describe::KernelPart;

/// The first character of a message says what the message has: a start square, a move, or two.
impl KernelPart<Hunt> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
        if self.zero.val() || self.octet.val() == self.end_character.val() {
            self.greets.d.next = self.zero.val();
            self.state.d.next = Reading::Alone;
        } else {
            if self.busy.val() {
                self.fails.next = true;
            } else {
                self.place.d.next = 0.into();
                self.has_former.d.next = false;
                self.said_begins.d.next = false;
                self.said_tells.d.next = true;
                self.said_two.d.next = false;
                self.state.d.next = Reading::Code;
                if self.octet.val() == self.begin_character.val() {
                    self.said_begins.d.next = true;
                    self.said_tells.d.next = false;
                    self.state.d.next = Reading::Start;
                } else {
                    if self.octet.val() == self.reply_character.val() {
                        if self.heart.val() {
                            self.said_begins.d.next = true;
                            self.state.d.next = Reading::Start;
                        }
                    } else {
                        self.said_two.d.next = !self.heart.val();
                        self.fails.next = self.octet.val() != self.moves_character.val();
                    }
                }
            }
        }
    }
}

/// Behind an end there may be a greeting at once, or the same again.
impl KernelPart<Alone> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.greets.d.next = self.zero.val();
        self.fails.next =
            self.greets.q.val() || (!self.zero.val() && self.octet.val() != self.end_character.val());
    }
}

/// The start square, behind which a reply has a move.
impl KernelPart<Start> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.said_on_a.d.next = self.octet.val() == self.start_two.val();
        if self.octet.val() == self.start_one.val() || self.octet.val() == self.start_two.val() {
            if self.said_tells.q.val() {
                self.state.d.next = Reading::Code;
            } else {
                self.done.d.next = true;
                self.state.d.next = Reading::Hunt;
            }
        } else {
            self.fails.next = true;
        }
    }
}

/// A character of a move; the fourth ends the move, and the last move ends the message.
impl KernelPart<Code> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.d.next = self.place.q.val() + 1;
        self.fails.next = !self.fits.val();
        match self.place.q.val().index() {
            0 => {
                self.x.d.next = self.column.val();
                self.pass.d.next = self.zero.val();
            }
            1 => self.y.d.next = self.column.val(),
            2 => self.piece.d.next = self.octet.val().get_bits::<5>(0) - 1,
            _ => {
                self.rotation.d.next = self.octet.val().get_bits::<3>(0);
                if self.said_two.q.val() && !self.has_former.q.val() {
                    self.has_former.d.next = true;
                } else {
                    self.done.d.next = self.fits.val();
                    self.state.d.next = Reading::Hunt;
                }
            }
        }
        // The first character of the second code: the first code is whole.
        if self.has_former.q.val() && !self.place.q.val().any() {
            self.former_code.d.next = self.code.val();
        }
    }
}

/// Nothing counts until the line is idle.
impl KernelPart<Skip> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {}
}
