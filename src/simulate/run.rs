//! Runs a [`Program`]: its operations packed batch by batch, each batch a tight loop.
//!
//! Nearly all programs have at most 65,536 slots. They number their slots in 16 bits, over an array
//! of exactly that many words. So the compiler knows that every number is in bounds, and the
//! operations take half the cache.

use super::lower::mask;
use super::program::{Opcode, Operation, Program, Slot, Wide};
use crate::netlist::BinaryOp;

/// The number of a slot in some array of slots.
trait Index: Copy {
    /// The slots it numbers.
    type Slots: ?Sized;
    fn new(slot: Slot) -> Self;
    fn load(self, slots: &Self::Slots) -> u64;
    fn store(slots: &mut Self::Slots, place: usize, word: u64);
    fn all(slots: &mut Self::Slots) -> &mut [u64];
}

/// The number of slots that 16 bits number.
pub(super) const SMALL: usize = 1 << 16;

impl Index for u16 {
    type Slots = [u64; SMALL];

    fn new(slot: Slot) -> Self {
        slot as u16
    }

    #[inline(always)]
    fn load(self, slots: &[u64; SMALL]) -> u64 {
        slots[usize::from(self)]
    }

    #[inline(always)]
    fn store(slots: &mut [u64; SMALL], place: usize, word: u64) {
        slots[place % SMALL] = word;
    }

    fn all(slots: &mut [u64; SMALL]) -> &mut [u64] {
        slots
    }
}

impl Index for u32 {
    type Slots = [u64];

    fn new(slot: Slot) -> Self {
        slot
    }

    #[inline(always)]
    fn load(self, slots: &[u64]) -> u64 {
        slots[self as usize]
    }

    #[inline(always)]
    fn store(slots: &mut [u64], place: usize, word: u64) {
        slots[place] = word;
    }

    fn all(slots: &mut [u64]) -> &mut [u64] {
        slots
    }
}

/// A batch with nothing but the fields its opcode reads.
pub(super) enum Packed<I> {
    And(Vec<[I; 2]>),
    Or(Vec<[I; 2]>),
    Xor(Vec<[I; 2]>),
    AndNot(Vec<[I; 2]>),
    And3(Vec<[I; 3]>),
    Or3(Vec<[I; 3]>),
    AndOr(Vec<[I; 3]>),
    OrAnd(Vec<[I; 3]>),
    AndAndNot(Vec<[I; 3]>),
    Mux(Vec<[I; 3]>),
    Equal(Vec<[I; 2]>),
    NotEqual(Vec<[I; 2]>),
    Less(Vec<[I; 2]>),
    LessSigned(Vec<([I; 2], u32)>),
    Add(Vec<([I; 2], u64)>),
    Sub(Vec<([I; 2], u64)>),
    Mul(Vec<[I; 2]>),
    ShiftLeft(Vec<([I; 2], u64)>),
    ShiftRight(Vec<[I; 2]>),
    Extract(Vec<(I, u32, u64)>),
    Funnel(Vec<([I; 2], u32, u64)>),
    Join(Vec<([I; 2], u32)>),
    Parity(Vec<I>),
    Read(Vec<(I, u32)>),
    Wide(Vec<Wide>),
}

/// Batches in order, each with the slot of its first result.
pub(super) type Batches<I> = Vec<(usize, Packed<I>)>;

/// A program ready to run.
pub(super) enum Machine {
    Small(Batches<u16>),
    Large(Batches<u32>),
}

impl Machine {
    pub fn new(program: &Program) -> Self {
        if program.end as usize <= SMALL {
            Self::Small(batches(program))
        } else {
            Self::Large(batches(program))
        }
    }

    /// Computes every result from the state. `memory` is the array that [`Opcode::Read`] reads.
    /// There are at least [`SMALL`] slots.
    pub fn run(&self, slots: &mut [u64], memory: &[u64]) {
        match self {
            Self::Small(batches) => {
                if let Some(slots) = slots.first_chunk_mut() {
                    run(batches, slots, memory);
                }
            }
            Self::Large(batches) => run(batches, slots, memory),
        }
    }
}

