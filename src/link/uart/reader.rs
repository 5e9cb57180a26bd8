//! The reader of messages: bytes from the line become words of the message buffer, and a verdict on
//! the whole message.

mod every_cycle;
mod states;

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::{MESSAGE_START, Status};
use crate::describe::kernel;
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
/// `good` or `bad` is set for one cycle: `good` in the cycle that brings the last byte, `bad` after
/// the line was idle for `pause` cycles. Commands are stored as they come, so nothing of the buffer
/// may be used before `good`.
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

kernel! {
    MessageReader: Beginning;
    match state: Reading { Hunt, Length, Sequence, Body, Drain };
    Broken, Told
}
