//! A serial line to a machine in a simulator, bit by bit.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use super::line::{Line, LineError};
use crate::link::uart::UartOptions;
use crate::simulate::Ports;

/// A serial line to a design in a simulator with the ports `serial_in` and `serial_out`.
///
/// Time is counted in thousandths of a clock cycle, so a line may be off by parts of a cycle.
pub struct SimulatedLine<P> {
    ports: P,
    /// Thousandths of a cycle a bit.
    bit: u64,
    /// Cycles since the start, in thousandths.
    now: u64,
    /// The time when the next bit can be sent.
    free: u64,
    /// The time of the start bit of the byte that is being received, and its bits so far.
    incoming: Option<(u64, u32, u16)>,
    received: VecDeque<u8>,
    /// Bytes that went over the line, both ways.
    bytes: u64,
    /// The line whose time it tells.
    stands_for: UartOptions,
}

/// The machine's end of it that sends.
const OUT: &str = "serial_out";

/// Thousandths of a cycle in one.
const CYCLE: u64 = 1000;

impl<P: Ports> SimulatedLine<P> {
    /// Resets the machine behind the ports, and leaves the line idle for two bytes. A bit takes
    /// `bit` thousandths of a cycle, at least four cycles.
    ///
    /// # Errors
    /// The simulator failed, or its design has no serial line.
    pub fn new(ports: P, bit: u64) -> Result<Self, LineError> {
        let mut line = Self::quiet(ports, bit)?;
        line.ports.poke("reset", 1)?;
        line.step(CYCLE)?;
        line.ports.poke("reset", 0)?;
        line.hold(true, 20)?;
        Ok(line)
    }

    /// The same without a reset: the machine begins as its registers do. No clock cycle passes.
    ///
    /// # Errors
    /// The simulator failed, or its design has no serial line.
    pub fn quiet(mut ports: P, bit: u64) -> Result<Self, LineError> {
        ports.poke("serial_in", 1)?;
        Ok(Self {
            ports,
            bit: bit.max(4 * CYCLE),
            now: 0,
            free: 0,
            incoming: None,
            received: VecDeque::new(),
            bytes: 0,
            stands_for: UartOptions::default(),
        })
    }

    /// The same line, with the time of this line's clock and baud rate, although bits are simulated
    /// faster.
    pub fn standing_for(self, stands_for: UartOptions) -> Self {
        Self { stands_for, ..self }
    }

    /// The simulator, for tests that look inside.
    pub fn ports(&mut self) -> &mut P {
        &mut self.ports
    }

    /// Changes the host's bit time, in thousandths of a cycle.
    pub fn set_bit(&mut self, bit: u64) {
        self.bit = bit.max(4 * CYCLE);
    }

    /// Puts a level on the line for this many bits. Low for ten bits or more is a break.
    ///
    /// # Errors
    /// The simulator failed.
    pub fn hold(&mut self, level: bool, bits: u64) -> Result<(), LineError> {
        self.ports.poke("serial_in", u64::from(level))?;
        self.free = self.free.max(self.now) + bits * self.bit;
        let end = self.free - self.free % CYCLE;
        while self.now < end {
            self.run(end)?;
        }
        Ok(())
    }

    /// Runs to the next thing that happens on the line, at most to `end`, which is a whole number
    /// of cycles: a start bit, or the middle of a bit.
    fn run(&mut self, end: u64) -> Result<(), LineError> {
        let Some((start, bits, byte)) = self.incoming else {
            let idle = self.ports.step_while(OUT, (end - self.now) / CYCLE)?;
            self.now = idle.map_or(end, |cycles| self.now + cycles * CYCLE);
            if self.now < end {
                self.incoming = Some((self.now, 0, 0));
                self.step(CYCLE)?;
            }
            return Ok(());
        };
        // The middle of the next bit, start bit first, in the cycle after it.
        let middle = (start + self.bit * u64::from(bits) + self.bit / 2).next_multiple_of(CYCLE);
        if middle >= end {
            return self.step(end - self.now);
        }
        self.step(middle.saturating_sub(self.now))?;
        let level = self.ports.peek(OUT)? & 1;
        let (bits, byte) = (bits + 1, byte | (level as u16) << bits);
        self.incoming = (bits < 10).then_some((start, bits, byte));
        // Start bit low, stop bit high.
        if bits == 10 && byte & 0x201 == 0x200 {
            self.received.push_back((byte >> 1) as u8);
            self.bytes += 1;
        }
        self.step(CYCLE)
    }

    /// Lets this time pass, which is a whole number of cycles.
    fn step(&mut self, time: u64) -> Result<(), LineError> {
        self.ports.step_by(time / CYCLE)?;
        self.now += time;
        Ok(())
    }
}

impl<P: Ports> Line for SimulatedLine<P> {
    fn name(&self) -> &'static str {
        "simulated serial line"
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        for byte in bytes {
            self.hold(false, 1)?;
            for bit in 0..8 {
                self.hold(byte >> bit & 1 == 1, 1)?;
            }
            self.hold(true, 1)?;
            self.bytes += 1;
        }
        Ok(())
    }

    fn receive(&mut self, byte_times: u32) -> Result<Option<u8>, LineError> {
        let until = (self.now + u64::from(byte_times) * 10 * self.bit).next_multiple_of(CYCLE);
        while self.received.is_empty() && (self.now < until || self.incoming.is_some()) {
            // A byte that has begun is heard to its end.
            self.run(if self.now < until { until } else { u64::MAX })?;
        }
        Ok(self.received.pop_front())
    }

    fn elapsed(&self) -> Duration {
        let bits = 10 * self.bytes;
        let others = self.now.saturating_sub(bits * self.bit) as f64 / CYCLE as f64;
        let [clock, baud] =
            [self.stands_for.clock_hz, self.stands_for.baud].map(|rate| f64::from(rate.max(1)));
        Duration::from_secs_f64(others / clock + bits as f64 / baud)
    }

    fn time_of(&self, bytes: u32) -> Duration {
        Duration::from_secs_f64(10.0 * f64::from(bytes) / f64::from(self.stands_for.baud.max(1)))
    }

    fn trace(&mut self, path: &Path) -> Result<(), LineError> {
        Ok(self.ports.trace(path)?)
    }

    fn finish_trace(&mut self) -> Result<(), LineError> {
        Ok(self.ports.finish_trace()?)
    }
}
