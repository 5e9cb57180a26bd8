//! Reads under way at a memory in simulation, for all models of memories outside a design.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::PortsError;
use crate::netlist::testing::Random;

/// How a memory keeps time.
#[derive(Clone, Debug)]
pub struct Latency {
    /// Clock cycles from a read that is taken to its answer, of which each read has one at random.
    pub cycles: RangeInclusive<usize>,
    /// It takes a request in one of so many cycles, at random; 1 for all.
    pub takes_one_in: usize,
}

impl Latency {
    /// The clock cycles of the next read.
    pub(crate) fn draw(&self, random: &mut Random) -> usize {
        let (low, high) = (*self.cycles.start(), *self.cycles.end());
        low + random.below(high - low + 1)
    }
}

/// What was read and has not been given yet, the oldest first, with the cycles until each may come.
pub(crate) struct Due<T>(VecDeque<(usize, T)>);

impl<T> Default for Due<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Due<T> {
    /// A read is under way, and may come after so many cycles.
    pub fn push(&mut self, cycles: usize, word: T) {
        self.0.push_back((cycles, word));
    }

    /// A cycle passes.
    pub fn pass(&mut self) {
        self.0.iter_mut().for_each(|(cycles, _)| *cycles = cycles.saturating_sub(1));
    }

    /// The oldest, if it may come.
    pub fn take(&mut self) -> Option<T> {
        let comes = self.0.front().is_some_and(|(cycles, _)| *cycles == 0);
        if comes { self.0.pop_front().map(|(_, word)| word) } else { None }
    }

    /// Those under way.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is under way.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A memory that is driven as it must not be.
pub(crate) fn broken(problem: String) -> PortsError {
    PortsError::Outside { simulator: "memory", problem }
}
