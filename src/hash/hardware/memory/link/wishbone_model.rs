//! A slave on a Wishbone bus for simulation, as slow and as busy as it is told to be.

use super::models::{Bytes, value_of};
use crate::hash::Layout;
use crate::hash::hardware::memory::model::Memory;
use crate::netlist::testing::Random;
use crate::simulate::under_way::{Due, broken};
use crate::simulate::{Latency, Ports, PortsError};

/// The slave. It checks that the bus is used from a strobe to its reply.
pub(crate) struct WishboneModel {
    bytes: Bytes,
    word_bytes: usize,
    latency: Latency,
    random: Random,
    due: Due<Vec<u8>>,
    quiet: u32,
}

impl WishboneModel {
    /// A slave with so many clusters behind a bus of so many bits.
    pub fn new(clusters: u64, layout: Layout, bits: u32, latency: Latency) -> Self {
        let mut random = Random(3);
        let bytes = Bytes::new(clusters, layout.cluster_bytes(), &mut random);
        Self { bytes, word_bytes: bits as usize / 8, latency, random, due: Due::default(), quiet: 0 }
    }

    /// Takes the word that is strobed, and says how long its reply takes: 0 cycles or more.
    fn take(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let address = ports.peek("wb_adr")?;
        let word = self.bytes.read(address, self.word_bytes)?;
        if ports.peek("wb_we")? == 1 {
            let (data, enable) = (ports.peek_value("wb_dat_w")?, ports.peek_value("wb_sel")?);
            self.bytes.write(address, &data, &enable)?;
        }
        let cycles = self.latency.draw(&mut self.random) - 1;
        self.due.push(cycles, word);
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
            return Err(broken("the bus is given up before its last reply".into()));
        }
        self.due.pass();
        if strobe && !stall {
            self.take(ports)?;
        }
        self.quiet = if used { 0 } else { self.quiet + 1 };
        let reply = self.due.take();
        ports.poke("wb_ack", reply.is_some().into())?;
        ports.poke_value("wb_dat_r", &value_of(self.word_bytes as u32 * 8, &reply.unwrap_or_default()))
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.all().to_vec()
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }
}
