//! 64 copies of a design at once, one bit lane each.
//!
//! Every bit of every signal is a machine word with a bit for each copy, so a gate is one operation
//! for all copies. The design is taken apart into gates (`bits.rs`). The gates are a
//! [`super::program`] like any other, first interpreted and then compiled to machine code. The
//! copies share only the clock: each has its own inputs, registers and memories (`memory.rs`).
//!
//! Lanes pay where logic is narrow, as in arrays of cells. 64 copies of the chess machine take some
//! 13,700 operations a cycle, where one takes 11,000, and count twenty times as many positions in
//! the same time. Wide arithmetic costs a gate a bit (a multiplication some `n * n`), where a
//! single simulation has one operation. There are no traces. Looking at an inner signal interprets
//! the logic behind it; to see inside one copy, run it alone.

mod bits;
mod every_cycle;
mod memory;

use std::collections::HashMap;
use std::ops::Range;

use super::elaborate::{Flat, elaborate};
use super::engine::{Engine, Wanted};
use super::lower::{Lowering, mask};
use super::program::{Program, Slot};
use super::run::Machine;
use super::schedule::schedule;
use super::{MemoryRef, Net, SimulateError, fitted, load, next_slot};
use crate::netlist::{Design, Module, Node, NodeId, Value};
use bits::Gates;
pub use every_cycle::EveryCycleLanes;
use memory::{Memories, Reads, lanes_of};

/// Copies of a design that run at once.
pub const LANES: u32 = 64;

/// 64 running copies of a design. A lane, from 0 to 63, is one of them. A lane beyond is taken
/// modulo 64.
pub struct Lanes {
    flat: Flat,
    /// The slot of bit 0 of every flat signal that is state.
    signals: Vec<Slot>,
    /// The programs that have to run before these reads, and the reads. Each stage needs the ones
    /// before it.
    stages: Vec<(Engine, Reads)>,
    /// Computes what an edge needs and the outputs.
    engine: Engine,
    /// The slots of what an output shows.
    outputs: HashMap<NodeId, Vec<Slot>>,
    probes: HashMap<NodeId, Probe>,
    slots: Vec<u64>,
    used: Slot,
    memories: Memories,
    first_register: usize,
    next: Range<usize>,
    /// The inputs of the top but the clock, by net: the slot of bit 0, and the width.
    inputs: HashMap<u32, (Slot, u32)>,
    operations: usize,
    cycle: u64,
    /// Whether anything changed since the engine last ran.
    stale: bool,
}

/// Logic that is only run when somebody looks at it.
struct Probe {
    machine: Machine,
    slots: Vec<Slot>,
}

impl Lanes {
    /// Elaborates the design from its top.
    ///
    /// # Errors
    /// As [`super::Simulation::new`].
    pub fn new(design: &Design) -> Result<Self, SimulateError> {
        let flat = elaborate(design)?;
        let module = &flat.module;
        let mut signals: Vec<Slot> = vec![0; module.signals.len()];
        let mut slots: Vec<u64> = Vec::new();
        let mut inputs = HashMap::new();
        for &(net, signal) in &flat.inputs {
            let (slot, width) = (next_slot(slots.len())?, module.signal(signal).width);
            signals[signal.index()] = slot;
            if flat.clock != Some(signal) {
                inputs.insert(net, (slot, width));
            }
            slots.resize(slots.len() + width as usize, 0);
        }
        let first_register = slots.len();
        for register in &module.registers {
            signals[register.output.index()] = next_slot(slots.len())?;
            slots.extend(register.initial.bits().map(lanes_of));
        }
        for read in module.memories.iter().flat_map(|memory| &memory.reads) {
            signals[read.data.index()] = next_slot(slots.len())?;
            slots.resize(slots.len() + module.signal(read.data).width as usize, 0);
        }
        let mut memories = Memories::new(module)?;
        let mut used = next_slot(slots.len())?;
        let mut operations = 0;
        let mut stages = Vec::new();
        for ports in stages_of(module) {
            let addresses = ports.iter().map(|&(_, address, _)| address);
            let (program, found) = compile(module, &signals, used, addresses);
            let slots_of = |address: NodeId| found.get(&address).cloned().unwrap_or_default();
            let ports = ports.iter();
            let reads =
                Reads::new(ports.map(|&(memory, address, data)| (memory, slots_of(address), signals[data])));
            load(&mut slots, &mut used, &program);
            operations += program.operations.len();
            let kept = reads.address_slots().collect();
            stages.push((Engine::new(program, Wanted { kept, moved: Vec::new() }, 0), reads));
        }
        let nexts = module.registers.iter().map(|register| register.next);
        let writes = module.memories.iter().flat_map(|memory| &memory.writes);
        let written = writes.flat_map(|write| [write.enable, write.address, write.data]);
        let roots = nexts.clone().chain(written.clone()).chain(flat.outputs.iter().copied());
        let (program, found) = compile(module, &signals, used, roots);
        let slots_of = |node: NodeId| found.get(&node).cloned().unwrap_or_default();
        memories.connect(module, slots_of);
        let outputs: HashMap<NodeId, Vec<Slot>> =
            flat.outputs.iter().map(|&output| (output, slots_of(output))).collect();
        let wanted = Wanted {
            kept: written.chain(flat.outputs.iter().copied()).flat_map(slots_of).collect(),
            moved: nexts.flat_map(slots_of).zip(program.end..).collect(),
        };
        load(&mut slots, &mut used, &program);
        let next = used as usize..used as usize + wanted.moved.len();
        used = next_slot(next.end)?;
        slots.resize(slots.len().max(next.end), 0);
        operations += program.operations.len();
        Ok(Self {
            signals,
            stages,
            engine: Engine::new(program, wanted, 0),
            outputs,
            probes: HashMap::new(),
            slots,
            used,
            memories,
            first_register,
            next,
            inputs,
            operations,
            cycle: 0,
            stale: true,
            flat,
        })
    }

