//! Cutting a circuit at its state and at other circuits: the rest is combinational, between named
//! bits.
//!
//! The outputs of registers, memories and instances become inputs of the [`Model`]. Their inputs
//! become its outputs; so does every clock. Two circuits are equal if their models have the same
//! inputs and outputs, the same [`Model::facts`] and, for all inputs, the same values at the
//! outputs. That is stronger than equal behaviour. It holds for every step of every run by
//! induction, because both begin with the same initial values.

use std::collections::{BTreeMap, BTreeSet};

use super::circuit::{Bit, Cell, Circuit, Circuits, Level, Setting, Way, highest};
use super::export::contents;
use crate::netlist::{Direction, Memory, Module};

/// The logic between the cuts of a circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Ports that come in, and what registers, memories and instances give.
    pub inputs: BTreeMap<String, Vec<Bit>>,
    /// Ports that go out, and what registers, memories and instances take.
    pub outputs: BTreeMap<String, Vec<Bit>>,
    /// Facts that have to be equal as they are: initial values and the shapes of memories.
    pub facts: BTreeMap<String, String>,
    /// Combinational cells of Yosys.
    pub cells: BTreeMap<String, Cell>,
}

/// A circuit that does not have what the netlist's module says it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The register, memory, instance or port.
    pub signal: String,
    /// The problem.
    pub problem: String,
}

/// The memories that a comparison leaves out: their contents and ports may be anything.
pub type Excluded<'a> = &'a dyn Fn(&Memory) -> bool;

/// The model of a circuit that should be this module of the netlist.
///
/// # Errors
/// A register, memory, instance or port of one that the other does not have.
pub fn cut(
    module: &Module,
    circuit: &Circuit,
    circuits: &Circuits,
    excluded: Excluded,
) -> Result<Model, Mismatch> {
    let mut cutter = Cutter::new(circuit);
    cutter.ports(module)?;
    for memory in &module.memories {
        cutter.memory(module, memory, excluded(memory))?;
    }
    let registers = module.registers.iter().map(|register| register.output);
    let read = module.memories.iter().flat_map(|memory| &memory.reads).filter(|read| read.clock.is_some());
    for signal in registers.chain(read.map(|read| read.data)) {
        cutter.register(&module.signal(signal).name)?;
    }
    for instance in &module.instances {
        cutter.instance(&instance.name, circuits)?;
    }
    cutter.finish()
}

/// A bit of a flip-flop.
struct FlipFlop {
    next: Bit,
    clock: Bit,
}

struct Cutter<'a> {
    circuit: &'a Circuit,
    model: Model,
    /// The flip-flops not cut yet, by their output.
    flip_flops: BTreeMap<Bit, FlipFlop>,
    /// The value of each bit before the first edge, if any of its names has one.
    initial: BTreeMap<Bit, char>,
    /// The cell each net comes from, and its bit there.
    drivers: BTreeMap<Bit, (&'a Cell, usize)>,
    /// Memories and instances that were cut.
    cut: BTreeSet<&'a str>,
    next_net: u32,
}

impl<'a> Cutter<'a> {
    fn new(circuit: &'a Circuit) -> Self {
        let mut flip_flops = BTreeMap::new();
        let mut drivers = BTreeMap::new();
        for cell in circuit.cells.values() {
            if cell.kind == "$dff" && cell.number("CLK_POLARITY") == 1 {
                let clock = cell.port("CLK").first().copied().unwrap_or(Bit::Fixed(Level::Unknown));
                for (q, d) in cell.port("Q").iter().zip(cell.port("D")) {
                    flip_flops.insert(*q, FlipFlop { next: *d, clock });
                }
            }
            for (place, bit) in cell.port("Y").iter().enumerate() {
                drivers.insert(*bit, (cell, place));
            }
        }
        let of_cells = circuit.cells.values().flat_map(|cell| cell.connections.values());
        let next_net = 1 + highest(of_cells.chain(circuit.ports.values().map(|port| &port.bits)).flatten());
        let mut initial = BTreeMap::new();
        for net in circuit.netnames.values() {
            if let Some(Setting::Text(digits)) = net.attributes.get("init") {
                initial.extend(
                    net.bits.iter().copied().zip(digits.chars().rev()).filter(|(_, digit)| *digit != 'x'),
                );
            }
        }
        let model = Model::default();
        Self { circuit, initial, model, flip_flops, drivers, cut: BTreeSet::new(), next_net }
    }

