//! Which entry a new one replaces, and what of it.

use super::{Entry, GENERATIONS, Store};

/// Depth that an entry loses for each search since it was written.
const DEPTH_OF_A_SEARCH: i64 = 8;

/// Depth that an entry of the same position may lose and still be replaced.
const DEPTH_TO_LOSE: i64 = 4;

/// Depth that the principal variation adds.
const DEPTH_OF_PV: i64 = 2;

/// What a store replaces of an entry, and the first reason of the save rule that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// All: the new value is exact.
    Exact,
    /// All: the entry is of another key.
    OtherKey,
    /// All: the new depth, plus 2 in the principal variation, is above the old one minus 4.
    Depth,
    /// All: the entry is of an older search.
    Older,
    /// The move alone: there is a new one, and none of the other reasons.
    MoveOnly,
    /// Nothing.
    Nothing,
}

impl Rule {
    /// Whether all fields but the move are replaced.
    pub fn replaces(self) -> bool {
        !matches!(self, Self::MoveOnly | Self::Nothing)
    }

    /// The reason in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Exact => "all, because the new value is exact",
            Self::OtherKey => "all, because the entry is of another key",
            Self::Depth => "all, because the new depth is above the old one minus 4",
            Self::Older => "all, because the entry is of an older search",
            Self::MoveOnly => "the move alone, because the entry is deeper and of this search",
            Self::Nothing => "nothing, because the entry is deeper and of this search, and no move is given",
        }
    }
}

/// The searches since the entry was written, modulo 32.
pub fn age(entry: &Entry, generation: u32) -> u32 {
    generation.wrapping_sub(entry.generation) % GENERATIONS
}

/// The worth of an entry: its depth minus 8 for each search since it was written.
pub fn worth(entry: &Entry, generation: u32) -> i64 {
    i64::from(entry.depth) - DEPTH_OF_A_SEARCH * i64::from(age(entry, generation))
}

/// The place of the entry of least worth, the first of several; 0 if there are none.
pub fn victim(entries: &[Entry], generation: u32) -> usize {
    let worths = entries.iter().map(|entry| worth(entry, generation)).enumerate();
    worths.min_by_key(|&(place, worth)| (worth, place)).map_or(0, |(place, _)| place)
}

/// The place of the first entry with this key part, if there is one.
pub fn place_of(entries: &[Entry], key: u32) -> Option<usize> {
    entries.iter().position(|entry| entry.key == key)
}

/// What the save rule replaces of this entry.
pub fn rule(entry: &Entry, key: u32, new: &Store, generation: u32) -> Rule {
    let depth = i64::from(new.depth) + if new.pv { DEPTH_OF_PV } else { 0 };
    match () {
        () if new.bound == super::Bound::Exact => Rule::Exact,
        () if entry.key != key => Rule::OtherKey,
        () if depth > i64::from(entry.depth) - DEPTH_TO_LOSE => Rule::Depth,
        () if age(entry, generation) != 0 => Rule::Older,
        () if new.mv != 0 => Rule::MoveOnly,
        () => Rule::Nothing,
    }
}

/// The entry after a store, and the rule that decided.
pub fn saved(entry: &Entry, key: u32, new: &Store, generation: u32) -> (Entry, Rule) {
    let rule = rule(entry, key, new, generation);
    let mv = if new.mv != 0 || entry.key != key { new.mv } else { entry.mv };
    let after = match rule.replaces() {
        true => Entry {
            key,
            depth: new.depth,
            generation,
            bound: new.bound,
            pv: new.pv,
            mv,
            value: new.value,
            eval: new.eval,
        },
        false => Entry { mv, ..*entry },
    };
    (after, rule)
}
