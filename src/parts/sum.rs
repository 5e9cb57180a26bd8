//! Trees of full adders that count the bits set.

use std::collections::VecDeque;

use crate::describe::{Builder, Wire, concat};

/// Words of equal width, each lane of which holds a bit that counts for a power of two, and the sum
/// over all of them.
///
/// There are full adders in every lane (3 bits become 2, in one lookup table each) until two words
/// a weight are left. Then the lanes are folded in half, and so on. So no carry runs until the last
/// addition. About 2 LUT4 for each bit counted, and as many levels as the logarithm of the count to
/// the base 1.5.
pub struct Counter {
    builder: Builder,
    /// The beginning of its signals' names.
    name: String,
    /// Full adders so far.
    adders: usize,
    /// The words that wait, by the logarithm of their bits' weight.
    weights: Vec<VecDeque<Wire>>,
}

impl Counter {
    /// An empty count. Its signals will be `<name>_sum_1`, `<name>_carry_1` and so on.
    pub fn new(builder: &Builder, name: &str) -> Self {
        Self { builder: builder.clone(), name: name.into(), adders: 0, weights: Vec::new() }
    }

    /// Adds a word whose bits count for `2^weight` each. All words have the same width. Earlier
    /// words are added first, so words that are known late should come last.
    pub fn add(&mut self, weight: usize, word: Wire) {
        if word.is_zero() {
            return;
        }
        while self.weights.len() <= weight {
            self.weights.push(VecDeque::new());
        }
        self.weights[weight].push_back(word);
    }

    /// The sum of all, in `width` bits. Larger sums lose their high bits.
    pub fn total(mut self, width: u32) -> Wire {
        self.compress();
        while self.weights.iter().flatten().any(|word| word.width() > 1) {
            self.fold();
            self.compress();
        }
        self.carry(width)
    }

    /// Full adders until no weight has more than two words.
    fn compress(&mut self) {
        while let Some(weight) = self.weights.iter().position(|words| words.len() > 2) {
            let words = &mut self.weights[weight];
            let (Some(a), Some(b), Some(c)) = (words.pop_front(), words.pop_front(), words.pop_front())
            else {
                return;
            };
            self.full_adder(weight, [&a, &b, &c]);
        }
    }

    /// The upper half of the lanes beside the lower.
    fn fold(&mut self) {
        for words in &mut self.weights {
            *words = words
                .drain(..)
                .flat_map(|word| {
                    let low = word.width().div_ceil(2);
                    let high = word.width() - low;
                    let upper = (high > 0).then(|| word.slice(low, high).extend(low));
                    [Some(word.slice(0, low)), upper].into_iter().flatten().collect::<Vec<_>>()
                })
                .collect();
        }
    }

    /// The sum of the two numbers that are left.
    fn carry(self, width: u32) -> Wire {
        let number = |place: usize| -> Wire {
            let bits: Vec<Wire> = (0..width as usize)
                .map(|weight| {
                    let word = self.weights.get(weight).and_then(|words| words.get(place));
                    word.cloned().unwrap_or_else(|| self.builder.bit(false))
                })
                .rev()
                .collect();
            concat(&bits)
        };
        &number(0) + &number(1)
    }

    /// Three words of a weight become their sum, and a carry that counts for twice as much.
    fn full_adder(&mut self, weight: usize, [a, b, c]: [&Wire; 3]) {
        self.adders += 1;
        let (sum, carry) = (&(a ^ b) ^ c, (a & b) | (&(a | b) & c));
        let named = |word: Wire, kind: &str| word.named(&format!("{}_{kind}_{}", self.name, self.adders));
        let (sum, carry) = (named(sum, "sum"), named(carry, "carry"));
        self.add(weight, sum);
        self.add(weight + 1, carry);
    }
}
