//! A table on a memory beside its twin.

use std::collections::VecDeque;

use super::ddr3::{Ddr3, Ddr3Pace};
use super::link::{Axi4Model, MemoryLink, WishboneModel};
use super::model::{Memory, MemoryModel};
use super::sdram::SdramModel;
use super::top::MemoryOptions;
use crate::game::MachineError;
use crate::hash::hardware::exercise::{Operation, Operations, entry_found};
use crate::hash::hardware::index::KEY;
use crate::hash::{Clusters, Probe, Store, Table};
use crate::netlist::testing::Random;
use crate::simulate::{Latency, Ports, PortsError};

/// More cycles than anything takes.
const PATIENCE: u32 = 20_000;

/// More cycles than a memory takes until it can be used.
const START_UP: u64 = 1 << 17;

/// More cycles than an operation is in stages where the memory sees nothing of it.
const STAGES: u32 = 100;

/// What a run counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Clock cycles.
    pub cycles: u64,
    /// Those from a reset until the table was clear.
    pub clearing: u64,
    /// Look-ups that were answered.
    pub answers: u64,
    /// Stores that were dropped.
    pub dropped: u64,
    /// Cycles in which a look-up was held back.
    pub held_back: u64,
}

/// A table in a simulator with its memory, and its twin.
pub(super) struct Run<'a, P: Ports + ?Sized, M> {
    ports: &'a mut P,
    memory: M,
    twin: Table,
    tag_bits: u32,
    next_tag: u64,
    due: VecDeque<(u64, Probe)>,
    pub counts: Counts,
}

impl<'a, P: Ports + ?Sized, M: Memory> Run<'a, P, M> {
    /// Resets the table, and waits until it is clear.
    pub fn new(
        ports: &'a mut P,
        options: &MemoryOptions,
        clusters: u64,
        memory: M,
    ) -> Result<Self, MachineError> {
        let counted = Clusters::new(clusters).map_err(wrong)?;
        let twin = Table::new(options.layout, counted, 0).map_err(wrong)?;
        let (tag_bits, due) = (options.tag_bits, VecDeque::new());
        let mut run = Self { ports, memory, twin, tag_bits, next_tag: 0, due, counts: Counts::default() };
        for (port, value) in [("ask", 0), ("new_search", 0), ("pairs", clusters / 2), ("reset", 1)] {
            run.ports.poke(port, value).map_err(wrong)?;
        }
        run.ports.step().map_err(wrong)?;
        run.ports.poke("reset", 0).map_err(wrong)?;
        let patience = clusters * 100 + START_UP;
        for _ in 0..patience {
            if run.ports.peek("ready").map_err(wrong)? == 1 {
                return Ok(run);
            }
            run.memory_cycle()?;
            run.ports.step().map_err(wrong)?;
            run.counts.clearing += 1;
        }
        Err(wrong(format!("the table is not clear after {patience} cycles")))
    }

    /// Asks for an operation until it is taken, with its answer if it is a look-up.
    fn ask(&mut self, key: u64, store: Option<&Store>) -> Result<(), MachineError> {
        self.give(key, store).map_err(wrong)?;
        for _ in 0..PATIENCE {
            let ready = self.ports.peek("ask_ready").map_err(wrong)? == 1;
            let dropped = self.ports.peek("dropped").map_err(wrong)?;
            self.cycle()?;
            if !ready {
                self.counts.held_back += 1;
                continue;
            }
            let drops = self.ports.peek("dropped").map_err(wrong)? != dropped;
            self.counts.dropped += u64::from(drops);
            match store {
                Some(store) if !drops => drop(self.twin.store(key, store)),
                Some(_) => {}
                None => {
                    self.due.push_back((self.next_tag, self.twin.probe(key)));
                    self.next_tag = (self.next_tag + 1) & ((1 << self.tag_bits) - 1);
                }
            }
            return self.ports.poke("ask", 0).map_err(wrong);
        }
        Err(wrong(format!("the table takes nothing for {PATIENCE} cycles")))
    }

    fn give(&mut self, key: u64, store: Option<&Store>) -> Result<(), PortsError> {
        let part = self.twin.clusters().key_part(key, self.twin.layout().key_bits());
        let stored = store.copied().unwrap_or_default();
        for (port, value) in [
            ("ask", 1),
            ("ask_store", store.is_some().into()),
            ("ask_tag", self.next_tag),
            ("ask_key", u64::from(part) << KEY | key & ((1 << KEY) - 1)),
            ("store_depth", stored.depth.into()),
            ("store_bound", stored.bound.code().into()),
            ("store_pv", stored.pv.into()),
            ("store_move", stored.mv.into()),
            ("store_value", stored.value.into()),
            ("store_eval", stored.eval.into()),
        ] {
            self.ports.poke(port, value)?;
        }
        Ok(())
    }

    fn memory_cycle(&mut self) -> Result<(), MachineError> {
        let mut ports = &mut *self.ports;
        self.memory.cycle(&mut ports).map_err(wrong)
    }

