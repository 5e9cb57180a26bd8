//! Memories for simulation at the unit's port.

use std::collections::VecDeque;

use super::dram::{Chip, Dram};
use super::shape::Shape;
use super::twin::Table;
use crate::netlist::Value;
use crate::netlist::testing::Random;
use crate::simulate::under_way::{Due, broken};
use crate::simulate::{Latency, Ports, PortsError};

/// How a memory keeps time.
#[derive(Clone, Debug)]
pub enum Pace {
    /// As slow and as busy as it is told to be.
    Any(Latency),
    /// A chip of dynamic memory behind a controller.
    Chip(Chip),
}

impl Pace {
    /// A word a cycle, and each after so many.
    pub fn steady(cycles: usize) -> Self {
        Self::Any(Latency { cycles: cycles..=cycles, takes_one_in: 1 })
    }

    /// The clock cycles in which so many words of so many bits come at the best: bytes by
    /// bandwidth.
    pub fn bound(&self, word_bits: u32, words: u64) -> f64 {
        match self {
            Self::Any(latency) => words as f64 * latency.takes_one_in as f64,
            Self::Chip(chip) => chip.bound(word_bits, words),
        }
    }
}

/// The clock of a memory: any latency, or a chip.
enum Clock {
    Any { latency: Latency, random: Random, due: Due<()> },
    Chip(Box<Dram>),
}

/// A memory on the port of a unit, with the words of a table.
pub struct MemoryModel<'a> {
    table: &'a dyn Table,
    shape: Shape,
    clock: Clock,
    /// Numbers of words that were asked and not given yet.
    asked: VecDeque<u64>,
    /// The word that was asked for in the last cycle.
    last: Option<u64>,
}

impl<'a> MemoryModel<'a> {
    /// A memory of a table.
    pub fn new(table: &'a dyn Table, shape: Shape, pace: &Pace) -> Self {
        let clock = match pace {
            Pace::Any(latency) => {
                Clock::Any { latency: latency.clone(), random: Random(7), due: Due::default() }
            }
            Pace::Chip(chip) => Clock::Chip(Box::new(Dram::new(chip, shape.word_bits()))),
        };
        Self { table, shape, clock, asked: VecDeque::new(), last: None }
    }

    /// The word that was asked for in the last cycle.
    pub fn take_asked(&mut self) -> Option<u64> {
        self.last.take()
    }

    /// A cycle. The clock edge comes afterwards.
    ///
    /// # Errors
    /// The simulator fails, or a word outside the table is asked for.
    pub fn cycle(&mut self, ports: &mut dyn Ports) -> Result<(), PortsError> {
        let (comes, ready) = self.clock.cycle();
        let word = if comes { self.asked.pop_front() } else { None };
        ports.poke("mem_answer", word.is_some().into())?;
        let read = word.and_then(|word| self.table.word(self.shape, word)).unwrap_or_default();
        ports.poke_value("mem_read", &packed(self.shape, &read))?;
        ports.poke("mem_ready", ready.into())?;
        if ready && ports.peek("mem_request")? == 1 {
            let word = ports.peek("mem_word")?;
            if word >= self.shape.words() {
                return Err(broken(format!("word {word} of a table of {} words", self.shape.words())));
            }
            self.asked.push_back(word);
            self.last = Some(word);
            self.clock.takes(word);
        }
        Ok(())
    }
}

impl Clock {
    /// Whether the oldest word is given in this cycle, and whether one can be asked for.
    fn cycle(&mut self) -> (bool, bool) {
        match self {
            Self::Any { latency, random, due } => {
                let comes = due.take().is_some();
                due.pass();
                (comes, random.one_in(latency.takes_one_in))
            }
            Self::Chip(dram) => dram.cycle(),
        }
    }

    fn takes(&mut self, word: u64) {
        match self {
            Self::Any { latency, random, due } => due.push(latency.draw(random).saturating_sub(1), ()),
            Self::Chip(dram) => dram.takes(word),
        }
    }
}

/// The weights of a word side by side, the first lowest.
pub(super) fn packed(shape: Shape, weights: &[i16]) -> Value {
    let words: Vec<u64> = weights
        .chunks(4)
        .map(|chunk| chunk.iter().rev().fold(0, |word, &weight| word << 16 | u64::from(weight as u16)))
        .collect();
    Value::from_words(shape.word_bits(), &words)
}
