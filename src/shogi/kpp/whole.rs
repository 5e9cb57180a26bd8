//! The whole sum of a position.

use super::numbering::classic_kkp;
use super::{Code, Numbering, Seen, Weights, material};
use crate::shogi::{Position, Side};

/// The weights are this many times as fine as the value.
pub const SCALE: i32 = 32;

/// The sums of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Over both kings and each piece, for black.
    pub kkp: i32,
    /// Over the pairs that black's king sees.
    pub black: i32,
    /// Over the pairs that white's king sees.
    pub white: i32,
    /// The material, for black.
    pub material: i32,
    /// Weights that were read.
    pub reads: u32,
}

impl Sums {
    /// All weights, for black.
    pub fn raw(&self) -> i32 {
        self.kkp + self.black - self.white
    }

    /// The value for the side to move.
    pub fn value(&self, side: Side) -> i32 {
        self.value_of(side, SCALE)
    }

    /// The same with weights that are `scale` times as fine as the value.
    pub fn value_of(&self, side: Side, scale: i32) -> i32 {
        let value = (self.raw() + self.material * scale) / scale;
        if side == Side::Black { value } else { -value }
    }
}

/// The squares of both kings, each as its own side sees it.
pub(super) fn kings(position: &Position, numbering: Numbering) -> [usize; 2] {
    let square = |side| numbering.square(position.king(side));
    [square(Side::Black), 80 - square(Side::White)]
}

/// The sum over all pairs of a list that a king sees.
pub(super) fn pairs(weights: &impl Weights, king: usize, codes: &[Code], reads: &mut u32) -> i32 {
    let mut sum = 0;
    for (place, one) in codes.iter().enumerate() {
        // Bonanza's own numbering has weights for a piece with itself.
        let until = place + usize::from(weights.numbering() == Numbering::Classic);
        *reads += until as u32;
        sum += codes[..until].iter().map(|other| weights.kpp(king, *one, *other)).sum::<i32>();
    }
    sum
}

/// The sum over both kings and each piece, for black.
pub(super) fn with_kings(
    weights: &impl Weights,
    position: &Position,
    entries: &[Seen],
    reads: &mut u32,
) -> i32 {
    let [black, white] = kings(position, weights.numbering());
    match weights.numbering() {
        Numbering::Folded => {
            *reads += entries.len() as u32;
            entries.iter().map(|entry| weights.kkp(black, white, entry.black)).sum()
        }
        Numbering::Classic => {
            let [own, other] = Side::ALL.map(|side| classic_kkp(position, side));
            *reads += (own.len() + other.len()) as u32;
            let sum = |king, other_king, codes: Vec<Code>| -> i32 {
                codes.into_iter().map(|code| weights.kkp(king, other_king, code)).sum()
            };
            sum(black, 80 - white, own) - sum(white, 80 - black, other)
        }
    }
}

/// The sums of a position from nothing: 1,444 reads for 38 entries of the folded numbering.
pub fn whole(weights: &impl Weights, position: &Position) -> Sums {
    let numbering = weights.numbering();
    let entries = numbering.entries(position);
    let [black, white] = kings(position, numbering);
    let codes = |seen: fn(&Seen) -> Code| entries.iter().map(seen).collect::<Vec<_>>();
    let mut reads = 0;
    Sums {
        kkp: with_kings(weights, position, &entries, &mut reads),
        black: pairs(weights, black, &codes(|entry| entry.black), &mut reads),
        white: pairs(weights, white, &codes(|entry| entry.white), &mut reads),
        material: material(position),
        reads,
    }
}
