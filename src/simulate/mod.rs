//! The built-in cycle simulator: the meaning of a netlist.
//!
//! It has two-state values and one clock, and runs cycle by cycle. A design is flattened and
//! lowered to a straight line of operations on machine words ([`program`]). Operations on bits are
//! packed into operations on words, and the line is run; no outside tool is needed. It is
//! interpreted from the first cycle on. In the meantime it is compiled to machine code, which takes
//! over after a few thousand cycles ([`Simulation::compile`] does it at once). Both compute the
//! same. The machine code leaves out values that nobody reads, so looking at an inner signal costs
//! a run of the interpreter. [`lanes`] runs 64 copies of a design at once.
//!
//! The classic chess machine takes some 11,000 operations a cycle. It starts in less than 0.2 s. It
//! runs about as fast as in Verilator at first, and twice as fast once compiled. Compiling takes
//! some 0.05 s of another thread. One clock and two states are the limits.
//!
//! - Between edges, every signal has the value of its expression for the present inputs, registers
//!   and memories.
//! - At a rising edge ([`Simulation::step`]), every register takes its next value if its enable
//!   holds; a reset wins over the enable. Clocked memory reads take the word from before the edge.
//!   Of two writes to one word, the later port's stays.
//! - Before the first edge, a register holds its initial value, a clocked read port zero, and a
//!   memory its initial words.

mod clocked;
pub mod command_port;
mod elaborate;
mod engine;
mod error;
mod fuse;
mod hierarchy;
mod interface;
pub mod lanes;
mod lower;
mod memory;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod native;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "no_native.rs"]
mod native;
pub mod outside;
mod pack;
mod ports;
pub mod program;
mod resolve;
mod run;
mod schedule;
mod simplify;
#[cfg(test)]
mod tests;
mod trace;
pub mod transcript;
pub(crate) mod under_way;

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use crate::netlist::{Design, Node, NodeId, Value};
use elaborate::{Flat, elaborate};
use engine::{Engine, Wanted};
pub use error::SimulateError;
pub use interface::{Interface, PortShape};
use lower::{Lowering, Source, Word, words_of};
use memory::Memories;
pub use ports::{Ports, PortsError};
use program::{Program, Slot};
use run::{Machine, SMALL};
use schedule::schedule;
use trace::{Trace, Traced};
pub use under_way::Latency;

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

/// An input of the top.
struct Input {
    slot: Slot,
    width: u32,
    is_clock: bool,
}

/// A running design.
///
/// ```
/// use movewright::describe::{Builder, Project};
/// use movewright::simulate::Simulation;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let b = Builder::new("later", "Its input a clock cycle later.");
/// b.clock();
/// b.output("late", &b.input("early", 8).later("held"));
/// let mut project = Project::new("later");
/// project.add(b)?;
/// let mut simulation = Simulation::new(&project.finish()?)?;
/// let (early, late) = (simulation.find("early")?, simulation.find("late")?);
/// simulation.poke(early, 42)?;
/// simulation.step();
/// assert_eq!(simulation.peek(late), 42);
/// # Ok(())
/// # }
/// ```
pub struct Simulation {
    flat: Flat,
    sources: Vec<Source>,
    /// The slots of every node the machine computes, and of inputs and registers.
    known: HashMap<NodeId, Vec<Slot>>,
    engine: Engine,
    operations: usize,
    /// For each slot of the engine, whether it is up to date when only the values for an edge were
    /// computed.
    kept: Vec<bool>,
    probes: HashMap<NodeId, Probe>,
    /// The state of all programs; at least as many slots as a small machine numbers.
    slots: Vec<u64>,
    /// The number of slots in use.
    used: Slot,
    memories: Memories,
    /// The first register. Registers stand side by side from here on. At an edge they take the
    /// words that stand in the same order elsewhere.
    first_register: usize,
    next: Range<usize>,
    /// The inputs of the top, by net.
    inputs: HashMap<u32, Input>,
    /// The ports that a driver has named so far.
    ports: HashMap<String, Net>,
    cycle: u64,
    /// Counts changes of inputs, registers and memories.
    state: u64,
    /// The state for which what an edge needs was last computed.
    settled: u64,
    /// The state for which everything was last computed.
    complete: u64,
    trace: Option<Trace>,
}

