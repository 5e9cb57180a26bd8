//! Runs a [`Program`]: its operations packed batch by batch, each batch a tight loop.

use super::lower::mask;
use super::program::{Opcode, Operation, Program, Slot, Wide};
use crate::netlist::BinaryOp;

/// A batch with nothing but the fields its opcode reads.
#[derive(Clone, Debug)]
enum Packed {
    And(Vec<[Slot; 2]>),
    Or(Vec<[Slot; 2]>),
    Xor(Vec<[Slot; 2]>),
    AndNot(Vec<[Slot; 2]>),
    Mux(Vec<[Slot; 3]>),
    Equal(Vec<[Slot; 2]>),
    NotEqual(Vec<[Slot; 2]>),
    Less(Vec<[Slot; 2]>),
    LessSigned(Vec<([Slot; 2], u32)>),
    Add(Vec<([Slot; 2], u64)>),
    Sub(Vec<([Slot; 2], u64)>),
    Mul(Vec<[Slot; 2]>),
    ShiftLeft(Vec<([Slot; 2], u64)>),
    ShiftRight(Vec<[Slot; 2]>),
    Extract(Vec<(Slot, u32, u64)>),
    Funnel(Vec<([Slot; 3], u64)>),
    Join(Vec<([Slot; 2], u32)>),
    Parity(Vec<Slot>),
    Read(Vec<(Slot, u32)>),
    Table(Vec<([Slot; 4], u16)>),
    Wide(Vec<Wide>),
}

/// A program ready to run.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    batches: Vec<(Slot, Packed)>,
}

impl Machine {
    pub fn new(program: &Program) -> Self {
        let batches = program.batches.iter().map(|batch| {
            let operations = &program.operations[batch.start..batch.start + batch.count];
            (batch.result, pack(batch.opcode, operations, &program.wide))
        });
        Self { batches: batches.collect() }
    }

    /// Computes every result from the state; `memory` is the array that [`Opcode::Read`] reads.
    pub fn run(&self, slots: &mut [u64], memory: &[u64]) {
        for (result, batch) in &self.batches {
            let at = *result as usize;
            match batch {
                Packed::And(list) => each(slots, at, list, |s, &[a, b]| s.at(a) & s.at(b)),
                Packed::Or(list) => each(slots, at, list, |s, &[a, b]| s.at(a) | s.at(b)),
                Packed::Xor(list) => each(slots, at, list, |s, &[a, b]| s.at(a) ^ s.at(b)),
                Packed::AndNot(list) => each(slots, at, list, |s, &[a, b]| s.at(a) & !s.at(b)),
                Packed::Mux(list) => each(slots, at, list, |s, &[select, then, otherwise]| {
                    let (then, otherwise) = (s.at(then), s.at(otherwise));
                    otherwise ^ ((then ^ otherwise) & s.at(select).wrapping_neg())
                }),
                Packed::Equal(list) => each(slots, at, list, |s, &[a, b]| u64::from(s.at(a) == s.at(b))),
                Packed::NotEqual(list) => each(slots, at, list, |s, &[a, b]| u64::from(s.at(a) != s.at(b))),
                Packed::Less(list) => each(slots, at, list, |s, &[a, b]| u64::from(s.at(a) < s.at(b))),
                Packed::LessSigned(list) => each(slots, at, list, |s, &([a, b], shift)| {
                    let signed = |slot| s.at(slot).wrapping_shl(shift) as i64;
                    u64::from(signed(a) < signed(b))
                }),
                Packed::Add(list) => {
                    each(slots, at, list, |s, &([a, b], mask)| s.at(a).wrapping_add(s.at(b)) & mask);
                }
                Packed::Sub(list) => {
                    each(slots, at, list, |s, &([a, b], mask)| s.at(a).wrapping_sub(s.at(b)) & mask);
                }
                Packed::Mul(list) => each(slots, at, list, |s, &[a, b]| s.at(a).wrapping_mul(s.at(b))),
                Packed::ShiftLeft(list) => {
                    each(slots, at, list, |s, &([a, by], mask)| shift_left(s.at(a), s.at(by)) & mask);
                }
                Packed::ShiftRight(list) => {
                    each(slots, at, list, |s, &[a, by]| shift_right(s.at(a), s.at(by)))
                }
                Packed::Extract(list) => {
                    each(slots, at, list, |s, &(a, shift, mask)| s.at(a).wrapping_shr(shift) & mask);
                }
                Packed::Funnel(list) => each(slots, at, list, |s, &([low, high, shift], mask)| {
                    (s.at(low).wrapping_shr(shift) | s.at(high).wrapping_shl(64 - shift)) & mask
                }),
                Packed::Join(list) => {
                    each(slots, at, list, |s, &([a, b], shift)| s.at(a) | s.at(b).wrapping_shl(shift));
                }
                Packed::Parity(list) => each(slots, at, list, |s, &a| u64::from(s.at(a).count_ones() & 1)),
                Packed::Read(list) => each(slots, at, list, |s, &(address, start)| {
                    memory.get(start as usize + s.at(address) as usize).copied().unwrap_or(0)
                }),
                Packed::Table(list) => each(slots, at, list, |s, &([a, b, c, d], table)| {
                    let row = s.at(a) | s.at(b) << 1 | s.at(c) << 2 | s.at(d) << 3;
                    u64::from(table) >> (row & 15) & 1
                }),
                Packed::Wide(list) => {
                    let mut at = at;
                    for wide in list {
                        let result = compute_wide(wide, slots);
                        slots[at..at + result.len()].copy_from_slice(&result);
                        at += result.len();
                    }
                }
            }
        }
    }
}

