//! The built-in cycle simulator: what a netlist means.
//!
//! Two-state values, one clock, cycle by cycle. A design is flattened ([`elaborate`]), lowered to operations on
//! machine words ([`lower`], [`schedule`], [`program`]) and run ([`run`]); no outside tool is needed.
//!
//! - Between edges every signal has the value its expression has for the present inputs, registers and memories.
//! - At a rising edge ([`Simulation::step`]) every register takes its next value, where its enable holds; a reset wins
//!   over the enable. Clocked memory reads take the word from before the edge; of two writes to one word the later
//!   port's stays.
//! - Before the first edge a register holds its initial value, a clocked read port zero, a memory its initial words.

mod clocked;
mod elaborate;
mod error;
mod hierarchy;
mod lower;
pub mod program;
mod resolve;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::netlist::{Design, Node, NodeId, Value};
use elaborate::{Flat, elaborate};
pub use error::SimulateError;
use lower::{Lowering, Source, words_of};
use program::{Program, Slot};
use run::Machine;
use schedule::schedule;

/// A signal of a simulation: a port, or a named signal anywhere in the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Net(u32);

/// A memory of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemoryRef(u32);

/// Logic that is only run when somebody looks at it.
struct Probe {
    machine: Machine,
    slots: Vec<Slot>,
    /// The state it was last run for.
    seen: u64,
}

/// One write port of a memory, in slots.
struct Write {
    enable: Slot,
    address: Slot,
    data: Vec<Slot>,
    /// Where the memory starts in the memory array, and its words.
    start: usize,
    depth: usize,
}

/// A memory's place in the memory array: words of one address stand `depth` apart, low word first.
struct Storage {
    start: usize,
    width: u32,
    depth: u32,
}

/// A design at work.
pub struct Simulation {
    flat: Flat,
    sources: Vec<Source>,
    storage: Vec<Storage>,
    /// The slots of every node the machine computes, and of inputs and registers.
    known: HashMap<NodeId, Vec<Slot>>,
    machine: Machine,
    probes: HashMap<NodeId, Probe>,
    slots: Vec<u64>,
    memory: Vec<u64>,
    /// Registers stand side by side from here on, and take these slots' words at an edge.
    first_register: usize,
    next: Vec<Slot>,
    /// What the registers take, while it is collected.
    taken: Vec<u64>,
    writes: Vec<Write>,
    /// The slots of the inputs that may be set, by net.
    inputs: HashMap<u32, Slot>,
    cycle: u64,
    /// Counts changes of inputs, registers and memories.
    state: u64,
    /// The state the machine was last run for.
    settled: u64,
}

impl Simulation {
    /// Elaborates the design from its top.
    ///
    /// # Errors
    /// A signal without driver or with two, unequal widths, a combinational loop, or more than one clock.
    pub fn new(design: &Design) -> Result<Self, SimulateError> {
        let flat = elaborate(design)?;
        let module = &flat.module;
        // Slots of state: inputs, then registers.
        let mut sources = vec![Source::State(0); module.signals.len()];
        let mut slots: Vec<u64> = Vec::new();
        let mut inputs = HashMap::new();
        for &(net, signal) in &flat.inputs {
            let slot = next_slot(slots.len())?;
            sources[signal.index()] = Source::State(slot);
            inputs.insert(net, slot);
            slots.resize(slots.len() + words_of(module.signal(signal).width) as usize, 0);
        }
        let first_register = slots.len();
        for register in &module.registers {
            sources[register.output.index()] = Source::State(next_slot(slots.len())?);
            slots.extend(register.initial.words());
        }
        let (storage, memory) = lay_out_memories(&flat, &mut sources)?;
        let mut roots: Vec<NodeId> = module.registers.iter().map(|register| register.next).collect();
        for write in module.memories.iter().flat_map(|memory| &memory.writes) {
            roots.extend([write.enable, write.address, write.data]);
        }
        roots.extend(&flat.outputs);
        let (program, known) = compile(&flat, &sources, &HashMap::new(), next_slot(slots.len())?, &roots);
        let slots_of = |node: NodeId| known.get(&node).cloned().unwrap_or_default();
        let slot_of = |node: NodeId| slots_of(node).first().copied().unwrap_or(0);
        let next: Vec<Slot> = module.registers.iter().flat_map(|register| slots_of(register.next)).collect();
        let mut writes = Vec::new();
        for (memory, place) in module.memories.iter().zip(&storage) {
            writes.extend(memory.writes.iter().map(|write| Write {
                enable: slot_of(write.enable),
                address: slot_of(write.address),
                data: slots_of(write.data),
                start: place.start,
                depth: place.depth as usize,
            }));
        }
        load(&mut slots, &program);
        Ok(Self {
            sources,
            storage,
            machine: Machine::new(&program),
            probes: HashMap::new(),
            slots,
            memory,
            first_register,
            taken: vec![0; next.len()],
            next,
            writes,
            inputs,
            known,
            flat,
            cycle: 0,
            state: 1,
            settled: 0,
        })
    }

