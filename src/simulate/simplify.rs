//! The simple form of an operation before it is made: known operands, and bits that cannot be set.

use super::lower::{Lowering, Word};
use super::program::Opcode;

impl Lowering<'_> {
    /// The bits of an operation's result that may be set.
    pub(super) fn possible_bits(&self, opcode: Opcode, operands: [Word; 3], immediate: u64) -> u64 {
        let [a, b, c] = operands;
        let of = |word| self.possible(word);
        match opcode {
            Opcode::And => of(a) & of(b),
            Opcode::Or | Opcode::Xor => of(a) | of(b),
            Opcode::AndNot => of(a),
            Opcode::Mux => of(b) | of(c),
            Opcode::Equal | Opcode::NotEqual | Opcode::Less | Opcode::LessSigned | Opcode::Parity => 1,
            Opcode::Add | Opcode::Sub => immediate,
            Opcode::Extract => of(a) >> c & immediate,
            Opcode::Join => of(a) | of(b) << immediate,
            _ => u64::MAX,
        }
    }

    /// A word that exists already, or that takes fewer operations, in place of an operation.
    pub(super) fn simplified(&mut self, opcode: Opcode, operands: [Word; 3], immediate: u64) -> Option<Word> {
        let [a, b, c] = operands;
        let is_bit = |of: &Self, word| of.possible(word) <= 1;
        // Commutative operations: whichever operand is known, and the other.
        let known = [(a, b), (b, a)].into_iter().find_map(|(x, y)| Some((self.known(x)?, x, y)));
        match opcode {
            Opcode::And | Opcode::Or if a == b => Some(a),
            Opcode::And => match known? {
                (0, zero, _) => Some(zero),
                (ones, _, other) => (self.possible(other) & !ones == 0).then_some(other),
            },
            Opcode::Or => match known? {
                (0, _, other) => Some(other),
                (ones, all, other) => (self.possible(other) & !ones == 0).then_some(all),
            },
            Opcode::Xor => known.filter(|&(number, ..)| number == 0).map(|(.., other)| other),
            Opcode::AndNot if self.known(b) == Some(0) || self.known(a) == Some(0) => Some(a),
            Opcode::NotEqual => match known? {
                (0, _, other) => is_bit(self, other).then_some(other),
                _ => None,
            },
            Opcode::Equal => match known? {
                (1, _, other) => is_bit(self, other).then_some(other),
                _ => None,
            },
            Opcode::Mux if b == c => Some(b),
            Opcode::Mux => match (self.known(b), self.known(c)) {
                (Some(1), Some(0)) => Some(a),
                (Some(1), None) if is_bit(self, c) => Some(self.operation(Opcode::Or, &[a, c], 0)),
                (Some(0), None) if is_bit(self, c) => Some(self.operation(Opcode::AndNot, &[c, a], 0)),
                (None, Some(0)) if is_bit(self, b) => Some(self.operation(Opcode::And, &[a, b], 0)),
                _ => None,
            },
            Opcode::Extract if c == 0 && self.possible(a) & !immediate == 0 => Some(a),
            Opcode::Join if self.known(b) == Some(0) => Some(a),
            _ => None,
        }
    }
}
