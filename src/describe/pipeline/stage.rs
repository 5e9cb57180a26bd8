//! One stage as a module: the registers that take what arrives, and the logic behind them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::buses::{Bit, Buses, Line, split};
use super::copies::Copies;
use super::reads::{Bits, Reads};
use crate::netlist::{
    Assign, Attribute, Direction, Module, Node, NodeId, Register, SignalId, UnaryOp, Value, WidthMismatch,
    mangle,
};

/// A stage, and what its ports are for.
pub(super) struct Stage {
    pub module: Module,
    /// The input port of each bus, in the order of [`Buses::registers`].
    pub inputs: Vec<String>,
    /// The output port of each line, in the order of [`Buses::leaving`].
    pub outputs: Vec<String>,
    /// Bits of copies of registers.
    pub copied: u32,
}

/// Families of signals that the title of a stage names, at most.
const NAMED: usize = 6;

/// Characters of a title, at most: a line has fewer than 160, comment marks included.
const TITLE: usize = 156;

/// Builds a stage, from 1. A register has a copy for each group of this many readers.
pub(super) fn stage(
    reads: &Reads,
    buses: &Buses,
    copies: Option<u32>,
    number: u32,
) -> Result<Stage, WidthMismatch> {
    let mut copies = Copies::new(copies);
    let mut sources = HashMap::new();
    if copies.any() {
        let mut counting = StageBuilder::new(reads, buses, copies, sources, number);
        counting.counts_only = true;
        counting.registers();
        counting.results()?;
        copies = counting.copies.second_round();
        sources = counting.sources;
    }
    let mut builder = StageBuilder::new(reads, buses, copies, sources, number);
    let inputs = builder.registers();
    let outputs = builder.results()?;
    let copied = builder.copied;
    Ok(Stage { module: builder.finish(), inputs, outputs, copied })
}

struct StageBuilder<'a> {
    reads: &'a Reads<'a>,
    buses: &'a Buses,
    number: u32,
    result: Module,
    /// The values that are built, by the node's place.
    built: Vec<Option<NodeId>>,
    /// The places of a bit in the registers and their copies.
    places: HashMap<(Bit, u32), (SignalId, u32)>,
    copies: Copies,
    /// In the first round, readers are counted, and nothing is built.
    counts_only: bool,
    copied: u32,
    /// The sources of the bits of wiring.
    sources: HashMap<NodeId, Rc<[Source]>>,
    /// Names in lower case.
    taken: HashSet<String>,
    /// Families that are worked out here.
    families: Vec<String>,
}

/// The source of a bit of an operand, through wiring.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Source {
    of: Base,
    /// Whether the bit is inverted on the way.
    inverted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// A bit of a value that arrives in the registers.
    Register(Bit),
    /// A bit of a value that is worked out here.
    Value(NodeId, u32),
}

/// A bit of an operand: of a copy of registers, or else of the operand as it was built.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    of: Option<SignalId>,
    place: u32,
    inverted: bool,
}

impl Piece {
    fn is_before(&self, next: &Self) -> bool {
        *next == Self { place: self.place + 1, ..*self }
    }
}

impl<'a> StageBuilder<'a> {
    fn new(
        reads: &'a Reads<'a>,
        buses: &'a Buses,
        copies: Copies,
        sources: HashMap<NodeId, Rc<[Source]>>,
        number: u32,
    ) -> Self {
        let module = reads.module;
        let mut taken = HashSet::from(["clock".to_owned()]);
        let nodes = reads.order.nodes().iter().filter(|id| reads.stage(**id) == number);
        taken.extend(nodes.filter_map(|&id| reads.name(id)).map(|id| module.signal(id).name.to_lowercase()));
        if number == reads.last {
            let outputs = module.ports_of(Direction::Output);
            taken.extend(outputs.map(|id| module.signal(id).name.to_lowercase()));
        }
        Self {
            reads,
            buses,
            number,
            result: Module::new(format!("{}_stage_{number}", module.name), ""),
            built: vec![None; module.nodes().count()],
            places: HashMap::new(),
            copies,
            counts_only: false,
            copied: 0,
            sources,
            taken,
            families: Vec::new(),
        }
    }

    /// A free name: the wanted one if it is free.
    fn free_name(&mut self, wanted: &str) -> String {
        let name = mangle(wanted, |name| self.taken.contains(name));
        self.taken.insert(name.to_lowercase());
        name
    }

