//! A module: ports, named signals, expressions, registers, memories and instances.

use std::collections::HashMap;

use super::{Declared, ModuleId, Node, NodeId, Place, Value};

/// A named signal of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SignalId(pub(super) u32);

impl SignalId {
    /// The place in [`Module::signals`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parameter of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ParameterId(pub(super) u32);

impl ParameterId {
    /// The place in [`Module::parameters`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A hint to the tools, neutral here. Every vendor's dialect spells it in its own way in both
/// languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// Synthesis keeps this net as it is.
    Keep,
    /// Synthesis copies the driver when more than this many loads hang on it.
    MaxFanout(u32),
}

/// The storage that a memory should become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RamStyle {
    /// Block RAM.
    Block,
    /// Block RAM in which nothing uses a word that is read at the edge of its write. A family whose
    /// block RAMs leave that word undefined needs no logic to define it.
    UncheckedBlock,
    /// LUT RAM.
    Distributed,
    /// Flip-flops.
    Registers,
}

/// A named net: a port, a wire, or the output of a register, memory or instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The name, the same in both languages, traces and constraints.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Its meaning, for the reader of the HDL.
    pub comment: Option<String>,
    /// Hints to the tools.
    pub attributes: Vec<Attribute>,
    /// Its place in the Rust source.
    pub declared: Declared,
}

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

/// A port. Its name, width and comment are those of its signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its direction.
    pub direction: Direction,
    /// The signal behind it.
    pub signal: SignalId,
}

/// A parameter (Verilog) or generic (VHDL): a constant given at instantiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The value if an instance gives none. Its width is the parameter's width.
    pub default: Value,
}

/// A continuous assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assign {
    /// The signal driven.
    pub signal: SignalId,
    /// Its driver.
    pub node: NodeId,
}

/// A synchronous reset. It wins over the enable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    /// Active high, 1 bit.
    pub when: NodeId,
    /// The value of the register after a reset.
    pub value: Value,
}

/// A D flip-flop as wide as its output signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The signal it drives.
    pub output: SignalId,
    /// Its clock, 1 bit, rising edge.
    pub clock: SignalId,
    /// The value that it takes at the next edge.
    pub next: NodeId,
    /// It keeps its value unless this bit is set.
    pub enable: Option<NodeId>,
    /// Synchronous reset.
    pub reset: Option<Reset>,
    /// The value before the first edge.
    pub initial: Value,
}

/// A port that writes one word at each rising edge where its enable is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WritePort {
    /// Rising edge.
    pub clock: SignalId,
    /// 1 bit.
    pub enable: NodeId,
    /// log2(depth) bits.
    pub address: NodeId,
    /// One word.
    pub data: NodeId,
}

/// The edges at which a synchronous read port takes its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadClock {
    /// Rising edge.
    pub clock: SignalId,
    /// The port keeps its word unless this bit is set.
    pub enable: Option<NodeId>,
}

/// A port that reads one word: combinational without a clock, otherwise one cycle later. A word
/// written at the same edge is seen one cycle after that (old data first). A synchronous port reads
/// zero before its first edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPort {
    /// log2(depth) bits.
    pub address: NodeId,
    /// The signal the word appears on.
    pub data: SignalId,
    /// The clock of a synchronous port.
    pub clock: Option<ReadClock>,
}

/// A memory of `depth` words, a power of two of at least 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The name.
    pub name: String,
    /// Bits a word.
    pub width: u32,
    /// Words.
    pub depth: u32,
    /// The words before the first write; missing words are zero.
    pub initial: Vec<Value>,
    /// The storage that it should become.
    pub style: Option<RamStyle>,
    /// Its content, for the reader of the HDL.
    pub comment: Option<String>,
    /// Its place in the Rust source.
    pub declared: Declared,
    /// In order: a later port wins where two write one word.
    pub writes: Vec<WritePort>,
    /// Independent of each other.
    pub reads: Vec<ReadPort>,
}

impl Memory {
    /// Bits of an address.
    pub fn address_width(&self) -> u32 {
        self.depth.max(2).next_power_of_two().trailing_zeros()
    }
}

/// The argument that an instance gives to a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A constant.
    Value(Value),
    /// The value of a parameter, of equal width, of the module the instance stands in.
    Parameter(ParameterId),
}

/// A use of another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name.
    pub name: String,
    /// The module that it uses.
    pub module: ModuleId,
    /// Parameters by name. The others take their defaults.
    pub parameters: Vec<(String, Argument)>,
    /// Every input port by name, and what drives it.
    pub inputs: Vec<(String, NodeId)>,
    /// Output ports by name, and the signal that each drives. Ports not listed stay open.
    pub outputs: Vec<(String, SignalId)>,
    /// Its purpose, for the reader of the HDL.
    pub comment: Option<String>,
    /// Its place on a device, for the floorplan.
    pub place: Option<Place>,
    /// Its place in the Rust source.
    pub declared: Declared,
}

