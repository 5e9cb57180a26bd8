//! Population counts of bits, each with an enable.

use super::decode::word;
use super::sum::Counter;
use crate::describe::{Builder, Wire};

/// Lanes of the words that are added.
const LANES: usize = 8;

/// Bits that each count for a power of two, and their sum.
///
/// Bits that can never be set take no adder: literal zeros are left out, and the words to add are
/// filled without gaps. About 2 LUT4 for each bit counted, see [`Counter`].
pub struct Population {
    builder: Builder,
    /// The beginning of its signals' names.
    name: String,
    /// Gated adders so far.
    adders: usize,
    /// The enabled bits, by the logarithm of their weight.
    weights: Vec<Vec<Wire>>,
}

impl Population {
    /// An empty count. Its signals will be `<name>_gated_sum_1`, `<name>_sum_1` and so on.
    pub fn new(builder: &Builder, name: &str) -> Self {
        Self { builder: builder.clone(), name: name.into(), adders: 0, weights: Vec::new() }
    }

    /// Adds bits that count for `2^weight` each. Earlier ones are added first, so bits that are
    /// known late should come last.
    pub fn add(&mut self, weight: usize, word: &Wire) {
        while self.weights.len() <= weight {
            self.weights.push(Vec::new());
        }
        self.weights[weight].extend(word.bits().into_iter().filter(|bit| !bit.is_zero()));
    }

    /// Adds words of which only the lanes with their bit in `gate` set count. If three bits of a
    /// lane come together, the gate is the fourth input of both tables of a full adder, so it costs
    /// nothing.
    pub fn gated(&mut self, weight: usize, words: &[&Wire], gate: &Wire) {
        let lanes: Vec<(Wire, Vec<Wire>)> = (0..gate.width())
            .map(|lane| {
                let bits = words.iter().map(|word| word.bit(lane)).filter(|bit| !bit.is_zero());
                (gate.bit(lane), bits.collect())
            })
            .collect();
        let most = lanes.iter().map(|(_, bits)| bits.len() / 3).max().unwrap_or(0);
        for place in 0..most {
            let full = lanes.iter().filter_map(|(gate, bits)| Some((gate, bits.chunks_exact(3).nth(place)?)));
            let (gates, threes): (Vec<&Wire>, Vec<&[Wire]>) = full.unzip();
            let gate = word(&gates.into_iter().cloned().collect::<Vec<_>>());
            let [a, b, c] = std::array::from_fn(|of| {
                word(&threes.iter().map(|three| three[of].clone()).collect::<Vec<_>>())
            });
            self.adders += 1;
            let named =
                |word: Wire, kind: &str| word.named(&format!("{}_gated_{kind}_{}", self.name, self.adders));
            let sum = named(&(&(&a ^ &b) ^ &c) & &gate, "sum");
            let carry = named(&((&a & &b) | &(&(&a | &b) & &c)) & &gate, "carry");
            self.add(weight, &sum);
            self.add(weight + 1, &carry);
        }
        let rest: Vec<Wire> = lanes
            .iter()
            .flat_map(|(gate, bits)| bits.chunks_exact(3).remainder().iter().map(move |bit| bit & gate))
            .collect();
        if !rest.is_empty() {
            self.add(weight, &word(&rest).named(&format!("{}_gated_{}_{weight}", self.name, self.adders)));
        }
    }

    /// The sum of all, in `width` bits. Larger sums lose their high bits.
    pub fn total(self, width: u32) -> Wire {
        let mut counter = Counter::new(&self.builder, &self.name);
        for (weight, bits) in self.weights.iter().enumerate() {
            for lanes in bits.chunks(LANES) {
                counter.add(weight, word(lanes).extend(LANES as u32));
            }
        }
        counter.total(width)
    }
}
