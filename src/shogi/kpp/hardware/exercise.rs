//! A unit beside its twin, over lists and changes at random.

use std::collections::BTreeSet;

use super::memory::Pace;
use super::run::{Run, whole};
use super::top::{KppOptions, Place};
use super::twin::{BLACK, Command, Entry, KINGS, Operation, Stored, Table, WHITE};
use crate::game::MachineError;
use crate::netlist::testing::Random;
use crate::shogi::kpp::{Numbering, Seeded};
use crate::simulate::{Latency, Ports};

/// Lists on each memory that are neither empty nor full.
const LISTS: usize = 2;

/// Changes of each list.
const CHANGES: u32 = 4;

/// The most entries of a list on the slow memory, where a full one takes thousands of cycles.
const SHORT: usize = 6;

/// Compares a unit with its twin: lists of every length, changes of entries and of kings, answers
/// without anything to read, on a quick memory and on a slow one.
///
/// # Errors
/// They differ, or the simulator failed.
pub fn exercise(ports: &mut (impl Ports + ?Sized), options: &KppOptions) -> Result<(), MachineError> {
    let table = Stored(Seeded { numbering: Numbering::Folded, seed: 1 });
    let mut random = Random(11);
    let quick = Latency { cycles: 1..=1, takes_one_in: 1 };
    let slow = Latency { cycles: 3..=30, takes_one_in: 2 };
    let full = options.entries as usize;
    on(ports, options, &table, (&Pace::Any(quick), full), &mut random)?;
    if options.place == Place::Port {
        on(ports, options, &table, (&Pace::Any(slow), SHORT.min(full)), &mut random)?;
    }
    Ok(())
}

/// Compares a unit with its twin on a memory, over lists of no more than so many entries.
fn on(
    ports: &mut (impl Ports + ?Sized),
    options: &KppOptions,
    table: &dyn Table,
    (pace, most): (&Pace, usize),
    random: &mut Random,
) -> Result<(), MachineError> {
    let mut run = Run::new(ports, options, table, pace)?;
    // The first list is empty, and one is as long as it may be.
    let short = [(); LISTS].map(|()| 1 + random.below(most));
    for length in [0, most].into_iter().chain(short) {
        let mut position = At::new(options, length, random);
        for command in whole(&position.entries, position.command(Operation::Whole, random)) {
            run.give(&command)?;
        }
        for _ in 0..CHANGES {
            let command = position.change(random);
            run.give(&command)?;
            run.idle(if random.one_in(8) { 60 } else { 0 })?;
        }
    }
    run.settle()?;
    Ok(())
}

/// Entries and kings.
struct At<'a> {
    options: &'a KppOptions,
    entries: Vec<Entry>,
    kings: [u32; 2],
}

impl<'a> At<'a> {
    fn new(options: &'a KppOptions, length: usize, random: &mut Random) -> Self {
        let kings = [0, 1].map(|_| random.below(options.shape.kings() as usize) as u32);
        let mut at = Self { options, entries: Vec::new(), kings };
        for _ in 0..length.min(options.shape.codes() as usize / 2) {
            let entry = at.new_entry(random);
            at.entries.push(entry);
        }
        at
    }

    /// An entry with codes that no other has. Half of the codes are near others.
    fn new_entry(&self, random: &mut Random) -> Entry {
        let codes = self.options.shape.codes() as usize;
        let mut code = |of: &dyn Fn(&Entry) -> u32| {
            let taken: BTreeSet<u32> = self.entries.iter().map(of).collect();
            let range = if random.one_in(2) { codes } else { codes.min(60) };
            let mut code = random.below(range) as u32;
            while taken.contains(&code) {
                code = (code + 1) % codes as u32;
            }
            code
        };
        Entry {
            seen: [code(&|entry| entry.seen[0]), code(&|entry| entry.seen[1])],
            with_kings: code(&|entry| entry.with_kings),
            of_white: random.one_in(2),
        }
    }

    fn command(&self, operation: Operation, random: &mut Random) -> Command {
        Command {
            operation,
            entry: Entry::default(),
            parts: KINGS | BLACK | WHITE,
            answers: true,
            kings: self.kings,
            material: random.next() as i16,
            white_to_move: random.one_in(2),
        }
    }

    /// A change, answered or not: an entry that comes or goes, kings that move, or nothing.
    fn change(&mut self, random: &mut Random) -> Command {
        let kind = random.below(4);
        let parts = random.below(8) as u8;
        let answers = !random.one_in(4);
        if kind == 0 && !self.entries.is_empty() {
            let entry = self.entries.swap_remove(random.below(self.entries.len()));
            return Command { entry, parts, answers, ..self.command(Operation::Take, random) };
        }
        if kind <= 1 && self.entries.len() < self.options.entries as usize {
            let entry = self.new_entry(random);
            self.entries.push(entry);
            return Command { entry, parts, answers, ..self.command(Operation::Put, random) };
        }
        self.kings = [0, 1].map(|_| random.below(self.options.shape.kings() as usize) as u32);
        Command { parts, answers, ..self.command(Operation::Whole, random) }
    }
}
