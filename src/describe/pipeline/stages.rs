//! The same logic again, with registers between its stages.

use std::collections::HashMap;

use super::levels::Stages;
use super::order::Order;
use super::{PipelineError, Pipelined};
use crate::describe::Project;
use crate::netlist::{
    Assign, BinaryOp, Direction, Module, Node, NodeId, Register, SignalId, UnaryOp, Value, WidthMismatch,
};

/// Builds the pipeline. Stage 0 is what the registers behind the inputs feed; the outputs are registers that stage
/// `last` feeds.
pub(super) fn cut(
    project: &mut Project,
    module: &Module,
    order: &Order,
    stages: Stages,
) -> Result<Pipelined, PipelineError> {
    let width = |mismatch| PipelineError::Width { module: module.name.clone(), mismatch };
    let Stages { of, last, levels } = stages;
    let mut cutter = Cutter::new(module, order, of);
    cutter.demand(last);
    let outputs: Vec<SignalId> = module.ports_of(Direction::Output).collect();
    for signal in outputs {
        if let Some(root) = order.driver(signal) {
            cutter.output(signal, root, last).map_err(width)?;
        }
    }
    let registers = cutter.result.registers.iter();
    let registers = registers.map(|register| cutter.result.signal(register.output).width).sum();
    let module = project.add_module(cutter.result)?;
    Ok(Pipelined { latency: last + 2, levels, registers, module })
}

/// Bits of a node that are read in a stage.
type Bits = Vec<bool>;

struct Cutter<'a> {
    module: &'a Module,
    order: &'a Order,
    stages: Vec<u32>,
    result: Module,
    clock: SignalId,
    inputs: HashMap<SignalId, SignalId>,
    /// The bits of each node that are read in a stage, in its own stage or later.
    wanted: HashMap<(NodeId, u32), Bits>,
    built: HashMap<(NodeId, u32), NodeId>,
    /// The name of the signal that a node drives, where it drives one.
    names: HashMap<NodeId, SignalId>,
    /// Registers without a name of their own, by stage.
    nameless: u32,
}

impl<'a> Cutter<'a> {
    fn new(module: &'a Module, order: &'a Order, stages: Vec<u32>) -> Self {
        let mut result = Module::new(module.name.clone(), module.doc.clone());
        result.parameters = module.parameters.clone();
        let clock = result.add_port(Direction::Input, "clock", 1);
        let mut inputs = HashMap::new();
        for signal in module.ports_of(Direction::Input) {
            let record = module.signal(signal);
            let port = result.add_port(Direction::Input, record.name.clone(), record.width);
            result.signal_mut(port).comment = record.comment.clone();
            inputs.insert(signal, port);
        }
        let mut names = HashMap::new();
        for &id in order.nodes() {
            if let Node::Signal(signal) = module.node(id)
                && let Some(driver) = order.driver(*signal)
            {
                names.entry(driver).or_insert(*signal);
            }
        }
        Self {
            module,
            order,
            stages,
            result,
            clock,
            inputs,
            wanted: HashMap::new(),
            built: HashMap::new(),
            names,
            nameless: 0,
        }
    }

    /// Where the value of a node is worked out: constants and what is mere wiring, in every stage again.
    fn is_wiring(&self, id: NodeId) -> bool {
        match self.module.node(id) {
            Node::Constant { .. } | Node::Parameter(_) | Node::Slice { .. } | Node::Concat(_) => true,
            Node::Unary(UnaryOp::Not, _) => !self.names.contains_key(&id),
            Node::Signal(signal) => self.order.driver(*signal).is_some(),
            _ => false,
        }
    }

    /// Finds out which bits have to be delayed.
    fn demand(&mut self, last: u32) {
        for signal in self.module.ports_of(Direction::Output) {
            if let Some(root) = self.order.driver(signal) {
                let all = vec![true; self.module.width(root) as usize];
                self.want(root, last, &all);
            }
        }
        for stage in (0..=last).rev() {
            for &id in self.order.nodes().iter().rev() {
                let Some(bits) = self.wanted.get(&(id, stage)).cloned() else { continue };
                if !self.is_wiring(id) && self.stages[id.index()] < stage {
                    self.want(id, stage - 1, &bits);
                } else {
                    for (operand, bits) in self.operand_bits(id, &bits) {
                        self.want(operand, stage, &bits);
                    }
                }
            }
        }
    }

    fn want(&mut self, id: NodeId, stage: u32, bits: &Bits) {
        let known = self.wanted.entry((id, stage)).or_insert_with(|| vec![false; bits.len()]);
        known.iter_mut().zip(bits).for_each(|(known, bit)| *known |= bit);
    }