    /// An input port and a register for each bus. The registers begin with zeros.
    fn registers(&mut self) -> Vec<String> {
        let buses = self.buses.registers(self.number);
        if buses.is_empty() {
            return Vec::new();
        }
        let clock = self.result.add_port(Direction::Input, "clock", 1);
        let mut ports = Vec::new();
        let mut inputs = Vec::new();
        for bus in buses {
            let width = bus.bits.len() as u32;
            let name = self.buses.name(bus.family, bus.bits.iter().map(|(bit, _)| bit)).to_owned();
            let name = self.free_name(&name);
            let port = self.free_name(&format!("{name}_in"));
            let signal = self.result.add_port(Direction::Input, port.clone(), width);
            self.result.signal_mut(signal).comment = Some(origin(&bus.bits));
            ports.push(port);
            inputs.push((name, signal, bus));
        }
        for (name, port, bus) in inputs {
            let output = self.result.add_signal(name, bus.bits.len() as u32);
            let next = self.result.read(port);
            let initial = Value::zero(bus.bits.len() as u32);
            self.result.registers.push(Register { output, clock, next, enable: None, reset: None, initial });
            for (place, (bit, _)) in bus.bits.iter().enumerate() {
                self.places.insert((*bit, 0), (output, place as u32));
            }
            let most = bus.bits.iter().map(|(bit, _)| self.copies.of(*bit)).max().unwrap_or(1);
            for copy in 1..most {
                self.copy(copy, output, port, clock, &bus.bits);
            }
        }
        ports
    }

    /// Another register with those bits of a bus that have this many copies.
    fn copy(&mut self, copy: u32, of: SignalId, port: SignalId, clock: SignalId, bits: &[(Bit, u32)]) {
        let copied = bits.iter().enumerate().filter(|(_, (bit, _))| self.copies.of(*bit) > copy);
        let copied: Vec<(u32, Bit)> = copied.map(|(place, (bit, _))| (place as u32, *bit)).collect();
        let width = copied.len() as u32;
        let name = self.free_name(&format!("{}_copy_{copy}", self.result.signal(of).name));
        let output = self.result.add_signal(name, width);
        self.result.signal_mut(output).attributes.push(Attribute::Keep);
        let port = self.result.read(port);
        let mut parts = Vec::new();
        for run in copied.chunk_by(|a, b| a.0 + 1 == b.0) {
            // A bus has no fewer bits than its copy.
            parts.extend(self.result.slice(port, run[0].0, run.len() as u32));
        }
        parts.reverse();
        let next = self.result.concat(&parts);
        let initial = Value::zero(width);
        self.result.registers.push(Register { output, clock, next, enable: None, reset: None, initial });
        self.copied += width;
        for ((_, bit), place) in copied.into_iter().zip(0..) {
            self.places.insert((bit, copy), (output, place));
        }
    }

    /// The output ports: one for each line that leaves, and in the last stage those of the logic.
    /// Returns the names of the lines' ports.
    fn results(&mut self) -> Result<Vec<String>, WidthMismatch> {
        let mut ports = Vec::new();
        for line in self.buses.leaving(self.number) {
            ports.push(self.leave(line)?);
        }
        if self.number == self.reads.last {
            for (signal, root) in self.reads.outputs() {
                let value = self.value(root)?;
                let record = self.reads.module.signal(signal);
                let port = self.result.add_port(Direction::Output, record.name.clone(), record.width);
                self.result.signal_mut(port).comment = record.comment.clone();
                self.result.assigns.push(Assign { signal: port, node: value });
            }
        }
        Ok(ports)
    }

    /// An output port for a line.
    fn leave(&mut self, line: &Line) -> Result<String, WidthMismatch> {
        let mut parts = Vec::new();
        for run in line.bits.chunk_by(|a, b| a.0 == b.0 && a.1 + 1 == b.1) {
            let (id, low) = run[0];
            let value = self.value(id)?;
            if !self.counts_only {
                parts.push(self.result.slice(value, low, run.len() as u32)?);
            }
        }
        if self.counts_only {
            return Ok(String::new());
        }
        parts.reverse();
        let node = self.result.concat(&parts);
        let name = format!("{}_to_{}", self.buses.name(line.family, line.bits.iter()), line.to);
        let name = self.free_name(&name);
        let signal = self.result.add_port(Direction::Output, name.clone(), line.bits.len() as u32);
        self.result.assigns.push(Assign { signal, node });
        Ok(name)
    }

