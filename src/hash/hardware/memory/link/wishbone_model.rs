//! A slave on a Wishbone bus for simulation, as slow and as busy as it is told to be.

use std::collections::VecDeque;

use super::models::{Bytes, value_of};
use crate::hash::Layout;
use crate::hash::hardware::memory::model::{Latency, Memory};
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// The slave. It checks that the bus is used from a strobe to its reply.
pub(crate) struct WishboneModel {
    bytes: Bytes,
    word_bytes: usize,
    latency: Latency,
    random: Random,
    /// Cycles until each reply may come, and its word; the oldest first.
    due: VecDeque<(usize, Vec<u8>)>,
    quiet: u32,
}

impl WishboneModel {
    /// A slave with so many clusters behind a bus of so many bits.
    pub fn new(clusters: u64, layout: Layout, bits: u32, latency: Latency) -> Self {
        let mut random = Random(3);
        let bytes = Bytes::new(clusters, layout.cluster_bytes(), &mut random);
        Self { bytes, word_bytes: bits as usize / 8, latency, random, due: VecDeque::new(), quiet: 0 }
    }

    /// Takes the word that is strobed, and says how long its reply takes: 0 cycles or more.
    fn take(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let address = ports.peek("wb_adr")?;
        let word = self.bytes.read(address, self.word_bytes)?;
        if ports.peek("wb_we")? == 1 {
            let (data, enable) = (ports.peek_value("wb_dat_w")?, ports.peek_value("wb_sel")?);
            self.bytes.write(address, &data, &enable)?;
        }
        let (low, high) = (*self.latency.cycles.start(), *self.latency.cycles.end());
        let cycles = low - 1 + self.random.below(high - low + 1);
        self.due.push_back((cycles, word));
        Ok(())
    }
}

impl Memory for WishboneModel {
    fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let stall = !self.random.one_in(self.latency.takes_one_in);
        ports.poke("wb_stall", stall.into())?;
        ports.poke("wb_err", 0)?;
        ports.poke("wb_ack", 0)?;
        let [used, strobe] = [ports.peek("wb_cyc")?, ports.peek("wb_stb")?].map(|bit| bit == 1);
        if !used && (strobe || !self.due.is_empty()) {
            return Err(super::models::broken("the bus is given up before its last reply".into()));
        }
        self.due.iter_mut().for_each(|(cycles, _)| *cycles = cycles.saturating_sub(1));
        if strobe && !stall {
            self.take(ports)?;
        }
        self.quiet = if used { 0 } else { self.quiet + 1 };
        let replies = self.due.front().is_some_and(|(cycles, _)| *cycles == 0);
        let oldest = if replies { self.due.pop_front() } else { None };
        let word = oldest.map_or_else(|| vec![0; self.word_bytes], |(_, word)| word);
        ports.poke("wb_ack", replies.into())?;
        ports.poke_value("wb_dat_r", &value_of(self.word_bytes as u32 * 8, &word))
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.all().to_vec()
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }
}
