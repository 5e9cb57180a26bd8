//! The stage of each value, chosen so that at most N lookup tables of four inputs lie between two
//! registers.
//!
//! Every bit is a gate of at most three inputs. Each gate keeps a few sets of at most four bits of
//! which it is a function (cuts), and its level is one more than the latest bit of the best set.
//! That is the depth that depth-optimal mapping finds (Cong & Ding 1994, with priority cuts as in
//! Mishchenko et al. 2007), not an area. In each stage, levels are counted from its registers. No
//! cut reaches over a register, and a value that would be too deep begins the next stage.

use std::collections::{HashMap, HashSet};

use crate::netlist::{Assign, BinaryOp, Direction, Module, Node, NodeId, SignalId, UnaryOp};

use super::order::Order;
use super::{PipelineError, PipelineOptions};

/// Inputs of a lookup table.
const INPUTS: usize = 4;

/// Sets of inputs that a gate keeps.
const KEPT: usize = 6;

/// A bit; the place of its gate.
type Bit = u32;

/// The stages in which values are worked out.
#[derive(Debug)]
pub(super) struct Stages {
    /// The stage of each node, by the node's place.
    pub of: Vec<u32>,
    /// The last stage.
    pub last: u32,
    /// Lookup tables in a row, in the deepest stage.
    pub levels: u32,
}

/// Stages of at most this many lookup tables in a row, or more if a single operator takes more.
///
/// # Errors
/// A signal to cut behind is not worked out here.
pub(super) fn stages(
    module: &Module,
    order: &Order,
    options: &PipelineOptions,
) -> Result<Stages, PipelineError> {
    let most = options.levels;
    let cuts = cuts(module, order, options)?;
    let readers = order.readers(module);
    let mut gates = Gates { most, carry: options.carry.max(1), ..Gates::default() };
    let mut bits: Vec<Vec<Bit>> = vec![Vec::new(); module.nodes().count()];
    let mut of = vec![0; bits.len()];
    for &id in order.nodes() {
        let of_node = gates.node(module, order, id, &bits);
        // What comes from outside is in registers before the first stage.
        let from_table = u32::from(!matches!(module.node(id), Node::Signal(_)));
        for (&bit, &readers) in of_node.iter().zip(&readers[id.index()]) {
            gates.wire(bit, readers, options);
            if options.apart.is_some_and(|apart| readers >= apart) {
                gates.read_later(bit, from_table + 1);
            }
        }
        if cuts.contains(&id) {
            of_node.iter().for_each(|&bit| gates.read_later(bit, 1));
        }
        of[id.index()] = of_node.iter().map(|&bit| gates.stage(bit)).max().unwrap_or(0);
        bits[id.index()] = of_node;
    }
    let last = order.nodes().iter().map(|id| of[id.index()]).max().unwrap_or(0);
    let levels = order.nodes().iter().flat_map(|id| &bits[id.index()]).map(|&bit| gates.tables(bit)).max();
    Ok(Stages { of, last, levels: levels.unwrap_or(0) })
}

/// The values assigned to the signals with a register behind them, without outputs, behind which
/// nothing comes.
fn cuts(module: &Module, order: &Order, options: &PipelineOptions) -> Result<HashSet<NodeId>, PipelineError> {
    if options.cuts.is_empty() {
        return Ok(HashSet::new());
    }
    let worked_out: HashSet<NodeId> = order.nodes().iter().copied().collect();
    let outputs: HashSet<SignalId> = module.ports_of(Direction::Output).collect();
    let inner = |assign: &&Assign| worked_out.contains(&assign.node) && !outputs.contains(&assign.signal);
    let assigned = module.assigns.iter().filter(inner);
    let named: HashMap<&str, NodeId> =
        assigned.map(|assign| (module.signal(assign.signal).name.as_str(), assign.node)).collect();
    let node = |name: &String| {
        let missing = || PipelineError::NoCut {
            module: module.name.clone(),
            signal: name.clone(),
            near: nearest(name, named.keys().copied().collect()),
        };
        named.get(name.as_str()).copied().ok_or_else(missing)
    };
    options.cuts.iter().map(node).collect()
}

/// The name most like this one, and a second that is like it too.
fn nearest(name: &str, names: Vec<&str>) -> Vec<String> {
    let mut names: Vec<(f64, &str)> =
        names.into_iter().map(|other| (strsim::jaro_winkler(name, other), other)).collect();
    names.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(first.cmp(second)));
    let like = |(place, (similar, _)): &(usize, (f64, &str))| *place == 0 || *similar > LIKE;
    names.into_iter().take(2).enumerate().filter(like).map(|(_, (_, name))| name.into()).collect()
}

