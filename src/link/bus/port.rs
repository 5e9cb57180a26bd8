//! The part that both buses share: a read of an address is a command.

use rust_hdl::prelude::*;

/// What the core is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Engine {
    /// It waits for a command.
    Idle,
    /// It is offered one.
    Offer,
    /// It works on one.
    Work,
}

/// Commands in addresses, after the bus of Boulé & Zilic 2002: reading the address that says a command carries it out and
/// returns the low half of its answer; the registers above have the rest.
///
/// `request` stays until `done`, which is set for one cycle; `data` and `error` stay until the next. A command's read waits for
/// the answer, but no longer than `patience` cycles: then it ends with an error, and the status register tells when the
/// answer is there. A request that is taken back before it is done loses nothing but its reply. Registers answer in the
/// next cycle. 198 LUT4 and 165 flip-flops (Yosys, iCE40).
#[derive(LogicBlock, Default)]
pub struct CommandWindow {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Everything is forgotten.
    pub reset: Signal<In, Bit>,
    /// The bus waits for a reply.
    pub request: Signal<In, Bit>,
    /// To a write.
    pub write: Signal<In, Bit>,
    /// The value written is not zero.
    pub written: Signal<In, Bit>,
    /// The word address: a command, or above it a register.
    pub address: Signal<In, Bits<15>>,
    /// How long a command's read may take, in cycles.
    pub patience: Signal<In, Bits<16>>,
    /// The core takes the command.
    pub command_ready: Signal<In, Bit>,
    /// The core answers.
    pub response_valid: Signal<In, Bit>,
    /// The core refuses.
    pub response_error: Signal<In, Bit>,
    /// Its answer.
    pub response_data: Signal<In, Bits<64>>,
    /// A command is offered.
    pub command_valid: Signal<Out, Bit>,
    /// Number and operand.
    pub command: Signal<Out, Bits<14>>,
    /// The answer is taken.
    pub response_ready: Signal<Out, Bit>,
    /// The core is reset.
    pub core_reset: Signal<Out, Bit>,
    /// The reply is there.
    pub done: Signal<Out, Bit>,
    /// What was read.
    pub data: Signal<Out, Bits<32>>,
    /// It was not carried out, or not yet.
    pub error: Signal<Out, Bit>,
    engine: DFF<Engine>,
    waiting: DFF<Bit>,
    waited: DFF<Bits<16>>,
    word: DFF<Bits<14>>,
    answer: DFF<Bits<64>>,
    refused: DFF<Bit>,
    elapsed: DFF<Bits<32>>,
    restart: DFF<Bit>,
    replied: DFF<Bit>,
    reply: DFF<Bits<32>>,
    failed: DFF<Bit>,
    working: Signal<Local, Bit>,
}

impl Logic for CommandWindow {
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
        match self.engine.q.val() {
            Engine::Idle => {}
            Engine::Offer => {
                self.command_valid.next = true;
                self.elapsed.d.next = 1.into();
                if self.command_ready.val() {
                    self.engine.d.next = Engine::Work;
                }
            }
            Engine::Work => {
                self.response_ready.next = true;
                if self.response_valid.val() {
                    self.engine.d.next = Engine::Idle;
                    self.answer.d.next = self.response_data.val();
                    self.refused.d.next = self.response_error.val();
                    if self.waiting.q.val() {
                        self.replied.d.next = true;
                        self.reply.d.next = self.response_data.val().get_bits::<32>(0);
                        self.failed.d.next = self.response_error.val();
                        self.waiting.d.next = false;
                    }
                } else {
                    if !self.elapsed.q.val().all() {
                        self.elapsed.d.next = self.elapsed.q.val() + 1;
                    }
                }
            }
        }
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
        if self.reset.val() || self.restart.q.val() {
            self.engine.d.next = Engine::Idle;
            self.waiting.d.next = false;
            self.refused.d.next = false;
        }
        if self.reset.val() {
            self.replied.d.next = false;
            self.restart.d.next = false;
        }
        self.command.next = self.word.q.val();
        self.core_reset.next = self.restart.q.val();
        self.done.next = self.replied.q.val();
        self.data.next = self.reply.q.val();
        self.error.next = self.failed.q.val();
    }
}