    /// The value of a node here.
    fn value(&mut self, id: NodeId) -> Result<NodeId, WidthMismatch> {
        // What a value needs is built before it, without recursion: it is met once to ask for that,
        // and once more when it is there.
        let mut path = vec![(id, false)];
        while let Some((id, asked)) = path.last_mut() {
            let id = *id;
            if self.built[id.index()].is_some() {
                path.pop();
            } else if std::mem::replace(asked, true) {
                let value = if self.counts_only { self.count(id) } else { self.build(id)? };
                self.built[id.index()] = Some(value);
                path.pop();
            } else {
                let missing = self.needs(id).into_iter().filter(|need| self.built[need.index()].is_none());
                path.extend(missing.map(|need| (need, false)));
            }
        }
        match self.built[id.index()] {
            Some(value) => Ok(value),
            None => self.build(id),
        }
    }

    /// Counts the readers that a node's bits are of its operands' bits. The node stands for itself,
    /// as nothing is built.
    fn count(&mut self, id: NodeId) -> NodeId {
        let module = self.reads.module;
        if self.reads.arrives(id, self.number) {
            return id;
        }
        let node = module.node(id);
        if matches!(node, Node::Unary(UnaryOp::Not, _)) {
            return id;
        }
        if let Node::Unary(..) | Node::Binary(..) | Node::Mux { .. } = node {
            let read = self.operand_bits(id);
            for operand in node.operands() {
                if let Some((_, bits)) = read.iter().find(|(id, _)| *id == operand) {
                    self.taken_copies(operand, bits, self.times(id, operand));
                }
            }
        }
        id
    }

    /// The bits of a node that read each bit of an operand: a bit that chooses is read by all.
    fn times(&self, id: NodeId, operand: NodeId) -> u32 {
        let module = self.reads.module;
        if module.width(operand) == 1 { module.width(id) } else { 1 }
    }

    /// The copy of registers that each bit of an operand is taken from, for this many readers of
    /// those that are read.
    fn taken_copies(&mut self, operand: NodeId, read: &[bool], readers: u32) -> Vec<u32> {
        let sources = self.sources(operand);
        let bits = sources.iter().zip(read).map(|(source, read)| match source.of {
            Base::Register(bit) if *read && self.places.contains_key(&(bit, 0)) => {
                self.copies.take(bit, readers)
            }
            _ => 0,
        });
        bits.collect()
    }

    fn needs(&self, id: NodeId) -> Vec<NodeId> {
        if self.reads.arrives(id, self.number) {
            return Vec::new();
        }
        match self.reads.module.node(id) {
            // Of these, all operands are read if the node is.
            node @ (Node::Binary(..) | Node::Mux { .. }) => node.operands(),
            _ => self.operand_bits(id).into_iter().map(|(operand, _)| operand).collect(),
        }
    }

    /// The bits of its operands that are read here for a node.
    fn operand_bits(&self, id: NodeId) -> Vec<(NodeId, Bits)> {
        match self.reads.bits(id, self.number) {
            Some(bits) => self.reads.operand_bits(id, bits),
            None => self.reads.operand_bits(id, &vec![true; self.reads.module.width(id) as usize]),
        }
    }

    fn build(&mut self, id: NodeId) -> Result<NodeId, WidthMismatch> {
        if self.reads.arrives(id, self.number) {
            return self.registered(id);
        }
        let module = self.reads.module;
        // What nobody reads any bit of is not there.
        let wire = |builder: &mut Self, id: NodeId| match builder.built[id.index()] {
            Some(built) => built,
            None => builder.result.constant(Value::zero(module.width(id))),
        };
        let read = if self.copies.any() { self.operand_bits(id) } else { Vec::new() };
        let operand = |builder: &mut Self, operand: NodeId| {
            let built = wire(builder, operand);
            let times = builder.times(id, operand);
            match read.iter().find(|(id, _)| *id == operand) {
                Some((_, bits)) => builder.operand(operand, built, bits, times),
                None => Ok(built),
            }
        };
        let value = match module.node(id).clone() {
            Node::Constant { value, name: None } => self.result.constant(value),
            Node::Constant { value, name: Some(name) } => self.result.named_constant(name, value),
            // Only sharing makes parameters, and it comes later.
            Node::Parameter(parameter) => {
                let parameter = &module.parameters[parameter.index()];
                self.result.named_constant(parameter.name.clone(), parameter.default.clone())
            }
            Node::Signal(signal) => match self.reads.order.driver(signal) {
                Some(driver) => wire(self, driver),
                None => return self.registered(id),
            },
            Node::Unary(UnaryOp::Not, a) => {
                let a = wire(self, a);
                self.result.unary(UnaryOp::Not, a)
            }
            Node::Unary(op, a) => {
                let a = operand(self, a)?;
                self.result.unary(op, a)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (operand(self, a)?, operand(self, b)?);
                self.result.binary(op, a, b)?
            }
            Node::Mux { select, then, otherwise } => {
                let (select, then) = (operand(self, select)?, operand(self, then)?);
                let otherwise = operand(self, otherwise)?;
                self.result.mux(select, then, otherwise)?
            }
            Node::Slice { from, low, width } => {
                let from = wire(self, from);
                self.result.slice(from, low, width)?
            }
            Node::Concat(parts) => {
                let parts: Vec<NodeId> = parts.into_iter().map(|part| wire(self, part)).collect();
                self.result.concat(&parts)
            }
        };
        // A name stands for the value in its own stage; of a value read in part it would have bits
        // that nobody reads.
        let is_constant = self.result.constant_value(value).is_some();
        let whole = self.reads.bits(id, self.number).is_some_and(|bits| !bits.contains(&false));
        let named =
            self.reads.name(id).filter(|_| self.reads.stage(id) == self.number && whole && !is_constant);
        match named.filter(|signal| !module.ports.iter().any(|port| port.signal == *signal)) {
            Some(signal) if !matches!(module.node(id), Node::Signal(_)) => Ok(self.named(signal, value)),
            _ => Ok(value),
        }
    }

