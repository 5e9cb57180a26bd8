//! The sums after a move, from those before it.

use super::whole::{kings, pairs, with_kings};
use super::{Code, Numbering, Seen, Sums, Weights, material, whole};
use crate::shogi::{Move, Position, Side};

/// A position with its sums and its list of entries.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The position.
    pub position: Position,
    /// Its sums. `reads` are those of the last step.
    pub sums: Sums,
    entries: Vec<Seen>,
}

impl Evaluated {
    /// A position, evaluated from nothing.
    pub fn new(weights: &impl Weights, position: Position) -> Self {
        let entries = weights.numbering().entries(&position);
        Self { sums: whole(weights, &position), position, entries }
    }

    /// The position after a legal move. A move changes an entry, and another if it captures: in the
    /// folded numbering that takes 150 or 304 reads with all pieces there. A king's move takes the
    /// whole sum of what that king sees, 741 reads in all, or 815 if it captures. The classic
    /// numbering is evaluated from nothing.
    #[must_use]
    pub fn after(&self, weights: &impl Weights, mv: Move) -> Self {
        let position = self.position.after(mv);
        if weights.numbering() == Numbering::Classic {
            return Self::new(weights, position);
        }
        let entries = weights.numbering().entries(&position);
        let gone: Vec<Seen> = without(&self.entries, &entries);
        let come: Vec<Seen> = without(&entries, &self.entries);
        let kept = without(&self.entries, &gone);
        let [before, now] = [&self.position, &position].map(|at| kings(at, weights.numbering()));
        let mut reads = 0;
        let mut seen = |side: usize, sum: i32, code: fn(&Seen) -> Code| {
            let codes = |list: &[Seen]| list.iter().map(code).collect::<Vec<_>>();
            if before[side] != now[side] {
                return pairs(weights, now[side], &codes(&entries), &mut reads);
            }
            let [kept, gone, come] = [&kept, &gone, &come].map(|list| codes(list));
            let mut part = |changed: &[Code]| touched(weights, now[side], changed, &kept, &mut reads);
            sum - part(&gone) + part(&come)
        };
        let black = seen(0, self.sums.black, |entry| entry.black);
        let white = seen(1, self.sums.white, |entry| entry.white);
        let kkp = match before == now {
            true => {
                let mut part = |list: &[Seen]| with_kings(weights, &position, list, &mut reads);
                self.sums.kkp - part(&gone) + part(&come)
            }
            false => with_kings(weights, &position, &entries, &mut reads),
        };
        let material = material(&position);
        Self { sums: Sums { kkp, black, white, material, reads }, position, entries }
    }

    /// The value for the side to move.
    pub fn value(&self) -> i32 {
        self.sums.value(self.position.side)
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.position.side
    }
}

/// The sum of all pairs with one of the changed entries in them. Each entry is read with all
/// others of the list, and the pair of two changed ones once more, because it counts once.
fn touched(weights: &impl Weights, king: usize, changed: &[Code], kept: &[Code], reads: &mut u32) -> i32 {
    let mut sum = 0;
    for (place, one) in changed.iter().enumerate() {
        let others = kept.iter().chain(&changed[..place]).chain(&changed[place + 1..]);
        *reads += (kept.len() + changed.len() - 1) as u32;
        sum += others.map(|other| weights.kpp(king, *one, *other)).sum::<i32>();
    }
    sum - pairs(weights, king, changed, reads)
}

/// The entries of a list that are not in another.
fn without(list: &[Seen], other: &[Seen]) -> Vec<Seen> {
    list.iter().filter(|entry| !other.contains(entry)).copied().collect()
}
