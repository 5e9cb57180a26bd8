//! Asynchronous serial line: 8 data bits, no parity, 1 stop bit, the least significant bit first.

use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use thiserror::Error;

use crate::describe::{Builder, Connections, LowerError, ModuleHandle, lower_commented};
use crate::netlist;

/// Clock cycles a bit, and the times within a bit that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitTime {
    ticks: u32,
}

/// Fewer clock cycles a bit leave no room for a line that is off by 2 %.
pub const FEWEST_TICKS: u32 = 8;
/// The counters of the cells have 16 bits.
pub const MOST_TICKS: u32 = 1 << 16;

/// Why a line cannot have this baud rate.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BitTimeError {
    /// No whole number of clock cycles a bit comes near enough.
    #[error(
        "{baud} baud from {clock_hz} Hz: {ticks} clock cycles a bit are {off_per_mille} per mille off, at most 20 will do; \
         take {nearest_baud} baud, or a clock of {nearest_clock_hz} Hz"
    )]
    Inexact {
        /// The clock asked for, in Hz.
        clock_hz: u32,
        /// The baud rate asked for.
        baud: u32,
        /// The nearest number of cycles.
        ticks: u32,
        /// How far off it is, in thousandths.
        off_per_mille: u32,
        /// The baud rate this clock does give.
        nearest_baud: u32,
        /// The clock that would do.
        nearest_clock_hz: u64,
    },
    /// Too few or too many clock cycles a bit.
    #[error(
        "{baud} baud from {clock_hz} Hz needs 8 to 65536 clock cycles a bit; this clock does {slowest} to {fastest} baud"
    )]
    Range {
        /// The clock asked for, in Hz.
        clock_hz: u32,
        /// The baud rate asked for.
        baud: u32,
        /// The slowest this clock does, in baud.
        slowest: u32,
        /// The fastest.
        fastest: u32,
    },
}

impl BitTime {
    /// The whole number of cycles of a clock that is nearest to a bit, at most 2 % off.
    ///
    /// # Errors
    /// No such number, or not 8 to 65,536 of them.
    pub fn new(clock_hz: u32, baud: u32) -> Result<Self, BitTimeError> {
        let (clock, rate) = (u64::from(clock_hz), u64::from(baud.max(1)));
        let ticks = (clock + rate / 2) / rate;
        let range = u64::from(FEWEST_TICKS)..=u64::from(MOST_TICKS);
        let (Ok(whole), true) = (u32::try_from(ticks), baud > 0 && range.contains(&ticks)) else {
            let (slowest, fastest) = (clock_hz.div_ceil(MOST_TICKS), clock_hz / FEWEST_TICKS);
            return Err(BitTimeError::Range { clock_hz, baud, slowest, fastest });
        };
        // |clock / ticks - baud| / baud, in thousandths, rounded up.
        let off = (clock.abs_diff(ticks * rate) * 1000).div_ceil(ticks * rate);
        if off > 20 {
            return Err(BitTimeError::Inexact {
                clock_hz,
                baud,
                ticks: whole,
                off_per_mille: off as u32,
                nearest_baud: clock_hz / whole,
                nearest_clock_hz: ticks * rate,
            });
        }
        Ok(Self { ticks: whole })
    }

    /// Clock cycles a bit.
    pub fn ticks(self) -> u32 {
        self.ticks
    }

    /// A transmitter's timing.
    pub fn transmitter(self, b: &Builder, cell: Connections) -> Connections {
        cell.input("last_tick", &b.constant(16, u64::from(self.ticks - 1)))
    }

    /// A receiver's timing: the times to sample, and the middle three eighths of a bit in which the
    /// line has to be quiet.
    pub fn receiver(self, b: &Builder, cell: Connections) -> Connections {
        let at = |tick: u32| b.constant(16, u64::from(tick));
        cell.input("last_tick", &at(self.ticks - 1))
            .input("middle", &at(self.ticks / 2))
            .input("eye_opens", &at((self.ticks * 5).div_ceil(16)))
            .input("eye_closes", &at(self.ticks * 11 / 16))
    }
}

