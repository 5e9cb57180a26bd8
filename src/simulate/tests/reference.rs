//! A plain second opinion: every bit by recursion over the unchanged hierarchy, with nothing
//! compiled or shared.

use std::collections::HashMap;

use crate::netlist::{Argument, BinaryOp, Design, Direction, Module, Node, NodeId, SignalId, UnaryOp, Value};

struct Use<'a> {
    module: &'a Module,
    parent: Option<(usize, usize)>,
    parameters: Vec<Value>,
    children: Vec<usize>,
    path: String,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Register(usize, usize),
    Read(usize, usize, usize),
    Word(usize, usize, u64),
}

pub struct Reference<'a> {
    design: &'a Design,
    uses: Vec<Use<'a>>,
    state: HashMap<State, Value>,
    inputs: HashMap<String, Value>,
    memo: HashMap<(usize, NodeId, u32), bool>,
}

impl<'a> Reference<'a> {
    pub fn new(design: &'a Design) -> Self {
        let mut reference = Self {
            design,
            uses: Vec::new(),
            state: HashMap::new(),
            inputs: HashMap::new(),
            memo: HashMap::new(),
        };
        reference.enter(design.module(design.top().unwrap()), None, &[], "");
        reference
    }

    fn enter(
        &mut self,
        module: &'a Module,
        parent: Option<(usize, usize)>,
        given: &[(String, Argument)],
        path: &str,
    ) -> usize {
        let of = |name: &str| {
            given.iter().find(|(n, _)| n == name).map(|(_, argument)| match argument {
                Argument::Value(value) => value.clone(),
                Argument::Parameter(id) => self.uses[parent.unwrap().0].parameters[id.index()].clone(),
            })
        };
        let parameters =
            module.parameters.iter().map(|p| of(&p.name).unwrap_or_else(|| p.default.clone())).collect();
        let me = self.uses.len();
        self.uses.push(Use { module, parent, parameters, children: Vec::new(), path: path.into() });
        for (index, instance) in module.instances.iter().enumerate() {
            let path = format!("{path}{}.", instance.name);
            let child = self.enter(
                self.design.module(instance.module),
                Some((me, index)),
                &instance.parameters,
                &path,
            );
            self.uses[me].children.push(child);
        }
        me
    }

    pub fn poke(&mut self, name: &str, value: Value) {
        self.inputs.insert(name.into(), value);
        self.memo.clear();
    }

    /// Every signal with its path.
    pub fn values(&mut self) -> Vec<(String, Value)> {
        let mut values = Vec::new();
        for at in 0..self.uses.len() {
            let module = self.uses[at].module;
            for signal in module.signal_ids() {
                let name = format!("{}{}", self.uses[at].path, module.signal(signal).name);
                let width = module.signal(signal).width;
                let bits: Vec<bool> = (0..width).map(|bit| self.signal(at, signal, bit)).collect();
                values.push((name, Value::from_bits(bits)));
            }
        }
        values
    }

    /// Every memory with its path and words.
    pub fn memories(&self) -> Vec<(String, Vec<Value>)> {
        let mut memories = Vec::new();
        for (at, of) in self.uses.iter().enumerate() {
            for (index, memory) in of.module.memories.iter().enumerate() {
                let words =
                    (0..u64::from(memory.depth)).map(|address| self.word(at, index, address)).collect();
                memories.push((format!("{}{}", of.path, memory.name), words));
            }
        }
        memories
    }

    fn word(&self, at: usize, memory: usize, address: u64) -> Value {
        let of = &self.uses[at].module.memories[memory];
        let initial = || of.initial.get(address as usize).cloned().unwrap_or_else(|| Value::zero(of.width));
        self.state.get(&State::Word(at, memory, address)).cloned().unwrap_or_else(initial)
    }

    fn signal(&mut self, at: usize, signal: SignalId, bit: u32) -> bool {
        let module = self.uses[at].module;
        let name = &module.signal(signal).name;
        if module.find_port(Direction::Input, name) == Some(signal) {
            return match self.uses[at].parent {
                None => self.inputs.get(name).is_some_and(|value| value.bit(bit)),
                Some((parent, instance)) => {
                    let instance = &self.uses[parent].module.instances[instance];
                    let node = instance.inputs.iter().find(|(port, _)| port == name).unwrap().1;
                    self.bit(parent, node, bit)
                }
            };
        }
        if let Some(assign) = module.assigns.iter().find(|assign| assign.signal == signal) {
            return self.bit(at, assign.node, bit);
        }
        if let Some(index) = module.registers.iter().position(|register| register.output == signal) {
            let held = self.state.get(&State::Register(at, index));
            return held.unwrap_or(&module.registers[index].initial).bit(bit);
        }
        for (index, memory) in module.memories.iter().enumerate() {
            for (port, read) in memory.reads.iter().enumerate() {
                if read.data == signal && read.clock.is_some() {
                    return self.state.get(&State::Read(at, index, port)).is_some_and(|value| value.bit(bit));
                }
                if read.data == signal {
                    let address = self.value(at, read.address).low_word();
                    return self.word(at, index, address).bit(bit);
                }
            }
        }
        for (index, instance) in module.instances.iter().enumerate() {
            if let Some((port, _)) = instance.outputs.iter().find(|(_, driven)| *driven == signal) {
                let child = self.uses[at].children[index];
                let inner = self.uses[child].module.find_port(Direction::Output, port).unwrap();
                return self.signal(child, inner, bit);
            }
        }
        panic!("{name} has no driver");
    }

    fn value(&mut self, at: usize, node: NodeId) -> Value {
        let width = self.uses[at].module.width(node);
        Value::from_bits((0..width).map(|bit| self.bit(at, node, bit)).collect::<Vec<_>>())
    }

