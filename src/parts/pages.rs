//! A small memory with more words than a lookup table holds, read in two cycles.

use super::decode::{one_hot, word};
use super::pick::choose;
use crate::describe::{Builder, MemoryBuilder, Wire};
use crate::netlist::RamStyle;

/// Words of a page: what a lookup table holds on most devices.
const PAGE: u32 = 16;

/// Pages of LUT memory. A word of each page is read into a register, so that the choice between
/// them has its own cycle.
///
/// Area: 6 LUT4 and 4 registers for 4 bits of a page, a register for each page, and a LUT4 a bit
/// for two pages.
pub struct Pages {
    /// Bits of an address within a page.
    within: u32,
    pages: Vec<MemoryBuilder>,
}

impl Pages {
    /// A memory of `depth` words, at least 2, of `width` bits, initially zero. `comment` describes
    /// them.
    pub fn new(b: &Builder, name: &str, width: u32, depth: u32, comment: &str) -> Self {
        let words = depth.next_power_of_two().clamp(2, PAGE);
        let page = |page| {
            let name = format!("{name}_page_{page}");
            b.memory(&name, width, words).style(RamStyle::Distributed).comment(comment)
        };
        Self { within: words.trailing_zeros(), pages: (0..depth.div_ceil(words).max(1)).map(page).collect() }
    }

    /// Writes a word in cycles in which `enable` is set. It can be read from the next cycle on.
    pub fn write(&self, enable: &Wire, address: &Wire, word: &Wire) {
        for (memory, here) in self.pages.iter().zip(self.chosen(address)) {
            memory.write(&(enable & here), &address.slice(0, self.within), word);
        }
    }

    /// The word at `address`, a cycle later; 0 beyond the last page. Call it once. The words from
    /// which it is chosen are `<name>_in_page_<number>`.
    pub fn read(&self, name: &str, address: &Wire) -> Wire {
        let read = |(number, memory): (usize, &MemoryBuilder)| {
            memory.read_next(&format!("{name}_in_page_{number}"), &address.slice(0, self.within))
        };
        let words: Vec<Wire> = self.pages.iter().enumerate().map(read).collect();
        let from = self.chosen(address).into_iter().enumerate();
        let from = from.map(|(number, here)| here.later(&format!("{name}_from_page_{number}")));
        match words.as_slice() {
            [only] => only.clone(),
            words => choose(&word(&from.collect::<Vec<_>>()), words),
        }
    }

    /// For each page, whether the address is in it.
    fn chosen(&self, address: &Wire) -> Vec<Wire> {
        if self.pages.len() == 1 {
            return vec![address.builder().bit(true)];
        }
        let page = address.slice(self.within, address.width() - self.within);
        one_hot(&page, self.pages.len() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Project;
    use crate::netlist::testing::Random;
    use crate::simulate::Simulation;

    #[test]
    fn a_word_is_read_as_it_was_last_written() {
        for depth in [2_u32, 16, 32, 65, 128] {
            let b = Builder::new("kept", "");
            let bits = depth.next_power_of_two().trailing_zeros();
            let (to, from, word) =
                (b.input("write_to", bits), b.input("read_from", bits), b.input("word", 9));
            let pages = Pages::new(&b, "kept", 9, depth, "words");
            let writes = b.input("writes", 1);
            pages.write(&writes, &to, &word);
            b.output("read", &pages.read("word_kept", &from));
            let mut project = Project::new("kept");
            project.add(b).unwrap();
            let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let [to, from, word, writes, read] = ["write_to", "read_from", "word", "writes", "read"]
                .map(|name| simulation.find(name).unwrap());
            let (mut random, mut model) = (Random(1), vec![0; depth as usize]);
            for _ in 0..2_000 {
                let (here, there) = (random.below(depth as usize), random.below(depth as usize));
                let value = random.below(1 << 9) as u64;
                simulation.poke(to, here as u64).unwrap();
                simulation.poke(from, there as u64).unwrap();
                let written = random.one_in(2);
                simulation.poke(word, value).unwrap();
                simulation.poke(writes, written.into()).unwrap();
                let expected = model[there];
                simulation.step();
                if written {
                    model[here] = value;
                }
                assert_eq!(simulation.peek(read), expected, "{depth} words, {there}");
            }
        }
    }
}
