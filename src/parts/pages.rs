//! A small memory of more words than a lookup table holds, read in two cycles.

use crate::describe::{Builder, MemoryBuilder, Wire, mux};
use crate::netlist::RamStyle;

/// Words of a page: what a lookup table holds on most devices.
const PAGE: u32 = 16;

/// Pages of LUT memory, of each of which a word is read into a register, so that the choice between them has a cycle of its own.
///
/// Area: 6 LUT4 and 4 registers for 4 bits of a page, and a choice of one of the pages for each bit.
pub struct Pages {
    name: String,
    width: u32,
    pages: Vec<MemoryBuilder>,
}

impl Pages {
    /// `depth` words, a power of two, of `width` bits, initially zero.
    pub fn new(b: &Builder, name: &str, width: u32, depth: u32) -> Self {
        let words = depth.min(PAGE);
        let page = |page| b.memory(&format!("{name}_page_{page}"), width, words).style(RamStyle::Distributed);
        Self { name: name.into(), width, pages: (0..depth / words).map(page).collect() }
    }

    /// Writes a word in every cycle; it is read from the next on.
    pub fn write(&self, address: &Wire, word: &Wire) {
        let (within, page) = self.split(address);
        for (number, memory) in (0..).zip(&self.pages) {
            let here = page.as_ref().map_or_else(|| address.builder().bit(true), |page| page.is(number));
            memory.write(&here, &within, word);
        }
    }

    /// The word at `address`, a cycle later. Once.
    pub fn read(&self, address: &Wire) -> Wire {
        let (within, page) = self.split(address);
        let read = |(number, memory): (usize, &MemoryBuilder)| {
            memory.read_next(&format!("{}_in_page_{number}", self.name), &within)
        };
        let mut words: Vec<Wire> = self.pages.iter().enumerate().map(read).collect();
        let page = page.map(|page| page.later(&format!("{}_page_read", self.name)));
        for bit in 0..page.as_ref().map_or(0, Wire::width) {
            let high = page.as_ref().map(|page| page.bit(bit));
            let choose = |two: &[Wire]| match (two, &high) {
                ([low, other], Some(high)) => mux(high, other, low),
                _ => two[0].clone(),
            };
            words = words.chunks(2).map(choose).collect();
        }
        words.pop().unwrap_or_else(|| address.builder().constant(self.width, 0))
    }

    /// The address within a page, and the page where there are several.
    fn split(&self, address: &Wire) -> (Wire, Option<Wire>) {
        let bits = address.width() - self.pages.len().trailing_zeros();
        let page = (bits < address.width()).then(|| address.slice(bits, address.width() - bits));
        (address.slice(0, bits), page)
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
        for depth in [2_u32, 16, 32, 128] {
            let b = Builder::new("kept", "");
            let bits = depth.trailing_zeros();
            let (to, from, word) =
                (b.input("write_to", bits), b.input("read_from", bits), b.input("word", 9));
            let pages = Pages::new(&b, "kept", 9, depth);
            pages.write(&to, &word);
            b.output("read", &pages.read(&from));
            let mut project = Project::new("kept");
            project.add(b).unwrap();
            let mut simulation = Simulation::new(&project.finish().unwrap()).unwrap();
            let [to, from, word, read] =
                ["write_to", "read_from", "word", "read"].map(|name| simulation.find(name).unwrap());
            let (mut random, mut model) = (Random(1), vec![0; depth as usize]);
            for _ in 0..2_000 {
                let (here, there) = (random.below(depth as usize), random.below(depth as usize));
                let value = random.below(1 << 9) as u64;
                simulation.poke(to, here as u64).unwrap();
                simulation.poke(from, there as u64).unwrap();
                simulation.poke(word, value).unwrap();
                let expected = model[there];
                simulation.step();
                model[here] = value;
                assert_eq!(simulation.peek(read), expected, "{depth} words, {there}");
            }
        }
    }
}