fn batches<I: Index>(program: &Program) -> Batches<I> {
    let batches = program.batches.iter().map(|batch| {
        let operations = &program.operations[batch.start..batch.start + batch.count];
        (batch.result as usize, pack(batch.opcode, operations, &program.wide))
    });
    batches.collect()
}

fn run<I: Index>(batches: &Batches<I>, s: &mut I::Slots, memory: &[u64]) {
    for &(at, ref batch) in batches {
        match batch {
            Packed::And(list) => each::<I, _>(s, at, list, |s, &[a, b]| a.load(s) & b.load(s)),
            Packed::Or(list) => each::<I, _>(s, at, list, |s, &[a, b]| a.load(s) | b.load(s)),
            Packed::Xor(list) => each::<I, _>(s, at, list, |s, &[a, b]| a.load(s) ^ b.load(s)),
            Packed::AndNot(list) => each::<I, _>(s, at, list, |s, &[a, b]| a.load(s) & !b.load(s)),
            Packed::And3(list) => {
                each::<I, _>(s, at, list, |s, &[a, b, c]| a.load(s) & b.load(s) & c.load(s));
            }
            Packed::Or3(list) => {
                each::<I, _>(s, at, list, |s, &[a, b, c]| a.load(s) | b.load(s) | c.load(s));
            }
            Packed::AndOr(list) => {
                each::<I, _>(s, at, list, |s, &[a, b, c]| a.load(s) & b.load(s) | c.load(s));
            }
            Packed::OrAnd(list) => {
                each::<I, _>(s, at, list, |s, &[a, b, c]| (a.load(s) | b.load(s)) & c.load(s));
            }
            Packed::AndAndNot(list) => {
                each::<I, _>(s, at, list, |s, &[a, b, c]| a.load(s) & b.load(s) & !c.load(s));
            }
            Packed::Mux(list) => each::<I, _>(s, at, list, |s, &[select, then, otherwise]| {
                let (then, otherwise) = (then.load(s), otherwise.load(s));
                otherwise ^ ((then ^ otherwise) & select.load(s).wrapping_neg())
            }),
            Packed::Equal(list) => {
                each::<I, _>(s, at, list, |s, &[a, b]| u64::from(a.load(s) == b.load(s)));
            }
            Packed::NotEqual(list) => {
                each::<I, _>(s, at, list, |s, &[a, b]| u64::from(a.load(s) != b.load(s)));
            }
            Packed::Less(list) => each::<I, _>(s, at, list, |s, &[a, b]| u64::from(a.load(s) < b.load(s))),
            Packed::LessSigned(list) => each::<I, _>(s, at, list, |s, &([a, b], shift)| {
                let signed = |word: u64| word.wrapping_shl(shift) as i64;
                u64::from(signed(a.load(s)) < signed(b.load(s)))
            }),
            Packed::Add(list) => {
                each::<I, _>(s, at, list, |s, &([a, b], mask)| a.load(s).wrapping_add(b.load(s)) & mask);
            }
            Packed::Sub(list) => {
                each::<I, _>(s, at, list, |s, &([a, b], mask)| a.load(s).wrapping_sub(b.load(s)) & mask);
            }
            Packed::Mul(list) => each::<I, _>(s, at, list, |s, &[a, b]| a.load(s).wrapping_mul(b.load(s))),
            Packed::ShiftLeft(list) => {
                each::<I, _>(s, at, list, |s, &([a, by], mask)| shift_left(a.load(s), by.load(s)) & mask);
            }
            Packed::ShiftRight(list) => {
                each::<I, _>(s, at, list, |s, &[a, by]| shift_right(a.load(s), by.load(s)));
            }
            Packed::Extract(list) => {
                each::<I, _>(s, at, list, |s, &(a, shift, mask)| a.load(s).wrapping_shr(shift) & mask);
            }
            Packed::Funnel(list) => each::<I, _>(s, at, list, |s, &([low, high], shift, mask)| {
                (low.load(s).wrapping_shr(shift) | high.load(s).wrapping_shl(64 - shift)) & mask
            }),
            Packed::Join(list) => {
                each::<I, _>(s, at, list, |s, &([a, b], shift)| a.load(s) | b.load(s).wrapping_shl(shift));
            }
            Packed::Parity(list) => each::<I, _>(s, at, list, |s, &a| u64::from(a.load(s).count_ones() & 1)),
            Packed::Read(list) => each::<I, _>(s, at, list, |s, &(address, start)| {
                memory.get(start as usize + address.load(s) as usize).copied().unwrap_or(0)
            }),
            Packed::Wide(list) => {
                let slots = I::all(s);
                let mut at = at;
                for wide in list {
                    at += store_wide(wide, slots, at);
                }
            }
        }
    }
}