/// Reading a slot.
trait Slots {
    fn at(&self, slot: Slot) -> u64;
}

impl Slots for [u64] {
    #[inline(always)]
    fn at(&self, slot: Slot) -> u64 {
        self[slot as usize]
    }
}

#[inline(always)]
fn each<T>(slots: &mut [u64], result: usize, list: &[T], compute: impl Fn(&[u64], &T) -> u64) {
    for (offset, operation) in list.iter().enumerate() {
        slots[result + offset] = compute(slots, operation);
    }
}

fn shift_left(word: u64, by: u64) -> u64 {
    if by < 64 { word << by } else { 0 }
}

fn shift_right(word: u64, by: u64) -> u64 {
    if by < 64 { word >> by } else { 0 }
}

fn pack(opcode: Opcode, operations: &[Operation], wide: &[Wide]) -> Packed {
    fn list<T>(operations: &[Operation], pack: impl Fn(&Operation) -> T) -> Vec<T> {
        operations.iter().map(pack).collect()
    }
    let pairs = || list(operations, |o| [o.operands[0], o.operands[1]]);
    let with_mask = || list(operations, |o| ([o.operands[0], o.operands[1]], o.immediate));
    let with_shift = || list(operations, |o| ([o.operands[0], o.operands[1]], o.immediate as u32));
    let triples = || list(operations, |o| [o.operands[0], o.operands[1], o.operands[2]]);
    match opcode {
        Opcode::And => Packed::And(pairs()),
        Opcode::Or => Packed::Or(pairs()),
        Opcode::Xor => Packed::Xor(pairs()),
        Opcode::AndNot => Packed::AndNot(pairs()),
        Opcode::Mux => Packed::Mux(triples()),
        Opcode::Equal => Packed::Equal(pairs()),
        Opcode::NotEqual => Packed::NotEqual(pairs()),
        Opcode::Less => Packed::Less(pairs()),
        Opcode::LessSigned => Packed::LessSigned(with_shift()),
        Opcode::Add => Packed::Add(with_mask()),
        Opcode::Sub => Packed::Sub(with_mask()),
        Opcode::Mul => Packed::Mul(pairs()),
        Opcode::ShiftLeft => Packed::ShiftLeft(with_mask()),
        Opcode::ShiftRight => Packed::ShiftRight(pairs()),
        Opcode::Extract => Packed::Extract(list(operations, |o| (o.operands[0], o.operands[2], o.immediate))),
        Opcode::Funnel => {
            Packed::Funnel(triples().into_iter().zip(operations.iter().map(|o| o.immediate)).collect())
        }
        Opcode::Join => Packed::Join(with_shift()),
        Opcode::Parity => Packed::Parity(list(operations, |o| o.operands[0])),
        Opcode::Read => Packed::Read(list(operations, |o| (o.operands[0], o.immediate as u32))),
        Opcode::Table => Packed::Table(list(operations, |o| (o.operands, o.immediate as u16))),
        Opcode::Wide => Packed::Wide(list(operations, |o| wide[o.immediate as usize].clone())),
    }
}

