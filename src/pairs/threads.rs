//! The state of a pair's thread between its turns.

use crate::describe::{Wire, concat, mux};

/// The widths of a thread's words.
#[derive(Clone, Copy)]
pub struct Widths {
    /// Of a node's address.
    pub node: u32,
    /// Of a height, and of a ply below an item.
    pub ply: u32,
    /// Plies that may have moves left: those of the stack and the item's own.
    pub plies: u32,
}

/// The place of a thread in its item.
#[derive(Clone)]
pub struct Standing {
    /// It has an item: 1 bit.
    pub active: Wire,
    /// The place of the item's position.
    pub item: Wire,
    /// Half moves below the item.
    pub height: Wire,
    /// The node's, the item's being 0.
    pub ply: Wire,
    /// The plies above it at which moves are left, a bit each.
    pub more: Wire,
}

impl Standing {
    /// The width of [`Standing::packed`].
    pub fn width(widths: Widths) -> u32 {
        1 + widths.node + 2 * widths.ply + widths.plies
    }

    pub fn packed(&self) -> Wire {
        let Self { active, item, height, ply, more } = self;
        concat(&[active, item, height, ply, more].map(Clone::clone))
    }

    pub fn unpacked(packed: &Wire, widths: Widths) -> Self {
        let mut low = 0;
        let mut field = |width: u32| {
            low += width;
            packed.slice(low - width, width)
        };
        let more = field(widths.plies);
        let (ply, height, item) = (field(widths.ply), field(widths.ply), field(widths.node));
        Self { more, ply, height, item, active: field(1) }
    }
}

/// The number of the highest bit that is set, in `width` bits; 0 if no bit is set.
pub fn highest(bits: &Wire, width: u32) -> Wire {
    let zero = bits.builder().constant(width, 0);
    (0..bits.width())
        .fold(zero, |best, place| mux(&bits.bit(place), &bits.builder().constant(width, place.into()), &best))
}