    fn nets(&mut self, width: usize) -> Vec<Bit> {
        let first = self.next_net;
        self.next_net += width as u32;
        (first..self.next_net).map(Bit::Net).collect()
    }

    /// The ports have to be the module's, one by one.
    fn ports(&mut self, module: &Module) -> Result<(), Mismatch> {
        for port in &module.ports {
            let signal = module.signal(port.signal);
            let wanted = match port.direction {
                Direction::Input => Way::Input,
                Direction::Output => Way::Output,
            };
            let found = self.circuit.ports.get(&small(&signal.name));
            let Some(found) = found.filter(|found| found.direction == wanted) else {
                return Err(mismatch(&signal.name, format!("there is no {} of this name", way(wanted))));
            };
            if found.bits.len() != signal.width as usize {
                let problem = format!("{} bits where {} are needed", found.bits.len(), signal.width);
                return Err(mismatch(&signal.name, problem));
            }
            match wanted {
                Way::Input => self.model.inputs.insert(signal.name.clone(), found.bits.clone()),
                Way::Output => self.model.outputs.insert(signal.name.clone(), found.bits.clone()),
            };
        }
        if let Some((name, _)) = self.circuit.ports.iter().find(|(name, _)| {
            !module.ports.iter().any(|port| small(&module.signal(port.signal).name) == **name)
        }) {
            return Err(mismatch(name, "a port that the netlist does not have"));
        }
        Ok(())
    }

    fn register(&mut self, name: &str) -> Result<(), Mismatch> {
        let Some(net) = self.circuit.netnames.get(&small(name)) else {
            return Err(mismatch(name, "there is no register of this name"));
        };
        let (mut next, mut clock) = (Vec::new(), Vec::new());
        for (place, bit) in net.bits.iter().enumerate() {
            let Some(flip_flop) = self.flip_flops.remove(bit) else {
                return Err(mismatch(name, format!("bit {place} is no flip-flop of its own")));
            };
            next.push(flip_flop.next);
            clock.push(flip_flop.clock);
        }
        let initial =
            net.bits.iter().rev().map(|bit| self.initial.get(bit).copied().unwrap_or('x')).collect();
        self.model.facts.insert(format!("{name}, initial value"), initial);
        self.model.inputs.insert(name.into(), net.bits.clone());
        self.model.outputs.insert(format!("{name}.next"), next);
        self.model.outputs.insert(format!("{name}.clock"), clock);
        Ok(())
    }

    fn instance(&mut self, name: &str, circuits: &Circuits) -> Result<(), Mismatch> {
        let found = self.circuit.cells.get_key_value(&small(name)).filter(|(_, cell)| cell.is_instance());
        let Some((key, cell)) = found else {
            return Err(mismatch(name, "there is no instance of this name"));
        };
        let Some(of) = circuits.modules.get(&cell.kind) else {
            return Err(mismatch(name, format!("it is of `{}`, which is not there", cell.kind)));
        };
        for (port, bits) in &cell.connections {
            let Some(shape) = of.ports.get(port) else {
                return Err(mismatch(name, format!("`{}` has no port `{port}`", cell.kind)));
            };
            match shape.direction {
                // An output left open.
                _ if bits.is_empty() => None,
                Way::Input => self.model.outputs.insert(format!("{name}.{port}"), bits.clone()),
                Way::Output => self.model.inputs.insert(format!("{name}.{port}"), bits.clone()),
            };
        }
        self.cut.insert(key);
        Ok(())
    }

