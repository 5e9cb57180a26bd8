//! The bits of a module, and the bits that each reads without a register in between.

use std::ops::Range;

use super::Paths;
use crate::netlist::validate::drivers::{Drivers, SignalDriver};
use crate::netlist::{BinaryOp, Module, Node, NodeId, SignalId, UnaryOp};

/// A bit: of a signal first, then of an expression, then of an instance's input ports.
type Bit = u32;

/// The graph, with what each bit reads in one array.
pub(super) struct BitGraph<'a> {
    module: &'a Module,
    bits: Bits,
    /// The names of the instances' input ports, in the order of their bits.
    pins: Vec<(Range<Bit>, String)>,
    first: Vec<u32>,
    reads: Vec<Bit>,
}

/// The places of the bits of signals and expressions.
struct Bits {
    signals: Vec<Range<Bit>>,
    nodes: Vec<Range<Bit>>,
}

impl<'a> BitGraph<'a> {
    pub(super) fn new(module: &'a Module, drivers: &Drivers, paths: &[Paths]) -> Self {
        let mut end = 0;
        let mut take = |width: u32| {
            let start = end;
            end += width;
            start..end
        };
        let signals: Vec<Range<Bit>> = module.signals.iter().map(|signal| take(signal.width)).collect();
        let live = module.live_nodes();
        let nodes = module.nodes().map(|(id, node)| match node {
            Node::Signal(signal) => signals[signal.index()].clone(),
            _ if live[id.index()] => take(module.width(id)),
            _ => 0..0,
        });
        let nodes = nodes.collect();
        let bits = Bits { signals, nodes };

        let mut edges = Edges::default();
        for (id, node) in module.nodes().filter(|(id, _)| live[id.index()]) {
            edges.add_node(module, &bits, id, node);
        }
        let mut pins = Vec::new();
        for instance in &module.instances {
            let Some(inside) = paths.get(instance.module.index()) else { continue };
            let all = take(inside.input_bits() as u32);
            for (port, node) in &instance.inputs {
                let Some(range) = inside.inputs.get(port) else { continue };
                let pin = all.start + range.start as u32..all.start + range.end as u32;
                edges.each(pin.clone(), bits.node(*node));
                pins.push((pin, format!("{}.{port}", instance.name)));
            }
            for (port, signal) in &instance.outputs {
                let Some(range) = inside.outputs.get(port) else { continue };
                for (bit, reads) in bits.signal(*signal).zip(&inside.reads[range.clone()]) {
                    reads.iter().for_each(|read| edges.add(bit, all.start + read));
                }
            }
        }
        for id in module.signal_ids() {
            for driver in drivers.get(id) {
                match driver {
                    SignalDriver::Assign(node) => edges.each(bits.signal(id), bits.node(*node)),
                    SignalDriver::Read(_, read) if read.clock.is_none() => {
                        bits.signal(id).for_each(|bit| edges.all(bit, bits.node(read.address)));
                    }
                    SignalDriver::Read(..)
                    | SignalDriver::Input
                    | SignalDriver::Register
                    | SignalDriver::Output(..) => {}
                }
            }
        }
        pins.sort_by_key(|(bits, _)| bits.start);
        let (first, reads) = edges.into_rows(end);
        Self { module, bits, pins, first, reads }
    }

    /// The number of bits.
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The bits that a bit reads.
    pub(super) fn reads(&self, bit: Bit) -> &[Bit] {
        &self.reads[self.first[bit as usize] as usize..self.first[bit as usize + 1] as usize]
    }

    /// The bits of a signal, lowest first.
    pub(super) fn signal_bits(&self, signal: SignalId) -> Range<Bit> {
        self.bits.signal(signal)
    }

    /// The signal or instance port and the bit of it; `None` for a bit of an expression.
    pub(super) fn name(&self, bit: Bit) -> Option<(String, u32)> {
        let signal = self.bits.signals.partition_point(|bits| bits.end <= bit);
        if let Some(bits) = self.bits.signals.get(signal) {
            return Some((self.module.signals[signal].name.clone(), bit - bits.start));
        }
        let pin = self.pins.partition_point(|(bits, _)| bits.end <= bit);
        let (bits, name) = self.pins.get(pin)?;
        bits.contains(&bit).then(|| (name.clone(), bit - bits.start))
    }
}

