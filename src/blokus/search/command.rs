//! The commands of the port of a machine that searches.

use super::deepening::DEEPENS;

crate::commands! {
    /// The commands of the port besides those of the generator that load a position, and
    /// [`crate::game::Walk::Next`] and `ReadCounter`.
    pub(in crate::blokus) enum Command {
        /// Makes the move held for good; with data bit 0, a pass, whatever move is held.
        Play = 4,
        /// Searches: the depth in data bits 3..0, and [`DEEPEN`].
        Search = 7,
        /// Brings ten bits of the time limit in clock cycles, the most significant bits first.
        /// Three commands set all of it.
        SetLimit = 10,
    }
}

/// With [`Command::Search`]: one ply deep first, then one ply more each time up to the depth, as
/// long as there is time.
pub(in crate::blokus) const DEEPEN: u64 = 1 << DEEPENS;
