//! A chip for simulation, which takes nothing that breaks a rule of its data sheet.

use std::collections::{BTreeMap, HashMap};

use super::rules::{Burst, Pins, Rules};
use super::{BANK_BITS, Sdram};
use crate::hash::Layout;
use crate::hash::hardware::memory::model::Memory;
use crate::simulate::under_way::broken;
use crate::simulate::{Ports, PortsError};

/// The chip. Its words begin with rubbish.
pub(crate) struct SdramModel {
    sdram: Sdram,
    layout: Layout,
    clusters: u64,
    rules: Rules,
    now: u64,
    /// Words by their places that have been written.
    words: HashMap<u64, u64>,
    /// The words that come on the wires, by their cycles.
    reads: BTreeMap<u64, u64>,
    /// Where the words go that are written, by their cycles.
    writes: BTreeMap<u64, u64>,
    /// The last cycle in which the chip drove the wires.
    driven: Option<u64>,
    /// Which words were masked in the last two cycles.
    masked: [bool; 2],
    quiet: u32,
}

impl SdramModel {
    /// A chip on which a table has so many clusters.
    pub fn new(sdram: &Sdram, layout: Layout, clusters: u64) -> Self {
        Self {
            rules: Rules::new(sdram.times, sdram.column_bits),
            sdram: sdram.clone(),
            layout,
            clusters,
            now: 0,
            words: HashMap::new(),
            reads: BTreeMap::new(),
            writes: BTreeMap::new(),
            driven: None,
            masked: [false; 2],
            quiet: 0,
        }
    }

    fn place(&self, bank: u64, row: u64, column: u64) -> u64 {
        (row << BANK_BITS | bank) << self.sdram.column_bits | column
    }

    fn word(&self, place: u64) -> u64 {
        let rubbish = place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        self.words.get(&place).copied().unwrap_or(rubbish) & ((1 << self.sdram.bits) - 1)
    }

    /// What is on the pins, if the chip is told anything.
    fn pins(ports: &mut dyn Ports) -> Result<Pins, PortsError> {
        let mut pin = |name: &str| ports.peek(&format!("sdram_{name}"));
        if pin("cke")? != 1 || pin("cs_n")? != 0 {
            return Err(broken("the chip is not selected".into()));
        }
        let command = pin("ras_n")? << 2 | pin("cas_n")? << 1 | pin("we_n")?;
        Ok(Pins { command, bank: pin("ba")? as usize, address: pin("a")? })
    }

    fn begin(&mut self, burst: &Burst) {
        let from = if burst.write { self.now } else { self.now + u64::from(self.sdram.times.cas) };
        for word in 0..burst.words {
            let place = self.place(burst.bank as u64, burst.row, burst.column + word);
            if burst.write {
                self.writes.insert(from + word, place);
            } else {
                let read = self.word(place);
                self.reads.insert(from + word, read);
            }
        }
    }

    /// The words on the wires: those of the chip, or those of the controller.
    fn wires(&mut self, ports: &mut dyn Ports) -> Result<(), String> {
        let failed = |error: PortsError| error.to_string();
        let mut pin = |name: &str| ports.peek(&format!("sdram_{name}")).map_err(failed);
        let (drives, masks, out) = (pin("dq_drive")? == 1, pin("dqm")?, pin("dq_out")?);
        let read = self.reads.remove(&self.now);
        if drives && (read.is_some() || self.driven.is_some_and(|driven| driven + 1 >= self.now)) {
            return Err("the wires are driven from both sides".into());
        }
        match self.writes.remove(&self.now) {
            Some(_) if !drives => return Err("a word is written that is not there".into()),
            Some(place) => self.write(place, out, masks),
            None => {}
        }
        if read.is_some() {
            self.driven = Some(self.now);
            if self.masked[1] {
                return Err("a word that is read is masked".into());
            }
        }
        self.masked = [masks != 0, self.masked[0]];
        // Between words, the wires have anything.
        let word = read.unwrap_or_else(|| self.word(self.now));
        ports.poke("sdram_dq_in", word).map_err(failed)
    }

    fn write(&mut self, place: u64, out: u64, masks: u64) {
        let bytes = (0..self.sdram.bits / 8).filter(|byte| masks >> byte & 1 == 0);
        let mask = bytes.fold(0, |mask, byte| mask | 0xff << (8 * byte));
        let word = self.word(place) & !mask | out & mask;
        self.words.insert(place, word);
    }
}

impl Memory for SdramModel {
    fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let now = self.now;
        let told = |problem: String| broken(format!("cycle {now}: {problem}"));
        let pins = Self::pins(ports)?;
        let burst = self.rules.take(now, pins).map_err(told)?;
        if let Some(burst) = burst {
            self.begin(&burst);
        }
        self.wires(ports).map_err(told)?;
        self.quiet = if burst.is_some() || !self.reads.is_empty() { 0 } else { self.quiet + 1 };
        self.now += 1;
        Ok(())
    }

    fn bytes(&self) -> Vec<u8> {
        let words = u64::from(self.sdram.words(self.layout));
        let place = |cluster: u64| self.sdram.place(self.layout, cluster);
        let words = (0..self.clusters).map(place).flat_map(|place| {
            (0..words).map(move |word| self.word(self.place(place.bank, place.row, place.column + word)))
        });
        words.flat_map(|word| word.to_le_bytes().into_iter().take(self.sdram.bits as usize / 8)).collect()
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }
}
