//! A memory for simulation, as slow and as busy as it is told to be.

use super::link::{Bytes, value_of};
use crate::hash::Layout;
use crate::netlist::testing::Random;
use crate::simulate::under_way::Due;
use crate::simulate::{Latency, Ports, PortsError};

/// A memory at the ports of a simulated table.
pub trait Memory {
    /// What the memory does in a cycle. The clock edge comes afterwards.
    ///
    /// # Errors
    /// The simulator fails, or the memory is driven as it must not be.
    fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError>;

    /// The bytes of the table.
    fn bytes(&self) -> Vec<u8>;

    /// The cycles since the last in which something was asked or a read was under way.
    fn quiet(&self) -> u32;
}

/// A memory on the port of a table in a simulator. Its bytes begin with rubbish.
pub struct MemoryModel {
    bytes: Bytes,
    /// The bytes of a cluster that have entries.
    read_bytes: usize,
    latency: Latency,
    random: Random,
    due: Due<Vec<u8>>,
    /// The most reads that were under way at once.
    most: usize,
    quiet: u32,
}

impl MemoryModel {
    /// A memory of so many clusters.
    pub fn new(clusters: u64, layout: Layout, latency: Latency, seed: u64) -> Self {
        let mut random = Random(seed);
        let bytes = Bytes::new(clusters, layout.cluster_bytes(), &mut random);
        let read_bytes = (layout.entries() * layout.entry_bytes()) as usize;
        Self { bytes, read_bytes, latency, random, due: Due::default(), most: 0, quiet: 0 }
    }

    /// The most reads that were under way at once.
    pub fn most_under_way(&self) -> usize {
        self.most
    }
}

impl Memory for MemoryModel {
    /// Gives an answer that is due, and takes what is asked.
    fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let bits = (self.read_bytes * 8) as u32;
        let answer = self.due.take();
        ports.poke("mem_answer", answer.is_some().into())?;
        ports.poke_value("mem_read", &value_of(bits, &answer.unwrap_or_default()))?;
        self.due.pass();
        let ready = self.random.one_in(self.latency.takes_one_in);
        ports.poke("mem_ready", ready.into())?;
        let asked = ports.peek("mem_request")? == 1;
        self.quiet = if asked || !self.due.is_empty() { 0 } else { self.quiet + 1 };
        if !ready || !asked {
            return Ok(());
        }
        let cluster = ports.peek("mem_cluster")?;
        if ports.peek("mem_write")? == 1 {
            let (data, enable) = (ports.peek_value("mem_data")?, ports.peek_value("mem_enable")?);
            return self.bytes.write(cluster, &data, &enable);
        }
        let cycles = self.latency.draw(&mut self.random);
        let mut read = self.bytes.read(cluster, self.bytes.cluster_bytes())?;
        read.truncate(self.read_bytes);
        self.due.push(cycles.saturating_sub(1), read);
        self.most = self.most.max(self.due.len());
        Ok(())
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.all().to_vec()
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }
}
