//! Tables of weights.

use super::{Code, Numbering};
use crate::netlist::testing::Random;

/// A table of weights.
pub trait Weights {
    /// The numbering of its codes.
    fn numbering(&self) -> Numbering;

    /// The weight of two pieces and the king that sees them. Their order makes no difference.
    fn kpp(&self, king: usize, one: Code, other: Code) -> i32;

    /// The weight of a piece and both kings. In the folded numbering the second king's square is
    /// as that king sees it.
    fn kkp(&self, king: usize, other_king: usize, piece: Code) -> i32;
}

/// Weights from a generator of numbers instead of a file, the same everywhere: splitmix64 of the
/// place in the table.
#[derive(Clone, Copy, Debug)]
pub struct Seeded {
    /// The numbering.
    pub numbering: Numbering,
    /// What is added to each place; 0 gives the published vectors.
    pub seed: u64,
}

impl Seeded {
    /// A weight: that of a table's tag and place, the upper 16 bits of the number without the
    /// lowest of them.
    fn weight(&self, tag: u64, place: usize, dropped: u32) -> i32 {
        let number = Random((tag << 40 | place as u64).wrapping_add(self.seed)).next();
        i32::from((number >> 48) as i16 >> dropped)
    }
}

impl Weights for Seeded {
    fn numbering(&self) -> Numbering {
        self.numbering
    }

    fn kpp(&self, king: usize, one: Code, other: Code) -> i32 {
        let [low, high] = [one.min(other), one.max(other)].map(usize::from);
        match self.numbering {
            // A pair of a piece with itself is a king and a piece, which stands in the other table.
            Numbering::Folded if low == high || low == 0 => 0,
            Numbering::Folded => self.weight(1, (king * 1548 + high) * 1548 + low, 6),
            Numbering::Classic => {
                const TRIANGLE: usize = 1476 * 1477 / 2;
                self.weight(3, king * TRIANGLE + high * (high + 1) / 2 + low, 6)
            }
        }
    }

    fn kkp(&self, king: usize, other_king: usize, piece: Code) -> i32 {
        if self.numbering == Numbering::Classic {
            return self.weight(4, (king * 81 + other_king) * 738 + usize::from(piece), 4);
        }
        let turned = self.numbering.turned(piece);
        let place = |king, other: usize, code| (king * 81 + other) * 1548 + usize::from(code);
        match piece < turned {
            true => self.weight(2, place(king, other_king, piece), 4),
            false => -self.weight(2, place(other_king, king, turned), 4),
        }
    }
}