    /// An operand for building. Some of its bits are read, each by a number of readers. They come
    /// from the copies for these readers, if there are any.
    fn operand(
        &mut self,
        id: NodeId,
        built: NodeId,
        read: &[bool],
        readers: u32,
    ) -> Result<NodeId, WidthMismatch> {
        if !self.copies.any() {
            return Ok(built);
        }
        let copies = self.taken_copies(id, read, readers);
        if copies.iter().all(|copy| *copy == 0) {
            return Ok(built);
        }
        let sources = self.sources(id);
        let pieces = sources.iter().zip(copies).zip(0..).map(|((source, copy), place)| match source.of {
            Base::Register(bit) if copy > 0 => match self.places.get(&(bit, copy)) {
                Some(&(signal, place)) => Piece { of: Some(signal), place, inverted: source.inverted },
                None => Piece { of: None, place, inverted: false },
            },
            _ => Piece { of: None, place, inverted: false },
        });
        let pieces: Vec<Piece> = pieces.collect();
        let mut parts = Vec::new();
        let mut rest = read;
        // A bit that is repeated, or bits in a row.
        let repeated: Vec<&[Piece]> = pieces.chunk_by(|a, b| a == b).collect();
        let in_a_row = |a: &&[Piece], b: &&[Piece]| a.len() == 1 && b.len() == 1 && a[0].is_before(&b[0]);
        for run in repeated.chunk_by(in_a_row) {
            let (first, times) = (run[0][0], run[0].len());
            let of = match first.of {
                Some(signal) => self.result.read(signal),
                None => built,
            };
            let part = self.result.slice(of, first.place, run.len() as u32)?;
            let part = if first.inverted { self.result.unary(UnaryOp::Not, part) } else { part };
            let part = self.result.concat(&vec![part; times]);
            let bits = times.max(run.len());
            // A name would stand for bits that nobody reads, too.
            let (of_part, above) = rest.split_at(bits);
            rest = above;
            let named = (times > 1 || first.of.is_none()) && !of_part.contains(&false);
            parts.push(if named { self.group(id, part) } else { part });
        }
        parts.reverse();
        Ok(self.result.concat(&parts))
    }

    /// A name for some bits of an operand: a word of several repeated bits has no readable form in
    /// VHDL.
    fn group(&mut self, id: NodeId, bits: NodeId) -> NodeId {
        let width = self.result.width(bits);
        if width == 1 || width == self.reads.module.width(id) {
            return bits;
        }
        let base = self.sources.get(&id).and_then(|sources| match sources.first()?.of {
            Base::Register(bit) => self.places.get(&(bit, 0)).map(|(signal, _)| *signal),
            Base::Value(..) => None,
        });
        let base = base.map_or("value", |signal| self.result.signal(signal).name.as_str());
        let name = format!("{base}_group");
        let name = self.free_name(&name);
        let signal = self.result.add_signal(name, width);
        self.result.assigns.push(Assign { signal, node: bits });
        self.result.read(signal)
    }

