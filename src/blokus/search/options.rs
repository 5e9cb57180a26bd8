//! The options of the machine, and their limits.

use crate::blokus::evaluation::{Evaluation, INFLUENCE};

/// The greatest depth of a search, in plies.
pub const DEEPEST: u32 = 8;

/// Bits of the limit, in clock cycles.
pub const LIMIT: u32 = 30;

/// The longest time of searches, in clock cycles.
pub const LONGEST: u32 = (1 << LIMIT) - 1;

/// Moves of a node that a machine can put in order, unless told otherwise.
pub const LISTED: u32 = 1024;

/// The fewest moves that a machine can put in order, at most.
pub const FEWEST: u32 = 64;

/// The most.
pub const MOST: u32 = 2 * LISTED;

/// The most cores that share the root.
pub const MOST_CORES: u32 = 4;

/// The clock of the published machine of 2014, for times in seconds.
pub const HZ: f64 = 50e6;

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name. The top module has the same name, with underscores.
    pub name: String,
    /// The evaluation of a leaf.
    pub evaluation: &'static Evaluation,
    /// Lookup tables of four inputs between two registers of the evaluation, at most.
    pub levels: u32,
    /// Cores that share the root, 1 to [`MOST_CORES`].
    pub players: u32,
    /// The most moves of a node that can be put in order, a power of two from [`FEWEST`] to
    /// [`MOST`]. If there are more, none are.
    pub listed: u32,
    /// Clock cycles there are after a reset for searches one after the other, up to [`LONGEST`].
    pub limit: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "blokus-player".into(),
            evaluation: &INFLUENCE,
            levels: 6,
            listed: LISTED,
            players: 1,
            limit: LONGEST,
        }
    }
}