    /// Write ports in their order, read ports under the names of their signals. The word and the
    /// address of a write port count only where it writes.
    fn memory(&mut self, module: &Module, memory: &Memory, excluded: bool) -> Result<(), Mismatch> {
        let name = &memory.name;
        let is_memory = |(_, cell): &(&'a String, &'a Cell)| cell.kind == "$mem_v2";
        let named = self.circuit.cells.get_key_value(&small(name)).filter(is_memory);
        let Some((key, cell)) = named.or_else(|| self.table(module, memory)) else {
            return Err(mismatch(name, "there is no memory of this name"));
        };
        self.cut.insert(key);
        let (width, address) = (cell.number("WIDTH") as usize, cell.number("ABITS") as usize);
        let ports = (cell.number("RD_PORTS") as usize, cell.number("WR_PORTS") as usize);
        let wanted = (memory.reads.len(), memory.writes.len());
        let shape = (width, address, cell.number("SIZE"));
        let needed = (memory.width as usize, memory.address_width() as usize, memory.depth);
        if ports != wanted || shape != needed {
            let problem = format!(
                "{} reads and {} writes of {width} bits, {} words, where {} and {} of {} bits, {} words, are needed",
                ports.0, ports.1, shape.2, wanted.0, wanted.1, memory.width, memory.depth
            );
            return Err(mismatch(name, problem));
        }
        let (contents, reversed) = self.contents(memory, cell);
        let at = |port: &str, place: usize, size: usize| -> Vec<Bit> {
            cell.port(port).iter().skip(place * size).take(size).copied().collect()
        };
        for read in &memory.reads {
            let signal = &module.signal(read.data).name;
            let place = self.read_port(signal, cell, width)?;
            self.model.inputs.insert(format!("{name}.word_of_{signal}"), at("RD_DATA", place, width));
            if !excluded {
                let word = self.counted(at("RD_ADDR", place, address), reversed);
                self.model.outputs.insert(format!("{name}.address_of_{signal}"), word);
            }
        }
        if excluded {
            return Ok(());
        }
        for place in 0..ports.1 {
            let enable = at("WR_EN", place, width);
            let any = self.unary("$reduce_or", &enable);
            let (data, word) = (at("WR_DATA", place, width), at("WR_ADDR", place, address));
            let data = self.both(&data, &enable);
            let word = self.counted(word, reversed);
            let word = self.both(&word, &any.repeat(address));
            for (what, bits) in
                [("enable", enable), ("data", data), ("address", word), ("clock", at("WR_CLK", place, 1))]
            {
                self.model.outputs.insert(format!("{name}.write_{place}.{what}"), bits);
            }
        }
        self.model.facts.insert(format!("{name}, contents"), contents);
        for parameter in MEMORY_FACTS {
            let said = match cell.parameters.get(parameter) {
                Some(Setting::Number(number)) => format!("{number:b}"),
                Some(Setting::Text(digits)) => digits.clone(),
                None => String::new(),
            };
            // Leading zeros do not count; Yosys writes as many as it likes.
            let said = said.trim_start_matches('0').to_string();
            self.model.facts.insert(format!("{name}, {parameter}"), said);
        }
        Ok(())
    }

    /// The contents of a memory before the first write, and whether it counts its words from the
    /// end, as GHDL may. Then they are turned round, and so is every address, which gives the same
    /// memory.
    fn contents(&self, memory: &Memory, cell: &Cell) -> (String, bool) {
        let digits = match cell.parameters.get("INIT") {
            Some(Setting::Text(digits)) => digits.clone(),
            Some(Setting::Number(number)) => format!("{number:b}"),
            None => String::new(),
        };
        let length = memory.depth as usize * memory.width as usize;
        // Longer than the widths of formats go.
        let digits = "0".repeat(length.saturating_sub(digits.len())) + &digits;
        let words: Vec<String> = digits
            .as_bytes()
            .chunks(memory.width.max(1) as usize)
            .map(|word| String::from_utf8_lossy(word).into())
            .collect();
        let turned: String = words.into_iter().rev().collect();
        let wanted = contents(memory);
        if digits != wanted && turned == wanted { (turned, true) } else { (digits, false) }
    }

