//! The bits of each value that each stage reads.
//!
//! Stage 0 is outside: the inputs are its values. The logic of stage `n` begins at registers. So a
//! value of stage `n` is read in stage `n` itself, or arrives at the registers of a later stage.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::levels::Stages;
use super::order::Order;
use crate::netlist::{BinaryOp, Direction, Module, Node, NodeId, SignalId, UnaryOp};

/// Bits of a node that are read.
pub(super) type Bits = Vec<bool>;

/// The logic, with a stage for every value.
pub(super) struct Reads<'a> {
    pub module: &'a Module,
    pub order: &'a Order,
    /// The last stage, in which the outputs are read.
    pub last: u32,
    stages: Vec<u32>,
    /// The name of the signal that a node drives, where it drives one.
    names: HashMap<NodeId, SignalId>,
    /// The bits of each node that are read in a stage, by the node's place and the stage.
    read: Vec<BTreeMap<u32, Bits>>,
}

impl<'a> Reads<'a> {
    pub(super) fn new(module: &'a Module, order: &'a Order, stages: Stages) -> Self {
        let mut names = HashMap::new();
        let mut of: Vec<u32> = stages.of.into_iter().map(|stage| stage + 1).collect();
        for &id in order.nodes() {
            let Node::Signal(signal) = module.node(id) else { continue };
            match order.driver(*signal) {
                Some(driver) => _ = names.entry(driver).or_insert(*signal),
                None => of[id.index()] = 0,
            }
        }
        let last = stages.last + 1;
        let read = vec![BTreeMap::new(); of.len()];
        let mut reads = Self { module, order, last, stages: of, names, read };
        reads.find();
        reads
    }

    /// Goes from the outputs to the inputs. What reads a node comes after it, so all that is read
    /// of it is known when it comes; only its own stage follows from later ones.
    fn find(&mut self) {
        for root in self.outputs().into_iter().map(|(_, root)| root) {
            let all = vec![true; self.module.width(root) as usize];
            self.add(root, self.last, &all);
        }
        let order = self.order;
        for &id in order.nodes().iter().rev() {
            let arriving: Vec<u32> =
                self.read[id.index()].keys().copied().filter(|&stage| self.arrives(id, stage)).collect();
            for stage in arriving {
                let Some(bits) = self.read[id.index()].get(&stage).cloned() else { continue };
                self.add(id, self.stages[id.index()], &bits);
            }
            let read = std::mem::take(&mut self.read[id.index()]);
            for (&stage, bits) in &read {
                let here = !self.arrives(id, stage);
                for (operand, bits) in here.then(|| self.operand_bits(id, bits)).into_iter().flatten() {
                    self.add(operand, stage, &bits);
                }
            }
            self.read[id.index()] = read;
        }
    }

    fn add(&mut self, id: NodeId, stage: u32, bits: &Bits) {
        match self.read[id.index()].entry(stage) {
            Entry::Vacant(free) => _ = free.insert(bits.clone()),
            Entry::Occupied(mut known) => {
                known.get_mut().iter_mut().zip(bits).for_each(|(known, bit)| *known |= bit);
            }
        }
    }

    /// The output ports, and what each shows.
    pub(super) fn outputs(&self) -> Vec<(SignalId, NodeId)> {
        let ports = self.module.ports_of(Direction::Output);
        ports.filter_map(|signal| self.order.driver(signal).map(|root| (signal, root))).collect()
    }

    /// The stage in which a value is worked out.
    pub(super) fn stage(&self, id: NodeId) -> u32 {
        self.stages[id.index()]
    }

    /// The signal that names a node: the input it is, or one that it drives.
    pub(super) fn name(&self, id: NodeId) -> Option<SignalId> {
        match self.module.node(id) {
            Node::Signal(signal) => Some(*signal),
            _ => self.names.get(&id).copied(),
        }
    }

    /// The bits of a node that are read in a stage.
    pub(super) fn bits(&self, id: NodeId, stage: u32) -> Option<&Bits> {
        self.read[id.index()].get(&stage)
    }

    /// Whether a stage finds the value in its registers.
    pub(super) fn arrives(&self, id: NodeId, stage: u32) -> bool {
        !self.is_wiring(id) && self.stages[id.index()] < stage
    }

    /// Each bit that leaves its stage, with the stages it arrives in, by value.
    pub(super) fn arrivals(&self) -> BTreeMap<(NodeId, u32), Vec<u32>> {
        let mut arrivals: BTreeMap<(NodeId, u32), Vec<u32>> = BTreeMap::new();
        for &id in self.order.nodes() {
            for (&stage, bits) in self.read[id.index()].iter().filter(|(stage, _)| self.arrives(id, **stage))
            {
                for (bit, _) in bits.iter().enumerate().filter(|(_, read)| **read) {
                    arrivals.entry((id, bit as u32)).or_default().push(stage);
                }
            }
        }
        arrivals
    }

    /// Constants and mere wiring are there in every stage again.
    fn is_wiring(&self, id: NodeId) -> bool {
        match self.module.node(id) {
            Node::Constant { .. } | Node::Parameter(_) | Node::Slice { .. } | Node::Concat(_) => true,
            Node::Unary(UnaryOp::Not, _) => !self.names.contains_key(&id),
            Node::Signal(signal) => self.order.driver(*signal).is_some(),
            _ => false,
        }
    }

    /// The bits of its operands that some bits of a node depend on.
    pub(super) fn operand_bits(&self, id: NodeId, bits: &Bits) -> Vec<(NodeId, Bits)> {
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
}