    /// The signal at a path: the name of a port or signal of the top, or instance names and a signal's joined by dots.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn find(&self, path: &str) -> Result<Net, SimulateError> {
        self.flat.hierarchy.find_signal(path).map(Net)
    }

    /// The width of a net in bits; 0 for a net of another simulation that this one does not have.
    pub fn width(&self, net: Net) -> u32 {
        self.flat.hierarchy.net(net.0).map_or(0, |(_, width)| width)
    }

    /// Sets an input of the top.
    ///
    /// # Errors
    /// The net is no input of the top, or its clock; or the value has more bits than it.
    pub fn poke(&mut self, net: Net, value: u64) -> Result<(), SimulateError> {
        self.poke_words(net, &[value])
    }

    /// Sets an input of the top; the value may be narrower or wider if the bits it has more are zero.
    ///
    /// # Errors
    /// As [`Simulation::poke`].
    pub fn poke_value(&mut self, net: Net, value: &Value) -> Result<(), SimulateError> {
        self.poke_words(net, value.words())
    }

    fn poke_words(&mut self, net: Net, words: &[u64]) -> Result<(), SimulateError> {
        let Some((path, width)) = self.flat.hierarchy.net(net.0) else {
            return Err(SimulateError::ForeignHandle);
        };
        let Some(&slot) = self.inputs.get(&net.0) else {
            return Err(SimulateError::NotAnInput { net: path, problem: "not an input of the top" });
        };
        if self.flat.clock.as_ref().is_some_and(|(_, clock)| *clock == path) {
            return Err(SimulateError::NotAnInput { net: path, problem: "the clock, which `step` drives" });
        }
        let value = fitted(&path, width, words)?;
        let place = &mut self.slots[slot as usize..slot as usize + value.words().len()];
        if place != value.words() {
            place.copy_from_slice(value.words());
            self.state += 1;
        }
        Ok(())
    }

    /// The low 64 bits of a net; 0 for a net of another simulation that this one does not have.
    pub fn peek(&mut self, net: Net) -> u64 {
        self.peek_words(net, |words| words.next().unwrap_or(0))
    }

    /// The value of a net, as wide as it.
    pub fn peek_value(&mut self, net: Net) -> Value {
        let width = self.width(net);
        self.peek_words(net, |words| Value::from_words(width, &words.collect::<Vec<u64>>()))
    }

    fn peek_words<T>(&mut self, net: Net, read: impl FnOnce(&mut dyn Iterator<Item = u64>) -> T) -> T {
        let Some(&node) = self.flat.nets.get(net.0 as usize) else { return read(&mut std::iter::empty()) };
        // State needs no logic to be run.
        let is_state = match self.flat.module.node(node) {
            Node::Signal(signal) => matches!(self.sources[signal.index()], Source::State(_)),
            _ => false,
        };
        if !is_state {
            self.settle();
        }
        if !self.known.contains_key(&node) {
            self.probe(node);
        }
        let probe = self.probes.get(&node).map(|probe| &probe.slots);
        let places = self.known.get(&node).or(probe).map_or(&[][..], Vec::as_slice);
        read(&mut places.iter().map(|&slot| self.slots[slot as usize]))
    }

    /// Brings the logic behind a node nobody else needs up to date.
    fn probe(&mut self, node: NodeId) {
        let Self { flat, sources, known, probes, slots, .. } = self;
        let probe = probes.entry(node).or_insert_with(|| {
            let (program, found) = compile(flat, sources, known, slots.len() as Slot, &[node]);
            load(slots, &program);
            let slots = found.get(&node).cloned().unwrap_or_default();
            Probe { machine: Machine::new(&program), slots, seen: 0 }
        });
        if probe.seen != self.state {
            probe.machine.run(&mut self.slots, &self.memory);
            probe.seen = self.state;
        }
    }

    /// Runs the combinational logic if anything changed since it last ran.
    fn settle(&mut self) {
        if self.settled != self.state {
            self.machine.run(&mut self.slots, &self.memory);
            self.settled = self.state;
        }
    }

    /// One rising edge of the clock, after the logic has settled.
    pub fn step(&mut self) {
        self.settle();
        for (word, &slot) in self.taken.iter_mut().zip(&self.next) {
            *word = self.slots[slot as usize];
        }
        for write in &self.writes {
            if self.slots[write.enable as usize] != 0 {
                let at = write.start + self.slots[write.address as usize] as usize;
                for (plane, &slot) in write.data.iter().enumerate() {
                    self.memory[at + plane * write.depth] = self.slots[slot as usize];
                }
            }
        }
        self.slots[self.first_register..self.first_register + self.taken.len()].copy_from_slice(&self.taken);
        self.state += 1;
        self.cycle += 1;
    }

    /// Rising edges so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// The memory at a path, as [`Simulation::find`] has it for signals.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn memory(&self, path: &str) -> Result<MemoryRef, SimulateError> {
        self.flat.hierarchy.find_memory(path).map(MemoryRef)
    }

    fn word_place(&self, memory: MemoryRef, address: u64) -> Result<(&Storage, usize), SimulateError> {
        let storage = self.storage.get(memory.0 as usize).ok_or(SimulateError::ForeignHandle)?;
        if address >= u64::from(storage.depth) {
            let memory = self.flat.module.memories[memory.0 as usize].name.clone();
            return Err(SimulateError::Address { memory, address, depth: storage.depth });
        }
        Ok((storage, storage.start + address as usize))
    }

    /// A word of a memory.
    ///
    /// # Errors
    /// An address beyond its depth.
    pub fn read_word(&self, memory: MemoryRef, address: u64) -> Result<Value, SimulateError> {
        let (storage, at) = self.word_place(memory, address)?;
        let planes = (0..words_of(storage.width) as usize).map(|plane| at + plane * storage.depth as usize);
        Ok(Value::from_words(storage.width, &planes.map(|place| self.memory[place]).collect::<Vec<u64>>()))
    }

    /// Changes a word of a memory, between edges.
    ///
    /// # Errors
    /// An address beyond its depth, or a value of more bits than a word.
    pub fn write_word(
        &mut self,
        memory: MemoryRef,
        address: u64,
        value: &Value,
    ) -> Result<(), SimulateError> {
        let (storage, at) = self.word_place(memory, address)?;
        let (width, depth) = (storage.width, storage.depth as usize);
        let value = fitted(&self.flat.module.memories[memory.0 as usize].name, width, value.words())?;
        for (plane, &word) in value.words().iter().enumerate() {
            self.memory[at + plane * depth] = word;
        }
        self.state += 1;
        Ok(())
    }
}

