//! The times of a DDR3 chip and its controller behind an AXI4 bus, for simulation.

use std::collections::VecDeque;

use super::link::Pace;

/// A chip and its controller. Times are cycles of the chip's clock, in which each wire carries two
/// words; the names are those of data sheets.
///
/// The controller takes accesses in their order. It opens a row for each cluster, and closes it
/// behind the cluster. The lowest bits of a cluster's number are its bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ddr3 {
    /// Bits of a word: 8 or 16.
    pub bits: u32,
    /// The frequency of the chip's clock, in MHz, times 3.
    pub mhz_times_3: u32,
    /// Cycles of the chip's clock in one of the bus.
    pub ratio: u32,
    /// Banks.
    pub banks: u32,
    /// From the opening of a row to a burst.
    pub rcd: u64,
    /// From the closing of a row to the next opening.
    pub rp: u64,
    /// A row is open at least so long.
    pub ras: u64,
    /// From the opening of a row to one of another bank.
    pub rrd: u64,
    /// A time in which at most four rows open.
    pub faw: u64,
    /// From a burst that is read to the closing of its row.
    pub rtp: u64,
    /// From the last word written to the closing of its row.
    pub wr: u64,
    /// From the last word written to a burst that is read.
    pub wtr: u64,
    /// From a burst to its first word, read or written.
    pub cas: u64,
    /// A refresh.
    pub rfc: u64,
    /// From one refresh to the next.
    pub refi: u64,
    /// Cycles of the bus in the controller and its pins, there and back.
    pub controller: u64,
}

/// Words of a burst.
const BURST: u32 = 8;

impl Ddr3 {
    /// The chip of an Arty A7, MT41K128M16JT-125, at 333 MHz with a bus at 83 MHz: the times of
    /// Micron's data sheet for 2 Gb of DDR3L, in clocks of 3 ns. A controller has 10 cycles here.
    pub const ARTY: Self = Self {
        bits: 16,
        mhz_times_3: 1000,
        ratio: 4,
        banks: 8,
        rcd: 5,
        rp: 5,
        ras: 12,
        rrd: 4,
        faw: 14,
        rtp: 4,
        wr: 5,
        wtr: 4,
        cas: 5,
        rfc: 54,
        refi: 2600,
        controller: 10,
    };

    /// The clock of the bus, in MHz.
    pub fn bus_mhz(&self) -> f64 {
        f64::from(self.mhz_times_3) / f64::from(3 * self.ratio)
    }

    /// Bits that the wires carry in a cycle of the bus.
    pub fn bus_bits(&self) -> u32 {
        2 * self.ratio * self.bits
    }

    /// Bursts of so many bytes, and the cycles in which the wires carry them.
    fn wires(&self, bytes: u64) -> u64 {
        let burst = u64::from(self.bits * BURST / 8);
        bytes.div_ceil(burst) * u64::from(BURST / 2)
    }
}

/// The past of a chip that a table uses.
pub(super) struct Ddr3Pace {
    chip: Ddr3,
    cluster_bytes: u64,
    now: u64,
    /// When each bank may open a row.
    closed: Vec<u64>,
    /// When the last four rows opened.
    opened: VecDeque<u64>,
    /// When the wires are free, and whether they were written last.
    wires: (u64, bool),
    refreshed: u64,
}

impl Ddr3Pace {
    /// A chip with clusters of so many bytes.
    pub fn new(chip: &Ddr3, cluster_bytes: u32) -> Self {
        Self {
            chip: chip.clone(),
            cluster_bytes: cluster_bytes.into(),
            now: 0,
            closed: vec![0; chip.banks as usize],
            opened: VecDeque::new(),
            wires: (0, false),
            refreshed: 0,
        }
    }

    /// A refresh waits until all rows are closed, and closes the chip.
    fn refresh(&mut self) {
        while self.now >= self.refreshed + self.chip.refi {
            self.refreshed += self.chip.refi;
            let idle = self.closed.iter().fold(self.refreshed, |idle, &closed| idle.max(closed));
            self.closed.fill(idle + self.chip.rfc);
        }
    }