    /// The bits of its operands that some bits of a node depend on.
    fn operand_bits(&self, id: NodeId, bits: &Bits) -> Vec<(NodeId, Bits)> {
        let width = |id: NodeId| self.module.width(id) as usize;
        let whole = |id: NodeId| (id, vec![true; width(id)]);
        match self.module.node(id) {
            Node::Signal(signal) => {
                self.order.driver(*signal).map(|driver| (driver, bits.clone())).into_iter().collect()
            }
            Node::Unary(UnaryOp::Not, a) => vec![(*a, bits.clone())],
            Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                vec![(*a, bits.clone()), (*b, bits.clone())]
            }
            Node::Mux { select, then, otherwise } => {
                vec![whole(*select), (*then, bits.clone()), (*otherwise, bits.clone())]
            }
            Node::Slice { from, low, .. } => {
                let mut of = vec![false; width(*from)];
                of[*low as usize..*low as usize + bits.len()].copy_from_slice(bits);
                vec![(*from, of)]
            }
            Node::Concat(parts) => {
                let mut rest = bits.as_slice();
                let mut read = Vec::new();
                for &part in parts.iter().rev() {
                    let (of, above) = rest.split_at(width(part));
                    if of.contains(&true) {
                        read.push((part, of.to_vec()));
                    }
                    rest = above;
                }
                read
            }
            node => node.operands().into_iter().map(whole).collect(),
        }
    }

    /// The value of a node in a stage.
    fn value(&mut self, id: NodeId, stage: u32) -> Result<NodeId, WidthMismatch> {
        // What a value needs is built before it, without recursion: pipelines are deep.
        let mut path = vec![(id, stage)];
        while let Some(&(id, stage)) = path.last() {
            if self.built.contains_key(&(id, stage)) {
                path.pop();
                continue;
            }
            let missing: Vec<(NodeId, u32)> =
                self.needs(id, stage).into_iter().filter(|need| !self.built.contains_key(need)).collect();
            if missing.is_empty() {
                let value = self.build(id, stage)?;
                self.built.insert((id, stage), value);
                path.pop();
            } else {
                path.extend(missing);
            }
        }
        Ok(self.built[&(id, stage)])
    }

    fn is_delayed(&self, id: NodeId, stage: u32) -> bool {
        !self.is_wiring(id) && self.stages[id.index()] < stage
    }

    fn needs(&self, id: NodeId, stage: u32) -> Vec<(NodeId, u32)> {
        if self.is_delayed(id, stage) {
            return vec![(id, stage - 1)];
        }
        let all = vec![true; self.module.width(id) as usize];
        let bits = self.wanted.get(&(id, stage)).unwrap_or(&all);
        self.operand_bits(id, bits).into_iter().map(|(operand, _)| (operand, stage)).collect()
    }

    fn build(&mut self, id: NodeId, stage: u32) -> Result<NodeId, WidthMismatch> {
        if self.is_delayed(id, stage) {
            let before = self.built[&(id, stage - 1)];
            return self.delayed(id, stage, before);
        }
        let node = self.module.node(id).clone();
        let width = self.module.width(id);
        let operand = |cutter: &mut Self, id: NodeId| match cutter.built.get(&(id, stage)) {
            Some(&built) => built,
            // Nobody reads any of its bits.
            None => {
                let width = cutter.module.width(id);
                cutter.result.constant(Value::zero(width))
            }
        };
        let value = match node {
            Node::Constant { value, name: None } => self.result.constant(value),
            Node::Constant { value, name: Some(name) } => self.result.named_constant(name, value),
            Node::Parameter(parameter) => self.result.parameter(parameter),
            Node::Signal(signal) => match self.order.driver(signal) {
                Some(driver) => operand(self, driver),
                None => return self.input(signal, id),
            },
            Node::Unary(op, a) => {
                let a = operand(self, a);
                self.result.unary(op, a)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (operand(self, a), operand(self, b));
                self.result.binary(op, a, b)?
            }
            Node::Mux { select, then, otherwise } => {
                let [select, then, otherwise] = [select, then, otherwise].map(|id| operand(self, id));
                self.result.mux(select, then, otherwise)?
            }
            Node::Slice { from, low, width } => {
                let from = operand(self, from);
                self.result.slice(from, low, width)?
            }
            Node::Concat(parts) => {
                let parts: Vec<NodeId> = parts.into_iter().map(|part| operand(self, part)).collect();
                self.result.concat(&parts)
            }
        };
        // A name stands for the value in its own stage.
        let named = self.names.get(&id).filter(|_| stage == self.stages[id.index()]).copied();
        let is_constant = self.result.constant_value(value).is_some();
        match named.filter(|&signal| !is_constant && !self.is_port(signal)) {
            Some(signal) if self.wanted_all(id, stage) => {
                let signal = self.copy_signal(signal, width);
                self.result.assigns.push(Assign { signal, node: value });
                Ok(self.result.read(signal))
            }
            _ => Ok(value),
        }
    }

    fn is_port(&self, signal: SignalId) -> bool {
        self.module.ports.iter().any(|port| port.signal == signal)
    }

    fn wanted_all(&self, id: NodeId, stage: u32) -> bool {
        self.wanted.get(&(id, stage)).is_some_and(|bits| !bits.contains(&false))
    }

    fn copy_signal(&mut self, signal: SignalId, width: u32) -> SignalId {
        let from = self.module.signal(signal);
        let copy = self.result.add_signal(from.name.clone(), width);
        let record = self.result.signal_mut(copy);
        record.comment = from.comment.clone();
        record.attributes = from.attributes.clone();
        copy
    }

    /// An input port, behind its register; only the bits that are read.
    fn input(&mut self, signal: SignalId, id: NodeId) -> Result<NodeId, WidthMismatch> {
        let read = match self.inputs.get(&signal) {
            Some(&port) => self.result.read(port),
            // A signal that nothing drives; the netlist's rules forbid it.
            None => self.result.constant(Value::zero(self.module.width(id))),
        };
        self.register(id, 0, format!("{}_taken", self.module.signal(signal).name), read)
    }

    /// The value of a node one stage later.
    fn delayed(&mut self, id: NodeId, stage: u32, before: NodeId) -> Result<NodeId, WidthMismatch> {
        let own = self.stages[id.index()];
        let signal = match self.module.node(id) {
            Node::Signal(signal) => Some(*signal),
            _ => self.names.get(&id).copied(),
        };
        let name = match signal {
            Some(signal) => format!("{}_later_{}", self.module.signal(signal).name, stage - own),
            None => {
                self.nameless += 1;
                format!("stage_{stage}_value_{}", self.nameless)
            }
        };
        self.register(id, stage, name, before)
    }

    /// A register of the bits of a node that are wanted in a stage; the others read as 0.
    fn register(
        &mut self,
        id: NodeId,
        stage: u32,
        name: String,
        next: NodeId,
    ) -> Result<NodeId, WidthMismatch> {
        if self.result.constant_value(next).is_some() {
            return Ok(next);
        }
        let width = self.module.width(id);
        let all = vec![true; width as usize];
        let wanted = self.wanted.get(&(id, stage)).cloned().unwrap_or(all);
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for bit in (0..width).filter(|&bit| wanted[bit as usize]) {
            match ranges.last_mut() {
                Some((low, width)) if *low + *width == bit => *width += 1,
                _ => ranges.push((bit, 1)),
            }
        }
        let parts: Result<Vec<NodeId>, _> =
            ranges.iter().rev().map(|&(low, width)| self.result.slice(next, low, width)).collect();
        let next = self.result.concat(&parts?);
        if self.result.constant_value(next).is_some() {
            return self.spread(width, &ranges, next);
        }
        let read = self.whole_register(name, next);
        self.spread(width, &ranges, read)
    }

    /// A register of all bits of a value.
    fn whole_register(&mut self, name: String, next: NodeId) -> NodeId {
        let width = self.result.width(next);
        let output = self.result.add_signal(name, width);
        self.result.registers.push(Register {
            output,
            clock: self.clock,
            next,
            enable: None,
            reset: None,
            initial: Value::zero(width),
        });
        self.result.read(output)
    }

    /// Bits back at their places, zeros between.
    fn spread(&mut self, width: u32, ranges: &[(u32, u32)], packed: NodeId) -> Result<NodeId, WidthMismatch> {
        let (mut parts, mut at, mut taken) = (Vec::new(), 0, 0);
        for &(low, count) in ranges {
            if low > at {
                parts.push(self.result.constant(Value::zero(low - at)));
            }
            parts.push(self.result.slice(packed, taken, count)?);
            (at, taken) = (low + count, taken + count);
        }
        if at < width {
            parts.push(self.result.constant(Value::zero(width - at)));
        }
        parts.reverse();
        Ok(self.result.concat(&parts))
    }

    /// An output port, behind its register.
    fn output(&mut self, port: SignalId, root: NodeId, last: u32) -> Result<(), WidthMismatch> {
        let value = self.value(root, last)?;
        let record = self.module.signal(port);
        let node = self.whole_register(format!("{}_at_end", record.name), value);
        let signal = self.result.add_port(Direction::Output, record.name.clone(), record.width);
        self.result.signal_mut(signal).comment = record.comment.clone();
        self.result.assigns.push(Assign { signal, node });
        Ok(())
    }
}
