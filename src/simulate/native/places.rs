//! The places of results in the array of slots.
//!
//! The interpreter has a slot for every result. Compiled code stores few of them, and runs from
//! its first operation to its last one each time, so a result's place is free again after its last
//! reader. The results under way then take a part of the first data cache, in place of all of it
//! and more. Results that others read after a run, and those of more than one word, keep the slot
//! of the program.

use crate::simulate::engine::Wanted;
use crate::simulate::program::{Opcode, Program, Slot};

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
    /// Operations to come that read it, counted twice if one reads it twice.
    readers: u32,
    /// Its place, while it is stored.
    place: Option<Slot>,
}

impl Places {
    pub fn new(program: &Program, wanted: &Wanted) -> Self {
        let first = program.first + program.constants.len() as Slot;
        let results = vec![Held::default(); (program.end - first) as usize];
        let mut places = Self { first, results, free: Vec::new(), next: first };
        for operation in 0..program.operations.len() {
            let is_wide = program.operations[operation].opcode == Opcode::Wide;
            for slot in program.reads(operation) {
                places.change(slot, |result| {
                    result.readers += 1;
                    result.is_fixed |= is_wide;
                });
            }
        }
        wanted.kept.iter().for_each(|&slot| places.fix(slot));
        for batch in program.batches.iter().filter(|batch| batch.opcode == Opcode::Wide) {
            let operations = &program.operations[batch.start..batch.start + batch.count];
            let words =
                operations.iter().map(|made| program.wide[made.immediate as usize].words()).sum::<u32>();
            (batch.result..batch.result + words).for_each(|slot| places.fix(slot));
        }
        places
    }

    /// The place of a slot of the program: its own, or that of a result that is stored.
    pub fn of(&self, slot: Slot) -> Slot {
        self.result(slot).and_then(|result| result.place).unwrap_or(slot)
    }

    /// Finds a place for a result, before it is stored.
    pub fn take(&mut self, slot: Slot) -> Slot {
        if self.result(slot).is_none_or(|result| result.is_fixed) {
            return slot;
        }
        let place = self.free.pop().unwrap_or_else(|| self.unused());
        self.change(slot, |result| result.place = Some(place));
        place
    }

    /// Notes that an operation has read a slot.
    pub fn was_read(&mut self, slot: Slot) {
        let mut freed = None;
        self.change(slot, |result| {
            result.readers -= 1;
            freed = if result.readers == 0 { result.place.take() } else { None };
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
        self.change(slot, |result| result.is_fixed = true);
    }

    fn result(&self, slot: Slot) -> Option<Held> {
        self.results.get(slot.checked_sub(self.first)? as usize).copied()
    }

    fn change(&mut self, slot: Slot, change: impl FnOnce(&mut Held)) {
        let index = slot.checked_sub(self.first).map(|index| index as usize);
        if let Some(result) = index.and_then(|index| self.results.get_mut(index)) {
            change(result);
        }
    }
}