    /// An address counted from the start, where it may be counted from the end.
    fn counted(&mut self, address: Vec<Bit>, from_the_end: bool) -> Vec<Bit> {
        if !from_the_end {
            return address;
        }
        let y = self.nets(address.len());
        let width = address.len() as u32;
        let widths = [("A_WIDTH", width), ("Y_WIDTH", width), ("A_SIGNED", 0)];
        self.own_cell("$not", &widths, &[("A", &address), ("Y", &y)]);
        y
    }

    /// The memory that nothing writes and that leads to the first read of this one, if nothing
    /// writes this one either: GHDL does not keep the names of tables.
    fn table(&self, module: &Module, memory: &Memory) -> Option<(&'a String, &'a Cell)> {
        let read = memory.reads.first().filter(|_| memory.writes.is_empty())?;
        let signal = &module.signal(read.data).name;
        self.circuit.cells.iter().find(|(_, cell)| {
            let table = cell.kind == "$mem_v2" && cell.number("WR_PORTS") == 0;
            table && self.read_port(signal, cell, cell.number("WIDTH") as usize).is_ok()
        })
    }

    /// The number of the port that reads for a signal. The signal is the port's word, or a register
    /// that takes it.
    fn read_port(&self, signal: &str, cell: &Cell, width: usize) -> Result<usize, Mismatch> {
        let nets =
            self.circuit.netnames.get(&small(signal)).map(|net| net.bits.as_slice()).unwrap_or_default();
        let first = nets.first().copied();
        let words = cell.port("RD_DATA");
        let mut open: Vec<Bit> = first.into_iter().collect();
        open.extend(first.and_then(|bit| self.flip_flops.get(&bit)).map(|flip_flop| flip_flop.next));
        let mut seen = BTreeSet::new();
        while let Some(bit) = open.pop() {
            if let Some(place) = words.iter().position(|word| *word == bit) {
                return Ok(place / width.max(1));
            }
            // Only through what passes a value on: the enable of a clocked port.
            let from =
                self.drivers.get(&bit).filter(|(cell, _)| ["$mux", "$pos"].contains(&cell.kind.as_str()));
            if let Some((cell, place)) = from.filter(|_| seen.insert(bit)) {
                open.extend(["A", "B"].iter().filter_map(|port| cell.port(port).get(*place)));
            }
        }
        Err(mismatch(signal, "no read port of the memory leads to it"))
    }

    fn unary(&mut self, kind: &str, a: &[Bit]) -> Vec<Bit> {
        let y = self.nets(1);
        let widths = [("A_WIDTH", a.len() as u32), ("Y_WIDTH", 1), ("A_SIGNED", 0)];
        self.own_cell(kind, &widths, &[("A", a), ("Y", &y)]);
        y
    }

    fn both(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let y = self.nets(a.len());
        let (of_a, of_b) = (a.len() as u32, b.len() as u32);
        let widths =
            [("A_WIDTH", of_a), ("B_WIDTH", of_b), ("Y_WIDTH", of_a), ("A_SIGNED", 0), ("B_SIGNED", 0)];
        self.own_cell("$and", &widths, &[("A", a), ("B", b), ("Y", &y)]);
        y
    }

    fn own_cell(&mut self, kind: &str, parameters: &[(&str, u32)], connections: &[(&str, &[Bit])]) {
        let name = format!("$cut${}", self.model.cells.len());
        self.model.cells.insert(name, Cell::new(kind, parameters, connections));
    }

