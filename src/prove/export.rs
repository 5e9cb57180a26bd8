//! A design as circuits, written from the netlist and nothing else. The printed text is compared
//! with them.
//!
//! A module becomes one circuit for each set of values that its parameters have somewhere in the
//! design. A register becomes a `$dff` behind multiplexers for its enable and reset. A clocked read
//! port becomes a combinational one with such a register.

use std::collections::BTreeMap;

use super::circuit::{Bit, Cell, Circuit, CircuitPort, Circuits, Level, Net, Setting, Way};
use crate::netlist::{
    Argument, BinaryOp, Design, Direction, Instance, Memory, Module, ModuleId, Node, NodeId, ReadPort,
    Register, SignalId, UnaryOp, Value,
};

/// The circuits of a design from its top down, with the name of the top's; `None` for an empty
/// design.
pub fn export(design: &Design) -> Option<(String, Circuits)> {
    let top = design.top()?;
    let defaults = arguments(design, top, &[], &[]);
    let name = circuit_name(design, top, &defaults);
    let mut circuits = Circuits::default();
    let mut wanted = vec![(top, defaults)];
    while let Some((id, values)) = wanted.pop() {
        let name = circuit_name(design, id, &values);
        if circuits.modules.contains_key(&name) {
            continue;
        }
        let module = design.module(id);
        circuits.modules.insert(name, Exporter::new(design, module, &values).circuit());
        let below = |instance: &Instance| {
            (
                instance.module,
                arguments(design, instance.module, &instance.parameters, &in_scope(module, &values)),
            )
        };
        wanted.extend(module.instances.iter().map(below));
    }
    Some((name, circuits))
}

/// The names of a module's parameters beside their values.
fn in_scope<'a>(module: &'a Module, values: &'a [Value]) -> Vec<(&'a str, &'a Value)> {
    module.parameters.iter().map(|parameter| parameter.name.as_str()).zip(values).collect()
}

/// The value of every parameter of a module, given some of them by a module whose own are in scope.
fn arguments(
    design: &Design,
    of: ModuleId,
    given: &[(String, Argument)],
    scope: &[(&str, &Value)],
) -> Vec<Value> {
    let value = |parameter: &crate::netlist::Parameter| match given
        .iter()
        .find(|(name, _)| *name == parameter.name)
    {
        Some((_, Argument::Value(value))) => value.clone(),
        Some((_, Argument::Parameter(id))) => {
            scope.get(id.index()).map_or_else(|| parameter.default.clone(), |(_, value)| (*value).clone())
        }
        None => parameter.default.clone(),
    };
    design.module(of).parameters.iter().map(value).collect()
}

/// A name for a module with these values, which no other module and no other values have:
/// `square(RANK=3'h5)`.
fn circuit_name(design: &Design, of: ModuleId, values: &[Value]) -> String {
    let module = design.module(of);
    if values.is_empty() {
        return module.name.clone();
    }
    let said: Vec<String> =
        in_scope(module, values).iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}({})", module.name, said.join(","))
}

/// Makes one circuit.
struct Exporter<'a> {
    design: &'a Design,
    module: &'a Module,
    values: &'a [Value],
    circuit: Circuit,
    /// The bits of every signal, in the order of the module's signals.
    signals: Vec<Vec<Bit>>,
    /// The bits of every node that was needed so far.
    nodes: BTreeMap<NodeId, Vec<Bit>>,
    next_net: u32,
}

impl<'a> Exporter<'a> {
    fn new(design: &'a Design, module: &'a Module, values: &'a [Value]) -> Self {
        let (signals, nodes) = (Vec::new(), BTreeMap::new());
        // Yosys keeps the first two numbers for constants.
        Self { design, module, values, circuit: Circuit::default(), signals, nodes, next_net: 2 }
    }

