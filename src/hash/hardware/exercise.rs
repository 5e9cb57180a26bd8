//! Runs of the units beside their twins in software.

use std::collections::VecDeque;

use super::index::KEY;
use super::{ANSWER_LATENCY, TableOptions};
use crate::game::MachineError;
use crate::hash::{Bound, Clusters, Entry, Layout, Probe, Store, Table};
use crate::netlist::testing::Random;
use crate::simulate::{Ports, PortsError};

/// An operation of one clock cycle on a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operation {
    /// A key to look up.
    pub probe: Option<u64>,
    /// A key and what is stored of it.
    pub store: Option<(u64, Store)>,
    /// A new search begins.
    pub new_search: bool,
}

/// Operations at random: many on a few clusters, one behind the other, and the rest anywhere.
pub(super) struct Operations {
    random: Random,
    near: Vec<u64>,
    layout: Layout,
}

impl Operations {
    pub fn new(seed: u64, layout: Layout) -> Self {
        let mut random = Random(seed);
        // A few clusters, each with more keys than it has places; their parts differ in few bits.
        let clusters: Vec<u64> = (0..3).map(|_| random.next() & ((1 << KEY) - 1)).collect();
        let near = (0..15).map(|number| clusters[number % 3] | (number as u64) << (u64::BITS - 4));
        Self { near: near.collect(), random, layout }
    }

    fn key(&mut self) -> u64 {
        match self.random.one_in(4) {
            true => self.random.next(),
            false => *self.random.pick(&self.near),
        }
    }

    fn stored(&mut self) -> Store {
        let random = &mut self.random;
        let mut bits = |width: u32| (random.next() & ((1 << width) - 1)) as u32;
        let [_, depth, _, bound, pv, mv, value, eval] = self.layout.widths().map(&mut bits);
        let (few, plain) = (bits(3), bits(2) != 0);
        Store {
            // Often nearly equal depths.
            depth: if plain { depth & 7 | few & 1 } else { depth },
            bound: Bound::of_code(if plain { bound & 2 } else { bound }),
            pv: pv == 1,
            mv: if few & 3 == 0 { 0 } else { mv },
            value,
            eval,
        }
    }

    pub fn next(&mut self) -> Operation {
        Operation {
            probe: (!self.random.one_in(5)).then(|| self.key()),
            store: (!self.random.one_in(5)).then(|| (self.key(), self.stored())),
            new_search: self.random.one_in(40),
        }
    }
}

/// A table in a simulator, and its twin.
pub(super) struct Pair<'a, P: Ports + ?Sized> {
    ports: &'a mut P,
    pub twin: Table,
    /// The answers that are due, the oldest first; the last is of the cycle before.
    due: VecDeque<Option<Probe>>,
}

impl<'a, P: Ports + ?Sized> Pair<'a, P> {
    /// Resets the table, and waits until it is clear.
    pub fn new(ports: &'a mut P, options: &TableOptions) -> Result<Self, MachineError> {
        let clusters = Clusters::new(options.clusters().into()).map_err(wrong)?;
        let twin = Table::new(options.layout, clusters, 0).map_err(wrong)?;
        for port in ["probe", "store", "new_search"] {
            ports.poke(port, 0).map_err(wrong)?;
        }
        ports.poke("reset", 1).map_err(wrong)?;
        ports.step().map_err(wrong)?;
        ports.poke("reset", 0).map_err(wrong)?;
        let waited = ports.step_until("ready", u64::from(options.clusters()) + 1).map_err(wrong)?;
        if waited != Some(options.clusters().into()) {
            return Err(wrong(format!(
                "{} clusters are cleared after {waited:?} cycles",
                options.clusters()
            )));
        }
        Ok(Self { ports, twin, due: VecDeque::new() })
    }

    /// One cycle; compares the answer that comes in it.
    pub fn step(&mut self, operation: &Operation) -> Result<ProbeAnswer, MachineError> {
        self.give(operation).map_err(wrong)?;
        self.due.push_back(operation.probe.map(|key| self.twin.probe(key)));
        let due = (self.due.len() > ANSWER_LATENCY as usize).then(|| self.due.pop_front().flatten());
        if let Some(expected) = due {
            self.compare(expected)?;
        }
        if let Some((key, store)) = &operation.store {
            self.twin.store(*key, store);
        }
        if operation.new_search {
            self.twin.new_search();
        }
        self.ports.step().map_err(wrong)?;
        Ok(due.flatten().map(|probe| probe.hit.is_some()).into())
    }