/// The words as a value of this width, if they fit.
fn fitted(thing: &str, width: u32, words: &[u64]) -> Result<Value, SimulateError> {
    let value = Value::from_words(width, words);
    let whole = Value::from_words(words.len() as u32 * 64, words);
    if whole == Value::from_words(whole.width(), value.words()) {
        Ok(value)
    } else {
        Err(SimulateError::TooWide { thing: thing.into(), value: format!("0x{}", whole.to_hex()), width })
    }
}

fn next_slot(count: usize) -> Result<Slot, SimulateError> {
    if count < 1 << 31 { Ok(count as Slot) } else { Err(SimulateError::TooLarge) }
}

/// Gives every memory its place, and every word read its source.
fn lay_out_memories(flat: &Flat, sources: &mut [Source]) -> Result<(Vec<Storage>, Vec<u64>), SimulateError> {
    let mut array: Vec<u64> = Vec::new();
    let mut storage = Vec::new();
    for memory in &flat.module.memories {
        let start = array.len();
        let planes = words_of(memory.width) as usize;
        next_slot(start.saturating_add(planes * memory.depth as usize))?;
        array.resize(start + planes * memory.depth as usize, 0);
        for (address, value) in memory.initial.iter().take(memory.depth as usize).enumerate() {
            for (plane, &word) in value.words().iter().enumerate() {
                array[start + plane * memory.depth as usize + address] = word;
            }
        }
        for read in &memory.reads {
            let (start, depth) = (start as u64, u64::from(memory.depth));
            sources[read.data.index()] = Source::Memory { address: read.address, start, depth };
        }
        storage.push(Storage { start, width: memory.width, depth: memory.depth });
    }
    Ok((storage, array))
}

/// A program for these nodes over what is known, and the slots of every node it computes.
fn compile(
    flat: &Flat,
    sources: &[Source],
    known: &HashMap<NodeId, Vec<Slot>>,
    first: Slot,
    roots: &[NodeId],
) -> (Program, HashMap<NodeId, Vec<Slot>>) {
    let mut lowering = Lowering::new(&flat.module, sources, known, first);
    lowering.lower(roots);
    let words = roots.iter().filter_map(|root| lowering.words.get(root)).flatten().copied();
    let (program, places) = schedule(&lowering, words);
    let place = |&word: &u32| match word.checked_sub(first) {
        Some(index) => places[index as usize],
        None => Some(word),
    };
    let found = lowering.words.iter();
    let found =
        found.filter_map(|(&node, words)| Some((node, words.iter().map(place).collect::<Option<_>>()?)));
    (program, found.collect())
}

/// Makes room for a program's constants and results.
fn load(slots: &mut Vec<u64>, program: &Program) {
    slots.extend(&program.constants);
    slots.resize(program.end as usize, 0);
}
