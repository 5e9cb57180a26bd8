//! The reader of messages: characters from the line become moves, a start square, a greeting, or an
//! end.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;

use super::protocol::{BEGIN, END, HELLO, MOVES, REPLY, START_ONE, START_TWO};
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
/// `complete` is set for one cycle, the one after that of the last character; what it says stays until the next message begins,
/// which is passed over while the machine is `busy`. `hello` and `ended` are set for one cycle when the line has been idle for `pause`
/// cycles behind their character. A move is a word of 17 bits: column, row (4 each, from 0), piece (5), rotation (3), and above them a bit
/// for a pass.
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

impl Logic for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            idle,
            greets,
            said_begins,
            said_on_a,
            said_tells,
            said_two,
            done,
            has_former,
            former_code,
            place,
            x,
            y,
            piece,
            rotation,
            pass
        );
        self.hello.next = false;
        self.ended.next = false;
        self.done.d.next = false;
        self.fails.next = false;
        self.cut_short.next = false;

        self.silent.next = self.idle.q.val() == self.pause.val();
        if self.active.val() || self.valid.val() || self.fault.val() {
            self.idle.d.next = 0.into();
        } else {
            if !self.silent.val() {
                self.idle.d.next = self.idle.q.val() + 1;
            }
        }

        // `1` to `9` and `a` to `e` are columns and rows from 0 on.
        self.zero.next = self.octet.val() == self.hello_character.val();
        self.column.next = self.octet.val().get_bits::<4>(0) - 1;
        self.is_column.next = self.octet.val() >= 0x31 && self.octet.val() <= 0x39;
        if self.octet.val() >= 0x61 && self.octet.val() <= 0x65 {
            self.column.next = self.octet.val().get_bits::<4>(0) + 8;
            self.is_column.next = true;
        }
        self.is_piece.next = self.octet.val() >= 0x61 && self.octet.val() <= 0x75;
        self.is_rotation.next = self.octet.val() >= 0x30 && self.octet.val() <= 0x37;
        match self.place.q.val().index() {
            0 => self.fits.next = self.is_column.val() || self.zero.val(),
            1 => self.fits.next = self.is_column.val(),
            2 => self.fits.next = self.is_piece.val(),
            _ => self.fits.next = self.is_rotation.val(),
        }
        if self.place.q.val().any() && self.pass.q.val() {
            self.fits.next = self.zero.val();
        }
        self.code.next = bit_cast::<17, 4>(self.x.q.val())
            | (bit_cast::<17, 4>(self.y.q.val()) << 4)
            | (bit_cast::<17, 5>(self.piece.q.val()) << 8)
            | (bit_cast::<17, 3>(self.rotation.q.val()) << 13)
            | (bit_cast::<17, 1>(self.pass.q.val().into()) << 16);

        if self.valid.val() {
            match self.state.q.val() {
                Reading::Hunt => {
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
                Reading::Alone => {
                    // Behind an end there may be a greeting at once, or the same again.
                    self.greets.d.next = self.zero.val();
                    self.fails.next = self.greets.q.val()
                        || (!self.zero.val() && self.octet.val() != self.end_character.val());
                }
                Reading::Start => {
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
                Reading::Code => {
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
                Reading::Skip => {}
            }
        } else {
            if self.silent.val() {
                match self.state.q.val() {
                    Reading::Hunt => {}
                    Reading::Alone => {
                        self.hello.next = self.greets.q.val();
                        self.ended.next = !self.greets.q.val();
                    }
                    Reading::Start => self.cut_short.next = true,
                    Reading::Code => self.cut_short.next = true,
                    Reading::Skip => {}
                }
                self.state.d.next = Reading::Hunt;
            }
        }
        if self.fault.val() {
            self.fails.next = true;
        }
        if self.fails.val() {
            self.state.d.next = Reading::Skip;
        }
        if self.reset.val() {
            self.done.d.next = false;
            self.state.d.next = Reading::Hunt;
        }
        self.complete.next = self.done.q.val();
        self.wrong.next = self.fails.val() || self.cut_short.val();
        self.begins.next = self.said_begins.q.val();
        self.on_a.next = self.said_on_a.q.val();
        self.tells.next = self.said_tells.q.val();
        self.two.next = self.said_two.q.val();
        self.told.next = self.code.val();
        self.former.next = self.former_code.q.val();
    }
}