    /// The signal at a path, as in [`super::Simulation::find`].
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn find(&self, path: &str) -> Result<Net, SimulateError> {
        self.flat.hierarchy.find_signal(path).map(Net)
    }

    /// The width of a net in bits; 0 for a net of another simulation that this one does not have.
    pub fn width(&self, net: Net) -> u32 {
        self.flat.width(net.0)
    }

    /// Sets an input of the top in a lane.
    ///
    /// # Errors
    /// The net is no input of the top, or its clock; or the value has more bits than it.
    pub fn poke(&mut self, net: Net, lane: u32, value: u64) -> Result<(), SimulateError> {
        self.poke_words(net, 1 << (lane % LANES), &[value])
    }

    /// Sets an input of the top in a lane. The value may be narrower, or wider with zeros in its
    /// additional bits.
    ///
    /// # Errors
    /// As [`Lanes::poke`].
    pub fn poke_value(&mut self, net: Net, lane: u32, value: &Value) -> Result<(), SimulateError> {
        self.poke_words(net, 1 << (lane % LANES), value.words())
    }

    /// Sets an input of the top in every lane.
    ///
    /// # Errors
    /// As [`Lanes::poke`].
    pub fn poke_all(&mut self, net: Net, value: u64) -> Result<(), SimulateError> {
        self.poke_words(net, u64::MAX, &[value])
    }

    fn poke_words(&mut self, net: Net, lanes: u64, words: &[u64]) -> Result<(), SimulateError> {
        let path = || self.flat.hierarchy.path(net.0);
        let Some(&(slot, width)) = self.inputs.get(&net.0) else {
            return Err(match path() {
                name if name.is_empty() => SimulateError::ForeignHandle,
                name => {
                    SimulateError::NotAnInput { net: name, problem: "not an input of the top, or the clock" }
                }
            });
        };
        let mut left = width;
        for &word in words {
            if word & !mask(left) != 0 {
                fitted(path, width, words)?;
            }
            left = left.saturating_sub(u64::BITS);
        }
        for (slot, bit) in self.slots[slot as usize..].iter_mut().zip(0..width) {
            let given =
                words.get((bit / u64::BITS) as usize).is_some_and(|word| word >> (bit % u64::BITS) & 1 == 1);
            *slot = *slot & !lanes | lanes_of(given) & lanes;
        }
        self.stale = true;
        Ok(())
    }

    /// One bit of a net in all lanes, lane 0 in bit 0; 0 beyond the net's width.
    pub fn peek_bit(&mut self, net: Net, bit: u32) -> u64 {
        self.look(net, |places, slots| places.get(bit as usize).map_or(0, |&slot| slots[slot as usize]))
    }

    /// The low 64 bits of a net in a lane.
    pub fn peek(&mut self, net: Net, lane: u32) -> u64 {
        self.peek_wide(net, lane) as u64
    }

    /// The low 128 bits of a net in a lane.
    pub fn peek_wide(&mut self, net: Net, lane: u32) -> u128 {
        self.look(net, |places, slots| {
            let low = places.iter().take(u128::BITS as usize).rev();
            low.fold(0, |word, &slot| word << 1 | u128::from(slots[slot as usize] >> (lane % LANES) & 1))
        })
    }

    /// The value of a net in a lane, as wide as it.
    pub fn peek_value(&mut self, net: Net, lane: u32) -> Value {
        self.look(net, |places, slots| {
            Value::from_bits(places.iter().map(|&slot| slots[slot as usize] >> (lane % LANES) & 1 == 1))
        })
    }

