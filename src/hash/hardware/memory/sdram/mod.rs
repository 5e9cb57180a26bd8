//! A controller of an SDRAM chip: a cluster at a time, each with its row opened and closed.
//!
//! A hash table reads clusters at random. Its next cluster is in the open row of a bank once in
//! thousands of times, so each row is closed behind its cluster, by the command that reads it. Then
//! an access has a fixed schedule: the row opens in cycle 0, a burst begins some cycles later, and
//! the last burst closes the row. So counters, set when a row opens, say when the next may open:
//! one for each bank, and two for the wires of the data. The lowest bits of a cluster's number are
//! its bank. While the words of a cluster come, the row of the next one opens in another bank.

mod chip;
mod commands;
mod controller;
mod data;
mod property;
mod rules;

pub(super) use chip::SdramModel;
pub(super) use controller::controller;
pub(crate) use property::keeps_its_times;

use crate::game::Refusal;
use crate::hash::Layout;

/// A chip and its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sdram {
    /// Bits of a word: 8, 16 or 32.
    pub bits: u32,
    /// Bits of the number of a row, 11 to 13.
    pub row_bits: u32,
    /// Bits of the number of a word in a row, 8 to 11.
    pub column_bits: u32,
    /// Its times, in clock cycles.
    pub times: Times,
    /// Cycles that a word takes from the chip's pins to the controller's, besides the one of the
    /// register there: 0 to 3.
    pub capture: u32,
}

/// The times of a data sheet in clock cycles, with its names for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The CAS latency: 2 or 3.
    pub cas: u32,
    /// tRCD: from the opening of a row to a burst.
    pub rcd: u32,
    /// tRP: from the closing of a row to the next opening.
    pub rp: u32,
    /// tRAS: a row is open at least so long.
    pub ras: u32,
    /// tRC: from one opening of a bank to the next.
    pub rc: u32,
    /// tRRD: from the opening of a row to one of another bank.
    pub rrd: u32,
    /// tRFC: a refresh.
    pub rfc: u32,
    /// tWR: from the last word written to the closing of its row.
    pub wr: u32,
    /// tMRD: from the setting of the mode to the next command.
    pub mrd: u32,
    /// The mean time from one refresh to the next: 64 ms by the number of rows.
    pub refi: u32,
    /// The time without commands after power-up.
    pub start_up: u32,
}

/// Bits of the number of a bank.
const BANK_BITS: u32 = 2;

/// Words of a burst, at most.
const BURST: u32 = 8;

/// Refreshes before a chip is used.
const FIRST_REFRESHES: u32 = 8;

/// Where a cluster is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    bank: u64,
    row: u64,
    /// Its first word.
    column: u64,
}

impl Sdram {
    /// The chip of a ULX3S at 133 MHz: 32 MiB, with the times of the slowest maker.
    pub const ULX3S: Self = Self {
        bits: 16,
        row_bits: 13,
        column_bits: 9,
        times: Times {
            cas: 3,
            rcd: 3,
            rp: 3,
            ras: 6,
            rc: 9,
            rrd: 2,
            rfc: 9,
            wr: 2,
            mrd: 2,
            refi: 1039,
            start_up: 26_667,
        },
        capture: 0,
    };

    /// Words of a cluster.
    fn words(&self, layout: Layout) -> u32 {
        layout.cluster_bytes() * 8 / self.bits
    }

    /// Words of a burst.
    fn burst(&self, layout: Layout) -> u32 {
        self.words(layout).min(BURST)
    }

    /// Bits of the number of a cluster in a row of a bank.
    fn place_bits(&self, layout: Layout) -> u32 {
        self.column_bits - self.words(layout).trailing_zeros()
    }

    /// The clusters that the chip holds.
    pub fn clusters(&self, layout: Layout) -> u64 {
        1 << (BANK_BITS + self.place_bits(layout) + self.row_bits)
    }

    /// Cycles from the opening of a row to its first burst. The row has to be open for tRAS when
    /// the last burst closes it.
    fn opening(&self, layout: Layout) -> u32 {
        self.times.rcd.max(self.times.ras.saturating_sub(self.words(layout)))
    }

    /// Cycles from the opening of a row to the next in its bank, after a write or a read.
    fn bank_busy(&self, layout: Layout, write: bool) -> u32 {
        let Times { rp, rc, wr, .. } = self.times;
        let closes = self.opening(layout) + self.words(layout) + if write { wr - 1 } else { 0 };
        rc.max(closes + rp)
    }

    /// Cycles from the opening of a row to the next in another bank. A word that is read and one
    /// that is written need a cycle between them, in which nobody drives the wires.
    fn next_opening(&self, layout: Layout, read_then_write: bool) -> u32 {
        let turns = if read_then_write { self.times.cas + 1 } else { 0 };
        self.times.rrd.max(self.words(layout) + turns)
    }

    /// The longest time that a refresh waits for an access.
    fn longest_access(&self, layout: Layout) -> u32 {
        self.bank_busy(layout, true).max(self.bank_busy(layout, false)) + self.opening(layout) + 2
    }

    /// Where a cluster is.
    fn place(&self, layout: Layout, cluster: u64) -> Place {
        let (within, words) = (self.place_bits(layout), u64::from(self.words(layout)));
        let column = (cluster >> BANK_BITS) & ((1 << within) - 1);
        Place {
            bank: cluster & ((1 << BANK_BITS) - 1),
            row: cluster >> (BANK_BITS + within),
            column: column * words,
        }
    }

    /// Refuses what does not go together.
    ///
    /// # Errors
    /// The time between refreshes is too short for an access between them.
    pub fn check(&self, layout: Layout) -> Result<(), Refusal> {
        let needed = 2 * (self.longest_access(layout) + self.times.rfc);
        if self.times.refi < needed {
            let refi = self.times.refi;
            return Err(format!(
                "a refresh every {refi} cycles leaves no time for accesses; t_refi has to be {needed} or more"
            )
            .into());
        }
        Ok(())
    }
}
