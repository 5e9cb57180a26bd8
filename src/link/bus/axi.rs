//! The five channels of AXI4-Lite, one transfer at a time.

use rust_hdl::prelude::*;

/// What the bus is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Transfer {
    /// It waits for an address.
    Idle,
    /// A read is at work.
    Read,
    /// Its data wait to be taken.
    ReadReply,
    /// A write is at work.
    Write,
    /// Its response waits to be taken.
    WriteReply,
}

/// The channels of an AXI4-Lite slave: one read or write at a time; where both wait they take
/// turns. A write is taken when its address and its data are there, in either order. Nothing waits
/// for a `ready` that could wait for it: every `valid` comes from the state alone. 35 LUT4 and 23
/// flip-flops (Yosys, iCE40).
#[derive(LogicBlock, Default)]
pub struct AxiChannels {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// No transfer is at work.
    pub reset: Signal<In, Bit>,
    /// A read address is there.
    pub arvalid: Signal<In, Bit>,
    /// It, in bytes.
    pub araddr: Signal<In, Bits<17>>,
    /// Read data are taken.
    pub rready: Signal<In, Bit>,
    /// A write address is there.
    pub awvalid: Signal<In, Bit>,
    /// It, in bytes.
    pub awaddr: Signal<In, Bits<17>>,
    /// Write data are there.
    pub wvalid: Signal<In, Bit>,
    /// A byte of them that counts is not zero.
    pub nonzero: Signal<In, Bit>,
    /// A write's response is taken.
    pub bready: Signal<In, Bit>,
    /// The reply is there.
    pub done: Signal<In, Bit>,
    /// It says that nothing was done.
    pub error: Signal<In, Bit>,
    /// The read address is taken.
    pub arready: Signal<Out, Bit>,
    /// Read data are there.
    pub rvalid: Signal<Out, Bit>,
    /// The write address is taken.
    pub awready: Signal<Out, Bit>,
    /// Write data are taken.
    pub wready: Signal<Out, Bit>,
    /// A write's response is there.
    pub bvalid: Signal<Out, Bit>,
    /// Okay, or a slave error.
    pub resp: Signal<Out, Bits<2>>,
    /// A reply is wanted.
    pub request: Signal<Out, Bit>,
    /// To a write.
    pub write: Signal<Out, Bit>,
    /// Of a value that is not zero.
    pub written: Signal<Out, Bit>,
    /// The word address.
    pub address: Signal<Out, Bits<15>>,
    state: DFF<Transfer>,
    place: DFF<Bits<17>>,
    value: DFF<Bit>,
    wrong: DFF<Bit>,
    write_next: DFF<Bit>,
    aligned: Signal<Local, Bit>,
    take_read: Signal<Local, Bit>,
    take_write: Signal<Local, Bit>,
}

impl Logic for AxiChannels {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, place, value, wrong, write_next);
        self.aligned.next = !self.place.q.val().get_bits::<2>(0).any();
        self.take_read.next = self.state.q.val() == Transfer::Idle
            && self.arvalid.val()
            && !(self.write_next.q.val() && self.awvalid.val() && self.wvalid.val());
        self.take_write.next = self.state.q.val() == Transfer::Idle
            && self.awvalid.val()
            && self.wvalid.val()
            && !self.take_read.val();
        match self.state.q.val() {
            Transfer::Idle => {
                if self.take_read.val() {
                    self.place.d.next = self.araddr.val();
                    self.write_next.d.next = true;
                    self.state.d.next = Transfer::Read;
                }
                if self.take_write.val() {
                    self.place.d.next = self.awaddr.val();
                    self.value.d.next = self.nonzero.val();
                    self.write_next.d.next = false;
                    self.state.d.next = Transfer::Write;
                }
            }
            Transfer::Read => {
                if self.done.val() || !self.aligned.val() {
                    self.wrong.d.next = self.error.val() || !self.aligned.val();
                    self.state.d.next = Transfer::ReadReply;
                }
            }
            Transfer::ReadReply => {
                if self.rready.val() {
                    self.state.d.next = Transfer::Idle;
                }
            }
            Transfer::Write => {
                if self.done.val() || !self.aligned.val() {
                    self.wrong.d.next = self.error.val() || !self.aligned.val();
                    self.state.d.next = Transfer::WriteReply;
                }
            }
            Transfer::WriteReply => {
                if self.bready.val() {
                    self.state.d.next = Transfer::Idle;
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = Transfer::Idle;
        }
        self.arready.next = self.take_read.val();
        self.awready.next = self.take_write.val();
        self.wready.next = self.take_write.val();
        self.rvalid.next = self.state.q.val() == Transfer::ReadReply;
        self.bvalid.next = self.state.q.val() == Transfer::WriteReply;
        self.resp.next = bit_cast::<2, 1>(self.wrong.q.val().into()) << 1;
        self.request.next = (self.state.q.val() == Transfer::Read || self.state.q.val() == Transfer::Write)
            && self.aligned.val();
        self.write.next = self.state.q.val() == Transfer::Write;
        self.written.next = self.value.q.val();
        self.address.next = self.place.q.val().get_bits::<15>(2);
    }
}
