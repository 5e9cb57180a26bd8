//! The unit in software: the words that each command reads, in their order, and its answer.

use std::collections::BTreeSet;

use super::address::Base;
use super::shape::{Held, Shape};
use super::walk::{CLEAR, PUT, Rules, TAKE, WHOLE};
use crate::shogi::kpp::{Numbering, Weights};

/// The weights of a table, by their places.
pub trait Table {
    /// The weight of two pieces and the king that sees them; `row` is not below `other`.
    fn pair(&self, king: u32, row: u32, other: u32) -> i16;

    /// The weight of a piece and both kings, each as its own side sees it.
    fn with_kings(&self, kings: [u32; 2], code: u32) -> i16;

    /// The weights of a word of a table of this shape. Where no weight is, something is.
    fn word(&self, shape: Shape, word: u64) -> Option<Vec<i16>> {
        let rubbish = |code: u32| (code.wrapping_mul(0x9e37_79b9) >> 16) as i16 | 1;
        let lanes = 0..shape.lanes();
        Some(match shape.held(word)? {
            Held::Pairs { king, row, first } => lanes
                .map(|lane| first + lane)
                .map(|code| if code <= row { self.pair(king, row, code) } else { rubbish(code) })
                .collect(),
            Held::Kings { kings, first } => lanes
                .map(|lane| first + lane)
                .map(|code| if code < shape.codes() { self.with_kings(kings, code) } else { rubbish(code) })
                .collect(),
        })
    }
}

/// Weights of a numbering as a table of the unit.
#[derive(Clone, Copy, Debug)]
pub struct Stored<W>(pub W);

impl<W: Weights> Table for Stored<W> {
    fn pair(&self, king: u32, row: u32, other: u32) -> i16 {
        self.0.kpp(king as usize, other as u16, row as u16) as i16
    }

    fn with_kings(&self, [king, other]: [u32; 2], code: u32) -> i16 {
        let other = match self.0.numbering() {
            Numbering::Folded => other,
            Numbering::Classic => 80_u32.saturating_sub(other),
        };
        self.0.kkp(king as usize, other as usize, code as u16) as i16
    }
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Puts its entry into the lists, and adds its weights with all others.
    Put,
    /// Takes its entry out, and subtracts its weights with all others.
    Take,
    /// Sums the lists from nothing.
    Whole,
    /// Takes all entries out.
    Clear,
}

impl Operation {
    /// Its number at the port.
    pub fn number(self) -> u64 {
        match self {
            Self::Put => PUT,
            Self::Take => TAKE,
            Self::Whole => WHOLE,
            Self::Clear => CLEAR,
        }
    }
}

/// A piece as the unit is told of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its codes as black and as white see it.
    pub seen: [u32; 2],
    /// Its code in the sum over both kings, where that has its own.
    pub with_kings: u32,
    /// It is white's.
    pub of_white: bool,
}

/// A part of the sum: a bit of [`Command::parts`].
pub const KINGS: u8 = 1;
/// Black's pairs.
pub const BLACK: u8 = 2;
/// White's pairs.
pub const WHITE: u8 = 4;

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What it does.
    pub operation: Operation,
    /// The entry that is put in or taken out.
    pub entry: Entry,
    /// The parts that are summed.
    pub parts: u8,
    /// An answer is given behind it.
    pub answers: bool,
    /// The squares of the kings, each as its own side sees it.
    pub kings: [u32; 2],
    /// Black's material less white's, for an answer.
    pub material: i16,
    /// White is to move, for an answer.
    pub white_to_move: bool,
}

/// An answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The value for the side to move.
    pub value: i32,
    /// The sums over both kings, over black's pairs and over white's.
    pub sums: [i32; 3],
    /// Weights that were read since the answer before.
    pub reads: u32,
}

/// The unit in software.
pub struct Twin<'a> {
    table: &'a dyn Table,
    shape: Shape,
    rules: Rules,
    entries: u32,
    scale_bits: u32,
    /// In the order of the parts over both kings, black's pairs, white's pairs; those over both
    /// kings are empty where they have no codes of their own.
    lists: Vec<BTreeSet<u32>>,
    sums: [i32; 3],
    reads: u32,
    /// The words of the command.
    words: Vec<u64>,
}

impl<'a> Twin<'a> {
    /// A unit without entries.
    pub fn new(table: &'a dyn Table, options: &super::KppOptions) -> Self {
        let super::KppOptions { shape, rules, entries, scale_bits, .. } = *options;
        let lists = vec![BTreeSet::new(); rules.bases().len()];
        Self { table, shape, rules, entries, scale_bits, lists, sums: [0; 3], reads: 0, words: Vec::new() }
    }

