//! A deep and wide memory for a fast clock: columns of words of few bits, each with its own
//! registers, in banks.

use super::pick::choose;
use crate::describe::{Builder, ModuleHandle, Project, Timed, Wire, concat};
use crate::netlist::{NetlistError, RamStyle};
use crate::parts::decode::{one_hot, word};

/// Words of a bank: as deep as ECP5's block memory is at a width of 4 bits.
const BANK: u32 = 4096;

/// Bits of a column: four block memories of 4 bits. The way from one register to more of them takes
/// too long.
const COLUMN: u32 = 16;

/// The number of words up to which ECP5's block memory holds words of 36 bits, so a column of 32
/// takes one.
const SHALLOW: u32 = 512;

/// A memory of any number of words. It writes one and reads one in every clock cycle. A word read
/// at the edge of its write must be used for nothing ([`RamStyle::UncheckedBlock`]).
///
/// The inputs and outputs of a column's block memories wait in a register on each side, because the
/// device fixes the places of block memories. Their words also go into a register at once, which
/// block memories have. The addresses are kept in each column, because they are equal. Area besides
/// the memories: a LUT4 a bit for two banks, and as many for each further bank.
pub struct Banks {
    /// Each with its width, the lowest bits first.
    columns: Vec<(ModuleHandle, u32)>,
}

/// Banks within a module, without read and write connected yet.
pub struct Placed<'a> {
    banks: &'a Banks,
    b: &'a Builder,
    name: String,
    parts: Vec<Wire>,
}

/// A write.
pub struct Write<'a> {
    /// Something is: 1 bit.
    pub enable: &'a Wire,
    /// Its address.
    pub address: &'a Wire,
    /// The word.
    pub data: &'a Wire,
}

impl Banks {
    /// Cycles from an address to its word.
    pub const LATENCY: u32 = 4;

    /// Banks for this many words, at least 2. The last bank is as deep as necessary.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn new(project: &mut Project, name: &str, width: u32, words: u32) -> Result<Self, NetlistError> {
        Self::in_columns(project, name, width, words, COLUMN)
    }

    /// The same in columns as wide as a block memory, where one is deep enough.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn compact(project: &mut Project, name: &str, width: u32, words: u32) -> Result<Self, NetlistError> {
        Self::in_columns(project, name, width, words, if words <= SHALLOW { 2 * COLUMN } else { COLUMN })
    }

    fn in_columns(
        project: &mut Project,
        name: &str,
        width: u32,
        words: u32,
        column_width: u32,
    ) -> Result<Self, NetlistError> {
        let widths =
            (0..width.div_ceil(column_width)).map(|place| column_width.min(width - place * column_width));
        let columns = widths.map(|width| {
            let (bits, words) = (address_bits(words), words.max(2));
            Ok((column(project, &format!("{name}_{bits}x{width}"), width, words)?, width))
        });
        Ok(Self { columns: columns.collect::<Result<_, NetlistError>>()? })
    }

    /// A value that belongs to an address, delayed until the word has been read, in registers
    /// called `name` and a number.
    pub fn with_word(value: &Wire, name: &str) -> Timed {
        let later = |value: Timed, cycle| value.later(&format!("{name}_{cycle}"));
        (1..=Self::LATENCY).fold(Timed::new(value, 0), later)
    }

    /// Puts them into a module, as `name`.
    pub fn place<'a>(&'a self, b: &'a Builder, name: &str) -> Placed<'a> {
        let widths = self.columns.iter().enumerate();
        let parts = widths.map(|(place, (_, width))| b.forward(&format!("{name}_word_{place}"), *width));
        Placed { banks: self, b, name: name.into(), parts: parts.collect() }
    }
}

