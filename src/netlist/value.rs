//! Two-state constants of any width.

use std::fmt;

/// A two-state constant of `width` bits (at least 1), least significant word first.
///
/// The bits above the width are always zero, so equality and hashing are those of the number.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value {
    width: u32,
    words: Vec<u64>,
}

impl Value {
    /// The constant `number` in `width` bits. Bits of the number beyond the width are dropped.
    pub fn new(width: u32, number: u64) -> Self {
        Self::from_words(width, &[number])
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self::from_words(width, &vec![u64::MAX; width.div_ceil(64) as usize])
    }

    /// A value from words, least significant first. Missing words are zero, and bits beyond the
    /// width are dropped.
    pub fn from_words(width: u32, words: &[u64]) -> Self {
        let width = width.max(1);
        let count = width.div_ceil(64) as usize;
        let mut words: Vec<u64> = words.iter().copied().chain(std::iter::repeat(0)).take(count).collect();
        let spare = count as u32 * 64 - width;
        if let Some(top) = words.last_mut() {
            *top &= u64::MAX >> spare;
        }
        Self { width, words }
    }

    /// A number of up to 128 bits; bits beyond the width are dropped.
    pub fn from_wide(width: u32, number: u128) -> Self {
        Self::from_words(width, &[number as u64, (number >> 64) as u64])
    }

    /// From bits, least significant first.
    pub fn from_bits(bits: impl IntoIterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        let mut width = 0;
        for bit in bits {
            if width % 64 == 0 {
                words.push(0);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(bit) << (width % 64);
            }
            width += 1;
        }
        Self::from_words(width, &words)
    }

    /// The width in bits, at least 1.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, least significant first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The low 64 bits as a number.
    pub fn low_word(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }

    /// The low 128 bits as a number.
    pub fn low_wide(&self) -> u128 {
        self.words.iter().take(2).rev().fold(0, |number, &word| number << 64 | u128::from(word))
    }

    /// The bit of weight 2^`index`; zero beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        self.words.get((index / 64) as usize).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The bits, least significant first.
    pub fn bits(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.width).map(|index| self.bit(index))
    }

    /// True when every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The `width` bits from bit `low` on; bits beyond the end read as zero.
    pub fn slice(&self, low: u32, width: u32) -> Self {
        Self::from_bits((low..low + width).map(|index| self.bit(index)))
    }

    /// The digits in base two, most significant first, exactly `width` of them.
    pub fn to_binary(&self) -> String {
        (0..self.width).rev().map(|index| if self.bit(index) { '1' } else { '0' }).collect()
    }

    /// The digits in base sixteen, most significant first, `width / 4` of them rounded up.
    pub fn to_hex(&self) -> String {
        let digits = self.width.div_ceil(4);
        (0..digits)
            .rev()
            .map(|digit| {
                let nibble = self.words[(digit / 16) as usize] >> (digit % 16 * 4) & 0xf;
                char::from_digit(nibble as u32, 16).unwrap_or('0')
            })
            .collect()
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// `width'hdigits`, as in Verilog.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'h{}", self.width, self.to_hex())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_beyond_the_width_are_dropped() {
        assert_eq!(Value::new(3, 0xff), Value::new(3, 7));
        assert_eq!(Value::ones(65).words(), &[u64::MAX, 1]);
    }

    #[test]
    fn digits() {
        assert_eq!(Value::new(6, 0b10_1101).to_binary(), "101101");
        assert_eq!(Value::new(6, 0b10_1101).to_hex(), "2d");
        assert_eq!(Value::from_words(68, &[1, 0xa]).to_hex(), "a0000000000000001");
    }

    #[test]
    fn slices_cross_words() {
        let value = Value::from_words(130, &[1 << 63, 3, 2]);
        assert_eq!(value.slice(63, 3), Value::new(3, 0b111));
        assert_eq!(value.slice(129, 1), Value::new(1, 1));
        assert_eq!(Value::from_bits(value.bits()), value);
    }
}