impl Bits {
    fn signal(&self, id: SignalId) -> Range<Bit> {
        self.signals[id.index()].clone()
    }

    fn node(&self, id: NodeId) -> Range<Bit> {
        self.nodes[id.index()].clone()
    }
}

/// Pairs of a bit and one that it reads.
#[derive(Default)]
struct Edges(Vec<(Bit, Bit)>);

impl Edges {
    fn add(&mut self, bit: Bit, read: Bit) {
        self.0.push((bit, read));
    }

    /// Each bit reads the one at its place.
    fn each(&mut self, bits: impl Iterator<Item = Bit>, reads: impl Iterator<Item = Bit>) {
        self.0.extend(bits.zip(reads));
    }

    /// One bit reads all.
    fn all(&mut self, bit: Bit, reads: Range<Bit>) {
        self.0.extend(reads.map(|read| (bit, read)));
    }

    /// Each bit reads the one before it, as a carry does.
    fn chain(&mut self, mut bits: impl Iterator<Item = Bit>) {
        let Some(mut before) = bits.next() else { return };
        for bit in bits {
            self.add(bit, before);
            before = bit;
        }
    }

    fn add_node(&mut self, module: &Module, bits: &Bits, id: NodeId, node: &Node) {
        let out = bits.node(id);
        match node {
            Node::Constant { .. } | Node::Parameter(_) | Node::Signal(_) => {}
            Node::Unary(UnaryOp::Not, a) => self.each(out, bits.node(*a)),
            Node::Unary(UnaryOp::ReduceAnd | UnaryOp::ReduceOr | UnaryOp::ReduceXor, a) => {
                self.all(out.start, bits.node(*a));
            }
            Node::Binary(op, a, b) => {
                let by = module.constant_value(*b).filter(|_| is_literal(module, *b));
                let by = by.map(|by| u32::try_from(by.low_word()).unwrap_or(u32::MAX));
                self.add_binary(*op, out, bits.node(*a), bits.node(*b), by);
            }
            Node::Mux { select, then, otherwise } => {
                out.clone().for_each(|bit| self.all(bit, bits.node(*select)));
                self.each(out.clone(), bits.node(*then));
                self.each(out, bits.node(*otherwise));
            }
            Node::Slice { from, low, .. } => self.each(out, bits.node(*from).skip(*low as usize)),
            Node::Concat(parts) => {
                let reads: Vec<Bit> = parts.iter().rev().flat_map(|part| bits.node(*part)).collect();
                self.each(out, reads.into_iter());
            }
        }
    }

    fn add_binary(&mut self, op: BinaryOp, out: Range<Bit>, a: Range<Bit>, b: Range<Bit>, by: Option<u32>) {
        match (op, by) {
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, _) => {
                self.each(out.clone(), a);
                self.each(out, b);
            }
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _) => {
                self.each(out.clone(), a);
                self.each(out.clone(), b);
                self.chain(out);
            }
            (BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessSigned, _) => {
                self.all(out.start, a);
                self.all(out.start, b);
            }
            (BinaryOp::ShiftLeft, Some(by)) => self.each(out.skip(by as usize), a),
            (BinaryOp::ShiftRight, Some(by)) => self.each(out, a.skip(by as usize)),
            (BinaryOp::ShiftLeft, None) => {
                self.each(out.clone(), a);
                self.all(out.start, b);
                self.chain(out);
            }
            (BinaryOp::ShiftRight, None) => {
                self.each(out.clone(), a);
                self.all(out.end - 1, b);
                self.chain(out.rev());
            }
        }
    }

    /// The bits that each bit reads, in one array, and the beginning of each bit's part of it.
    fn into_rows(self, bits: Bit) -> (Vec<u32>, Vec<Bit>) {
        let mut first = vec![0; bits as usize + 1];
        for &(bit, _) in &self.0 {
            first[bit as usize + 1] += 1;
        }
        for bit in 0..bits as usize {
            first[bit + 1] += first[bit];
        }
        let mut next = first.clone();
        let mut reads = vec![0; self.0.len()];
        for (bit, read) in self.0 {
            let place = &mut next[bit as usize];
            reads[*place as usize] = read;
            *place += 1;
        }
        (first, reads)
    }
}

fn is_literal(module: &Module, id: NodeId) -> bool {
    matches!(module.node(id), Node::Constant { name: None, .. })
}