    fn circuit(mut self) -> Circuit {
        let module = self.module;
        self.signals = module.signals.iter().map(|signal| self.nets(signal.width)).collect();
        for (signal, bits) in module.signals.iter().zip(&self.signals) {
            let net = Net { bits: bits.clone(), attributes: BTreeMap::new() };
            self.circuit.netnames.insert(signal.name.clone(), net);
        }
        for port in &module.ports {
            let direction = match port.direction {
                Direction::Input => Way::Input,
                Direction::Output => Way::Output,
            };
            let bits = self.signal(port.signal);
            self.circuit
                .ports
                .insert(module.signal(port.signal).name.clone(), CircuitPort { direction, bits });
        }
        for assign in &module.assigns {
            let from = self.node(assign.node);
            let to = self.signal(assign.signal);
            self.copy(from, to);
        }
        module.registers.iter().for_each(|register| self.register(register));
        module.memories.iter().for_each(|memory| self.memory(memory));
        module.instances.iter().for_each(|instance| self.instance(instance));
        self.circuit
    }

    fn nets(&mut self, width: u32) -> Vec<Bit> {
        let first = self.next_net;
        self.next_net += width;
        (first..self.next_net).map(Bit::Net).collect()
    }

    fn signal(&self, id: SignalId) -> Vec<Bit> {
        self.signals.get(id.index()).cloned().unwrap_or_default()
    }

    /// Adds a cell under a name nothing in a netlist can have.
    fn cell(&mut self, kind: &str, parameters: &[(&str, u32)], connections: &[(&str, &[Bit])]) {
        let name = format!("${}", self.circuit.cells.len());
        self.circuit.cells.insert(name, Cell::new(kind, parameters, connections));
    }

    /// Copies `from` to `to` by a cell instead of by equal nets, because a signal may depend on
    /// itself bit by bit.
    fn copy(&mut self, from: Vec<Bit>, to: Vec<Bit>) {
        let width = to.len() as u32;
        let widths = [("A_SIGNED", 0), ("A_WIDTH", width), ("Y_WIDTH", width)];
        self.cell("$pos", &widths, &[("A", &from), ("Y", &to)]);
    }

    fn unary(&mut self, kind: &str, a: &[Bit], width: u32) -> Vec<Bit> {
        let y = self.nets(width);
        let widths = [("A_SIGNED", 0), ("A_WIDTH", a.len() as u32), ("Y_WIDTH", width)];
        self.cell(kind, &widths, &[("A", a), ("Y", &y)]);
        y
    }

    fn binary(&mut self, kind: &str, signed: bool, (a, b): (&[Bit], &[Bit]), width: u32) -> Vec<Bit> {
        let y = self.nets(width);
        let signed = u32::from(signed);
        let parameters = [
            ("A_SIGNED", signed),
            ("A_WIDTH", a.len() as u32),
            ("B_SIGNED", signed),
            ("B_WIDTH", b.len() as u32),
            ("Y_WIDTH", width),
        ];
        self.cell(kind, &parameters, &[("A", a), ("B", b), ("Y", &y)]);
        y
    }

    fn mux(&mut self, select: &[Bit], then: &[Bit], otherwise: &[Bit]) -> Vec<Bit> {
        let y = self.nets(then.len() as u32);
        let width = [("WIDTH", then.len() as u32)];
        self.cell("$mux", &width, &[("A", otherwise), ("B", then), ("S", select), ("Y", &y)]);
        y
    }

    /// The bits of an expression. Operands stand before their users. So if nodes are asked for in
    /// the order of the pool, this goes only one node deep at a time.
    fn node(&mut self, wanted: NodeId) -> Vec<Bit> {
        let mut stack = vec![wanted];
        while let Some(&id) = stack.last() {
            let missing: Vec<NodeId> = self
                .module
                .node(id)
                .operands()
                .into_iter()
                .filter(|operand| !self.nodes.contains_key(operand))
                .collect();
            if missing.is_empty() {
                stack.pop();
                if !self.nodes.contains_key(&id) {
                    let bits = self.one_node(id);
                    self.nodes.insert(id, bits);
                }
            } else {
                stack.extend(missing);
            }
        }
        self.known(wanted)
    }

    /// The bits of a node made before.
    fn known(&self, id: NodeId) -> Vec<Bit> {
        self.nodes.get(&id).cloned().unwrap_or_default()
    }