    /// One cycle of table and memory; compares an answer that comes in it.
    pub fn cycle(&mut self) -> Result<(), MachineError> {
        self.memory_cycle()?;
        if self.ports.peek("answer").map_err(wrong)? == 1 {
            let Some((tag, probe)) = self.due.pop_front() else { return Err(wrong("an answer too many")) };
            self.counts.answers += 1;
            let found = entry_found(self.ports, &probe).map_err(wrong)?;
            let given = self.ports.peek("answer_tag").map_err(wrong)?;
            if found != probe.hit || given != tag {
                return Err(wrong(format!("finds {found:?} for {given} instead of {probe:?} for {tag}")));
            }
        }
        self.counts.cycles += 1;
        self.ports.step().map_err(wrong)
    }

    /// An operation on chip is a look-up, a store, or both.
    pub fn operate(&mut self, operation: &Operation) -> Result<(), MachineError> {
        if let Some(key) = operation.probe {
            self.ask(key, None)?;
        }
        if let Some((key, store)) = &operation.store {
            self.ask(*key, Some(store))?;
        }
        if operation.new_search {
            self.ports.poke("new_search", 1).map_err(wrong)?;
            self.cycle()?;
            self.ports.poke("new_search", 0).map_err(wrong)?;
            self.twin.new_search();
        }
        Ok(())
    }

    /// Looks up so many keys, one behind the other.
    pub fn look_up(&mut self, keys: u32) -> Result<(), MachineError> {
        let mut random = Random(5);
        (0..keys).try_for_each(|_| self.ask(random.next(), None))
    }

    /// Waits for all answers and stores, and compares all bytes.
    pub fn settle(&mut self) -> Result<(), MachineError> {
        for cycle in 0..PATIENCE {
            if cycle.min(self.memory.quiet()) >= STAGES {
                break;
            }
            self.cycle()?;
        }
        if !self.due.is_empty() {
            return Err(wrong(format!("{} answers do not come", self.due.len())));
        }
        match self.memory.bytes() == self.twin.bytes() {
            true => Ok(()),
            false => Err(wrong("the memory has other bytes than the twin")),
        }
    }

    /// The memory.
    #[cfg(test)]
    pub fn memory(&self) -> &M {
        &self.memory
    }
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("hash table on a memory", problem)
}

/// Compares a table with its twin over some hundred operations: on quick memories and on slow ones,
/// or on a chip.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_memory_table(
    ports: &mut (impl Ports + ?Sized),
    options: &MemoryOptions,
) -> Result<(), MachineError> {
    let mut operations = Operations::new(1, options.layout);
    let quick = Latency { cycles: 1..=1, takes_one_in: 1 };
    let slow = Latency { cycles: 3..=30, takes_one_in: 2 };
    if let MemoryLink::Sdram(sdram) = &options.link {
        let chip = SdramModel::new(sdram, options.layout, CLUSTERS);
        return compare(ports, options, chip, &mut operations);
    }
    for latency in [quick, slow] {
        let layout = options.layout;
        match &options.link {
            MemoryLink::Wishbone(bits) => {
                let slave = WishboneModel::new(CLUSTERS, layout, *bits, latency);
                compare(ports, options, slave, &mut operations)?;
            }
            MemoryLink::Axi4(bits) => {
                let slave = Axi4Model::new(CLUSTERS, layout, *bits, latency);
                compare(ports, options, slave, &mut operations)?;
            }
            _ => {
                let memory = MemoryModel::new(CLUSTERS, layout, latency, 3);
                compare(ports, options, memory, &mut operations)?;
            }
        }
    }
    Ok(())
}

/// Clusters of a table that is exercised.
const CLUSTERS: u64 = 20;

/// Operations on a memory.
const OPERATIONS: u32 = 300;

fn compare<M: Memory>(
    ports: &mut (impl Ports + ?Sized),
    options: &MemoryOptions,
    memory: M,
    operations: &mut Operations,
) -> Result<(), MachineError> {
    let mut run = Run::new(ports, options, CLUSTERS, memory)?;
    (0..OPERATIONS).try_for_each(|_| run.operate(&operations.next()))?;
    run.settle()
}

/// Looks up so many random keys in a table of so many clusters on its chip, one behind the other.
/// Behind an AXI4 bus, the chip is that of an Arty.
///
/// # Errors
/// The table is linked to no chip, an answer is wrong, a rule of the chip is broken, or the
/// simulator failed.
pub fn look_ups(
    ports: &mut (impl Ports + ?Sized),
    options: &MemoryOptions,
    (clusters, keys): (u64, u32),
) -> Result<Counts, MachineError> {
    let layout = options.layout;
    match &options.link {
        MemoryLink::Sdram(sdram) => {
            looked_up(ports, options, SdramModel::new(sdram, layout, clusters), (clusters, keys))
        }
        MemoryLink::Axi4(bits) => {
            let pace = |_| Ddr3Pace::new(&Ddr3::ARTY, layout.cluster_bytes());
            let slave = Axi4Model::with_pace(clusters, layout, *bits, pace);
            looked_up(ports, options, slave, (clusters, keys))
        }
        MemoryLink::Port | MemoryLink::Wishbone(_) => Err(wrong("no chip is known behind this link")),
    }
}

fn looked_up<M: Memory>(
    ports: &mut (impl Ports + ?Sized),
    options: &MemoryOptions,
    memory: M,
    (clusters, keys): (u64, u32),
) -> Result<Counts, MachineError> {
    let mut run = Run::new(ports, options, clusters, memory)?;
    run.look_up(keys)?;
    while !run.due.is_empty() {
        run.cycle()?;
    }
    Ok(run.counts)
}
