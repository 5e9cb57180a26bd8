//! The reader of messages: characters from the line become moves, a start square, a greeting, or an
//! end.

mod every_cycle;
mod states;

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::{BEGIN, END, HELLO, MOVES, REPLY, START_ONE, START_TWO};
use crate::describe::kernel;
use crate::parts::constant::constant;

/// What the reader is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Reading {
    /// A message's first character is awaited.
    Hunt,
    /// A greeting or an end came, which counts if nothing follows.
    Alone,
    /// The start square.
    Start,
    /// The four characters of a move.
    Code,
    /// It is no message; what follows is passed over until the line has been idle for a while.
    Skip,
}

/// The message reader.
///
/// `complete` is set for one cycle, the one after that of the last character; what it says stays
/// until the next message begins, which is passed over while the machine is `busy`. `hello` and
/// `ended` are set for one cycle when the line has been idle for `pause` cycles behind their
/// character. A move is a word of 17 bits: column, row (4 each, from 0), piece (5), rotation (3),
/// and above them a bit for a pass.
#[derive(LogicBlock, SmartDefault)]
pub struct ProtocolReader {
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
    /// The messages are those of HEART 2014.
    pub heart: Signal<In, Bit>,
    /// A message is at work.
    pub busy: Signal<In, Bit>,
    /// A greeting came.
    pub hello: Signal<Out, Bit>,
    /// The game is over.
    pub ended: Signal<Out, Bit>,
    /// A message is complete.
    pub complete: Signal<Out, Bit>,
    /// Something came that is no message, or half of one.
    pub wrong: Signal<Out, Bit>,
    /// The message says where the machine begins,
    pub begins: Signal<Out, Bit>,
    /// and that is (a,a).
    pub on_a: Signal<Out, Bit>,
    /// It tells a move,
    pub tells: Signal<Out, Bit>,
    /// and another before it.
    pub two: Signal<Out, Bit>,
    /// The move, or the later of two.
    pub told: Signal<Out, Bits<17>>,
    /// The earlier of two.
    pub former: Signal<Out, Bits<17>>,
    state: DFF<Reading>,
    idle: DFF<Bits<24>>,
    /// What counts if nothing follows is a greeting.
    greets: DFF<Bit>,
    said_begins: DFF<Bit>,
    said_on_a: DFF<Bit>,
    said_tells: DFF<Bit>,
    said_two: DFF<Bit>,
    done: DFF<Bit>,
    /// A code of the message was read.
    has_former: DFF<Bit>,
    former_code: DFF<Bits<17>>,
    /// Which character of the code is next.
    place: DFF<Bits<2>>,
    x: DFF<Bits<4>>,
    y: DFF<Bits<4>>,
    piece: DFF<Bits<5>>,
    rotation: DFF<Bits<3>>,
    pass: DFF<Bit>,
    silent: Signal<Local, Bit>,
    zero: Signal<Local, Bit>,
    /// The character is a column or row, and which.
    is_column: Signal<Local, Bit>,
    column: Signal<Local, Bits<4>>,
    is_piece: Signal<Local, Bit>,
    is_rotation: Signal<Local, Bit>,
    /// The character fits its place in the code.
    fits: Signal<Local, Bit>,
    /// The code so far.
    code: Signal<Local, Bits<17>>,
    fails: Signal<Local, Bit>,
    cut_short: Signal<Local, Bit>,
    #[default(constant(HELLO))]
    hello_character: Constant<Bits<8>>,
    #[default(constant(BEGIN))]
    begin_character: Constant<Bits<8>>,
    #[default(constant(REPLY))]
    reply_character: Constant<Bits<8>>,
    #[default(constant(MOVES))]
    moves_character: Constant<Bits<8>>,
    #[default(constant(END))]
    end_character: Constant<Bits<8>>,
    #[default(constant(START_ONE))]
    start_one: Constant<Bits<8>>,
    #[default(constant(START_TWO))]
    start_two: Constant<Bits<8>>,
}

kernel! {
    ProtocolReader: Beginning, Character;
    if valid { match state: Reading { Hunt, Alone, Start, Code, Skip } } else { Silence };
    Failed, Told
}
