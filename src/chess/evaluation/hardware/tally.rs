//! Sums of features times weights, as logic.
//!
//! Features of one weight are counted together: own bits as they are, the enemy's inverted, with a
//! constant beside them. A count is multiplied by its weight as a few shifted copies. All copies go
//! into one tree of full adders for the middle game and one for the end game. A feature whose
//! weights are zero takes no logic.

use crate::chess::evaluation::term::Term;
use crate::chess::evaluation::weights::{Pair, Weights};
use crate::chess::evaluation::{FEATURES, MOST_UNITS};
use crate::describe::{Builder, Wire, mux};
use crate::parts::decode::word;
use crate::parts::population::Population;

/// Bits of a sum.
pub(super) const WIDTH: u32 = 16;

/// Whose feature it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The side to move's: it counts.
    Own,
    /// The other's: it counts against.
    Enemy,
}

/// A word whose bits count for `2^log` each.
pub(super) type Counted = (usize, Wire);

/// Bits that count with one weight.
struct Group {
    pair: Pair,
    name: String,
    bits: Vec<Counted>,
}

/// The sums under construction.
pub(super) struct Tally<'a> {
    builder: Builder,
    weights: &'a Weights,
    groups: Vec<Group>,
    /// Words to add as they are, for the middle game and the end game.
    words: [Vec<Wire>; 2],
    /// What the inverted bits have added too much, as a negative number, and other constants.
    base: Pair,
}

impl<'a> Tally<'a> {
    pub fn new(builder: &Builder, weights: &'a Weights) -> Self {
        Self {
            builder: builder.clone(),
            weights,
            groups: Vec::new(),
            words: [vec![], vec![]],
            base: Pair::default(),
        }
    }

    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// The squares of rows that are on the files of `gate` (8 bits), counted three a file where
    /// there are so many. The gate is the fourth input of both tables of a full adder, and costs
    /// nothing.
    pub fn gated(&self, rows: &[Wire], gate: &Wire, name: &str) -> Vec<Counted> {
        let (threes, rest) = rows.as_chunks::<3>();
        let adders = threes.iter().enumerate().flat_map(|(place, [a, b, c])| {
            let sum = &(&(a ^ b) ^ c) & gate;
            let carry = ((a & b) | (&(a | b) & c)) & gate;
            [
                (0, sum.named(&format!("{name}_sum_{place}"))),
                (1, carry.named(&format!("{name}_carry_{place}"))),
            ]
        });
        adders.chain(rest.iter().map(|word| (0, word & gate))).collect()
    }

    /// The weights of a feature; `None` if it takes no logic.
    fn weight(&self, term: Term, place: usize) -> Option<Pair> {
        Some(self.weights[term.first() + place]).filter(|pair| *pair != Pair::default())
    }

    /// Whether any of these features of a term takes logic.
    pub fn wants(&self, term: Term, places: impl IntoIterator<Item = usize>) -> bool {
        places.into_iter().any(|place| self.weight(term, place).is_some())
    }

    /// Whether two features of a term have one weight.
    pub fn same(&self, term: Term, one: usize, other: usize) -> bool {
        self.weights[term.first() + one] == self.weights[term.first() + other]
    }

    /// A feature of the term is there once for every bit of the words.
    pub fn bits(&mut self, whose: Whose, term: Term, place: usize, words: impl IntoIterator<Item = Wire>) {
        self.counted(whose, term, place, words.into_iter().map(|word| (0, word)).collect());
    }

    /// A feature of the term is there as often as the words say.
    pub fn counted(&mut self, whose: Whose, term: Term, place: usize, words: Vec<Counted>) {
        let Some(pair) = self.weight(term, place) else { return };
        let negative = pair.mg < 0 || (pair.mg == 0 && pair.eg < 0);
        let pair = if negative { -pair } else { pair };
        let against = negative != (whose == Whose::Enemy);
        let bits = words.iter().flat_map(|(log, word)| word.bits().into_iter().map(move |bit| (*log, bit)));
        for (log, bit) in bits.filter(|(_, bit)| !bit.is_zero()).collect::<Vec<_>>() {
            if against {
                self.base += pair * -(1 << log);
            }
            let name = || format!("{}_{place}", term.name());
            self.group(pair, name).push((log, if against { !bit } else { bit }));
        }
    }

    fn group(&mut self, pair: Pair, name: impl Fn() -> String) -> &mut Vec<Counted> {
        let found = self.groups.iter().position(|group| group.pair == pair);
        let place = found.unwrap_or_else(|| {
            self.groups.push(Group { pair, name: name(), bits: Vec::new() });
            self.groups.len() - 1
        });
        &mut self.groups[place].bits
    }

    /// Features of a side of which always exactly one is there: that at `first + index`.
    pub fn one_of(&mut self, whose: Whose, first: usize, index: &Wire, name: &str) {
        let count = 1 << index.width();
        let pairs: Vec<Pair> = (first..FEATURES).take(count).map(|feature| self.weights[feature]).collect();
        for (sum, of) in [(0, (|pair| pair.mg) as fn(&Pair) -> i32), (1, |pair| pair.eg)] {
            let values: Vec<i32> = pairs.iter().map(of).collect();
            let values: Vec<i32> = match whose {
                Whose::Own => values,
                Whose::Enemy => values.iter().map(|value| -value).collect(),
            };
            let least = values.iter().copied().min().unwrap_or(0);
            let above: Vec<u64> = values.iter().map(|value| (value - least) as u64).collect();
            let base = if sum == 0 { &mut self.base.mg } else { &mut self.base.eg };
            *base += least;
            if let Some(word) = table(index, &above) {
                self.words[sum].push(word.named(&format!("{name}_{}", ["mg", "eg"][sum])));
            }
        }
    }