impl Simulation {
    /// Elaborates the design from its top.
    ///
    /// # Errors
    /// A signal without driver or with two, unequal widths, a combinational loop, or more than one
    /// clock.
    pub fn new(design: &Design) -> Result<Self, SimulateError> {
        let flat = elaborate(design)?;
        let module = &flat.module;
        // Slots of state: inputs, then registers.
        let mut sources = vec![Source::State(0); module.signals.len()];
        let mut slots: Vec<u64> = Vec::new();
        let mut inputs = HashMap::new();
        for &(net, signal) in &flat.inputs {
            let slot = next_slot(slots.len())?;
            let width = module.signal(signal).width;
            sources[signal.index()] = Source::State(slot);
            inputs.insert(net, Input { slot, width, is_clock: flat.clock == Some(signal) });
            slots.resize(slots.len() + words_of(width) as usize, 0);
        }
        let first_register = slots.len();
        for register in &module.registers {
            sources[register.output.index()] = Source::State(next_slot(slots.len())?);
            slots.extend(register.initial.words());
        }
        let mut memories = Memories::new(module, &mut sources)?;
        let mut roots: Vec<NodeId> = module.registers.iter().map(|register| register.next).collect();
        for write in module.memories.iter().flat_map(|memory| &memory.writes) {
            roots.extend([write.enable, write.address, write.data]);
        }
        roots.extend(&flat.outputs);
        let (program, known) = compile(&flat, &sources, &HashMap::new(), next_slot(slots.len())?, &roots);
        let slots_of = |node: NodeId| known.get(&node).cloned().unwrap_or_default();
        memories.connect(module, slots_of);
        let next = module.registers.iter().flat_map(|register| slots_of(register.next));
        let moved: Vec<(Slot, Slot)> = next.zip(program.end..).collect();
        let kept = flat.outputs.iter().flat_map(|&output| slots_of(output)).chain(memories.slots()).collect();
        let wanted = Wanted { kept, moved };
        let mut used = program.first;
        load(&mut slots, &mut used, &program);
        let next = used as usize..used as usize + wanted.moved.len();
        used = next_slot(next.end)?;
        slots.resize(slots.len().max(next.end), 0);
        let kept = wanted.marks(&program);
        Ok(Self {
            sources,
            operations: program.operations.len(),
            engine: Engine::new(program, wanted, memories.words.len()),
            kept,
            probes: HashMap::new(),
            slots,
            used,
            memories,
            first_register,
            next,
            inputs,
            ports: HashMap::new(),
            known,
            flat,
            cycle: 0,
            state: 1,
            settled: 0,
            complete: 0,
            trace: None,
        })
    }