/// A module. Its lists are open to readers. Nodes and signals are added through its methods, which
/// keep widths and hash-consing right.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The name.
    pub name: String,
    /// A description: the first line is a title, then comes prose. It becomes the header comment.
    pub doc: String,
    /// Its place in the Rust source.
    pub declared: Declared,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// Ports in order.
    pub ports: Vec<Port>,
    /// Named nets, in order of creation.
    pub signals: Vec<Signal>,
    /// Continuous assignments.
    pub assigns: Vec<Assign>,
    /// Flip-flops.
    pub registers: Vec<Register>,
    /// Memories.
    pub memories: Vec<Memory>,
    /// Uses of other modules.
    pub instances: Vec<Instance>,
    pub(super) nodes: Vec<Node>,
    pub(super) widths: Vec<u32>,
    pub(super) interned: HashMap<Node, NodeId>,
    pub(super) sliced: HashMap<(NodeId, u32, u32), NodeId>,
}

impl Module {
    /// An empty module.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Self { name: name.into(), doc: doc.into(), ..Self::default() }
    }

    /// A new signal. It needs a driver before the module is finished.
    pub fn add_signal(&mut self, name: impl Into<String>, width: u32) -> SignalId {
        let id = SignalId(self.signals.len() as u32);
        let (name, declared) = (name.into(), Declared::default());
        self.signals.push(Signal { name, width, comment: None, attributes: Vec::new(), declared });
        id
    }

    /// A new port and its signal.
    pub fn add_port(&mut self, direction: Direction, name: impl Into<String>, width: u32) -> SignalId {
        let signal = self.add_signal(name, width);
        self.ports.push(Port { direction, signal });
        signal
    }

    /// A new parameter.
    pub fn add_parameter(&mut self, name: impl Into<String>, default: Value) -> ParameterId {
        let id = ParameterId(self.parameters.len() as u32);
        self.parameters.push(Parameter { name: name.into(), default });
        id
    }

    /// Says of the module, and of all in it of which it is not known, where it was declared.
    pub(crate) fn declare_all(&mut self, declared: Declared) {
        let signals = self.signals.iter_mut().map(|signal| &mut signal.declared);
        let memories = self.memories.iter_mut().map(|memory| &mut memory.declared);
        let instances = self.instances.iter_mut().map(|instance| &mut instance.declared);
        let all = signals.chain(memories).chain(instances).chain([&mut self.declared]);
        all.filter(|known| !known.is_known()).for_each(|unknown| *unknown = declared);
    }

    /// The signal's record.
    pub fn signal(&self, id: SignalId) -> &Signal {
        &self.signals[id.index()]
    }

    /// The signal's record, to change.
    pub fn signal_mut(&mut self, id: SignalId) -> &mut Signal {
        &mut self.signals[id.index()]
    }

    /// All signals with their ids.
    pub fn signal_ids(&self) -> impl Iterator<Item = SignalId> + use<> {
        (0..self.signals.len() as u32).map(SignalId)
    }

    /// The signal of this name.
    pub fn find_signal(&self, name: &str) -> Option<SignalId> {
        self.signals.iter().position(|signal| signal.name == name).map(|index| SignalId(index as u32))
    }

    /// The port of this name and direction.
    pub fn find_port(&self, direction: Direction, name: &str) -> Option<SignalId> {
        self.ports
            .iter()
            .find(|port| port.direction == direction && self.signal(port.signal).name == name)
            .map(|port| port.signal)
    }

    /// The signals of the ports of one direction, in order.
    pub fn ports_of(&self, direction: Direction) -> impl Iterator<Item = SignalId> + '_ {
        self.ports.iter().filter(move |port| port.direction == direction).map(|port| port.signal)
    }

    /// The expression.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The expression's width in bits.
    pub fn width(&self, id: NodeId) -> u32 {
        self.widths[id.index()]
    }

    /// Every node of the pool with its id, operands before the nodes that use them.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId(index as u32), node))
    }

    /// The value of a node that is a literal, named or not.
    pub fn constant_value(&self, id: NodeId) -> Option<&Value> {
        match self.node(id) {
            Node::Constant { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Every expression a register, memory, instance or assignment reads, in a fixed order.
    pub fn roots(&self) -> Vec<NodeId> {
        let mut roots: Vec<NodeId> = self.assigns.iter().map(|assign| assign.node).collect();
        for register in &self.registers {
            roots.push(register.next);
            roots.extend(register.enable);
            roots.extend(register.reset.as_ref().map(|reset| reset.when));
        }
        for memory in &self.memories {
            for write in &memory.writes {
                roots.extend([write.enable, write.address, write.data]);
            }
            for read in &memory.reads {
                roots.push(read.address);
                roots.extend(read.clock.as_ref().and_then(|clock| clock.enable));
            }
        }
        for instance in &self.instances {
            roots.extend(instance.inputs.iter().map(|(_, node)| *node));
        }
        roots
    }

    /// Whether each node of the pool is reachable from a root.
    pub fn live_nodes(&self) -> Vec<bool> {
        let mut live = vec![false; self.nodes.len()];
        let mut stack = self.roots();
        while let Some(id) = stack.pop() {
            if !std::mem::replace(&mut live[id.index()], true) {
                stack.extend(self.node(id).operands());
            }
        }
        live
    }
}