impl Placed<'_> {
    /// The word at the address of [`Banks::LATENCY`] cycles ago, from a register. It may be
    /// anything if the word was written in the cycle of the address.
    pub fn word(&self) -> Wire {
        concat(&self.parts.iter().rev().cloned().collect::<Vec<_>>())
    }

    /// Sets the address to read, and the word to write at the end of the next cycle.
    pub fn connect(self, read: &Wire, write: &Write) {
        let mut low = 0;
        for (place, ((column, width), part)) in self.banks.columns.iter().zip(&self.parts).enumerate() {
            self.b
                .instance(&format!("{}_{place}", self.name), column)
                .input("read_address", read)
                .input("write", write.enable)
                .input("write_address", write.address)
                .input("data", &write.data.slice(low, *width))
                .drives("word", part)
                .outputs();
            low += width;
        }
    }
}

/// Some bits of every word.
fn column(project: &mut Project, name: &str, width: u32, words: u32) -> Result<ModuleHandle, NetlistError> {
    let b = Builder::new(
        name,
        format!(
            "{width} bits of each of {words} words.\nA word comes {} cycles after its address.",
            Banks::LATENCY
        ),
    );
    let address = address_bits(words);
    let read = b.input("read_address", address).comment("which word is read").later("reading").keep();
    let write = b.input("write", 1).comment("a word is written");
    let write_address = b.input("write_address", address).comment("where");
    let data = b.input("data", width).comment("the word written").later("written");
    let place = write_address.slice(0, address.min(address_bits(BANK))).later("writing").keep();
    let count = words.div_ceil(BANK);
    let banks: Vec<Wire> = (0..count)
        .map(|number| {
            let bits = address_bits((words - number * BANK).min(BANK));
            let named = |name: &str| if count == 1 { name.into() } else { format!("{name}_{number}") };
            let memory = b.memory(&named("bank"), width, 1 << bits).style(RamStyle::UncheckedBlock);
            let write =
                if count == 1 { write.clone() } else { &write & bank_of(&write_address).is(number.into()) };
            memory.write(&write.later(&named("writes")).keep(), &place.slice(0, bits), &data);
            memory.read_next(&named("read"), &read.slice(0, bits)).later(&named("leaving"))
        })
        .collect();
    let chosen = match banks.as_slice() {
        [only] => only.clone(),
        _ => {
            let bank = bank_of(&read).later("bank_read").later("bank_leaving");
            choose(&word(&one_hot(&bank, count)), &banks)
        }
    };
    b.output("word", &chosen.later("left")).comment("the word read");
    project.add(b)
}

/// Bits of the addresses of this many words, at least 2.
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

    /// Compares with a plain array. Words are written and read at random, often at the edges of
    /// banks.
    fn is_an_array(words: u32) {
        let mut project = Project::new("test");
        let banks = Banks::new(&mut project, "words", 40, words).unwrap();
        let b = Builder::new("top", "");
        let bits = address_bits(words);
        let [address, read_address] = ["write_address", "read_address"].map(|name| b.input(name, bits));
        let placed = banks.place(&b, "words");
        b.output("word", &placed.word());
        let (enable, data) = (b.input("write", 1), b.input("data", 40));
        placed.connect(&read_address, &Write { enable: &enable, address: &address, data: &data });
        project.add(b).unwrap();
        let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
        let [write, data, write_address, read_address, word] =
            ["write", "data", "write_address", "read_address", "word"]
                .map(|port| simulation.find(port).unwrap());
        let mut random = Random(u64::from(words));
        let mut expected = vec![0; words as usize];
        let mut on_the_way = [0; Banks::LATENCY as usize];
        for cycle in 0..20_000 {
            let mut address = || {
                let near = [0, BANK as usize, words as usize][random.below(3)] + random.below(4);
                near.checked_sub(2).unwrap_or(near).min(words as usize - 1)
            };
            let (written, read) = (address(), address());
            let (enable, value) = (random.below(2) as u64, random.next() >> 24);
            simulation.poke(write, enable).unwrap();
            simulation.poke(data, value).unwrap();
            simulation.poke(write_address, written as u64).unwrap();
            simulation.poke(read_address, read as u64).unwrap();
            assert_eq!(simulation.peek(word), on_the_way[0], "of {words}, in cycle {cycle}");
            on_the_way.rotate_left(1);
            on_the_way[Banks::LATENCY as usize - 1] = expected[read];
            if enable == 1 {
                expected[written] = value;
            }
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