    fn bit(&mut self, at: usize, node: NodeId, bit: u32) -> bool {
        if let Some(&known) = self.memo.get(&(at, node, bit)) {
            return known;
        }
        let value = self.compute(at, node, bit);
        self.memo.insert((at, node, bit), value);
        value
    }

    fn compute(&mut self, at: usize, node: NodeId, bit: u32) -> bool {
        let module = self.uses[at].module;
        let width = |node| module.width(node);
        match module.node(node) {
            Node::Constant { value, .. } => value.bit(bit),
            Node::Parameter(parameter) => self.uses[at].parameters[parameter.index()].bit(bit),
            Node::Signal(signal) => self.signal(at, *signal, bit),
            Node::Unary(UnaryOp::Not, a) => !self.bit(at, *a, bit),
            Node::Unary(UnaryOp::ReduceAnd, a) => (0..width(*a)).all(|i| self.bit(at, *a, i)),
            Node::Unary(UnaryOp::ReduceOr, a) => (0..width(*a)).any(|i| self.bit(at, *a, i)),
            Node::Unary(UnaryOp::ReduceXor, a) => {
                (0..width(*a)).filter(|&i| self.bit(at, *a, i)).count() % 2 == 1
            }
            &Node::Binary(op, a, b) => self.binary(at, op, a, b, bit),
            Node::Mux { select, then, otherwise } => {
                let chosen = if self.bit(at, *select, 0) { then } else { otherwise };
                self.bit(at, *chosen, bit)
            }
            Node::Slice { from, low, .. } => self.bit(at, *from, low + bit),
            Node::Concat(parts) => {
                let mut bit = bit;
                for part in parts.iter().rev() {
                    if bit < width(*part) {
                        return self.bit(at, *part, bit);
                    }
                    bit -= width(*part);
                }
                unreachable!()
            }
        }
    }

    fn binary(&mut self, at: usize, op: BinaryOp, a: NodeId, b: NodeId, bit: u32) -> bool {
        let module = self.uses[at].module;
        let (a_width, b_width) = (module.width(a), module.width(b));
        match op {
            BinaryOp::And => self.bit(at, a, bit) && self.bit(at, b, bit),
            BinaryOp::Or => self.bit(at, a, bit) || self.bit(at, b, bit),
            BinaryOp::Xor => self.bit(at, a, bit) != self.bit(at, b, bit),
            BinaryOp::Add | BinaryOp::Sub => {
                let subtract = op == BinaryOp::Sub;
                let mut carry = subtract;
                let mut sum = false;
                for i in 0..=bit {
                    let (x, y) = (self.bit(at, a, i), self.bit(at, b, i) != subtract);
                    sum = x ^ y ^ carry;
                    carry = u8::from(x) + u8::from(y) + u8::from(carry) >= 2;
                }
                sum
            }
            BinaryOp::Mul => {
                // Column sums, as on paper.
                let (x, y) = (self.value(at, a), self.value(at, b));
                let mut carry = 0u32;
                for column in 0..=bit {
                    for i in column.saturating_sub(b_width - 1)..=column.min(a_width - 1) {
                        carry += u32::from(x.bit(i) && y.bit(column - i));
                    }
                    if column == bit {
                        return carry & 1 == 1;
                    }
                    carry >>= 1;
                }
                unreachable!()
            }
            BinaryOp::Equal => (0..a_width).all(|i| self.bit(at, a, i) == self.bit(at, b, i)),
            BinaryOp::NotEqual => (0..a_width).any(|i| self.bit(at, a, i) != self.bit(at, b, i)),
            BinaryOp::Less | BinaryOp::LessSigned => {
                for i in (0..a_width).rev() {
                    let (x, y) = (self.bit(at, a, i), self.bit(at, b, i));
                    if x != y {
                        let negative = op == BinaryOp::LessSigned && i == a_width - 1;
                        return y != negative;
                    }
                }
                false
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let mut by: u64 = 0;
                for i in (0..b_width).rev() {
                    by = (by * 2 + u64::from(self.bit(at, b, i))).min(1 << 20);
                }
                let by = by as u32;
                match op {
                    BinaryOp::ShiftLeft => bit >= by && self.bit(at, a, bit - by),
                    _ => bit + by < a_width && self.bit(at, a, bit + by),
                }
            }
        }
    }

    pub fn step(&mut self) {
        let mut changes: Vec<(State, Value)> = Vec::new();
        for at in 0..self.uses.len() {
            let module = self.uses[at].module;
            for (index, register) in module.registers.iter().enumerate() {
                let reset = register.reset.as_ref().filter(|reset| self.bit(at, reset.when, 0));
                let value = match reset {
                    Some(reset) => reset.value.clone(),
                    None if register.enable.is_some_and(|enable| !self.bit(at, enable, 0)) => continue,
                    None => self.value(at, register.next),
                };
                changes.push((State::Register(at, index), value));
            }
            for (index, memory) in module.memories.iter().enumerate() {
                for (port, read) in memory.reads.iter().enumerate() {
                    let Some(clock) = &read.clock else { continue };
                    if clock.enable.is_none_or(|enable| self.bit(at, enable, 0)) {
                        let address = self.value(at, read.address).low_word();
                        changes.push((State::Read(at, index, port), self.word(at, index, address)));
                    }
                }
                for write in &memory.writes {
                    if self.bit(at, write.enable, 0) {
                        let address = self.value(at, write.address).low_word();
                        changes.push((State::Word(at, index, address), self.value(at, write.data)));
                    }
                }
            }
        }
        self.state.extend(changes);
        self.memo.clear();
    }
}
