//! A deep memory in banks, each a column of block memories that needs no multiplexer behind it.

use super::pick::choose;
use crate::describe::{Builder, MemoryBuilder, Wire};
use crate::netlist::RamStyle;
use crate::parts::decode::{one_hot, word};

/// Words of a bank: as deep as ECP5's block memory is at a width of 9 bits, its widest with a write and a read of its own.
const BANK: u32 = 2048;

/// A memory of any number of words, one written and one read in every clock cycle. Who reads a word at the edge at which it is
/// written must use it for nothing ([`RamStyle::UncheckedBlock`]).
///
/// A bank's word goes into a register at once, which block memories have of their own, and the bank is chosen after that: a block
/// memory takes most of a cycle to show a word without. Area beside the memories: a LUT4 a bit for two banks, and as many for each more.
pub struct Banks {
    name: String,
    banks: Vec<Bank>,
}

/// A bank, and the bits of an address within it.
struct Bank {
    memory: MemoryBuilder,
    bits: u32,
}

impl Banks {
    /// Cycles from an address to its word.
    pub const LATENCY: u32 = 3;

    /// Banks for so many words, at least 2; the last is as deep as it has to be.
    pub fn new(b: &Builder, name: &str, width: u32, words: u32, comment: &str) -> Self {
        let count = words.div_ceil(BANK);
        let bank = |number: u32| {
            let name = if count == 1 { name.into() } else { format!("{name}_{number}") };
            let bits = address_bits((words - number * BANK).min(BANK));
            let memory = b.memory(&name, width, 1 << bits).style(RamStyle::UncheckedBlock).comment(comment);
            Bank { memory, bits }
        };
        Self { name: name.into(), banks: (0..count).map(bank).collect() }
    }

    /// Writes a word at the end of the cycle after one with `enable`: from registers, because the way to all the block memories is long.
    pub fn write(&self, enable: &Wire, address: &Wire, data: &Wire) {
        let (name, several) = (&self.name, self.banks.len() > 1);
        let data = data.later(&format!("{name}_kept"));
        let widest = self.banks.iter().map(|bank| bank.bits).max().unwrap_or(1);
        let place = address.slice(0, widest).later(&format!("{name}_address"));
        for (number, Bank { memory, bits }) in (0..).zip(&self.banks) {
            let enable = if several { enable & &bank_of(address).is(number) } else { enable.clone() };
            let name = if several { format!("{name}_write_{number}") } else { format!("{name}_write") };
            memory.write(&enable.later(&name), &place.slice(0, *bits), &data);
        }
    }

    /// The word at an address [`Banks::LATENCY`] cycles ago, a register `name`; anything, if the word was written at the end of the
    /// address's cycle. None where there is no bank.
    pub fn read(&self, name: &str, address: &Wire) -> Option<Wire> {
        let words = (0..).zip(&self.banks).map(|(number, Bank { memory, bits })| {
            let name = format!("{name}_of_{number}");
            memory.read_next(&format!("{name}_read"), &address.slice(0, *bits)).later(&name)
        });
        let words: Vec<Wire> = words.collect();
        let word = match words.as_slice() {
            [only] => only.clone(),
            _ => {
                let bank =
                    bank_of(address).later(&format!("{name}_bank_read")).later(&format!("{name}_bank"));
                choose(&word(&one_hot(&bank, words.len() as u32)), &words)?
            }
        };
        Some(word.later(name))
    }
}

/// Bits of the addresses of so many words, at least 2.
pub fn address_bits(words: u32) -> u32 {
    words.max(2).next_power_of_two().trailing_zeros()
}

fn bank_of(address: &Wire) -> Wire {
    let low = BANK.trailing_zeros();
    address.slice(low, address.width() - low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Project;
    use crate::netlist::testing::Random;
    use crate::simulate::Simulation;

    /// Compares with a plain array, words written and read by lot, those at the edges of banks often.
    fn is_an_array(words: u32) {
        let mut project = Project::new("test");
        let b = Builder::new("top", "");
        let bits = address_bits(words);
        let [write_address, read_address] = ["write_address", "read_address"].map(|name| b.input(name, bits));
        let banks = Banks::new(&b, "words", 8, words, "");
        banks.write(&b.input("write", 1), &write_address, &b.input("data", 8));
        b.output("word", &banks.read("word_read", &read_address).unwrap());
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let [write, data, write_address, read_address, word] =
            ["write", "data", "write_address", "read_address", "word"]
                .map(|port| simulation.find(port).unwrap());
        let mut random = Random(u64::from(words));
        let mut expected = vec![0; words as usize];
        let mut on_the_way = [0; Banks::LATENCY as usize];
        let mut before: Option<(usize, u64)> = None;
        for cycle in 0..20_000 {
            let mut address = || {
                let near = [0, BANK as usize, words as usize][random.below(3)] + random.below(4);
                near.checked_sub(2).unwrap_or(near).min(words as usize - 1)
            };
            let (written, read) = (address(), address());
            let (enable, value) = (random.below(2) as u64, random.below(256) as u64);
            simulation.poke(write, enable).unwrap();
            simulation.poke(data, value).unwrap();
            simulation.poke(write_address, written as u64).unwrap();
            simulation.poke(read_address, read as u64).unwrap();
            assert_eq!(simulation.peek(word), on_the_way[0], "of {words}, in cycle {cycle}");
            on_the_way.rotate_left(1);
            on_the_way[Banks::LATENCY as usize - 1] = expected[read];
            if let Some((written, value)) = before {
                expected[written] = value;
            }
            before = (enable == 1).then_some((written, value));
            simulation.step();
        }
    }

    #[test]
    fn banks_are_one_memory() {
        for words in [2, 100, BANK, BANK + 1, 2 * BANK + 128] {
            is_an_array(words);
        }
    }
}
