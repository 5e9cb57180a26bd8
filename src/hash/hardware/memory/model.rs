//! A memory for simulation, as slow and as busy as it is told to be.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use crate::hash::Layout;
use crate::netlist::Value;
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// How a memory behaves.
#[derive(Clone, Debug)]
pub struct Latency {
    /// Clock cycles from a read that is taken to its answer, of which each read has one at random.
    pub cycles: RangeInclusive<usize>,
    /// It takes a request in one of so many cycles, at random; 1 for all.
    pub takes_one_in: usize,
}

/// A memory on the port of a table in a simulator. Its bytes begin with rubbish.
pub struct MemoryModel {
    bytes: Vec<u8>,
    cluster_bytes: usize,
    /// The bytes of a cluster that have entries.
    read_bytes: usize,
    latency: Latency,
    random: Random,
    /// Cycles until each answer may come, and it; the oldest first.
    due: VecDeque<(usize, Vec<u8>)>,
    /// The most reads that were under way at once.
    most: usize,
    /// Cycles since something was asked or under way.
    quiet: u32,
}

impl MemoryModel {
    /// A memory of so many clusters.
    pub fn new(clusters: u64, layout: Layout, latency: Latency, seed: u64) -> Self {
        let mut random = Random(seed);
        let bytes = (0..clusters * u64::from(layout.cluster_bytes())).map(|_| random.next() as u8).collect();
        let [cluster_bytes, read_bytes] =
            [layout.cluster_bytes(), layout.entries() * layout.entry_bytes()].map(|bytes| bytes as usize);
        Self { bytes, cluster_bytes, read_bytes, latency, random, due: VecDeque::new(), most: 0, quiet: 0 }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The most reads that were under way at once.
    pub fn most_under_way(&self) -> usize {
        self.most
    }

    /// The cycles since the last in which something was asked or a read was under way.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Gives an answer that is due, and takes what is asked. The clock edge comes afterwards.
    ///
    /// # Errors
    /// The simulator fails, or a cluster is asked for that the memory does not have.
    pub fn cycle(&mut self, ports: &mut (impl Ports + ?Sized)) -> Result<(), PortsError> {
        let bits = (self.read_bytes * 8) as u32;
        let answers = self.due.front().is_some_and(|(cycles, _)| *cycles == 0);
        let answer = if answers { self.due.pop_front() } else { None };
        let word = answer.map_or_else(|| vec![0; self.read_bytes], |(_, bytes)| bytes);
        ports.poke("mem_answer", answers.into())?;
        ports.poke_value("mem_read", &value_of(bits, &word))?;
        self.due.iter_mut().for_each(|(cycles, _)| *cycles = cycles.saturating_sub(1));
        let ready = self.random.one_in(self.latency.takes_one_in);
        ports.poke("mem_ready", ready.into())?;
        let asked = ports.peek("mem_request")? == 1;
        self.quiet = if asked || !self.due.is_empty() { 0 } else { self.quiet + 1 };
        if !ready || !asked {
            return Ok(());
        }
        let first = ports.peek("mem_cluster")? as usize * self.cluster_bytes;
        let range = first..first + self.cluster_bytes;
        let Some(cluster) = self.bytes.get_mut(range) else {
            let problem = format!("byte {first} is outside the memory");
            return Err(PortsError::Outside { simulator: "memory", problem });
        };
        if ports.peek("mem_write")? == 1 {
            let (data, enable) = (ports.peek_value("mem_data")?, ports.peek_value("mem_enable")?);
            for (number, byte) in (0..).zip(cluster) {
                if enable.bit(number) {
                    *byte = data.slice(number * 8, 8).low_word() as u8;
                }
            }
            return Ok(());
        }
        let (low, high) = (*self.latency.cycles.start(), *self.latency.cycles.end());
        let cycles = low + self.random.below(high - low + 1);
        let read = cluster.iter().copied().take(self.read_bytes).collect();
        self.due.push_back((cycles.saturating_sub(1), read));
        self.most = self.most.max(self.due.len());
        Ok(())
    }
}

fn value_of(bits: u32, bytes: &[u8]) -> Value {
    let words =
        bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    Value::from_words(bits, &words.collect::<Vec<_>>())
}
