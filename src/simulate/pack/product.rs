//! Many bits of one word moved by different distances with one multiplication.
//!
//! A factor of several set bits adds up copies of the word, one for each distance. Where no two
//! copies have a bit at the same place, up to the highest place that is wanted, nothing is carried,
//! and each wanted place holds its own bit.

use super::form::{Group, moved};
use crate::simulate::lower::Word;

/// The number of groups from which on a multiplication takes fewer operations.
const LEAST: usize = 3;

/// Bits of an old word: `((source & keep) * factor >> down) & mask`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub source: Word,
    pub keep: u64,
    pub factor: u64,
    pub down: u32,
    pub mask: u64,
}

impl Product {
    /// Takes groups of one source that move together out of a list, as many as go. None if those
    /// are few.
    pub fn take(groups: &mut Vec<Group>) -> Option<Self> {
        let mut taken: Vec<Group> = Vec::new();
        let mut made = None;
        for &group in groups.iter() {
            taken.push(group);
            match Self::of(&taken) {
                Some(product) => made = Some(product),
                None => {
                    taken.pop();
                }
            }
        }
        if taken.len() < LEAST {
            return None;
        }
        groups.retain(|group| !taken.contains(group));
        made
    }

    /// The product that moves all these groups; none if bits would meet.
    fn of(groups: &[Group]) -> Option<Self> {
        let mask = groups.iter().fold(0, |mask, group| mask | group.mask);
        // The highest place is that of the highest bit, so that whatever lies above is lost.
        let down = mask.leading_zeros();
        let keep = groups.iter().fold(0, |keep, group| keep | moved(group.mask, -group.shift));
        let (mut sum, mut factor) = (0_u64, 0);
        for group in groups {
            let up = group.shift + down as i32;
            let copy = moved(keep, up);
            if up < 0 || sum & copy != 0 {
                return None;
            }
            sum |= copy;
            factor |= moved(1, up);
        }
        // No mask, if nothing else is set.
        let mask = if sum >> down == mask { u64::MAX >> down } else { mask };
        Some(Self { source: groups.first()?.source, keep, factor, down, mask })
    }
}
