//! The bits of a word as parts of other words.

use crate::simulate::lower::Word;

/// A word put together from bits of other words, each bit from one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Form {
    /// The bits that are always set.
    pub constant: u64,
    /// The others, in order of source and shift. No two groups have both in common.
    pub groups: Vec<Group>,
}

/// Bits of one word that keep their distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Group {
    /// The word they are from.
    pub source: Word,
    /// The number of places by which they move to higher ones.
    pub shift: i32,
    /// Their places after that.
    pub mask: u64,
}

impl Group {
    /// The bits that the source has, moved.
    fn of(source: Word, possible: u64) -> Self {
        Self { source, shift: 0, mask: possible }
    }

    /// Whether a shift alone gives these bits, if the source has only these.
    pub fn is_whole(self, possible: u64) -> bool {
        moved(possible, self.shift) == self.mask && moved(self.mask, -self.shift) == possible
    }
}

/// A word's bits moved to higher places, or to lower ones if the number is negative.
pub(super) fn moved(word: u64, by: i32) -> u64 {
    let far = by.unsigned_abs();
    let shifted = if by < 0 { word.checked_shr(far) } else { word.checked_shl(far) };
    shifted.unwrap_or(0)
}

impl Form {
    pub fn constant(constant: u64) -> Self {
        Self { constant, groups: Vec::new() }
    }

    /// A word as it is.
    pub fn word(word: Word, possible: u64) -> Self {
        Self { constant: 0, groups: vec![Group::of(word, possible)] }
    }

    /// The bits moved to higher places; of these the ones of the mask.
    pub fn moved(&self, by: i32, mask: u64) -> Self {
        let groups = self.groups.iter().filter_map(|group| {
            let mask = moved(group.mask, by) & mask;
            (mask != 0).then_some(Group { source: group.source, shift: group.shift + by, mask })
        });
        Self { constant: moved(self.constant, by) & mask, groups: groups.collect() }
    }

    /// Forms that have no bit in common, side by side.
    pub fn union(forms: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for form in forms {
            all.constant |= form.constant;
            all.groups.extend(form.groups);
        }
        all.groups.sort_unstable();
        all.groups.dedup_by(|next, group| {
            let same = (next.source, next.shift) == (group.source, group.shift);
            if same {
                group.mask |= next.mask;
            }
            same
        });
        all
    }

    /// Whether it is bits of one word, or constant.
    pub fn is_simple(&self) -> bool {
        self.groups.len() + usize::from(self.constant != 0) <= 1
    }
}