/// Sends bytes. `send` while `ready` takes `octet`; its start bit begins with the next cycle, and
/// `ready` comes back `10 * (last_tick + 1)` cycles later. The line is a register. 44 LUT4 and 29
/// flip-flops (Yosys, iCE40).
#[derive(LogicBlock, SmartDefault)]
pub struct Transmitter {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// The line goes idle at once.
    pub reset: Signal<In, Bit>,
    /// Clock cycles a bit, less one.
    pub last_tick: Signal<In, Bits<16>>,
    /// What to send.
    pub octet: Signal<In, Bits<8>>,
    /// Send it.
    pub send: Signal<In, Bit>,
    /// The next byte can be taken.
    pub ready: Signal<Out, Bit>,
    /// The line, high when idle.
    pub line: Signal<Out, Bit>,
    tick: DFF<Bits<16>>,
    bits_left: DFF<Bits<4>>,
    #[default(DFFWithInit::new(0x3ff.into()))]
    shift: DFFWithInit<Bits<10>>,
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, tick, bits_left, shift);
        self.ready.next = !self.bits_left.q.val().any();
        self.line.next = self.shift.q.val().get_bit(0);
        if self.bits_left.q.val().any() {
            self.tick.d.next = self.tick.q.val() + 1;
            if self.tick.q.val() == self.last_tick.val() {
                self.tick.d.next = 0.into();
                self.bits_left.d.next = self.bits_left.q.val() - 1;
                self.shift.d.next = (self.shift.q.val() >> 1) | 0x200;
            }
        } else {
            if self.send.val() {
                self.tick.d.next = 0.into();
                self.bits_left.d.next = 10.into();
                self.shift.d.next = (bit_cast::<10, 8>(self.octet.val()) << 1) | 0x200;
            }
        }
        if self.reset.val() {
            self.bits_left.d.next = 0.into();
            self.shift.d.next = 0x3ff.into();
        }
    }
}

/// What the receiver is about.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Listening {
    /// The line is not idle yet: after reset, a break, or a byte that was not framed.
    Settling,
    /// A start bit is awaited.
    Idle,
    /// A byte is under way.
    Byte,
}