    /// Waits until all answers have come, and all stores are in memory.
    pub fn settle(&mut self) -> Result<(), MachineError> {
        (0..=ANSWER_LATENCY).try_for_each(|_| self.step(&Operation::default()).map(|_| ()))
    }

    fn give(&mut self, operation: &Operation) -> Result<(), PortsError> {
        let key_bits = self.twin.layout().key_bits();
        let clusters = self.twin.clusters();
        let port = |key: u64| u64::from(clusters.key_part(key, key_bits)) << KEY | key & ((1 << KEY) - 1);
        self.ports.poke("probe", operation.probe.is_some().into())?;
        self.ports.poke("probe_key", port(operation.probe.unwrap_or(0)))?;
        self.ports.poke("new_search", operation.new_search.into())?;
        self.ports.poke("store", operation.store.is_some().into())?;
        let (key, store) = operation.store.unwrap_or_default();
        self.ports.poke("store_key", port(key))?;
        for (name, value) in [
            ("depth", store.depth),
            ("bound", store.bound.code()),
            ("pv", store.pv.into()),
            ("move", store.mv),
            ("value", store.value),
            ("eval", store.eval),
        ] {
            self.ports.poke(&format!("store_{name}"), value.into())?;
        }
        Ok(())
    }

    fn compare(&mut self, expected: Option<Probe>) -> Result<(), MachineError> {
        if self.ports.peek("answer").map_err(wrong)? != u64::from(expected.is_some()) {
            return Err(wrong("an answer is missing, or comes without a probe"));
        }
        let Some(probe) = expected else { return Ok(()) };
        let found = entry_found(self.ports, &probe).map_err(wrong)?;
        let place = match found {
            Some(_) => self.ports.peek("answer_place").map_err(wrong)? as usize,
            None => probe.place,
        };
        match found == probe.hit && place == probe.place {
            true => Ok(()),
            false => Err(wrong(format!("finds {found:?} at {place} instead of {probe:?}"))),
        }
    }
}

/// The entry that a table gives for a probe, with the key part of the probe's, which no port shows.
pub(super) fn entry_found<P: Ports + ?Sized>(
    ports: &mut P,
    probe: &Probe,
) -> Result<Option<Entry>, PortsError> {
    let mut field =
        |name: &str| -> Result<u32, PortsError> { Ok(ports.peek(&format!("answer_{name}"))? as u32) };
    if field("hit")? == 0 {
        return Ok(None);
    }
    Ok(Some(Entry {
        key: probe.hit.map_or(0, |entry| entry.key),
        depth: field("depth")?,
        generation: field("generation")?,
        bound: Bound::of_code(field("bound")?),
        pv: field("pv")? == 1,
        mv: field("move")?,
        value: field("value")?,
        eval: field("eval")?,
    }))
}

fn wrong(problem: impl ToString) -> MachineError {
    MachineError::simulator("hash table", problem)
}

/// Compares a table with its twin over some thousand cycles, with a reset on the way.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise_table(ports: &mut (impl Ports + ?Sized), options: &TableOptions) -> Result<(), MachineError> {
    let mut operations = Operations::new(1, options.layout);
    for cycles in [40, 2000] {
        let mut pair = Pair::new(ports, options)?;
        (0..cycles).try_for_each(|_| pair.step(&operations.next()).map(|_| ()))?;
        // The first run ends with a reset while stores are under way.
        if cycles > 40 {
            pair.settle()?;
        }
    }
    Ok(())
}

/// What comes out of a table in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeAnswer {
    /// Nothing: there was no probe.
    Nothing,
    /// There is no entry of the key.
    Miss,
    /// There is one.
    Hit,
}

impl From<Option<bool>> for ProbeAnswer {
    /// Of a probe, and whether it hit.
    fn from(hit: Option<bool>) -> Self {
        hit.map_or(Self::Nothing, |hit| if hit { Self::Hit } else { Self::Miss })
    }
}
