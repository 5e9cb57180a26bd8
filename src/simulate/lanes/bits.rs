//! From expressions to gates: every bit of every expression becomes a word of 64 lanes.
//!
//! A bit may be the complement of its word, which costs nothing. The gates that read a complement
//! take it in, and only bits that leave the program are complemented for good. Equal gates are one,
//! and constants are folded.

use std::collections::{HashMap, HashSet};

use crate::netlist::{BinaryOp, Module, Node, NodeId, UnaryOp};
use crate::simulate::lower::{Lowering, Word};
use crate::simulate::program::{Opcode, Slot};

/// One bit of an expression, in all lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bit {
    word: Word,
    inverted: bool,
}

impl std::ops::Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        Self { inverted: !self.inverted, ..self }
    }
}

/// The gates of some expressions.
pub(super) struct Gates<'a> {
    module: &'a Module,
    /// The slot of bit 0 of every flat signal that is an input, a register or the data of a read.
    /// The other bits follow it.
    signals: &'a [Slot],
    pub lowering: Lowering<'a>,
    zero: Bit,
    bits: HashMap<NodeId, Vec<Bit>>,
}

impl<'a> Gates<'a> {
    pub fn new(module: &'a Module, signals: &'a [Slot], mut lowering: Lowering<'a>) -> Self {
        let zero = Bit { word: lowering.constant(0), inverted: false };
        Self { module, signals, lowering, zero, bits: HashMap::new() }
    }

