//! Where each weight stands in the memory.

use crate::game::Refusal;

/// Bits of a weight.
pub const WEIGHT_BITS: u32 = 16;

/// A table: words of some weights each, numbered from 0.
///
/// For each king's square there is a triangle: a row for each code, with the weights of it and all
/// codes up to it, from code 0 on. A row begins with a word. Behind the triangles stand the rows of
/// both kings: one for each pair of squares, with a weight for each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    codes: u32,
    kings: u32,
    lanes: u32,
}

/// What a word holds: weights of codes from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Of pairs with the code of the row, which are as many as are not above it.
    Pairs {
        /// The king's square.
        king: u32,
        /// The code of the row.
        row: u32,
        /// The code of the first weight.
        first: u32,
    },
    /// Of both kings and a piece.
    Kings {
        /// The squares of both kings, each as its own side sees it.
        kings: [u32; 2],
        /// The code of the first weight.
        first: u32,
    },
}

impl Shape {
    /// A table for so many codes and kings' squares, in words of so many bits.
    ///
    /// # Errors
    /// There is no such table.
    pub fn new(codes: u32, kings: u32, word_bits: u32) -> Result<Self, Refusal> {
        let lanes = word_bits / WEIGHT_BITS;
        if !(WEIGHT_BITS..=16 * WEIGHT_BITS).contains(&word_bits) || !word_bits.is_power_of_two() {
            return Err(format!("words of {word_bits} bits; they may have 16, 32, 64, 128 or 256").into());
        }
        if codes < 2 * lanes.max(2) || codes > 2048 {
            let least = 2 * lanes.max(2);
            return Err(format!(
                "{codes} codes; with words of {word_bits} bits there may be {least} to 2048"
            )
            .into());
        }
        match (1..=81).contains(&kings) {
            true => Ok(Self { codes, kings, lanes }),
            false => Err(format!("{kings} squares of kings; there may be 1 to 81").into()),
        }
    }

    /// The number of codes.
    pub fn codes(self) -> u32 {
        self.codes
    }

    /// The number of squares of a king.
    pub fn kings(self) -> u32 {
        self.kings
    }

    /// Weights of a word.
    pub fn lanes(self) -> u32 {
        self.lanes
    }

    /// Bits of a word.
    pub fn word_bits(self) -> u32 {
        self.lanes * WEIGHT_BITS
    }

    /// Bits of a code.
    pub fn code_bits(self) -> u32 {
        (self.codes - 1).ilog2() + 1
    }

    /// Bits of a king's square.
    pub fn king_bits(self) -> u32 {
        self.kings.max(2).next_power_of_two().ilog2()
    }

    /// Bits of the number of a word.
    pub fn address_bits(self) -> u32 {
        (self.words() - 1).ilog2() + 1
    }

    /// Words of a triangle before the row of a code.
    pub fn row(self, code: u32) -> u64 {
        let (group, lane) = (u64::from(code / self.lanes), u64::from(code % self.lanes));
        (group + 1) * (u64::from(code) + lane) / 2
    }

    /// Words of a triangle.
    pub fn triangle(self) -> u64 {
        self.row(self.codes)
    }

    /// Words of a row of both kings.
    pub fn row_of_kings(self) -> u64 {
        u64::from(self.codes.div_ceil(self.lanes))
    }

    /// The first word of the rows of both kings.
    pub fn first_of_kings(self) -> u64 {
        u64::from(self.kings) * self.triangle()
    }

    /// All words.
    pub fn words(self) -> u64 {
        self.first_of_kings() + u64::from(self.kings * self.kings) * self.row_of_kings()
    }

    /// The word of a pair that a king sees. The code of the row is not below the other.
    pub fn pair(self, king: u32, row: u32, other: u32) -> u64 {
        u64::from(king) * self.triangle() + self.row(row) + u64::from(other / self.lanes)
    }

    /// The word of a piece and both kings.
    pub fn with_kings(self, kings: [u32; 2], code: u32) -> u64 {
        let row = u64::from(kings[0] * self.kings + kings[1]);
        self.first_of_kings() + row * self.row_of_kings() + u64::from(code / self.lanes)
    }

    /// What a word holds; `None` outside the table.
    pub fn held(self, word: u64) -> Option<Held> {
        if word >= self.words() {
            return None;
        }
        let first = |column: u64| column as u32 * self.lanes;
        if let Some(behind) = word.checked_sub(self.first_of_kings()) {
            let (row, column) = ((behind / self.row_of_kings()) as u32, behind % self.row_of_kings());
            return Some(Held::Kings { kings: [row / self.kings, row % self.kings], first: first(column) });
        }
        let (king, within) = ((word / self.triangle()) as u32, word % self.triangle());
        let (mut low, mut high) = (0, self.codes);
        while high - low > 1 {
            let middle = u32::midpoint(low, high);
            if self.row(middle) <= within { low = middle } else { high = middle }
        }
        Some(Held::Pairs { king, row: low, first: first(within - self.row(low)) })
    }
}
