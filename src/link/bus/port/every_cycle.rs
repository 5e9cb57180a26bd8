//! The parts that hold in every cycle, before and after the part of the core's state.

use rust_hdl::prelude::*;

use super::{Beginning, CommandWindow, Engine, Requested, Reset, Told};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and a bus that has waited for too long gets an
/// error.
impl KernelPart<Beginning> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, engine, waiting, waited, word, answer, refused, elapsed, restart, replied, reply,
            failed
        );
        self.command_valid.next = false;
        self.response_ready.next = false;
        self.replied.d.next = false;
        self.restart.d.next = false;
        self.working.next = self.engine.q.val() != Engine::Idle;

        if self.waiting.q.val() {
            self.waited.d.next = self.waited.q.val() + 1;
            if self.waited.q.val() == self.patience.val() {
                self.replied.d.next = true;
                self.reply.d.next = 0.into();
                self.failed.d.next = true;
                self.waiting.d.next = false;
            }
        }
    }
}

/// The bus reads a register or a command, or writes the status register; or it has given up.
impl KernelPart<Requested> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        if self.request.val() {
            if !self.replied.q.val() && !self.waiting.q.val() {
                self.replied.d.next = true;
                self.reply.d.next = 0.into();
                self.failed.d.next = false;
                if self.write.val() {
                    // Only the status register can be written: the core is reset.
                    if self.address.val().get_bit(14) && self.address.val().get_bits::<2>(0) == 2 {
                        self.restart.d.next = self.written.val();
                    } else {
                        self.failed.d.next = true;
                    }
                } else {
                    if self.address.val().get_bit(14) {
                        match self.address.val().get_bits::<2>(0).index() {
                            0 => self.reply.d.next = self.answer.q.val().get_bits::<32>(0),
                            1 => self.reply.d.next = self.answer.q.val().get_bits::<32>(32),
                            2 => {
                                self.reply.d.next = bit_cast::<32, 1>(self.working.val().into())
                                    | (bit_cast::<32, 1>(self.refused.q.val().into()) << 1);
                            }
                            _ => self.reply.d.next = self.elapsed.q.val(),
                        }
                    } else {
                        if self.working.val() {
                            self.failed.d.next = true;
                        } else {
                            self.replied.d.next = false;
                            self.word.d.next = self.address.val().get_bits::<14>(0);
                            self.engine.d.next = Engine::Offer;
                            self.waiting.d.next = true;
                            self.waited.d.next = 0.into();
                            self.refused.d.next = false;
                        }
                    }
                }
            }
        } else {
            // The bus gave up.
            self.waiting.d.next = false;
            self.replied.d.next = false;
        }
    }
}

/// Back to idle.
impl KernelPart<Reset> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        if self.reset.val() || self.restart.q.val() {
            self.engine.d.next = Engine::Idle;
            self.waiting.d.next = false;
            self.refused.d.next = false;
        }
        if self.reset.val() {
            self.replied.d.next = false;
            self.restart.d.next = false;
        }
    }
}

/// What the window says to the bus.
impl KernelPart<Told> for CommandWindow {
    #[hdl_gen]
    fn update(&mut self) {
        self.command.next = self.word.q.val();
        self.core_reset.next = self.restart.q.val();
        self.done.next = self.replied.q.val();
        self.data.next = self.reply.q.val();
        self.error.next = self.failed.q.val();
    }
}