    /// Makes the gates of an expression. Returns the words of its bits, the lowest first.
    pub fn words(&mut self, root: NodeId) -> Vec<Word> {
        let mut needed = Vec::new();
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if !self.bits.contains_key(&id) && seen.insert(id) {
                needed.push(id);
                stack.extend(self.module.node(id).operands());
            }
        }
        // The pool's order is an order of dependence.
        needed.sort_unstable();
        for id in needed {
            let bits = self.node(id);
            self.bits.insert(id, bits);
        }
        let bits = self.operand(root);
        bits.into_iter().map(|bit| self.word(bit)).collect()
    }

    fn word(&mut self, bit: Bit) -> Word {
        if bit.inverted {
            let ones = self.lowering.constant(u64::MAX);
            self.lowering.operation(Opcode::Xor, &[bit.word, ones], 0)
        } else {
            bit.word
        }
    }

    fn operand(&self, id: NodeId) -> Vec<Bit> {
        self.bits.get(&id).cloned().unwrap_or_default()
    }

    fn node(&mut self, id: NodeId) -> Vec<Bit> {
        let module = self.module;
        match module.node(id) {
            Node::Constant { value, .. } => value.bits().map(|bit| self.constant(bit)).collect(),
            // The flat module has no parameters.
            Node::Parameter(parameter) => {
                module.parameters[parameter.index()].default.bits().map(|bit| self.constant(bit)).collect()
            }
            Node::Signal(signal) => {
                let first = self.signals[signal.index()];
                (first..first + module.width(id)).map(|word| Bit { word, inverted: false }).collect()
            }
            Node::Unary(op, a) => {
                let a = self.operand(*a);
                match op {
                    UnaryOp::Not => a.into_iter().map(|bit| !bit).collect(),
                    UnaryOp::ReduceAnd => vec![self.all(a)],
                    UnaryOp::ReduceOr => vec![!self.all(a.into_iter().map(|bit| !bit))],
                    UnaryOp::ReduceXor => {
                        let zero = self.zero;
                        vec![a.into_iter().fold(zero, |sum, bit| self.xor(sum, bit))]
                    }
                }
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.operand(*a), self.operand(*b));
                self.binary(*op, &a, &b)
            }
            Node::Mux { select, then, otherwise } => {
                let select = self.operand(*select)[0];
                let (then, otherwise) = (self.operand(*then), self.operand(*otherwise));
                self.choose(select, &then, &otherwise)
            }
            Node::Slice { from, low, width } => {
                self.operand(*from)[*low as usize..(low + width) as usize].to_vec()
            }
            Node::Concat(parts) => parts.iter().rev().flat_map(|&part| self.operand(part)).collect(),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let pairs = || a.iter().copied().zip(b.iter().copied());
        let zero = self.zero;
        match op {
            BinaryOp::And => pairs().map(|(a, b)| self.and(a, b)).collect(),
            BinaryOp::Or => pairs().map(|(a, b)| self.or(a, b)).collect(),
            BinaryOp::Xor => pairs().map(|(a, b)| self.xor(a, b)).collect(),
            BinaryOp::Add => self.sum(a, b, zero),
            BinaryOp::Sub => {
                let other: Vec<Bit> = b.iter().map(|&bit| !bit).collect();
                self.sum(a, &other, !zero)
            }
            BinaryOp::Mul => self.product(a, b),
            BinaryOp::Equal => vec![self.equal(a, b)],
            BinaryOp::NotEqual => vec![!self.equal(a, b)],
            BinaryOp::Less => vec![self.less(pairs())],
            BinaryOp::LessSigned => {
                // Two's complement order is unsigned order with the sign bit turned over.
                let top = a.len() - 1;
                let flipped = pairs().enumerate();
                vec![self.less(flipped.map(|(i, (a, b))| if i == top { (!a, !b) } else { (a, b) }))]
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(a, b, op == BinaryOp::ShiftLeft),
        }
    }

    fn constant(&self, bit: bool) -> Bit {
        if bit { !self.zero } else { self.zero }
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let zero = self.zero;
        if a == zero || b == zero || a == !b {
            return zero;
        }
        if a == !zero || a == b {
            return b;
        }
        if b == !zero {
            return a;
        }
        let (opcode, words, inverted) = match (a.inverted, b.inverted) {
            (false, false) => (Opcode::And, [a.word, b.word], false),
            (false, true) => (Opcode::AndNot, [a.word, b.word], false),
            (true, false) => (Opcode::AndNot, [b.word, a.word], false),
            (true, true) => (Opcode::Or, [a.word, b.word], true),
        };
        Bit { word: self.lowering.operation(opcode, &words, 0), inverted }
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let inverted = a.inverted != b.inverted;
        let zero = self.zero.word;
        let word = if a.word == b.word {
            zero
        } else if a.word == zero {
            b.word
        } else if b.word == zero {
            a.word
        } else {
            self.lowering.operation(Opcode::Xor, &[a.word, b.word], 0)
        };
        Bit { word, inverted }
    }

    fn mux(&mut self, select: Bit, then: Bit, otherwise: Bit) -> Bit {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(select, otherwise);
        }
        let chosen = self.and(select, then);
        let other = self.and(!select, otherwise);
        self.or(chosen, other)
    }

    fn choose(&mut self, select: Bit, then: &[Bit], otherwise: &[Bit]) -> Vec<Bit> {
        then.iter().zip(otherwise).map(|(&then, &otherwise)| self.mux(select, then, otherwise)).collect()
    }

    fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let one = !self.zero;
        bits.into_iter().fold(one, |all, bit| self.and(all, bit))
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let same: Vec<Bit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(same)
    }

    /// Whether the first number is the smaller, from pairs of bits, lowest first.
    fn less(&mut self, pairs: impl Iterator<Item = (Bit, Bit)>) -> Bit {
        let zero = self.zero;
        pairs.fold(zero, |below, (a, b)| {
            let differ = self.xor(a, b);
            self.mux(differ, b, below)
        })
    }

    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Vec<Bit> {
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.mux(differ, carry, a);
        }
        sum
    }

    /// As long as both together: a sum of one row for each bit of `b`.
    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let zero = self.zero;
        let mut product = vec![zero; a.len() + b.len()];
        for (low, &bit) in b.iter().enumerate() {
            let mut row: Vec<Bit> = a.iter().map(|&a| self.and(a, bit)).collect();
            row.push(zero);
            let sum = self.sum(&product[low..=low + a.len()], &row, zero);
            product[low..=low + a.len()].copy_from_slice(&sum);
        }
        product
    }

    /// One row of choices for each bit of the distance. Distances that shift everything out are
    /// taken together.
    fn shift(&mut self, a: &[Bit], by: &[Bit], left: bool) -> Vec<Bit> {
        let zero = self.zero;
        let width = a.len();
        let mut value = a.to_vec();
        let mut stays = !zero;
        for (place, &bit) in by.iter().enumerate() {
            let distance = u32::try_from(place).ok().and_then(|place| 1_usize.checked_shl(place));
            match distance.filter(|&distance| distance < width) {
                Some(distance) => {
                    let zeros = vec![zero; distance];
                    let moved = match left {
                        true => [&zeros[..], &value[..width - distance]].concat(),
                        false => [&value[distance..], &zeros[..]].concat(),
                    };
                    value = self.choose(bit, &moved, &value);
                }
                None => stays = self.and(stays, !bit),
            }
        }
        value.into_iter().map(|bit| self.and(bit, stays)).collect()
    }
}
