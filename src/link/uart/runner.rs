//! The runner of messages: one command after the other at the core's port, and then an answer.

mod every_cycle;
mod messages;
mod states;

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::Status;
use crate::describe::kernel;
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
/// A message is carried out once: one that comes again with the sequence number of the last is
/// answered with the answer kept. Sequence number 0 begins a session: the core is reset, whatever
/// it does. Any other number has to follow the last, so that a machine that was reset meanwhile is
/// noticed. A message that began while another was at work was not stored; it is answered with
/// `busy`.
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
    /// Clock cycles of the last one, from the edge that takes the command to the one that takes the
    /// answer.
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

kernel! {
    MessageRunner: Beginning;
    match state: Running { Idle, Fetch, Offer, Wait, Answer };
    Wrong, Heard, Reset, Told
}