    fn one_node(&mut self, id: NodeId) -> Vec<Bit> {
        let width = self.module.width(id);
        match self.module.node(id) {
            Node::Constant { value, .. } => constant(value),
            Node::Parameter(id) => self.values.get(id.index()).map(constant).unwrap_or_default(),
            Node::Signal(id) => self.signal(*id),
            Node::Unary(op, a) => {
                let kind = match op {
                    UnaryOp::Not => "$not",
                    UnaryOp::ReduceAnd => "$reduce_and",
                    UnaryOp::ReduceOr => "$reduce_or",
                    UnaryOp::ReduceXor => "$reduce_xor",
                };
                let a = self.known(*a);
                self.unary(kind, &a, width)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.known(*a), self.known(*b));
                self.binary(cell_kind(*op), *op == BinaryOp::LessSigned, (&a, &b), width)
            }
            Node::Mux { select, then, otherwise } => {
                let [select, then, otherwise] = [select, then, otherwise].map(|operand| self.known(*operand));
                self.mux(&select, &then, &otherwise)
            }
            Node::Slice { from, low, width } => {
                self.known(*from).into_iter().skip(*low as usize).take(*width as usize).collect()
            }
            Node::Concat(parts) => parts.iter().rev().flat_map(|part| self.known(*part)).collect(),
        }
    }

    fn register(&mut self, register: &Register) {
        let q = self.signal(register.output);
        let mut next = self.node(register.next);
        if let Some(enable) = register.enable {
            let enable = self.node(enable);
            next = self.mux(&enable, &next, &q);
        }
        if let Some(reset) = &register.reset {
            let when = self.node(reset.when);
            next = self.mux(&when, &constant(&reset.value), &next);
        }
        self.flip_flop(register.clock, &next, register.output, &register.initial);
    }

    fn flip_flop(&mut self, clock: SignalId, next: &[Bit], output: SignalId, initial: &Value) {
        let (clock, q) = (self.signal(clock), self.signal(output));
        let parameters = [("WIDTH", q.len() as u32), ("CLK_POLARITY", 1)];
        self.cell("$dff", &parameters, &[("CLK", &clock), ("D", next), ("Q", &q)]);
        if let Some(net) = self.circuit.netnames.get_mut(&self.module.signal(output).name) {
            net.attributes.insert("init".into(), Setting::Text(initial.to_binary()));
        }
    }

    /// A memory as Yosys collects one: its ports side by side in the bits of one cell.
    fn memory(&mut self, memory: &Memory) {
        let (reads, writes) = (memory.reads.len() as u32, memory.writes.len() as u32);
        let mut connections: BTreeMap<String, Vec<Bit>> =
            MEMORY_PORTS.iter().map(|port| (port.to_string(), Vec::new())).collect();
        let mut connect = |port: &str, bits: &[Bit]| {
            connections.entry(port.into()).or_default().extend_from_slice(bits);
        };
        for write in &memory.writes {
            let enable = self.node(write.enable);
            connect("WR_EN", &enable.repeat(memory.width as usize));
            connect("WR_ADDR", &self.node(write.address));
            connect("WR_DATA", &self.node(write.data));
            connect("WR_CLK", &self.signal(write.clock));
        }
        for read in &memory.reads {
            connect("RD_ADDR", &self.node(read.address));
            connect("RD_DATA", &self.read_data(read));
            connect("RD_CLK", &[Bit::Fixed(Level::Unknown)]);
            connect("RD_EN", &[true.into()]);
            connect("RD_ARST", &[false.into()]);
            connect("RD_SRST", &[false.into()]);
        }
        // A later port of a netlist's memory wins over every earlier one; the bit is (winner,
        // loser).
        let priority = (0..writes * writes).rev().map(|place| digit(place % writes < place / writes));
        let zeros = |count: u32| Setting::Text("0".repeat(count.max(1) as usize));
        // Without a port, Yosys writes a zero.
        let ones = |count: u32| if count == 0 { zeros(1) } else { Setting::Text("1".repeat(count as usize)) };
        let unknown = |count: u32| Setting::Text("x".repeat(count.max(1) as usize));
        let mut parameters: BTreeMap<String, Setting> = [
            ("SIZE", memory.depth),
            ("OFFSET", 0),
            ("ABITS", memory.address_width()),
            ("WIDTH", memory.width),
            ("RD_PORTS", reads),
            ("WR_PORTS", writes),
        ]
        .map(|(name, number)| (name.to_string(), Setting::Number(number)))
        .into();
        let bits = [
            ("MEMID", Setting::Text(format!("\\{}", memory.name))),
            ("INIT", Setting::Text(contents(memory))),
            ("RD_CLK_ENABLE", zeros(reads)),
            ("RD_CLK_POLARITY", zeros(reads)),
            ("RD_TRANSPARENCY_MASK", zeros(reads * writes)),
            ("RD_COLLISION_X_MASK", zeros(reads * writes)),
            ("RD_WIDE_CONTINUATION", zeros(reads)),
            ("RD_CE_OVER_SRST", zeros(reads)),
            ("RD_ARST_VALUE", unknown(reads * memory.width)),
            ("RD_SRST_VALUE", unknown(reads * memory.width)),
            ("RD_INIT_VALUE", unknown(reads * memory.width)),
            ("WR_CLK_ENABLE", ones(writes)),
            ("WR_CLK_POLARITY", ones(writes)),
            ("WR_PRIORITY_MASK", if writes == 0 { zeros(1) } else { Setting::Text(priority.collect()) }),
            ("WR_WIDE_CONTINUATION", zeros(writes)),
        ];
        parameters.extend(bits.map(|(name, setting)| (name.to_string(), setting)));
        let cell = Cell { kind: "$mem_v2".into(), parameters, connections };
        self.circuit.cells.insert(memory.name.clone(), cell);
    }

    /// The place where a read port's word leaves the memory: its signal, or before the register of
    /// a clocked port.
    fn read_data(&mut self, read: &ReadPort) -> Vec<Bit> {
        let data = self.signal(read.data);
        let Some(clock) = &read.clock else { return data };
        let word = self.nets(data.len() as u32);
        let next = match clock.enable {
            Some(enable) => {
                let enable = self.node(enable);
                self.mux(&enable, &word, &data)
            }
            None => word.clone(),
        };
        let width = self.module.signal(read.data).width;
        self.flip_flop(clock.clock, &next, read.data, &Value::zero(width));
        word
    }

    fn instance(&mut self, instance: &Instance) {
        let scope = in_scope(self.module, self.values);
        let values = arguments(self.design, instance.module, &instance.parameters, &scope);
        let kind = circuit_name(self.design, instance.module, &values);
        let mut connections = BTreeMap::new();
        for (port, node) in &instance.inputs {
            connections.insert(port.clone(), self.node(*node));
        }
        for (port, signal) in &instance.outputs {
            connections.insert(port.clone(), self.signal(*signal));
        }
        self.circuit
            .cells
            .insert(instance.name.clone(), Cell { kind, parameters: BTreeMap::new(), connections });
    }
}