    /// The cycle in which the wires carry the first word of a cluster, read or written.
    fn access(&mut self, cluster: u64, write: bool) -> u64 {
        self.refresh();
        let Ddr3 { rcd, rp, ras, rrd, faw, rtp, wr, wtr, cas, banks, .. } = self.chip;
        let bank = (cluster % u64::from(banks)) as usize;
        let last = self.opened.back().map_or(0, |opened| opened + rrd);
        let fourth = if self.opened.len() == 4 { self.opened[0] + faw } else { 0 };
        let opens = self.now.max(self.closed[bank]).max(last).max(fourth);
        let (free, written) = self.wires;
        let turn = match (written, write) {
            (true, false) => wtr + cas,
            (false, true) => 2,
            _ => 0,
        };
        let words = (opens + rcd + cas).max(free + turn);
        let length = self.chip.wires(self.cluster_bytes);
        let closes =
            if write { words + length + wr } else { words - cas + length - u64::from(BURST / 2) + rtp };
        self.closed[bank] = closes.max(opens + ras) + rp;
        self.wires = (words + length, write);
        self.opened.push_back(opens);
        if self.opened.len() > 4 {
            self.opened.pop_front();
        }
        words
    }

    /// Cycles of the bus until a cycle of the chip has passed.
    fn until(&self, cycle: u64) -> u64 {
        (cycle - self.now).div_ceil(self.chip.ratio.into())
    }
}

impl Pace for Ddr3Pace {
    fn takes(&mut self) -> bool {
        true
    }

    fn reads(&mut self, cluster: u64, words: u64) -> Vec<usize> {
        let first = self.access(cluster, false);
        let length = self.chip.wires(self.cluster_bytes);
        let came = (1..=words).map(|word| first + (length * word).div_ceil(words));
        came.map(|cycle| (self.until(cycle) + self.chip.controller) as usize).collect()
    }

    fn writes(&mut self, cluster: u64) -> usize {
        let written = self.access(cluster, true) + self.chip.wires(self.cluster_bytes);
        (self.until(written) + self.chip.controller) as usize
    }

    fn pass(&mut self) {
        self.now += u64::from(self.chip.ratio);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paced() -> Ddr3Pace {
        Ddr3Pace::new(&Ddr3::ARTY, 32)
    }

    /// Clusters of other banks come as fast as the wires carry them, and those of one bank as fast
    /// as its rows open and close.
    #[test]
    fn banks_hide_their_rows() {
        let mut pace = paced();
        let first: Vec<u64> = (0..8).map(|cluster| pace.access(cluster, false)).collect();
        assert_eq!(first, (0..8).map(|cluster| 10 + 8 * cluster).collect::<Vec<u64>>());
        let mut pace = paced();
        let row = |pace: &mut Ddr3Pace| pace.access(8, false);
        assert_eq!((row(&mut pace), row(&mut pace)), (10, 10 + 18));
    }

    /// No more than four rows open in tFAW, however few words they are for.
    #[test]
    fn four_rows_open_in_a_time() {
        let chip = Ddr3 { rrd: 2, ..Ddr3::ARTY };
        let mut pace = Ddr3Pace::new(&chip, 16);
        let first: Vec<u64> = (0..5).map(|cluster| pace.access(cluster, false)).collect();
        assert_eq!(first, [10, 14, 18, 22, 26]);
        let chip = Ddr3 { faw: 40, ..chip };
        let mut pace = Ddr3Pace::new(&chip, 16);
        let last = (0..5).map(|cluster| pace.access(cluster, false)).last();
        assert_eq!(last, Some(50));
    }

    /// A read behind a write waits for tWTR, and a refresh holds all banks.
    #[test]
    fn writes_and_refreshes_take_their_time() {
        let mut pace = paced();
        assert_eq!(pace.access(0, true), 10);
        assert_eq!(pace.access(1, false), 18 + 4 + 5);
        let mut pace = paced();
        pace.now = 2600;
        assert_eq!(pace.access(0, false), 2600 + 54 + 10);
    }
}
