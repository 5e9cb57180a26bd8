//! A chip of dynamic memory behind a controller, for simulation: when its words come.

use std::collections::VecDeque;

/// A chip and its times, in clock cycles of the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Its name.
    pub name: &'static str,
    /// Clock cycles of the chip in one of the unit.
    pub ticks: u32,
    /// Banks.
    pub banks: u32,
    /// Bytes of a page: a row of a bank.
    pub page_bytes: u32,
    /// Bits that come in a clock cycle of the chip.
    pub bits: u32,
    /// Cycles of the shortest burst.
    pub burst: u32,
    /// The CAS latency.
    pub cas: u32,
    /// tRCD: from the opening of a row to a burst.
    pub rcd: u32,
    /// tRP: from the closing of a row to the next opening.
    pub rp: u32,
    /// tRAS: a row is open at least so long.
    pub ras: u32,
    /// tRTP: from a burst to the closing of its row.
    pub rtp: u32,
    /// tRRD: from the opening of a row to one of another bank.
    pub rrd: u32,
    /// tFAW: no more than four rows open in so many cycles.
    pub faw: u32,
    /// tREFI: the time from one refresh to the next.
    pub refi: u32,
    /// tRFC: a refresh.
    pub rfc: u32,
    /// Clock cycles of the unit that the controller adds to the chip's.
    pub controller: u32,
}

impl Chip {
    /// The SDR SDRAM of a ULX3S at 133 MHz: 16 bits, with the times of the slowest maker.
    pub const SDR: Self = Self {
        name: "sdr",
        ticks: 1,
        banks: 4,
        page_bytes: 1024,
        bits: 16,
        burst: 1,
        cas: 3,
        rcd: 3,
        rp: 3,
        ras: 6,
        rtp: 1,
        rrd: 2,
        faw: 0,
        refi: 1039,
        rfc: 9,
        controller: 3,
    };

    /// DDR3-800 of 16 bits and 2 Gbit, times 6-6-6 of JESD79-3, at 400 MHz; the unit runs at 100.
    pub const DDR3: Self = Self {
        name: "ddr3",
        ticks: 4,
        banks: 8,
        page_bytes: 2048,
        bits: 32,
        burst: 4,
        cas: 6,
        rcd: 6,
        rp: 6,
        ras: 15,
        rtp: 4,
        rrd: 4,
        faw: 20,
        refi: 3120,
        rfc: 64,
        controller: 8,
    };

    /// Cycles of the chip in which a word comes.
    pub fn word_ticks(&self, word_bits: u32) -> u32 {
        word_bits.div_ceil(self.bits).max(self.burst)
    }

    /// The clock cycles of the unit in which so many words come at the best: bytes by bandwidth.
    pub fn bound(&self, word_bits: u32, words: u64) -> f64 {
        words as f64 * f64::from(self.word_ticks(word_bits)) / f64::from(self.ticks)
    }
}

/// Requests that the controller looks ahead.
const AHEAD: usize = 16;

/// A bank.
#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u64>,
    opened: u64,
    /// When its row may close.
    closes: u64,
    /// When a row may open.
    opens: u64,
}

/// A word that is wanted.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    bank: usize,
    row: u64,
}

/// A chip behind a controller that reads words in order, and opens the rows of later words while
/// earlier ones come. It gives the chip one command a cycle.
pub(super) struct Dram {
    chip: Chip,
    word_bits: u32,
    now: u64,
    banks: Vec<Bank>,
    wanted: VecDeque<Wanted>,
    /// When each word that is read is given.
    due: VecDeque<u64>,
    /// When the next burst may begin.
    next_burst: u64,
    /// When rows were opened, the last first.
    openings: VecDeque<u64>,
    next_refresh: u64,
}