/// The similarity of names, up to 1, from which they are alike.
const LIKE: f64 = 0.8;

/// A set of bits that a gate is a function of, and the level that makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    level: u32,
    leaves: Leaves,
}

/// At most [`INPUTS`] bits, the lowest first. The places behind them hold 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Leaves {
    bits: [Bit; INPUTS],
    count: usize,
}

impl Leaves {
    fn one(bit: Bit) -> Self {
        let mut bits = [0; INPUTS];
        bits[0] = bit;
        Self { bits, count: 1 }
    }

    fn as_slice(&self) -> &[Bit] {
        &self.bits[..self.count]
    }

    /// The bits of both, if they are not too many.
    fn with(&self, other: &Self) -> Option<Self> {
        let mut both = Self::default();
        let (mut one, mut two) = (0, 0);
        while one < self.count || two < other.count {
            // Of equal bits, one is taken.
            let first = two == other.count || (one < self.count && self.bits[one] <= other.bits[two]);
            let bit = if first { self.bits[one] } else { other.bits[two] };
            one += usize::from(one < self.count && self.bits[one] == bit);
            two += usize::from(two < other.count && other.bits[two] == bit);
            *both.bits.get_mut(both.count)? = bit;
            both.count += 1;
        }
        Some(both)
    }
}

#[derive(Default)]
struct Gates {
    /// The sets of each gate, the best first, and last the gate by itself.
    cuts: Vec<Vec<Cut>>,
    /// The level of each gate in its stage.
    levels: Vec<u32>,
    /// The stage of each gate.
    stages: Vec<u32>,
    /// The stage of gates that are added.
    stage: u32,
    /// Levels of a stage, at most.
    most: u32,
    /// Bits of carry that take as long as a lookup table.
    carry: u32,
    /// Registers at the beginning of a stage, by the gate whose value they hold.
    registers: HashMap<(Bit, u32), Bit>,
    /// Bits with so many readers that the way to them takes as long as a table.
    wide: HashSet<Bit>,
    /// Bits that are read in later stages only, and how many stages later.
    later: HashMap<Bit, u32>,
}

impl Gates {
    fn level(&self, bit: Bit) -> u32 {
        self.levels[bit as usize]
    }

    /// The tables before a bit in its stage, without what the way to its readers takes.
    fn tables(&self, bit: Bit) -> u32 {
        self.level(bit) - u32::from(self.wide.contains(&bit))
    }

    fn stage(&self, bit: Bit) -> u32 {
        self.stages[bit as usize]
    }

    /// The first stage in which a bit can be read.
    fn earliest(&self, bit: Bit) -> u32 {
        self.stage(bit) + self.later.get(&bit).copied().unwrap_or(0)
    }

    /// A bit is read at least so many stages later.
    fn read_later(&mut self, bit: Bit, stages: u32) {
        let later = self.later.entry(bit).or_insert(0);
        *later = stages.max(*later);
    }

    fn is_constant(&self, bit: Bit) -> bool {
        self.cuts[bit as usize].iter().any(|cut| cut.leaves.count == 0)
    }

    /// A value as a stage finds it: the value itself in its own stage, a register in later ones.
    fn in_stage(&mut self, bit: Bit, stage: u32) -> Bit {
        if self.is_constant(bit) || self.stage(bit) == stage {
            return bit;
        }
        if let Some(&register) = self.registers.get(&(bit, stage)) {
            return register;
        }
        self.stage = stage;
        let register = self.source();
        if self.wide.contains(&bit) {
            self.wide.insert(register);
            self.levels[register as usize] = 1;
            self.cuts[register as usize] = vec![Cut { level: 1, leaves: Leaves::one(register) }];
        }
        self.registers.insert((bit, stage), register);
        register
    }

    fn add(&mut self, level: u32, mut cuts: Vec<Cut>) -> Bit {
        let bit = self.levels.len() as Bit;
        // What reads this bit finds it at its level; a constant is nobody's input.
        cuts.push(Cut { level, leaves: Leaves::one(bit) });
        self.cuts.push(cuts);
        self.levels.push(level);
        self.stages.push(self.stage);
        bit
    }

