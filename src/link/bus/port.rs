//! The part that both buses share: a read of an address is a command.

mod engine;
mod every_cycle;

use rust_hdl::prelude::*;

use crate::describe::kernel;

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

/// Commands in addresses, after the bus of Boulé & Zilic 2002: reading the address that says a
/// command carries it out and returns the low half of its answer; the registers above have the
/// rest.
///
/// `request` stays until `done`, which is set for one cycle; `data` and `error` stay until the
/// next. A command's read waits for the answer, but no longer than `patience` cycles: then it ends
/// with an error, and the status register tells when the answer is there. A request that is taken
/// back before it is done loses nothing but its reply. Registers answer in the next cycle. 198 LUT4
/// and 165 flip-flops (Yosys, iCE40).
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

kernel! {
    CommandWindow: Beginning;
    match engine: Engine { Idle, Offer, Work };
    Requested, Reset, Told
}