/// Receives bytes. The line passes two flip-flops. Every bit is sampled in its middle, and the line
/// has to be quiet from 5/16 to 11/16 of it: a sender whose rate is off by some 4 % or more, or a
/// spike, is told by an edge in there. `valid` or `fault` is set for one cycle, half a stop bit
/// after the byte: `fault` where the line was not quiet, the start bit not low or the stop bit not
/// high, as in a break. 106 LUT4 and 36 flip-flops (Yosys, iCE40).
#[derive(LogicBlock, SmartDefault)]
pub struct Receiver {
    /// The clock.
    pub clock: Signal<In, Clock>,
    /// Waits for an idle line.
    pub reset: Signal<In, Bit>,
    /// The line, high when idle; it needs no relation to the clock.
    pub line: Signal<In, Bit>,
    /// Clock cycles a bit, less one.
    pub last_tick: Signal<In, Bits<16>>,
    /// The middle of a bit.
    pub middle: Signal<In, Bits<16>>,
    /// From this tick of a bit on no edge may come.
    pub eye_opens: Signal<In, Bits<16>>,
    /// Before this tick.
    pub eye_closes: Signal<In, Bits<16>>,
    /// The byte; it stays until the next is received.
    pub octet: Signal<Out, Bits<8>>,
    /// It has just come.
    pub valid: Signal<Out, Bit>,
    /// Something came that is no byte.
    pub fault: Signal<Out, Bit>,
    /// A byte is under way, or the line is not idle.
    pub active: Signal<Out, Bit>,
    #[default(DFFWithInit::new(true))]
    arriving: DFFWithInit<Bit>,
    #[default(DFFWithInit::new(true))]
    level: DFFWithInit<Bit>,
    #[default(DFFWithInit::new(true))]
    previous: DFFWithInit<Bit>,
    state: DFF<Listening>,
    tick: DFF<Bits<16>>,
    bit_number: DFF<Bits<4>>,
    shift: DFF<Bits<8>>,
    spoiled: DFF<Bit>,
    done: DFF<Bit>,
    failed: DFF<Bit>,
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, arriving, level, previous, state, tick, bit_number, shift, spoiled, done, failed
        );
        self.arriving.d.next = self.line.val();
        self.level.d.next = self.arriving.q.val();
        self.previous.d.next = self.level.q.val();
        self.done.d.next = false;
        self.failed.d.next = false;
        match self.state.q.val() {
            Listening::Settling => {
                if self.level.q.val() {
                    self.state.d.next = Listening::Idle;
                }
            }
            Listening::Idle => {
                self.tick.d.next = 1.into();
                self.bit_number.d.next = 0.into();
                self.spoiled.d.next = false;
                if !self.level.q.val() {
                    self.state.d.next = Listening::Byte;
                }
            }
            Listening::Byte => {
                self.tick.d.next = self.tick.q.val() + 1;
                if self.tick.q.val() == self.last_tick.val() {
                    self.tick.d.next = 0.into();
                    self.bit_number.d.next = self.bit_number.q.val() + 1;
                }
                if self.level.q.val() != self.previous.q.val()
                    && self.tick.q.val() >= self.eye_opens.val()
                    && self.tick.q.val() < self.eye_closes.val()
                {
                    self.spoiled.d.next = true;
                }
                if self.tick.q.val() == self.middle.val() {
                    if self.bit_number.q.val() == 0 {
                        if self.level.q.val() {
                            self.spoiled.d.next = true;
                        }
                    } else {
                        if self.bit_number.q.val() == 9 {
                            self.state.d.next = Listening::Settling;
                            if self.level.q.val() && self.previous.q.val() && !self.spoiled.q.val() {
                                self.done.d.next = true;
                            } else {
                                self.failed.d.next = true;
                            }
                        } else {
                            self.shift.d.next = (self.shift.q.val() >> 1)
                                | (bit_cast::<8, 1>(self.level.q.val().into()) << 7);
                        }
                    }
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = Listening::Settling;
            self.done.d.next = false;
            self.failed.d.next = false;
        }
        self.octet.next = self.shift.q.val();
        self.valid.next = self.done.q.val();
        self.fault.next = self.failed.q.val();
        self.active.next = self.state.q.val() != Listening::Idle;
    }
}

/// The transmitter's module.
///
/// # Errors
/// None but a defect of the cell.
pub fn transmitter() -> Result<netlist::Module, LowerError> {
    let doc = "Sends bytes on a serial line: 8 data bits, no parity, 1 stop bit.";
    lower_commented::<Transmitter>("uart_transmitter", doc, include_str!("uart.rs"))
}

/// The receiver's module.
///
/// # Errors
/// None but a defect of the cell.
pub fn receiver() -> Result<netlist::Module, LowerError> {
    let doc = "Receives bytes from a serial line: 8 data bits, no parity, 1 stop bit.\n\
               An edge in the middle of a bit or a stop bit that is not there is a fault.";
    lower_commented::<Receiver>("uart_receiver", doc, include_str!("uart.rs"))
}

/// A transmitter in a module under construction, its timing connected.
pub fn use_transmitter(b: &Builder, of: &ModuleHandle, time: BitTime) -> Connections {
    time.transmitter(b, b.instance("transmitter", of))
}