    /// Carries out a command. Returns the words that are read, in their order, and the answer.
    pub fn run(&mut self, command: &Command) -> (Vec<u64>, Option<Answer>) {
        match command.operation {
            Operation::Clear => {
                self.lists.iter_mut().for_each(BTreeSet::clear);
                self.sums = [0; 3];
            }
            Operation::Put => self.change(command, true),
            Operation::Take | Operation::Whole => {}
        }
        if command.operation != Operation::Clear {
            self.parts(command);
        }
        if command.operation == Operation::Take {
            self.change(command, false);
        }
        let answer = command.answers.then(|| self.answer(command));
        (std::mem::take(&mut self.words), answer)
    }

    /// The code of an entry in each part's list, where it stands in it.
    fn code(&self, entry: &Entry, part: usize) -> Option<u32> {
        match (self.rules.bases()[part], self.rules.own_codes_of_kings) {
            (Base::Black, _) | (Base::Kings, false) => Some(entry.seen[0]),
            (Base::White, _) => Some(entry.seen[1]),
            (base, true) => (entry.of_white == (base == Base::KingsTurned)).then_some(entry.with_kings),
            (Base::KingsTurned, false) => None,
        }
    }

    fn change(&mut self, command: &Command, puts: bool) {
        for part in 0..self.lists.len() {
            let Some(code) = self.code(&command.entry, part) else { continue };
            let lanes = self.shape.lanes();
            let list = &mut self.lists[part];
            let groups: BTreeSet<u32> = list.iter().map(|code| code / lanes).collect();
            let full = groups.len() as u32 == self.entries && !groups.contains(&(code / lanes));
            match puts {
                true if !full => drop(list.insert(code)),
                true => {}
                false => drop(list.remove(&code)),
            }
        }
    }

    fn parts(&mut self, command: &Command) {
        for part in 0..self.lists.len() {
            let base = self.rules.bases()[part];
            let (bit, sum) = match base {
                Base::Kings | Base::KingsTurned => (KINGS, 0),
                Base::Black => (BLACK, 1),
                Base::White => (WHITE, 2),
            };
            if command.parts & bit == 0 {
                continue;
            }
            let turned = base == Base::KingsTurned;
            let read = match command.operation {
                Operation::Whole => {
                    if !turned {
                        self.sums[sum] = 0;
                    }
                    self.whole(command, part)
                }
                _ => self.code(&command.entry, part).map_or(0, |code| self.sweep(command, part, code)),
            };
            let subtracts = turned ^ (command.operation == Operation::Take);
            self.sums[sum] += if subtracts { -read } else { read };
        }
    }

    /// The sum of a part from nothing.
    fn whole(&mut self, command: &Command, part: usize) -> i32 {
        let codes: Vec<u32> = self.lists[part].iter().copied().collect();
        if matches!(self.rules.bases()[part], Base::Kings | Base::KingsTurned) {
            return self.row_of_kings(command, part, &codes);
        }
        let itself = usize::from(self.rules.with_itself);
        (0..codes.len()).map(|row| self.row(command, part, codes[row], &codes[..row + itself])).sum()
    }

    /// The sum of a code with all others of a list.
    fn sweep(&mut self, command: &Command, part: usize, code: u32) -> i32 {
        if matches!(self.rules.bases()[part], Base::Kings | Base::KingsTurned) {
            return self.row_of_kings(command, part, &[code]);
        }
        let of = |wanted: &dyn Fn(u32) -> bool| -> Vec<u32> {
            self.lists[part].iter().copied().filter(|&other| wanted(other)).collect()
        };
        let below = of(&|other| other < code || (other == code && self.rules.with_itself));
        let above = of(&|other| other > code);
        let low = self.row(command, part, code, &below);
        low + above.into_iter().map(|row| self.row(command, part, row, &[code])).sum::<i32>()
    }

    fn row(&mut self, command: &Command, part: usize, row: u32, others: &[u32]) -> i32 {
        let king = command.kings[usize::from(self.rules.bases()[part] == Base::White)];
        let word = |shape: Shape, code| shape.pair(king, row, code);
        self.read(others, &word);
        others.iter().map(|&other| i32::from(self.table.pair(king, row, other))).sum()
    }

    fn row_of_kings(&mut self, command: &Command, part: usize, codes: &[u32]) -> i32 {
        let mut kings = command.kings;
        if self.rules.bases()[part] == Base::KingsTurned {
            kings.reverse();
        }
        self.read(codes, &|shape, code| shape.with_kings(kings, code));
        codes.iter().map(|&code| i32::from(self.table.with_kings(kings, code))).sum()
    }

    /// Notes the words of some weights of a row, each word once.
    fn read(&mut self, codes: &[u32], word: &dyn Fn(Shape, u32) -> u64) {
        let mut words: Vec<u64> = codes.iter().map(|&code| word(self.shape, code)).collect();
        words.dedup();
        self.words.append(&mut words);
        self.reads += codes.len() as u32;
    }

    fn answer(&mut self, command: &Command) -> Answer {
        let [kings, black, white] = self.sums;
        let total = kings + black - white + (i32::from(command.material) << self.scale_bits);
        let value = total / (1 << self.scale_bits);
        let value = if command.white_to_move { -value } else { value };
        Answer { value, sums: self.sums, reads: std::mem::take(&mut self.reads) }
    }
}
