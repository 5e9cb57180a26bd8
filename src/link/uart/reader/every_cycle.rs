//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Beginning, Broken, MessageReader, Reading, Told};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and the cycles of an idle line are counted.
impl KernelPart<Beginning> for MessageReader {
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
    }
}

/// A message under way in which the line has a fault, or that ends before it is complete.
impl KernelPart<Broken> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
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
    }
}

/// What the reader says of the message.
impl KernelPart<Told> for MessageReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.check.next = self.sum.q.val();
        self.place.next = self.position.q.val().get_bits::<7>(1);
        self.word.next = (bit_cast::<14, 6>(self.upper.q.val()) << 8) | bit_cast::<14, 8>(self.octet.val());
        self.last_place.next = self.length.q.val().get_bits::<7>(1) - 1;
        self.sequence_number.next = self.number.q.val();
    }
}
