//! A byte, in each state of the reader.

use rust_hdl::prelude::*;

use super::{Body, Drain, Hunt, Length, MessageReader, Reading, Sequence};
use crate::describe::KernelPart;

/// The first byte of a message.
impl KernelPart<Hunt> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.d.next = 0xffff.into();
        self.position.d.next = 0.into();
        if self.valid.val() && self.octet.val() == self.message_start.val() {
            self.begins.next = true;
            self.state.d.next = Reading::Length;
        }
    }
}

/// Its length: an even number of bytes, and not 0.
impl KernelPart<Length> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        if self.valid.val() {
            self.length.d.next = self.octet.val();
            self.state.d.next = Reading::Sequence;
            if self.octet.val().get_bit(0) || !self.octet.val().any() {
                self.wrong.d.next = self.bad_length.val();
                self.state.d.next = Reading::Drain;
            }
        }
    }
}

/// Its sequence number.
impl KernelPart<Sequence> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        if self.valid.val() {
            self.number.d.next = self.octet.val();
            self.state.d.next = Reading::Body;
        }
    }
}

/// A byte of a command, or of the check behind the last command. The check has two bytes.
impl KernelPart<Body> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        if self.valid.val() {
            self.position.d.next = self.position.q.val() + 1;
            self.upper.d.next = (bit_cast::<6, 4>(self.octet.val().get_bits::<4>(4)) << 2)
                | bit_cast::<6, 2>(self.octet.val().get_bits::<2>(0));
            self.store.next = self.position.q.val().get_bit(0) && self.position.q.val() < self.length.q.val();
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
}

/// Nothing counts until the line is idle.
impl KernelPart<Drain> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        if self.silent.val() {
            self.bad.next = true;
            self.state.d.next = Reading::Hunt;
        }
    }
}
