//! Words compared for equality in two cycles.

use super::decode::word;
use crate::describe::Wire;

/// Whether two words of equal width are the same, a cycle later. One lookup table of four inputs
/// stands before each register `name`, of which there is one for every two bits. Behind them are
/// the tables that join them: two in a row for 8 to 32 bits.
///
/// So a long wire, as from a block memory, has its cycle almost for itself.
pub fn equal_later(one: &Wire, other: &Wire, name: &str) -> Wire {
    let pairs = (0..one.width()).step_by(2).map(|low| {
        let pair = |wire: &Wire| wire.slice(low, 2.min(wire.width() - low));
        pair(one).eq(&pair(other))
    });
    word(&pairs.collect::<Vec<_>>()).later(name).all()
}
