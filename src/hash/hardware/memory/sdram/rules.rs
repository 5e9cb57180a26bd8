//! The rules of a data sheet, for simulation: what a chip is told, and what is wrong about it.

use super::Times;
use super::commands::{CLOSE, MODE, NOTHING, OPEN, READ, REFRESH, WRITE};
use super::{BANK_BITS, FIRST_REFRESHES};

/// What is on the pins in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pins {
    /// `ras_n`, `cas_n`, `we_n`, the first highest.
    pub command: u64,
    pub bank: usize,
    pub address: u64,
}

impl Pins {
    /// The pin A10.
    fn a10(&self) -> bool {
        self.address >> 10 & 1 == 1
    }
}

/// A bank.
#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    /// Its open row.
    row: Option<u64>,
    /// The cycle in which it was opened.
    opened: Option<u64>,
    /// The cycle from which on it is closed, once there was one.
    closed: Option<u64>,
}

/// A burst that a chip is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Burst {
    pub write: bool,
    pub bank: usize,
    pub row: u64,
    pub column: u64,
    pub words: u64,
}

/// What a chip knows of its past. Cycles are counted from power-up.
pub(super) struct Rules {
    times: Times,
    column_bits: u32,
    banks: [Bank; 1 << BANK_BITS],
    last_open: Option<u64>,
    last_refresh: Option<u64>,
    refreshes: u64,
    /// The cycle in which the mode was set, and the words of a burst.
    mode: Option<(u64, u64)>,
    all_closed: bool,
    /// The cycle behind the last word of a burst, counted from its command.
    burst_ends: u64,
}

/// The times are those of a data sheet, in clock cycles.
impl Rules {
    pub fn new(times: Times, column_bits: u32) -> Self {
        Self {
            times,
            column_bits,
            banks: [Bank::default(); 1 << BANK_BITS],
            last_open: None,
            last_refresh: None,
            refreshes: 0,
            mode: None,
            all_closed: false,
            burst_ends: 0,
        }
    }

    /// Takes what is on the pins in this cycle. Returns the burst that begins.
    ///
    /// # Errors
    /// The rule that is broken.
    pub fn take(&mut self, now: u64, pins: Pins) -> Result<Option<Burst>, String> {
        self.refreshed_in_time(now)?;
        if pins.command == NOTHING {
            return Ok(None);
        }
        let since = |then: Option<u64>| then.map_or(u64::MAX, |then| now - then);
        at_least("the start-up", now, self.times.start_up)?;
        at_least("tRFC", since(self.last_refresh), self.times.rfc)?;
        at_least("tMRD", since(self.mode.map(|(then, _)| then)), self.times.mrd)?;
        match pins.command {
            CLOSE => self.close(now, pins).map(|()| None),
            REFRESH => self.refresh(now).map(|()| None),
            MODE => self.set_mode(now, pins).map(|()| None),
            OPEN => self.open(now, pins).map(|()| None),
            READ | WRITE => self.burst(now, pins).map(Some),
            other => Err(format!("command {other:03b} is none that it needs")),
        }
    }

    fn refreshed_in_time(&self, now: u64) -> Result<(), String> {
        let Some((set, _)) = self.mode else { return Ok(()) };
        let needed = (now - set) / u64::from(self.times.refi);
        match self.refreshes + 1 >= needed {
            true => Ok(()),
            false => Err(format!("{} refreshes instead of {needed} since the mode was set", self.refreshes)),
        }
    }

    /// All banks are closed, for tRP at least.
    fn idle(&self, now: u64, what: &str) -> Result<(), String> {
        if !self.all_closed {
            return Err(format!("{what} before all banks were closed"));
        }
        for (number, bank) in self.banks.iter().enumerate() {
            if bank.row.is_some() {
                return Err(format!("{what} while bank {number} is open"));
            }
            let closed = bank.closed.unwrap_or(0);
            if closed > now {
                return Err(format!("{what} before bank {number} closes"));
            }
            at_least("tRP", now - closed, self.times.rp)?;
        }
        Ok(())
    }

    /// Only a start-up closes banks by a command, and then all.
    fn close(&mut self, now: u64, pins: Pins) -> Result<(), String> {
        if !pins.a10() {
            return Err("a single bank is closed".into());
        }
        if self.banks.iter().any(|bank| bank.row.is_some()) {
            return Err("banks are closed that are open".into());
        }
        self.banks.iter_mut().for_each(|bank| bank.closed = Some(now));
        self.all_closed = true;
        Ok(())
    }

    fn refresh(&mut self, now: u64) -> Result<(), String> {
        self.idle(now, "a refresh")?;
        self.last_refresh = Some(now);
        self.refreshes += 1;
        Ok(())
    }

    fn set_mode(&mut self, now: u64, pins: Pins) -> Result<(), String> {
        self.idle(now, "a mode")?;
        if self.refreshes < u64::from(FIRST_REFRESHES) {
            return Err(format!("a mode after {} refreshes", self.refreshes));
        }
        let (burst, cas) = (pins.address & 7, pins.address >> 4 & 7);
        if pins.bank != 0 || pins.address & !0x77 != 0 || burst > 3 || cas != u64::from(self.times.cas) {
            return Err(format!("mode {:x} of bank {}", pins.address, pins.bank));
        }
        self.mode = Some((now, 1 << burst));
        self.refreshes = 0;
        Ok(())
    }

    fn open(&mut self, now: u64, pins: Pins) -> Result<(), String> {
        if self.mode.is_none() {
            return Err("a row opens before the mode is set".into());
        }
        let bank = self.banks[pins.bank];
        if bank.row.is_some() || bank.closed.is_none_or(|closed| closed > now) {
            return Err(format!("a row of bank {} opens while one is open", pins.bank));
        }
        let since = |then: Option<u64>| then.map_or(u64::MAX, |then| now - then);
        at_least("tRP", since(bank.closed), self.times.rp)?;
        at_least("tRC", since(bank.opened), self.times.rc)?;
        at_least("tRRD", since(self.last_open), self.times.rrd)?;
        self.banks[pins.bank] = Bank { row: Some(pins.address), opened: Some(now), closed: None };
        self.last_open = Some(now);
        Ok(())
    }

    /// A burst closes its bank if A10 says so.
    fn burst(&mut self, now: u64, pins: Pins) -> Result<Burst, String> {
        let write = pins.command == WRITE;
        let bank = self.banks[pins.bank];
        let (Some(row), Some(opened)) = (bank.row, bank.opened) else {
            return Err(format!("a burst of bank {}, which has no open row", pins.bank));
        };
        at_least("tRCD", now - opened, self.times.rcd)?;
        let words = self.mode.map_or(1, |(_, words)| words);
        if now < self.burst_ends {
            return Err("a burst cuts another one off".into());
        }
        let low = pins.address & 0x3ff;
        let column = low | pins.address >> 1 & 0x400;
        if column >> self.column_bits != 0 || !column.is_multiple_of(words) {
            return Err(format!("a burst of {words} words at {column}"));
        }
        self.burst_ends = now + words;
        if pins.a10() {
            let closes = now + words + if write { u64::from(self.times.wr) - 1 } else { 0 };
            at_least("tRAS", closes - opened, self.times.ras)?;
            self.banks[pins.bank] = Bank { row: None, closed: Some(closes), ..bank };
        }
        Ok(Burst { write, bank: pins.bank, row, column, words })
    }
}

fn at_least(what: &str, cycles: u64, needed: u32) -> Result<(), String> {
    match cycles >= u64::from(needed) {
        true => Ok(()),
        false => Err(format!("{what} is {cycles} cycles instead of {needed}")),
    }
}