    /// A bit as its readers see it.
    fn wire(&mut self, bit: Bit, readers: u32, options: &PipelineOptions) {
        let wide = options.wide.is_some_and(|wide| readers >= wide);
        if self.is_constant(bit) || !(wide || options.sparing && readers > 1) {
            return;
        }
        if wide {
            self.wide.insert(bit);
            self.levels[bit as usize] += 1;
        }
        // It is the end of a table: those that read it have it as an input.
        self.cuts[bit as usize] = vec![Cut { level: self.level(bit), leaves: Leaves::one(bit) }];
    }

    fn source(&mut self) -> Bit {
        self.add(0, Vec::new())
    }

    fn constant(&mut self) -> Bit {
        let bit = self.levels.len() as Bit;
        self.cuts.push(vec![Cut { level: 0, leaves: Leaves::default() }]);
        self.levels.push(0);
        self.stages.push(0);
        bit
    }

    /// Logic that is not examined: one lookup table and this many bits of carry after the latest
    /// input.
    fn opaque(&mut self, inputs: &[Bit], carry: u32) -> Bit {
        let latest = inputs.iter().map(|&bit| self.level(bit)).max().unwrap_or(0);
        self.add(latest + 1 + carry / self.carry, Vec::new())
    }

    /// Any function of two or three bits.
    fn gate(&mut self, inputs: &[Bit]) -> Bit {
        let mut joined = vec![Cut { level: 0, leaves: Leaves::default() }];
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
            next.sort_by_key(|cut| (cut.level, cut.leaves.count));
            next.truncate(KEPT * 2);
            joined = next;
        }
        joined.truncate(KEPT);
        let Some(best) = joined.first() else { return self.opaque(inputs, 0) };
        if best.leaves.count == 0 {
            return self.constant();
        }
        let level = best.level;
        self.add(level, joined)
    }

    /// The leaves of both, with the level of a table of them.
    fn join(&self, one: &Cut, other: &Cut) -> Option<Cut> {
        let leaves = one.leaves.with(&other.leaves)?;
        let latest = leaves.as_slice().iter().map(|&leaf| self.level(leaf)).max();
        Some(Cut { level: latest.map_or(0, |level| level + 1), leaves })
    }

    /// A function of many bits in any order. The earliest bits come first, and of those the ones
    /// that wait longest.
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
                None => {
                    self.stage = 0;
                    (0..width).map(|_| self.source()).collect()
                }
            },
            Node::Slice { from, low, width } => of(*from)[*low as usize..(low + width) as usize].to_vec(),
            Node::Concat(parts) => parts.iter().rev().flat_map(|&part| of(part).to_vec()).collect(),
            // It goes into the tables of its readers.
            Node::Unary(UnaryOp::Not, a) => of(*a).to_vec(),
            node @ (Node::Unary(..) | Node::Mux { .. } | Node::Binary(..)) => {
                let operands: Vec<&[Bit]> = node.operands().into_iter().map(of).collect();
                self.operator(node, &operands, width)
            }
        }
    }

    /// An operator, in the first stage where it is not too deep. All its bits are worked out in the
    /// same stage.
    fn operator(&mut self, node: &Node, operands: &[&[Bit]], width: usize) -> Vec<Bit> {
        let inputs = operands.iter().copied().flatten().filter(|&&bit| !self.is_constant(bit));
        let mut stage = inputs.map(|&bit| self.earliest(bit)).max().unwrap_or(0);
        loop {
            let mut read =
                |bits: &[Bit]| -> Vec<Bit> { bits.iter().map(|&bit| self.in_stage(bit, stage)).collect() };
            let local: Vec<Vec<Bit>> = operands.iter().map(|bits| read(bits)).collect();
            self.stage = stage;
            let found = match (node, &local[..]) {
                (Node::Unary(..), [a]) => vec![self.tree(a.clone())],
                (Node::Mux { .. }, [select, then, otherwise]) => {
                    let select = select[0];
                    (0..width).map(|bit| self.gate(&[select, then[bit], otherwise[bit]])).collect()
                }
                (Node::Binary(op, ..), [a, b]) => self.binary(*op, a, b, width),
                _ => (0..width).map(|_| self.constant()).collect(),
            };
            let deepest = found.iter().map(|&bit| self.level(bit)).max().unwrap_or(0);
            // In a later stage it would be as deep.
            let from_registers = local.iter().flatten().all(|&bit| self.tables(bit) == 0);
            if deepest <= self.most || from_registers {
                return found;
            }
            stage += 1;
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
                let bit = self.opaque(&inputs, self.carry.saturating_mul(b.len().saturating_sub(1) as u32));
                vec![bit; width]
            }
        }
    }
}
