//! The stored form of a move, and the plies for which one is stored. All of the search's hardware
//! uses both.

use super::options::DEEPEST;
use crate::blokus::generator::board::Registers;
use crate::blokus::generator::stream::{COVER, Next};
use crate::bundle;

/// Bits of the plies left.
pub const REMAINING: u32 = DEEPEST.trailing_zeros();

/// Bits of a move.
pub const MOVE: u32 = 8 + COVER;

bundle! {
    /// A move by its corner and cover.
    pub struct Kept {
        /// The corner's column.
        x: 4,
        /// The corner's row.
        y: 4,
        /// Which piece covers it, and how.
        cover: COVER,
    }
}

impl Kept {
    /// The one in the registers.
    pub fn held(r: &Registers) -> Self {
        Self { x: r.x.output(), y: r.y.output(), cover: r.cover.output() }
    }

    /// The one that comes next.
    pub fn next(next: &Next) -> Self {
        Self { x: next.corner.x.clone(), y: next.corner.y.clone(), cover: next.cover.clone() }
    }
}