/// A receiver in a module under construction, its timing connected.
pub fn use_receiver(b: &Builder, of: &ModuleHandle, time: BitTime) -> Connections {
    time.receiver(b, b.instance("receiver", of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Project;
    use crate::describe::differential::differential;
    use crate::simulate::{Net, Simulation};

    #[test]
    fn a_divider_is_within_two_per_cent_or_refused() {
        assert_eq!(BitTime::new(50_000_000, 115_200).unwrap().ticks(), 434);
        assert_eq!(BitTime::new(12_000_000, 921_600).unwrap().ticks(), 13);
        let inexact = BitTime::new(12_000_000, 1_150_000).unwrap_err();
        let BitTimeError::Inexact { ticks, off_per_mille, nearest_baud, nearest_clock_hz, .. } = inexact
        else {
            panic!("{inexact}")
        };
        assert_eq!((ticks, off_per_mille, nearest_baud, nearest_clock_hz), (10, 44, 1_200_000, 11_500_000));
    }

    #[test]
    fn every_rate_is_exact_enough_or_its_mend_is() {
        for clock_hz in [1_000_000, 12_000_000, 25_000_000, 27_000_000, 50_000_000, 100_000_000] {
            for baud in (300..4_000_000).step_by(7_919) {
                match BitTime::new(clock_hz, baud) {
                    Ok(time) => {
                        let real = f64::from(clock_hz) / f64::from(time.ticks());
                        assert!((real / f64::from(baud) - 1.0).abs() <= 0.02, "{clock_hz} {baud}");
                    }
                    Err(BitTimeError::Inexact { nearest_baud, nearest_clock_hz, .. }) => {
                        assert!(BitTime::new(clock_hz, nearest_baud).is_ok(), "{clock_hz} {nearest_baud}");
                        assert!(BitTime::new(u32::try_from(nearest_clock_hz).unwrap(), baud).is_ok());
                    }
                    Err(BitTimeError::Range { slowest, fastest, .. }) => {
                        assert!(baud < slowest || baud > fastest * 99 / 100, "{clock_hz} {baud}");
                        assert!(
                            BitTime::new(clock_hz, slowest).is_ok()
                                && BitTime::new(clock_hz, fastest).is_ok()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_lowered_right() {
        differential(
            Transmitter::default(),
            "uart_transmitter",
            4_000,
            |cell, draw| {
                cell.reset.next = (0..8).all(|_| draw.value());
                cell.last_tick.next = 2.into();
                cell.octet.next = draw.value();
                cell.send.next = draw.value();
            },
            Some(|cell, level| cell.clock.next = level.into()),
        );
        differential(
            Receiver::default(),
            "uart_receiver",
            6_000,
            |cell, draw| {
                cell.reset.next = (0..8).all(|_| draw.value());
                cell.last_tick.next = 7.into();
                cell.middle.next = 4.into();
                cell.eye_opens.next = 3.into();
                cell.eye_closes.next = 5.into();
                if (0..2).all(|_| draw.value()) {
                    cell.line.next = draw.value();
                }
            },
            Some(|cell, level| cell.clock.next = level.into()),
        );
    }

    /// A transmitter whose line is an output, and a receiver whose line is an input.
    struct Pair {
        simulation: Simulation,
        ready: Net,
        byte: Net,
        send: Net,
        out: Net,
        line: Net,
        heard: Net,
        valid: Net,
        fault: Net,
    }

    impl Pair {
        fn new(time: BitTime) -> Self {
            let mut project = Project::new("pair");
            let (sends, hears) = (transmitter().unwrap(), receiver().unwrap());
            let (sends, hears) = (project.add_module(sends).unwrap(), project.add_module(hears).unwrap());
            let b = Builder::new("pair", "");
            b.clock();
            let sent = use_transmitter(&b, &sends, time)
                .input("octet", &b.input("octet", 8))
                .input("send", &b.input("send", 1))
                .outputs();
            let heard = use_receiver(&b, &hears, time).input("line", &b.input("line", 1)).outputs();
            b.output("ready", &sent.get("ready"));
            b.output("sent", &sent.get("line"));
            for port in ["valid", "fault", "active"] {
                b.output(port, &heard.get(port));
            }
            b.output("heard", &heard.get("octet"));
            project.add(b).unwrap();
            let simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let net = |name: &str| simulation.find(name).unwrap();
            let [ready, byte, send, out, line] = ["ready", "octet", "send", "sent", "line"].map(net);
            let [heard, valid, fault] = ["heard", "valid", "fault"].map(net);
            let mut pair = Self { simulation, ready, byte, send, out, line, heard, valid, fault };
            pair.simulation.poke(pair.line, 1).unwrap();
            (0..20).for_each(|_| pair.simulation.step());
            pair
        }

        /// Puts a level on the line for some cycles. Returns the bytes and faults heard.
        fn hold(&mut self, level: bool, cycles: u32, heard: &mut Vec<Option<u8>>) {
            self.simulation.poke(self.line, u64::from(level)).unwrap();
            for _ in 0..cycles {
                self.simulation.step();
                if self.simulation.peek(self.valid) == 1 {
                    heard.push(Some(self.simulation.peek(self.heard) as u8));
                }
                if self.simulation.peek(self.fault) == 1 {
                    heard.push(None);
                }
            }
        }

        /// Sends bytes whose bits take `bit` thousandths of a cycle. Returns the bytes and faults
        /// heard.
        fn hear(&mut self, bytes: &[u8], bit: u64) -> Vec<Option<u8>> {
            let mut heard = Vec::new();
            let mut sent = 0;
            for byte in bytes {
                for place in 0..10_u64 {
                    let level = match place {
                        0 => false,
                        9 => true,
                        _ => byte >> (place - 1) & 1 == 1,
                    };
                    let until = (sent + 1) * bit / 1000;
                    self.hold(level, (until - sent * bit / 1000) as u32, &mut heard);
                    sent += 1;
                }
            }
            self.hold(true, 400, &mut heard);
            heard
        }
    }

    const TIME: BitTime = BitTime { ticks: 16 };

    #[test]
    fn what_is_sent_is_eight_bits_between_start_and_stop() {
        let mut pair = Pair::new(TIME);
        for byte in [0x00, 0xff, 0xa5, 0x5a, 0x01, 0x80] {
            assert_eq!(pair.simulation.peek(pair.ready), 1);
            pair.simulation.poke(pair.byte, byte).unwrap();
            pair.simulation.poke(pair.send, 1).unwrap();
            pair.simulation.step();
            pair.simulation.poke(pair.send, 0).unwrap();
            let mut levels = 0;
            for bit in 0..10 {
                for _ in 0..16 {
                    assert_eq!(pair.simulation.peek(pair.ready), 0);
                    levels |= pair.simulation.peek(pair.out) << bit;
                    pair.simulation.step();
                }
            }
            assert_eq!(levels, 0x200 | byte << 1);
        }
    }

    #[test]
    fn every_byte_is_heard_up_to_two_per_cent_off_and_back_to_back() {
        let all: Vec<u8> = (0..=255).collect();
        let expected: Vec<_> = all.iter().copied().map(Some).collect();
        for ticks in [16, 27, 434] {
            let mut pair = Pair::new(BitTime { ticks });
            for per_mille in [980, 990, 1000, 1010, 1020] {
                let bytes = if ticks == 434 { &all[..16] } else { &all };
                assert_eq!(pair.hear(bytes, u64::from(ticks) * per_mille), expected[..bytes.len()]);
            }
        }
        let exact = Pair::new(BitTime { ticks: 8 }).hear(&all, 8000);
        assert_eq!(exact, expected);
    }

    #[test]
    fn a_start_byte_at_another_rate_is_never_heard() {
        for byte in [0xa5, 0x5a] {
            for per_mille in [850, 900, 950, 1050, 1100, 1150] {
                let heard = Pair::new(TIME).hear(&[byte], 16 * per_mille);
                assert!(heard.iter().all(Option::is_none), "{byte:#x} {per_mille}: {heard:?}");
            }
        }
    }

    #[test]
    fn a_break_is_one_fault_and_a_spike_spoils_its_byte_only() {
        let mut pair = Pair::new(TIME);
        let mut heard = Vec::new();
        pair.hold(false, 1000, &mut heard);
        pair.hold(true, 100, &mut heard);
        assert_eq!(heard, [None]);
        // A spike in the middle of an idle line, and in the middle of a bit.
        heard.clear();
        pair.hold(false, 3, &mut heard);
        pair.hold(true, 400, &mut heard);
        assert_eq!(heard, [None]);
        heard.clear();
        pair.hold(false, 24, &mut heard);
        pair.hold(true, 1, &mut heard);
        pair.hold(false, 16 * 9 - 25, &mut heard);
        pair.hold(true, 100, &mut heard);
        assert_eq!(heard, [None]);
        assert_eq!(pair.hear(&[0x42], 16_000), [Some(0x42)]);
    }
}