impl Dram {
    pub fn new(chip: &Chip, word_bits: u32) -> Self {
        Self {
            chip: *chip,
            word_bits,
            now: 0,
            banks: vec![Bank::default(); chip.banks as usize],
            wanted: VecDeque::new(),
            due: VecDeque::new(),
            next_burst: 0,
            openings: VecDeque::new(),
            next_refresh: chip.refi.into(),
        }
    }

    /// A cycle of the unit: whether the oldest word is given, and whether one can be asked for.
    pub fn cycle(&mut self) -> (bool, bool) {
        for _ in 0..self.chip.ticks {
            self.now += 1;
            self.command();
        }
        let comes = self.due.front().is_some_and(|due| *due <= self.now);
        if comes {
            self.due.pop_front();
        }
        (comes, self.wanted.len() < AHEAD)
    }

    /// A word is wanted. Pages go round the banks.
    pub fn takes(&mut self, word: u64) {
        let page = word * u64::from(self.word_bits) / 8 / u64::from(self.chip.page_bytes);
        let banks = u64::from(self.chip.banks);
        self.wanted.push_back(Wanted { bank: (page % banks) as usize, row: page / banks });
    }

    fn command(&mut self) {
        if self.now >= self.next_refresh {
            return self.refresh();
        }
        if let Some(first) = self.wanted.front().copied()
            && self.reads(first)
        {
            self.wanted.pop_front();
            return;
        }
        for place in 0..self.wanted.len() {
            if self.prepares(place) {
                return;
            }
        }
    }

    /// All rows close, and the refresh takes its time.
    fn refresh(&mut self) {
        let closes = self.banks.iter().map(|bank| if bank.row.is_some() { bank.closes } else { 0 });
        if closes.max().unwrap_or(0) > self.now {
            return;
        }
        let opens = self.now + u64::from(self.chip.rp + self.chip.rfc);
        for bank in &mut self.banks {
            *bank = Bank { row: None, opens, ..*bank };
        }
        self.next_refresh += u64::from(self.chip.refi);
    }

    /// The burst of the oldest word, if it may begin.
    fn reads(&mut self, wanted: Wanted) -> bool {
        let ticks = u64::from(self.chip.word_ticks(self.word_bits));
        let bank = &mut self.banks[wanted.bank];
        let open = bank.row == Some(wanted.row) && self.now >= bank.opened + u64::from(self.chip.rcd);
        if !open || self.now < self.next_burst {
            return false;
        }
        let last = self.now + ticks - u64::from(self.chip.burst);
        bank.closes = bank.closes.max(last + u64::from(self.chip.rtp));
        self.next_burst = self.now + ticks;
        let controller = u64::from(self.chip.controller * self.chip.ticks);
        self.due.push_back(self.now + u64::from(self.chip.cas) + ticks + controller);
        true
    }

    /// Closes or opens a row for a word that waits, if nothing before it needs the bank.
    fn prepares(&mut self, place: usize) -> bool {
        let Wanted { bank: number, row } = self.wanted[place];
        if self.wanted.iter().take(place).any(|before| before.bank == number) {
            return false;
        }
        let bank = self.banks[number];
        match bank.row {
            Some(open) if open == row => false,
            Some(_) => {
                let may = self.now >= bank.closes;
                if may {
                    let opens = bank.opens.max(self.now + u64::from(self.chip.rp));
                    self.banks[number] = Bank { row: None, opens, ..bank };
                }
                may
            }
            None => {
                let of = |place: usize| self.openings.get(place).copied();
                let late =
                    |then: Option<u64>, wait: u32| then.is_none_or(|then| self.now >= then + u64::from(wait));
                let may = self.now >= bank.opens && late(of(0), self.chip.rrd) && late(of(3), self.chip.faw);
                if may {
                    let closes = self.now + u64::from(self.chip.ras);
                    self.banks[number] = Bank { row: Some(row), opened: self.now, closes, ..bank };
                    self.openings.push_front(self.now);
                    self.openings.truncate(4);
                }
                may
            }
        }
    }
}
