//! Signals that wait: the same value a number of cycles later, in registers, LUT RAM or block RAM.

use super::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::{Declared, NetlistError, RamStyle};

/// Words of a LUT RAM, on all devices that have one.
const LUT_RAM: u32 = 16;

/// A memory has a counter to pay for, so narrower words stay in registers.
const NARROWEST: u32 = 8;

/// The number of bits of words that are worth a block RAM.
const BLOCK_RAM: u32 = 16;

/// Cycles that a word takes through a block RAM of one word, with the registers around it.
const AROUND_BLOCK_RAM: u32 = 4;

/// From how many cycles on signals wait in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Words of at least 8 bits in LUT RAM.
    lut_ram: u32,
    /// Words of at least 16 bits in block RAM.
    block_ram: u32,
    /// There is a register before a LUT RAM.
    entered: bool,
}

impl Waits {
    /// In registers, however long.
    pub const REGISTERS: Self = Self { lut_ram: u32::MAX, block_ram: u32::MAX, entered: false };

    /// In memory from this many cycles on: in LUT RAM if it can hold a word for each cycle,
    /// otherwise in block RAM.
    pub const fn memory_from(cycles: u32) -> Self {
        Self { lut_ram: cycles, block_ram: beyond_lut_ram(cycles), entered: false }
    }

    /// Puts the first cycle into a register where a path would end in a LUT RAM. A register can
    /// stand beside the lookup table that feeds it; such a memory cannot. If something else reads
    /// the same register, synthesis merges the two.
    pub const fn entered(self) -> Self {
        Self { entered: true, ..self }
    }

    /// Whether a wait this short is in registers, whatever its width.
    pub(super) fn in_registers(self, cycles: u32) -> bool {
        cycles < self.lut_ram.min(self.block_ram)
    }
}

/// So many cycles, or the first that are more than a LUT RAM holds.
const fn beyond_lut_ram(cycles: u32) -> u32 {
    let first = LUT_RAM + 2;
    if cycles > first { cycles } else { first }
}

/// The place where a signal waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A register a cycle.
    Registers,
    /// A small memory and an output register, and a register before it where that is asked for.
    LutRam {
        /// It is.
        entered: bool,
    },
    /// A memory whose output is a register, with a register behind it, which block RAMs of most
    /// families have, and a register on each side, because the way to a block RAM is long.
    BlockRam,
}

impl Storage {
    /// The storage in which `width` bits wait for `cycles` cycles.
    pub fn of(width: u32, cycles: u32, waits: Waits) -> Self {
        // A memory has at least two words.
        if width >= BLOCK_RAM && cycles >= waits.block_ram.max(AROUND_BLOCK_RAM + 1) {
            return Self::BlockRam;
        }
        let entered = waits.entered;
        match width >= NARROWEST && cycles >= waits.lut_ram.max(3 + u32::from(entered)) {
            true => Self::LutRam { entered },
            false => Self::Registers,
        }
    }

    /// Bits of registers and bits of memory that a wait takes, without a memory's counter.
    pub fn bits(self, width: u32, cycles: u32) -> (u32, u32) {
        match self {
            Self::Registers => (width * cycles, 0),
            Self::LutRam { entered: false } => (width, width * (cycles - 1)),
            Self::LutRam { entered: true } => (2 * width, width * (cycles - 2)),
            Self::BlockRam => (3 * width, width * (cycles - AROUND_BLOCK_RAM + 1)),
        }
    }
}

/// The value of a wire `cycles` later, as the signal `<name>_later_<cycles>`; zero before the first
/// value has come through.
///
/// [`Storage::of`] decides where the value waits. One cycle is a register. More cycles are an
/// instance `<name>_delay` of a module that [`delay_line`] makes. There is no enable and no reset:
/// every value under way arrives.
///
/// Area: a register for each bit and cycle, no LUT. In LUT RAM of 16 words: 6 LUT4 for 4 bits, a
/// register for each bit, and a counter of 4 bits.
///
/// # Errors
/// A mistake in the description.
#[track_caller]
pub fn delay(
    project: &mut Project,
    wire: &Wire,
    cycles: u32,
    name: &str,
    waits: Waits,
) -> Result<Wire, NetlistError> {
    let (b, later) = (wire.builder(), format!("{name}_later_{cycles}"));
    match cycles {
        0 => Ok(wire.clone()),
        1 => {
            let register = b.register(&later, wire.width());
            register.next(wire);
            Ok(register.output())
        }
        _ => {
            let storage = Storage::of(wire.width(), cycles, waits);
            let line = delay_line(project, wire.width(), cycles, storage)?;
            let instance = b.instance(&format!("{name}_delay"), &line).input("word", wire);
            Ok(instance.output("later", &later).outputs().get("later"))
        }
    }
}