/// Every port of Yosys' memory cell.
const MEMORY_PORTS: [&str; 10] =
    ["RD_CLK", "RD_EN", "RD_ARST", "RD_SRST", "RD_ADDR", "RD_DATA", "WR_CLK", "WR_EN", "WR_ADDR", "WR_DATA"];

/// The words before the first write as Yosys has them: binary digits, the last word first.
pub(super) fn contents(memory: &Memory) -> String {
    let zero = Value::zero(memory.width);
    let words = (0..memory.depth as usize).rev();
    words.map(|word| memory.initial.get(word).unwrap_or(&zero).to_binary()).collect()
}

fn cell_kind(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "$and",
        BinaryOp::Or => "$or",
        BinaryOp::Xor => "$xor",
        BinaryOp::Add => "$add",
        BinaryOp::Sub => "$sub",
        BinaryOp::Mul => "$mul",
        BinaryOp::Equal => "$eq",
        BinaryOp::NotEqual => "$ne",
        BinaryOp::Less | BinaryOp::LessSigned => "$lt",
        BinaryOp::ShiftLeft => "$shl",
        BinaryOp::ShiftRight => "$shr",
    }
}

fn constant(value: &Value) -> Vec<Bit> {
    value.bits().map(Bit::from).collect()
}

fn digit(one: bool) -> char {
    if one { '1' } else { '0' }
}