    /// A feature that is always there.
    pub fn always(&mut self, term: Term, place: usize) {
        self.base += self.weights[term.first() + place];
    }

    /// The two sums, with words of [`WIDTH`] bits added, in two's complement.
    pub fn total(self, carried: [&Wire; 2]) -> [Wire; 2] {
        let Self { builder, groups, words, base, .. } = self;
        let names = ["mg", "eg"];
        let mut sums = names.map(|name| Population::new(&builder, name));
        for (sum, word) in sums.iter_mut().zip(carried) {
            add(sum, 0, word);
        }
        let mut bases = [i64::from(base.mg), i64::from(base.eg)];
        for Group { pair, name, bits } in groups {
            let most: u64 = bits.iter().map(|(log, _)| 1 << log).sum();
            let mut count = Population::new(&builder, &name);
            bits.iter().for_each(|(log, bit)| count.add(*log, bit));
            let count = count.total(u64::BITS - most.leading_zeros()).named(&format!("count_{name}"));
            for (which, weight) in [pair.mg, pair.eg].into_iter().enumerate() {
                bases[which] += multiplied(&mut sums[which], &count, weight);
            }
        }
        let zipped = sums.into_iter().zip(words).zip(bases).zip(names);
        let mut totals = zipped.map(|(((mut sum, words), base), name)| {
            words.iter().for_each(|word| add(&mut sum, 0, word));
            add(&mut sum, 0, &builder.constant(WIDTH, base as u64 & ((1 << WIDTH) - 1)));
            sum.total(WIDTH).named(&format!("sum_{name}"))
        });
        // There are two names.
        std::array::from_fn(|_| totals.next().unwrap_or_else(|| builder.constant(WIDTH, 0)))
    }
}

/// Adds a word to a sum, as far as it has bits.
fn add(sum: &mut Population, shift: usize, word: &Wire) {
    let bits = word.bits().into_iter().enumerate();
    for (place, bit) in bits.filter(|(place, _)| place + shift < WIDTH as usize) {
        sum.add(place + shift, &bit);
    }
}

/// Adds a count times a weight. Gives the constant that is missing.
fn multiplied(sum: &mut Population, count: &Wire, weight: i32) -> i64 {
    let mut missing = 0;
    for (shift, digit) in digits(weight) {
        if digit > 0 {
            add(sum, shift, count);
        } else {
            add(sum, shift, &!count);
            missing -= ((1_i64 << count.width()) - 1) << shift;
        }
    }
    missing
}

/// The digits 1 and -1 of a number and their places: as few as possible.
pub(in crate::chess::evaluation) fn digits(number: i32) -> Vec<(usize, i32)> {
    let (mut rest, mut place, mut digits) = (number, 0, Vec::new());
    while rest != 0 {
        if rest & 1 == 1 {
            let digit = if rest & 3 == 3 { -1 } else { 1 };
            digits.push((place, digit));
            rest -= digit;
        }
        rest >>= 1;
        place += 1;
    }
    digits
}

/// The value at an index, as wide as the largest; `None` if all are zero.
fn table(index: &Wire, values: &[u64]) -> Option<Wire> {
    let width = u64::BITS - values.iter().max()?.leading_zeros();
    let bits: Vec<Wire> = (0..width)
        .map(|bit| choice(index, &values.iter().map(|value| value >> bit & 1 == 1).collect::<Vec<_>>()))
        .collect();
    (width > 0).then(|| word(&bits))
}

/// The bit at an index.
fn choice(index: &Wire, values: &[bool]) -> Wire {
    if values.iter().all(|value| *value == values[0]) {
        return index.builder().bit(values[0]);
    }
    let top = index.width() - 1;
    let select = index.bit(top);
    let (low, high) = values.split_at(values.len() / 2);
    match top {
        0 => {
            if values[1] {
                select
            } else {
                !select
            }
        }
        _ => {
            let index = index.slice(0, top);
            let [low, high] = [low, high].map(|values| choice(&index, values));
            mux(&select, &high, &low)
        }
    }
}

/// The units of an attack in five bits, at most [`MOST_UNITS`].
pub(super) fn limited(units: &Wire) -> Wire {
    const WIDTH: u32 = MOST_UNITS.count_ones();
    match units.width().checked_sub(WIDTH) {
        None | Some(0) => units.extend(WIDTH),
        Some(more) => units.slice(0, WIDTH) | units.slice(WIDTH, more).any().repeat(WIDTH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_make_their_number_and_are_few() {
        for number in -2_047..=2_047 {
            let digits = digits(number);
            assert_eq!(digits.iter().map(|(place, digit)| digit << place).sum::<i32>(), number);
            assert!(digits.windows(2).all(|pair| pair[1].0 > pair[0].0 + 1), "{number}");
        }
    }
}