/// The words of a wide operation's result.
fn compute_wide(wide: &Wide, slots: &[u64]) -> Vec<u64> {
    let load = |list: &[Slot]| list.iter().map(|&slot| slots[slot as usize]).collect::<Vec<u64>>();
    let (a, b) = (load(&wide.left), load(&wide.right));
    let mut result = match wide.op {
        BinaryOp::Add => add(&a, &b, 0),
        BinaryOp::Sub => add(&a, &b, u64::MAX),
        BinaryOp::Mul => multiply(&a, &b),
        BinaryOp::Less => vec![u64::from(a.iter().rev().lt(b.iter().rev()))],
        BinaryOp::LessSigned => {
            // Two's complement order is unsigned order with the sign bit turned over.
            let flip = |mut words: Vec<u64>| {
                if let Some(top) = words.last_mut() {
                    *top ^= 1 << ((wide.left_width - 1) % 64);
                }
                words
            };
            let (a, b) = (flip(a), flip(b));
            vec![u64::from(a.iter().rev().lt(b.iter().rev()))]
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            let far = b.iter().skip(1).any(|&word| word != 0) || b[0] >= u64::from(wide.width);
            let by = if far { wide.width } else { b[0] as u32 };
            shift(&a, by, wide.op == BinaryOp::ShiftLeft)
        }
        // Bitwise operators and equality are lowered word by word.
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Equal | BinaryOp::NotEqual => a,
    };
    let words = wide.words();
    result.resize(words as usize, 0);
    if let Some(top) = result.last_mut() {
        *top &= mask(wide.width - (words - 1) * 64);
    }
    result
}

/// `a + b`, or `a - b` where `flip` is all ones.
fn add(a: &[u64], b: &[u64], flip: u64) -> Vec<u64> {
    let mut carry = flip & 1;
    let words = a.iter().zip(b).map(|(&a, &b)| {
        let sum = u128::from(a) + u128::from(b ^ flip) + u128::from(carry);
        carry = (sum >> 64) as u64;
        sum as u64
    });
    words.collect()
}

fn multiply(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, &y) in b.iter().enumerate() {
            let sum = u128::from(x) * u128::from(y) + u128::from(product[i + j]) + u128::from(carry);
            product[i + j] = sum as u64;
            carry = (sum >> 64) as u64;
        }
        product[i + b.len()] = carry;
    }
    product
}

fn shift(a: &[u64], by: u32, left: bool) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let word = |index: Option<usize>| index.and_then(|index| a.get(index)).copied().unwrap_or(0);
    let words = (0..a.len()).map(|index| {
        // The word that lands here, and its neighbour whose bits follow it.
        let (near, far) = if left {
            (word(index.checked_sub(whole)), word(index.checked_sub(whole + 1)))
        } else {
            (word(index.checked_add(whole)), word(index.checked_add(whole + 1)))
        };
        match (part, left) {
            (0, _) => near,
            (_, true) => near << part | far >> (64 - part),
            (_, false) => near >> part | far << (64 - part),
        }
    });
    words.collect()
}