    /// The signal at a path: the name of a port or signal of the top, or instance names and a
    /// signal's name joined by dots.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn find(&self, path: &str) -> Result<Net, SimulateError> {
        self.flat.hierarchy.find_signal(path).map(Net)
    }

    /// The same for a driver, which names the same few ports again and again.
    fn port(&mut self, name: &str) -> Result<Net, SimulateError> {
        if let Some(&net) = self.ports.get(name) {
            return Ok(net);
        }
        let net = self.find(name)?;
        self.ports.insert(name.to_string(), net);
        Ok(net)
    }

    /// The width of a net in bits; 0 for a net of another simulation that this one does not have.
    pub fn width(&self, net: Net) -> u32 {
        self.flat.width(net.0)
    }

    /// Sets an input of the top.
    ///
    /// # Errors
    /// The net is no input of the top, or its clock; or the value has more bits than it.
    pub fn poke(&mut self, net: Net, value: u64) -> Result<(), SimulateError> {
        self.poke_words(net, &[value])
    }

    /// Sets an input of the top. The value may be narrower, or wider with zeros in its additional
    /// bits.
    ///
    /// # Errors
    /// As [`Simulation::poke`].
    pub fn poke_value(&mut self, net: Net, value: &Value) -> Result<(), SimulateError> {
        self.poke_words(net, value.words())
    }

    fn poke_words(&mut self, net: Net, words: &[u64]) -> Result<(), SimulateError> {
        let path = || self.flat.hierarchy.path(net.0);
        let Some(&Input { slot, width, is_clock }) = self.inputs.get(&net.0) else {
            return Err(match path() {
                name if name.is_empty() => SimulateError::ForeignHandle,
                name => SimulateError::NotAnInput { net: name, problem: "not an input of the top" },
            });
        };
        if is_clock {
            return Err(SimulateError::NotAnInput { net: path(), problem: "the clock, which `step` drives" });
        }
        let value = fitted(path, width, words)?;
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
        let is_state = |&slot: &Slot| (slot as usize) < self.first_register + self.next.len();
        let is_kept = |&slot: &Slot| self.kept.get(slot as usize).is_some_and(|&kept| kept);
        match self.known.get(&node) {
            // State needs no logic to be run.
            Some(slots) if slots.iter().all(is_state) => {}
            Some(slots) if slots.iter().all(is_kept) => self.settle(),
            Some(_) => self.complete(),
            None => self.probe(node),
        }
        let probe = self.probes.get(&node).map(|probe| &probe.slots);
        let places = self.known.get(&node).or(probe).map_or(&[][..], Vec::as_slice);
        read(&mut places.iter().map(|&slot| self.slots[slot as usize]))
    }

    /// Brings the logic behind a node nobody else needs up to date.
    fn probe(&mut self, node: NodeId) {
        self.complete();
        let Self { flat, sources, known, probes, slots, used, .. } = self;
        let probe = probes.entry(node).or_insert_with(|| {
            let (program, found) = compile(flat, sources, known, *used, &[node]);
            load(slots, used, &program);
            let slots = found.get(&node).cloned().unwrap_or_default();
            Probe { machine: Machine::new(&program), slots, seen: 0 }
        });
        if probe.seen != self.state {
            probe.machine.run(&mut self.slots, &self.memories.words);
            probe.seen = self.state;
        }
    }

    /// Computes the values for an edge and for the outputs, if anything changed since they were
    /// last computed.
    fn settle(&mut self) {
        if self.settled != self.state {
            self.settled = self.state;
            if self.engine.run(&mut self.slots, &self.memories.words) {
                self.complete = self.state;
            }
        }
    }

    /// Computes everything, if anything changed since that was last done.
    fn complete(&mut self) {
        self.settle();
        if self.complete != self.state {
            self.engine.run_all(&mut self.slots, &self.memories.words);
            self.complete = self.state;
        }
    }

    /// Compiles the design to machine code now, which otherwise happens during the first few
    /// thousand cycles. Returns false if this processor is not supported; then the interpreter goes
    /// on.
    pub fn compile(&mut self) -> bool {
        self.engine.compile()
    }

    /// Whether machine code runs already.
    pub fn is_compiled(&self) -> bool {
        self.engine.is_compiled()
    }

    /// One rising edge of the clock, after the logic has settled.
    ///
    /// The logic runs once for every change that is read. So set all inputs of a cycle first, then
    /// read, then step. Reading an input or a register runs nothing.
    pub fn step(&mut self) {
        self.settle();
        self.sample();
        self.memories.write_all(&self.slots);
        self.slots.copy_within(self.next.clone(), self.first_register);
        self.engine.count_cycle();
        self.state += 1;
        self.cycle += 1;
    }

    /// Rising edges so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Operations of a cycle: what the speed depends on.
    pub fn operations(&self) -> usize {
        self.operations
    }

    /// The memory at a path, as [`Simulation::find`] finds signals.
    ///
    /// # Errors
    /// There is none; the error names the nearest.
    pub fn memory(&self, path: &str) -> Result<MemoryRef, SimulateError> {
        self.flat.hierarchy.find_memory(path).map(MemoryRef)
    }

    /// A word of a memory.
    ///
    /// # Errors
    /// An address beyond its depth.
    pub fn read_word(&self, memory: MemoryRef, address: u64) -> Result<Value, SimulateError> {
        self.memories.read(memory, address)
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
        self.memories.write(memory, address, value)?;
        self.state += 1;
        Ok(())
    }
}