    /// The source of each bit of a value, through wiring.
    fn sources(&mut self, id: NodeId) -> Rc<[Source]> {
        let module = self.reads.module;
        if let Some(known) = self.sources.get(&id) {
            return Rc::clone(known);
        }
        let arrives = self.reads.arrives(id, self.number);
        let node = module.node(id);
        let found: Rc<[Source]> = match (node, self.reads.order.driver_of(node)) {
            (_, Some(driver)) if !arrives => self.sources(driver),
            (Node::Slice { from, low, width }, _) if !arrives => {
                let low = *low as usize;
                self.sources(*from)[low..low + *width as usize].into()
            }
            (Node::Concat(parts), _) if !arrives => {
                let mut all = Vec::new();
                for &part in parts.iter().rev() {
                    all.extend_from_slice(&self.sources(part));
                }
                all.into()
            }
            (Node::Unary(UnaryOp::Not, a), _) if !arrives => {
                let sources = self.sources(*a);
                sources.iter().map(|source| Source { inverted: !source.inverted, ..*source }).collect()
            }
            _ => {
                let of = |bit| if arrives { Base::Register((id, bit)) } else { Base::Value(id, bit) };
                (0..module.width(id)).map(|bit| Source { of: of(bit), inverted: false }).collect()
            }
        };
        self.sources.insert(id, Rc::clone(&found));
        found
    }

    fn named(&mut self, signal: SignalId, value: NodeId) -> NodeId {
        let module = self.reads.module;
        let from = module.signal(signal);
        // An output of the logic keeps its name where both are in the last stage.
        let mut outputs = module.ports_of(Direction::Output).map(|id| &module.signal(id).name);
        let name = match self.number == self.reads.last
            && outputs.any(|name| name.eq_ignore_ascii_case(&from.name))
        {
            true => self.free_name(&from.name),
            false => from.name.clone(),
        };
        let copy = self.result.add_signal(name, from.width);
        let record = self.result.signal_mut(copy);
        record.comment = from.comment.clone();
        record.attributes = from.attributes.clone();
        let family = split(&from.name).0;
        if !self.families.iter().any(|known| known == family) {
            self.families.push(family.to_owned());
        }
        self.result.assigns.push(Assign { signal: copy, node: value });
        self.result.read(copy)
    }

    /// A value from the registers; bits that are not read are zero.
    fn registered(&mut self, id: NodeId) -> Result<NodeId, WidthMismatch> {
        let width = self.reads.module.width(id);
        let places: Vec<Option<(SignalId, u32)>> =
            (0..width).map(|bit| self.places.get(&((id, bit), 0)).copied()).collect();
        let mut parts = Vec::new();
        let follows = |a: &Option<(SignalId, u32)>, b: &Option<(SignalId, u32)>| match (a, b) {
            (Some((a, low)), Some((b, next))) => a == b && low + 1 == *next,
            (None, None) => true,
            _ => false,
        };
        for run in places.chunk_by(follows) {
            let width = run.len() as u32;
            parts.push(match run[0] {
                None => self.result.constant(Value::zero(width)),
                Some((register, low)) => {
                    let register = self.result.read(register);
                    self.result.slice(register, low, width)?
                }
            });
        }
        parts.reverse();
        Ok(self.result.concat(&parts))
    }

    /// The module, with a title that names the values worked out here.
    fn finish(mut self) -> Module {
        let title = |named: usize| {
            let mut what = self.families.iter().take(named).cloned().collect::<Vec<_>>().join(", ");
            if self.families.len() > named {
                what.push_str(" and more");
            }
            let what = if what.is_empty() { "parts of values".to_owned() } else { what };
            format!("Stage {} of {} of {}: {what}.", self.number, self.reads.last, self.reads.module.name)
        };
        let named = (2..=NAMED).rev().find(|&named| title(named).len() <= TITLE).unwrap_or(1);
        self.result.doc =
            format!("{}\nRegisters take what arrives; the outputs are logic behind them.", title(named));
        self.result
    }
}

/// The source of the bits of a bus.
fn origin(bits: &[(Bit, u32)]) -> String {
    let mut stages: Vec<u32> = bits.iter().map(|(_, from)| *from).collect();
    stages.sort_unstable();
    stages.dedup();
    let listed: Vec<String> = stages.iter().filter(|stage| **stage > 0).map(u32::to_string).collect();
    match (&listed[..], stages.first()) {
        ([], _) => "input".into(),
        ([one], Some(1..)) => format!("of stage {one}"),
        (_, Some(1..)) => format!("of stages {}", listed.join(", ")),
        _ => format!("input, and of stages {}", listed.join(", ")),
    }
}
