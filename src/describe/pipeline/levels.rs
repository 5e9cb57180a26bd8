//! How many lookup tables of four inputs lie between the inputs of combinational logic and each of its nodes.
//!
//! Every bit is a gate of at most three inputs; each gate keeps a few sets of at most four bits that it is a function of
//! (cuts), and its level is one more than the latest bit of the best set. That is the depth that depth-optimal mapping
//! finds (Cong & Ding 1994, with priority cuts as Mishchenko et al. 2007), not an area.

use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp};

use super::order::Order;

/// Inputs of a lookup table.
const INPUTS: usize = 4;

/// Sets of inputs that a gate keeps.
const KEPT: usize = 6;

/// Bits of carry that take as long as a lookup table.
const CARRY: u32 = 8;

/// A bit; the place of its gate.
type Bit = u32;

/// Lookup tables from the inputs to the latest bit of each node, by the node's place; constants and inputs are 0.
pub(super) fn levels(module: &Module, order: &Order) -> Vec<u32> {
    let mut gates = Gates::default();
    let mut bits: Vec<Vec<Bit>> = vec![Vec::new(); module.nodes().count()];
    let mut levels = vec![0; bits.len()];
    for &id in order.nodes() {
        let of_node = gates.node(module, order, id, &bits);
        levels[id.index()] = of_node.iter().map(|&bit| gates.level(bit)).max().unwrap_or(0);
        bits[id.index()] = of_node;
    }
    levels
}

/// A set of bits that a gate is a function of, and the level that makes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut {
    level: u32,
    leaves: Vec<Bit>,
}

#[derive(Default)]
struct Gates {
    /// The sets of each gate, the best first, and last the gate by itself.
    cuts: Vec<Vec<Cut>>,
    levels: Vec<u32>,
}

impl Gates {
    fn level(&self, bit: Bit) -> u32 {
        self.levels[bit as usize]
    }

    fn add(&mut self, level: u32, mut cuts: Vec<Cut>) -> Bit {
        let bit = self.levels.len() as Bit;
        // What reads this bit finds it at its level; a constant is nobody's input.
        cuts.push(Cut { level, leaves: vec![bit] });
        self.cuts.push(cuts);
        self.levels.push(level);
        bit
    }

    fn source(&mut self) -> Bit {
        self.add(0, Vec::new())
    }

    fn constant(&mut self) -> Bit {
        let bit = self.levels.len() as Bit;
        self.cuts.push(vec![Cut { level: 0, leaves: Vec::new() }]);
        self.levels.push(0);
        bit
    }

    /// Logic that is not looked into: one lookup table and so many bits of carry after the latest input.
    fn opaque(&mut self, inputs: &[Bit], carry: u32) -> Bit {
        let latest = inputs.iter().map(|&bit| self.level(bit)).max().unwrap_or(0);
        self.add(latest + 1 + carry / CARRY, Vec::new())
    }

    /// Any function of two or three bits.
    fn gate(&mut self, inputs: &[Bit]) -> Bit {
        let mut joined = vec![Cut { level: 0, leaves: Vec::new() }];
        for &input in inputs {
            let mut next: Vec<Cut> = Vec::new();
            for one in &joined {
                for other in &self.cuts[input as usize] {
                    if let Some(cut) = self.join(one, other)
                        && !next.iter().any(|known| known.leaves == cut.leaves)
                    {
                        next.push(cut);
                    }
                }
            }
            next.sort_by_key(|cut| (cut.level, cut.leaves.len()));
            next.truncate(KEPT * 2);
            joined = next;
        }
        joined.truncate(KEPT);
        let Some(best) = joined.first() else { return self.opaque(inputs, 0) };
        if best.leaves.is_empty() {
            return self.constant();
        }
        let level = best.level;
        self.add(level, joined)
    }

    /// The leaves of both; the level of a table of them.
    fn join(&self, one: &Cut, other: &Cut) -> Option<Cut> {
        let mut leaves = one.leaves.clone();
        leaves.extend(other.leaves.iter().filter(|leaf| !one.leaves.contains(leaf)));
        if leaves.len() > INPUTS {
            return None;
        }
        leaves.sort_unstable();
        let latest = leaves.iter().map(|&leaf| self.level(leaf)).max();
        Some(Cut { level: latest.map_or(0, |level| level + 1), leaves })
    }

    /// A function of many bits that can be taken in any order: the earliest first, and of those the ones that wait longest.
    fn tree(&mut self, mut bits: Vec<Bit>) -> Bit {
        while bits.len() > 1 {
            bits.sort_by_key(|&bit| self.level(bit));
            let inputs: Vec<Bit> = bits.drain(..2).collect();
            let gate = self.gate(&inputs);
            bits.push(gate);
        }
        bits.pop().unwrap_or_else(|| self.constant())
    }

    fn node(&mut self, module: &Module, order: &Order, id: NodeId, bits: &[Vec<Bit>]) -> Vec<Bit> {
        let of = |id: NodeId| bits[id.index()].as_slice();
        let width = module.width(id) as usize;
        match module.node(id) {
            Node::Constant { .. } | Node::Parameter(_) => (0..width).map(|_| self.constant()).collect(),
            Node::Signal(signal) => match order.driver(*signal) {
                Some(driver) => of(driver).to_vec(),
                None => (0..width).map(|_| self.source()).collect(),
            },
            Node::Slice { from, low, width } => of(*from)[*low as usize..(low + width) as usize].to_vec(),
            Node::Concat(parts) => parts.iter().rev().flat_map(|&part| of(part).to_vec()).collect(),
            // It goes into the table of whoever reads it.
            Node::Unary(UnaryOp::Not, a) => of(*a).to_vec(),
            Node::Unary(_, a) => vec![self.tree(of(*a).to_vec())],
            Node::Mux { select, then, otherwise } => {
                let select = of(*select)[0];
                (0..width).map(|bit| self.gate(&[select, of(*then)[bit], of(*otherwise)[bit]])).collect()
            }
            Node::Binary(op, a, b) => self.binary(*op, of(*a), of(*b), width),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &[Bit], b: &[Bit], width: usize) -> Vec<Bit> {
        let pairs =
            |gates: &mut Self| -> Vec<Bit> { a.iter().zip(b).map(|(&a, &b)| gates.gate(&[a, b])).collect() };
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => pairs(self),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let equal = pairs(self);
                vec![self.tree(equal)]
            }
            BinaryOp::Add | BinaryOp::Sub => (0..width)
                .map(|bit| {
                    let inputs: Vec<Bit> = a[..=bit].iter().chain(&b[..=bit]).copied().collect();
                    self.opaque(&inputs, bit as u32)
                })
                .collect(),
            BinaryOp::Less | BinaryOp::LessSigned | BinaryOp::Mul => {
                let inputs: Vec<Bit> = a.iter().chain(b).copied().collect();
                let bit = self.opaque(&inputs, a.len() as u32);
                vec![bit; width]
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let inputs: Vec<Bit> = a.iter().chain(b).copied().collect();
                // A table chooses between two, for every bit of the amount.
                let bit = self.opaque(&inputs, CARRY * b.len().saturating_sub(1) as u32);
                vec![bit; width]
            }
        }
    }
}
