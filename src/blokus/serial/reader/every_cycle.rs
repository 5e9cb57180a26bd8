//! The parts that hold in every cycle, before and after the state's own part.

use rust_hdl::prelude::*;

use super::{Beginning, Character, Failed, ProtocolReader, Reading, Silence, Told};
use crate::describe::KernelPart;

/// Before the state: registers keep their values, and the cycles of an idle line are counted.
impl KernelPart<Beginning> for ProtocolReader {
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
    }
}

/// What the character can be: `1` to `9` and `a` to `e` are columns and rows from 0 on.
impl KernelPart<Character> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
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
    }
}

/// No character came. Once the line has been idle for long enough, a message is over, and one that
/// is not whole is wrong.
impl KernelPart<Silence> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
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
}

/// After the state: what is no message is passed over.
impl KernelPart<Failed> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
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
    }
}

/// What the reader says of the message.
impl KernelPart<Told> for ProtocolReader {
    #[hdl_gen]
    fn update(&mut self) {
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
