//! Look-ups of a hash table: in software, and in an SDRAM chip by the simulated cycles.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use super::BenchError;
use crate::game::Refusal;
use crate::hash::hardware::memory::{Ddr3, MemoryLink, MemoryOptions, Sdram, Times, look_ups, memory_table};
use crate::hash::{Bound, Clusters, Layout, Store, Table};
use crate::netlist::testing::Random;
use crate::simulate::Simulation;

/// Look-ups of random keys.
#[derive(Clone, Debug, Serialize)]
pub struct HashSpeed {
    /// Clusters of the table in software.
    pub clusters: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Look-ups a second in software, in one thread; the best of three turns.
    pub software_per_second: f64,
    /// Those of tables in chips.
    pub chips: Vec<ChipSpeed>,
}

/// Look-ups in a chip.
#[derive(Clone, Debug, Serialize)]
pub struct ChipSpeed {
    /// `SDR` for SDRAM with a word a clock, `DDR3` for one with two.
    pub kind: &'static str,
    /// Bytes of a cluster.
    pub cluster_bytes: u32,
    /// Bits of a word of the chip.
    pub word_bits: u32,
    /// The clock of the table, in MHz: that of the chip, or that of the bus before a controller of
    /// DDR3.
    pub mhz: f64,
    /// Clock cycles of a look-up, refreshes among them.
    pub cycles_per_look_up: f64,
    /// Look-ups a second.
    pub million_per_second: f64,
    /// As many as its wires can carry.
    pub million_per_second_bound: f64,
}

/// Clusters of the table in software: more than caches hold.
const CLUSTERS: u64 = 1 << 22;

/// Look-ups in software.
const KEYS: u32 = 2_000_000;

/// Look-ups in a chip.
const SIMULATED: u32 = 3_000;

const TURNS: usize = 3;

const MHZ: f64 = 133.0;

/// Looks random keys up in software and in the chips of three boards, in clusters of 32 bytes and in
/// entries of 8.
///
/// # Errors
/// A table cannot be built or simulated, or an answer is wrong.
pub fn measure_hash() -> Result<HashSpeed, BenchError> {
    let (clusters, bytes, software_per_second) = software()?;
    let small = Layout::new(1, 16, 8, 16, 8).map_err(refused)?;
    let mut chips = Vec::new();
    for (layout, bits) in [(Layout::default(), 16), (small, 16), (Layout::default(), 32), (small, 32)] {
        chips.push(sdram(layout, bits)?);
    }
    for layout in [Layout::default(), small] {
        chips.push(ddr3(layout)?);
    }
    Ok(HashSpeed { clusters, bytes, software_per_second, chips })
}

fn refused(error: impl Into<Refusal>) -> BenchError {
    BenchError::Hash(error.into())
}

fn software() -> Result<(u64, u64, f64), BenchError> {
    let clusters = Clusters::new(CLUSTERS).map_err(refused)?;
    let mut table = Table::new(Layout::default(), clusters, 0).map_err(refused)?;
    let mut random = Random(1);
    for _ in 0..KEYS {
        let store = Store { depth: 5, bound: Bound::Exact, mv: 1, ..Store::default() };
        table.store(random.next(), &store);
    }
    let mut best = 0.0_f64;
    for turn in 0..TURNS {
        let mut random = Random(turn as u64);
        let begin = Instant::now();
        let hits = (0..KEYS).filter(|_| table.probe(random.next()).hit.is_some()).count();
        black_box(hits);
        best = best.max(f64::from(KEYS) / begin.elapsed().as_secs_f64());
    }
    Ok((CLUSTERS, table.bytes().len() as u64, best.round()))
}

fn sdram(layout: Layout, bits: u32) -> Result<ChipSpeed, BenchError> {
    let times = Times { start_up: 100, ..Sdram::ULX3S.times };
    let link = MemoryLink::Sdram(Sdram { bits, times, ..Sdram::ULX3S });
    chip(layout, link, ("SDR", bits, MHZ, f64::from(bits)))
}

/// The chip of an Arty, behind a bus as wide as it is fast, or as wide as a cluster.
fn ddr3(layout: Layout) -> Result<ChipSpeed, BenchError> {
    let chips = Ddr3::ARTY;
    let link = MemoryLink::Axi4(chips.bus_bits().min(layout.cluster_bytes() * 8));
    chip(layout, link, ("DDR3", chips.bits, chips.bus_mhz(), f64::from(chips.bus_bits())))
}

/// Looks up in a chip whose wires carry so many bits in each cycle of the table's clock.
fn chip(
    layout: Layout,
    link: MemoryLink,
    (kind, word_bits, mhz, carried): (&'static str, u32, f64, f64),
) -> Result<ChipSpeed, BenchError> {
    let options = MemoryOptions { name: "hash_memory".into(), layout, tag_bits: 8, outstanding: 16, link };
    let mut simulation = Simulation::new(&memory_table(&options).map_err(BenchError::Hash)?)?;
    let counts = look_ups(&mut simulation, &options, (1 << 10, SIMULATED))?;
    let cycles = counts.cycles as f64 / counts.answers.max(1) as f64;
    let least = f64::from(layout.cluster_bytes() * 8) / carried;
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    Ok(ChipSpeed {
        kind,
        cluster_bytes: layout.cluster_bytes(),
        word_bits,
        mhz: rounded(mhz),
        cycles_per_look_up: rounded(cycles),
        million_per_second: rounded(mhz / cycles),
        million_per_second_bound: rounded(mhz / least),
    })
}