impl Simulation {
    /// Starts a trace of every signal from the present cycle on: VCD or FST, by the ending of the
    /// name. A trace under way is finished first. Dropping the simulation finishes it too, but
    /// reports no errors.
    ///
    /// # Errors
    /// A name that ends otherwise, or a file that cannot be written.
    pub fn trace(&mut self, path: &Path) -> Result<(), SimulateError> {
        self.finish()?;
        let Self { flat, sources, known, .. } = self;
        let is_clock = |node: NodeId| match flat.module.node(node) {
            Node::Signal(signal) => Some(*signal) == flat.clock,
            _ => false,
        };
        let (program, found) = compile(flat, sources, known, self.used, &flat.nets);
        let slots = |node: NodeId| match is_clock(node) {
            true => None,
            false => known.get(&node).or_else(|| found.get(&node)).cloned(),
        };
        let traced: Traced = flat.nets.iter().map(|&node| (node, slots(node))).collect();
        self.trace = Some(Trace::start(path, &flat.hierarchy, &flat.nets, &traced, Machine::new(&program))?);
        load(&mut self.slots, &mut self.used, &program);
        Ok(())
    }

    /// Adds the present cycle to the trace, if there is one.
    fn sample(&mut self) {
        if self.trace.is_some() {
            self.complete();
        }
        if let Some(trace) = &mut self.trace {
            trace.sample(self.cycle, &mut self.slots, &self.memories.words);
        }
    }

    /// Finishes the trace with the present cycle. Does nothing if no trace is under way.
    ///
    /// # Errors
    /// The file could not be written, now or earlier.
    pub fn finish(&mut self) -> Result<(), SimulateError> {
        self.sample();
        self.trace.take().map_or(Ok(()), |trace| trace.finish(self.cycle))
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        // Whoever wants to know calls `finish`.
        let _ = self.finish();
    }
}

/// The words as a value of this width, if they fit.
fn fitted(thing: impl Fn() -> String, width: u32, words: &[u64]) -> Result<Value, SimulateError> {
    let value = Value::from_words(width, words);
    let whole = Value::from_words(words.len() as u32 * 64, words);
    if whole == Value::from_words(whole.width(), value.words()) {
        Ok(value)
    } else {
        Err(SimulateError::TooWide { thing: thing(), value: format!("0x{}", whole.to_hex()), width })
    }
}

fn next_slot(count: usize) -> Result<Slot, SimulateError> {
    if count < 1 << 31 { Ok(count as Slot) } else { Err(SimulateError::TooLarge) }
}

/// A program for these nodes over the known ones, and the slots of every node it computes.
fn compile(
    flat: &Flat,
    sources: &[Source],
    known: &HashMap<NodeId, Vec<Slot>>,
    first: Slot,
    roots: &[NodeId],
) -> (Program, HashMap<NodeId, Vec<Slot>>) {
    let mut lowering = Lowering::new(&flat.module, sources, known, first);
    lowering.lower(roots);
    let words = roots.iter().filter_map(|root| lowering.words.get(root)).flatten();
    let mut words: Vec<Word> = words.copied().collect();
    lowering.pack(&mut words);
    lowering.fuse(&words);
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
fn load(slots: &mut Vec<u64>, used: &mut Slot, program: &Program) {
    let first = program.first as usize;
    slots.resize(slots.len().max(program.end as usize).max(SMALL), 0);
    slots[first..first + program.constants.len()].copy_from_slice(&program.constants);
    *used = program.end;
}