/// The module `delay_<width>x<cycles>`: its `later` is its `word` of `cycles` cycles ago. The delay
/// is at least 2 cycles; in LUT RAM at least 3 (4 if the wait is entered through a register), and
/// in block RAM at least 5.
///
/// A memory is a ring: the word that is read makes room for the word that is written. In a block
/// RAM, reading is one word ahead, because a word should not be read and written at once.
///
/// # Errors
/// A mistake in the description.
#[track_caller]
pub fn delay_line(
    project: &mut Project,
    width: u32,
    cycles: u32,
    storage: Storage,
) -> Result<ModuleHandle, NetlistError> {
    let title = format!("{width} bits, {cycles} cycles later.");
    let b = Builder::new(format!("delay_{width}x{cycles}"), title).on_behalf_of(Declared::here());
    let word = b.input("word", width);
    let later = match storage {
        Storage::Registers => (1..=cycles).fold(word, |before, cycle| {
            let after = b.register(&format!("after_{cycle}"), width);
            after.next(&before);
            after.output()
        }),
        Storage::LutRam { entered: false } => ring(&b, &word, cycles - 1, RamStyle::Distributed),
        Storage::LutRam { entered: true } => {
            ring(&b, &word.later("coming"), cycles - 2, RamStyle::Distributed)
        }
        Storage::BlockRam => {
            let words = cycles - (AROUND_BLOCK_RAM - 1);
            ring(&b, &word.later("coming"), words, RamStyle::UncheckedBlock).later("leaving").later("left")
        }
    };
    b.output("later", &later);
    project.add(b)
}

/// A memory of this many words, which are written in turn.
fn ring(b: &Builder, word: &Wire, words: u32, style: RamStyle) -> Wire {
    let depth = words.next_power_of_two();
    let after = |turn: &Wire| {
        let after = turn + &b.constant(turn.width(), 1);
        if words == depth { after } else { after.when(&!turn.is(u64::from(words - 1))) }
    };
    let turn = b.register("turn", depth.trailing_zeros()).comment("the word whose turn it is");
    let read = match style {
        RamStyle::UncheckedBlock => {
            // From a register, because the way to several block memories is long.
            let ahead =
                b.register("next_turn", turn.width()).starts_at(1).comment("the word whose turn is next");
            ahead.next(&after(&ahead));
            turn.next(&ahead);
            ahead.output()
        }
        _ => {
            turn.next(&after(&turn).named("next_turn"));
            turn.output()
        }
    };
    let memory = b.memory("words", word.width(), depth).style(style);
    memory.write(&b.bit(true), &turn, word);
    memory.read_next("oldest", &read)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::netlist::testing::Random;
    use crate::netlist::{Design, Value};
    use crate::simulate::Simulation;

    /// A word of `width` bits, and the same word `cycles` cycles later.
    fn waiting(width: u32, cycles: u32, waits: Waits) -> Design {
        let mut project = Project::new("test");
        let b = Builder::new("top", "");
        let later = delay(&mut project, &b.input("word", width), cycles, "word", waits).unwrap();
        b.output("later", &later);
        project.add(b).unwrap();
        project.finish().unwrap()
    }

    /// Compares with a queue from the first cycle on, when both hold zeros.
    fn is_a_queue(width: u32, cycles: u32, waits: Waits) {
        let mut simulation = Simulation::new(&waiting(width, cycles, waits)).unwrap();
        let (word, later) = (simulation.find("word").unwrap(), simulation.find("later").unwrap());
        let mut queue: VecDeque<Value> = (0..cycles).map(|_| Value::zero(width)).collect();
        let mut random = Random(u64::from(width + 1000 * cycles));
        for cycle in 0..3 * cycles + 40 {
            let value = Value::from_words(width, &[random.next(), random.next()]);
            simulation.poke_value(word, &value).unwrap();
            queue.push_back(value);
            assert_eq!(
                Some(simulation.peek_value(later)),
                queue.pop_front(),
                "{width} bits, {cycles} cycles, {waits:?}: cycle {cycle}"
            );
            simulation.step();
        }
    }

    #[test]
    fn a_delay_of_any_length_is_a_queue() {
        for width in [1, 7, 8, 16, 65] {
            for cycles in 0..=40 {
                let [some, all] = [9, 0].map(Waits::memory_from);
                for waits in [Waits::REGISTERS, some, all, all.entered()] {
                    is_a_queue(width, cycles, waits);
                }
            }
        }
    }

    #[test]
    fn long_and_wide_goes_to_memory() {
        let from = |width, cycles| Storage::of(width, cycles, Waits::memory_from(9));
        assert_eq!(from(64, 8), Storage::Registers);
        assert_eq!(from(64, 9), Storage::LutRam { entered: false });
        assert_eq!(from(64, 17), Storage::LutRam { entered: false });
        assert_eq!(from(64, 18), Storage::BlockRam);
        assert_eq!(from(8, 18), Storage::LutRam { entered: false });
        assert_eq!(from(7, 18), Storage::Registers);
        assert_eq!(Storage::of(64, 100, Waits::REGISTERS), Storage::Registers);
        assert_eq!(Storage::LutRam { entered: false }.bits(64, 17), (64, 1024));
        let from = |cycles| Storage::of(64, cycles, Waits::memory_from(3).entered());
        assert_eq!(from(3), Storage::Registers);
        assert_eq!(from(4), Storage::LutRam { entered: true });
        assert_eq!(from(4).bits(64, 4), (128, 128));
    }

    #[test]
    fn equal_delays_are_one_module() {
        let mut project = Project::new("test");
        let b = Builder::new("top", "");
        for name in ["a", "b"] {
            let later = delay(&mut project, &b.input(name, 8), 12, name, Waits::memory_from(9)).unwrap();
            b.output(&format!("{name}_out"), &later);
        }
        project.add(b).unwrap();
        let design = project.finish().unwrap();
        let names: Vec<_> = design.modules().iter().map(|module| module.name.as_str()).collect();
        assert_eq!(names, ["delay_8x12", "top"]);
    }
}