    /// Takes over the logic, once nothing but logic is left.
    fn finish(mut self) -> Result<Model, Mismatch> {
        let ports = self.circuit.ports.values().map(|port| &port.bits);
        let into =
            |cell: &'a Cell| cell.connections.iter().filter(|(port, _)| *port != "Q").map(|(_, bits)| bits);
        let read: BTreeSet<&Bit> =
            self.circuit.cells.values().flat_map(into).chain(ports).flatten().collect();
        for bit in self.flip_flops.keys() {
            let of_bit = self.circuit.netnames.iter().filter(|(_, net)| net.bits.contains(bit));
            let own = of_bit.map(|(name, _)| name.as_str()).find(|name| !name.starts_with('$'));
            // Yosys leaves some of its own that nothing reads, for the write ports of memories.
            if own.is_some() || read.contains(bit) {
                return Err(mismatch(own.unwrap_or("?"), "a register that the netlist does not have"));
            }
        }
        for (name, cell) in &self.circuit.cells {
            if self.cut.contains(name.as_str()) || cell.kind == "$dff" && cell.number("CLK_POLARITY") == 1 {
                continue;
            }
            if !COMBINATIONAL.contains(&cell.kind.as_str()) {
                return Err(mismatch(name, format!("a `{}` that the netlist does not have", cell.kind)));
            }
            self.model.cells.insert(name.clone(), cell.clone());
        }
        Ok(self.model)
    }
}

impl Model {
    /// Gives every bit that is read but not driven, or unknown, to a new input of this name. Each
    /// may be anything, and a proof that holds for all inputs does not depend on it.
    pub fn free_unknown(&mut self, name: &str) {
        let mut driven: BTreeSet<Bit> = self.inputs.values().flatten().copied().collect();
        driven.extend(self.cells.values().flat_map(|cell| cell.port("Y")).copied());
        let mut next = highest(driven.iter().chain(self.read()));
        let mut freed = BTreeMap::new();
        let mut free = Vec::new();
        let read = self.cells.values_mut().flat_map(|cell| {
            cell.connections.iter_mut().filter(|(port, _)| *port != "Y").map(|(_, bits)| bits)
        });
        for bit in read.chain(self.outputs.values_mut()).flatten() {
            let known = match bit {
                Bit::Fixed(level) => matches!(level, Level::Low | Level::High),
                Bit::Net(_) => driven.contains(bit),
            };
            if known {
                continue;
            }
            let mut fresh = || {
                next += 1;
                free.push(Bit::Net(next));
                Bit::Net(next)
            };
            *bit = match bit {
                // The same net is the same value everywhere; every unknown constant is one of its
                // own.
                Bit::Net(_) => *freed.entry(*bit).or_insert_with(fresh),
                Bit::Fixed(_) => fresh(),
            };
        }
        if !free.is_empty() {
            self.inputs.insert(name.into(), free);
        }
    }

    /// Every bit that is read.
    fn read(&self) -> impl Iterator<Item = &Bit> {
        let of_cells = self.cells.values().flat_map(|cell| cell.connections.values());
        of_cells.chain(self.outputs.values()).flatten()
    }
}

/// Parameters of Yosys' memory cell that have to be equal.
const MEMORY_FACTS: [&str; 9] = [
    "SIZE",
    "OFFSET",
    "WIDTH",
    "RD_CLK_ENABLE",
    "RD_WIDE_CONTINUATION",
    "WR_CLK_ENABLE",
    "WR_CLK_POLARITY",
    "WR_PRIORITY_MASK",
    "WR_WIDE_CONTINUATION",
];

/// The cells of Yosys that hold no state. Each drives only its port `Y`.
const COMBINATIONAL: [&str; 38] = [
    "$not",
    "$pos",
    "$neg",
    "$and",
    "$or",
    "$xor",
    "$xnor",
    "$reduce_and",
    "$reduce_or",
    "$reduce_xor",
    "$reduce_xnor",
    "$reduce_bool",
    "$logic_not",
    "$logic_and",
    "$logic_or",
    "$shl",
    "$shr",
    "$sshl",
    "$sshr",
    "$shift",
    "$shiftx",
    "$lt",
    "$le",
    "$eq",
    "$ne",
    "$eqx",
    "$nex",
    "$ge",
    "$gt",
    "$add",
    "$sub",
    "$mul",
    "$div",
    "$mod",
    "$mux",
    "$pmux",
    "$bmux",
    "$demux",
];

fn small(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn way(way: Way) -> &'static str {
    match way {
        Way::Input => "input",
        Way::Output => "output",
    }
}

fn mismatch(signal: &str, problem: impl Into<String>) -> Mismatch {
    Mismatch { signal: signal.into(), problem: problem.into() }
}