    /// Looks at the slots of a net's bits, which are up to date.
    fn look<T>(&mut self, net: Net, look: impl FnOnce(&[Slot], &[u64]) -> T) -> T {
        let Some(&node) = self.flat.nets.get(net.0 as usize) else { return look(&[], &[]) };
        self.settle();
        if let Some(places) = self.outputs.get(&node) {
            return look(places, &self.slots);
        }
        let Self { flat, signals, probes, slots, used, .. } = self;
        let probe = probes.entry(node).or_insert_with(|| {
            let (program, mut found) = compile(&flat.module, signals, *used, [node].into_iter());
            load(slots, used, &program);
            Probe { machine: Machine::new(&program), slots: found.remove(&node).unwrap_or_default() }
        });
        probe.machine.run(slots, &[]);
        look(&probe.slots, slots)
    }

    fn settle(&mut self) {
        if std::mem::replace(&mut self.stale, false) {
            for (engine, reads) in &mut self.stages {
                engine.run(&mut self.slots, &[]);
                self.memories.read_all(reads, &mut self.slots);
            }
            self.engine.run(&mut self.slots, &[]);
        }
    }

    /// One rising edge of the clock in every lane.
    pub fn step(&mut self) {
        self.settle();
        self.memories.write_all(&self.slots);
        self.slots.copy_within(self.next.clone(), self.first_register);
        self.stages.iter_mut().for_each(|(engine, _)| engine.count_cycle());
        self.engine.count_cycle();
        self.stale = true;
        self.cycle += 1;
    }

    /// Rising edges so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Operations of a cycle of all lanes: what the speed depends on.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// Compiles the gates to machine code now, as [`super::Simulation::compile`].
    pub fn compile(&mut self) -> bool {
        let stages = self.stages.iter_mut().all(|(engine, _)| engine.compile());
        self.engine.compile() && stages
    }

    /// The memory at a path.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn memory(&self, path: &str) -> Result<MemoryRef, SimulateError> {
        self.flat.hierarchy.find_memory(path).map(MemoryRef)
    }

    /// A word of a lane's memory.
    ///
    /// # Errors
    /// An address beyond its depth.
    pub fn read_word(&self, memory: MemoryRef, lane: u32, address: u64) -> Result<Value, SimulateError> {
        self.memories.read(memory, lane % LANES, address)
    }

    /// Changes a word of a lane's memory, between edges.
    ///
    /// # Errors
    /// An address beyond its depth, or a value of more bits than a word.
    pub fn write_word(
        &mut self,
        memory: MemoryRef,
        lane: u32,
        address: u64,
        value: &Value,
    ) -> Result<(), SimulateError> {
        self.stale = true;
        self.memories.write(memory, lane % LANES, address, value)
    }
}

/// The read ports (memory, address, data signal) in stages: first those whose address needs no
/// read, then those whose address needs one of these, and so on.
fn stages_of(module: &Module) -> Vec<Vec<(usize, NodeId, usize)>> {
    let ports = module.memories.iter().enumerate();
    let ports =
        ports.flat_map(|(memory, of)| of.reads.iter().map(move |read| (memory, read.address, read.data)));
    let addresses: HashMap<_, _> = ports.clone().map(|(_, address, data)| (data, address)).collect();
    // The pool's order is an order of dependence: a memory's word is made after its address.
    let mut levels: Vec<usize> = Vec::new();
    for (_, node) in module.nodes() {
        levels.push(match node {
            Node::Signal(signal) => {
                addresses.get(signal).map_or(0, |address: &NodeId| levels[address.index()] + 1)
            }
            node => node.operands().iter().map(|operand| levels[operand.index()]).max().unwrap_or(0),
        });
    }
    let mut stages: Vec<Vec<_>> = Vec::new();
    for (memory, address, data) in ports {
        let level = levels[address.index()];
        if stages.len() <= level {
            stages.resize_with(level + 1, Vec::new);
        }
        stages[level].push((memory, address, data.index()));
    }
    stages
}

/// A program for these nodes over the state, and the slots of the bits of each.
fn compile(
    module: &Module,
    signals: &[Slot],
    first: Slot,
    roots: impl Iterator<Item = NodeId>,
) -> (Program, HashMap<NodeId, Vec<Slot>>) {
    let none = HashMap::new();
    let mut gates = Gates::new(module, signals, Lowering::new(module, &[], &none, first));
    let words: Vec<(NodeId, Vec<Slot>)> = roots.map(|root| (root, gates.words(root))).collect();
    let mut lowering = gates.lowering;
    let all: Vec<Slot> = words.iter().flat_map(|(_, words)| words.iter().copied()).collect();
    lowering.fuse(&all);
    let (program, places) = schedule(&lowering, all);
    let place = |word: Slot| match word.checked_sub(first) {
        // What is asked for has a place.
        Some(index) => places[index as usize].unwrap_or(0),
        None => word,
    };
    let found = words.into_iter().map(|(root, words)| (root, words.into_iter().map(place).collect()));
    (program, found.collect())
}