#[inline(always)]
fn each<I: Index, T>(
    slots: &mut I::Slots,
    result: usize,
    list: &[T],
    compute: impl Fn(&I::Slots, &T) -> u64,
) {
    // Four at a time: as much again is spent on counting otherwise.
    let fours = list.chunks_exact(4);
    let rest = fours.remainder();
    let mut place = result;
    for four in fours {
        for (offset, operation) in four.iter().enumerate() {
            let word = compute(slots, operation);
            I::store(slots, place + offset, word);
        }
        place += 4;
    }
    for (offset, operation) in rest.iter().enumerate() {
        let word = compute(slots, operation);
        I::store(slots, place + offset, word);
    }
}

fn shift_left(word: u64, by: u64) -> u64 {
    if by < 64 { word << by } else { 0 }
}

fn shift_right(word: u64, by: u64) -> u64 {
    if by < 64 { word >> by } else { 0 }
}

fn pack<I: Index>(opcode: Opcode, operations: &[Operation], wide: &[Wide]) -> Packed<I> {
    fn list<T>(operations: &[Operation], pack: impl Fn(&Operation) -> T) -> Vec<T> {
        operations.iter().map(pack).collect()
    }
    let pair = |o: &Operation| [I::new(o.operands[0]), I::new(o.operands[1])];
    let pairs = || list(operations, pair);
    let triples = || list(operations, |o| o.operands.map(I::new));
    let with_mask = || list(operations, |o| (pair(o), o.immediate));
    let with_shift = || list(operations, |o| (pair(o), o.immediate as u32));
    match opcode {
        Opcode::And => Packed::And(pairs()),
        Opcode::Or => Packed::Or(pairs()),
        Opcode::Xor => Packed::Xor(pairs()),
        Opcode::AndNot => Packed::AndNot(pairs()),
        Opcode::Mux => Packed::Mux(triples()),
        Opcode::And3 => Packed::And3(triples()),
        Opcode::Or3 => Packed::Or3(triples()),
        Opcode::AndOr => Packed::AndOr(triples()),
        Opcode::OrAnd => Packed::OrAnd(triples()),
        Opcode::AndAndNot => Packed::AndAndNot(triples()),
        Opcode::Equal => Packed::Equal(pairs()),
        Opcode::NotEqual => Packed::NotEqual(pairs()),
        Opcode::Less => Packed::Less(pairs()),
        Opcode::LessSigned => Packed::LessSigned(with_shift()),
        Opcode::Add => Packed::Add(with_mask()),
        Opcode::Sub => Packed::Sub(with_mask()),
        Opcode::Mul => Packed::Mul(pairs()),
        Opcode::ShiftLeft => Packed::ShiftLeft(with_mask()),
        Opcode::ShiftRight => Packed::ShiftRight(pairs()),
        Opcode::Extract => {
            Packed::Extract(list(operations, |o| (I::new(o.operands[0]), o.operands[2], o.immediate)))
        }
        Opcode::Funnel => Packed::Funnel(list(operations, |o| (pair(o), o.operands[2], o.immediate))),
        Opcode::Join => Packed::Join(with_shift()),
        Opcode::Parity => Packed::Parity(list(operations, |o| I::new(o.operands[0]))),
        Opcode::Read => Packed::Read(list(operations, |o| (I::new(o.operands[0]), o.immediate as u32))),
        Opcode::Wide => Packed::Wide(list(operations, |o| wide[o.immediate as usize].clone())),
    }
}

/// Computes a wide operation's result, puts it into its place, and returns the number of its words.
pub(super) fn store_wide(wide: &Wide, slots: &mut [u64], at: usize) -> usize {
    let result = compute_wide(wide, slots);
    slots[at..at + result.len()].copy_from_slice(&result);
    result.len()
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
