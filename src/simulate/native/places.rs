//! The places of results in the array of slots.
//!
//! The interpreter has a slot for every result. Compiled code stores few of them, and runs from
//! its first operation to its last one each time, so a result's place is free again after its last
//! reader. The results under way then take a part of the first data cache, in place of all of it
//! and more. Results that others read after a run, and those of more than one word, keep the slot
//! of the program.

use super::plan::Piece;
use crate::simulate::engine::Wanted;
use crate::simulate::program::{Program, Slot};

/// Where compiled code keeps the results that it stores.
pub(super) struct Places {
    /// The first slot that is a result.
    first: Slot,
    /// Of each result.
    results: Vec<Held>,
    /// Places that had a result, the last one first.
    free: Vec<Slot>,
    /// The next place that had none yet.
    next: Slot,
}

/// A result.
#[derive(Clone, Copy, Default)]
struct Held {
    /// The slot of the program is its place.
    is_fixed: bool,
    /// Readers to come: operations, counted twice if one reads it twice, and whoever reads it after
    /// a run.
    readers: u32,
    /// Its place, while it is stored.
    place: Option<Slot>,
}

impl Places {
    pub fn new(program: &Program, wanted: &Wanted, pieces: &[Piece]) -> Self {
        let first = program.first + program.constants.len() as Slot;
        let results = vec![Held::default(); (program.end - first) as usize];
        let mut places = Self { first, results, free: Vec::new(), next: first };
        let read = (0..program.operations.len()).flat_map(|operation| program.reads(operation));
        for slot in read.chain(wanted.kept.iter().copied()) {
            if let Some(result) = places.result_mut(slot) {
                result.readers += 1;
            }
        }
        wanted.kept.iter().for_each(|&slot| places.fix(slot));
        for piece in pieces {
            if let Piece::Wide(operation, result) = *piece {
                let words = program.wide[program.operations[operation].immediate as usize].words();
                program.reads(operation).chain(result..result + words).for_each(|slot| places.fix(slot));
            }
        }
        places
    }

    /// The readers to come of a slot; none of one that is no result.
    pub fn readers(&self, slot: Slot) -> usize {
        self.result(slot).map_or(0, |result| result.readers as usize)
    }

    /// The place of a slot of the program: its own, or that of a result that is stored.
    pub fn of(&self, slot: Slot) -> Slot {
        self.result(slot).and_then(|result| result.place).unwrap_or(slot)
    }

    /// The place of a slot of the program; none of a result that is not stored.
    pub fn stored(&self, slot: Slot) -> Option<Slot> {
        match self.result(slot) {
            Some(result) if result.is_fixed => Some(slot),
            Some(result) => result.place,
            None => Some(slot),
        }
    }

    /// Finds a place for a result, before it is stored.
    pub fn take(&mut self, slot: Slot) -> Slot {
        if self.result(slot).is_none_or(|result| result.is_fixed) {
            return slot;
        }
        let place = self.free.pop().unwrap_or_else(|| self.unused());
        if let Some(result) = self.result_mut(slot) {
            result.place = Some(place);
        }
        place
    }

    /// Notes that an operation has read a slot.
    pub fn was_read(&mut self, slot: Slot) {
        let freed = self.result_mut(slot).and_then(|result| {
            result.readers -= 1;
            if result.readers == 0 { result.place.take() } else { None }
        });
        self.free.extend(freed);
    }

    /// A place that had no result yet. There are as many as results.
    fn unused(&mut self) -> Slot {
        while self.result(self.next).is_some_and(|result| result.is_fixed) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }

    fn fix(&mut self, slot: Slot) {
        if let Some(result) = self.result_mut(slot) {
            result.is_fixed = true;
        }
    }

    fn index(&self, slot: Slot) -> Option<usize> {
        slot.checked_sub(self.first).map(|index| index as usize)
    }

    fn result(&self, slot: Slot) -> Option<&Held> {
        self.results.get(self.index(slot)?)
    }

    fn result_mut(&mut self, slot: Slot) -> Option<&mut Held> {
        let index = self.index(slot)?;
        self.results.get_mut(index)
    }
}
