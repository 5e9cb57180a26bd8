//! The move generator: a stream of legal moves, one a clock, behind a command port.
//!
//! **Structure.** A move covers one of the mover's usable corners, about nine of them in a game. So
//! the machine takes the cells around one corner (40, as far as five squares reach) out of the
//! board in a clock. It tests the 414 ways to cover the corner at once, each with a lookup table or
//! two. A corner already done counts as closed for the corners after it, so no move comes twice.
//!
//! This takes about 2,000 LUT4 to find the moves, and 414 candidates, from which one is chosen a
//! clock. All 13,729 placements at once would take 18,300 LUT4. 21 shapes under 8 symmetries would
//! take 5,500 LUT4, eight clocks a node, and a board of candidates to choose from.
//!
//! **State.** A move tells its own place in the order of a position's moves. So the move held is
//! the whole state of a node, and a stack word has 19 bits. A node goes on after its move six
//! clocks after the move was taken back. Usable corners and open cells are wiring over the two
//! planes of cells, so only the planes have to be restored.

pub(in crate::blokus) mod board;
mod command;
mod control;
mod core;
mod exercise;
pub(in crate::blokus) mod fits;
pub(in crate::blokus) mod planes;
pub(in crate::blokus) mod stream;
#[cfg(test)]
mod tests;
pub(in crate::blokus) mod window;

use thiserror::Error;

pub use self::core::design;
use crate::describe::LowerError;
use crate::netlist::{NetlistError, NetlistErrors};
pub use command::Command;
pub use exercise::exercise;

use crate::blokus::Blokus;
use crate::game::Simulated;

/// A machine of Blokus Duo in a simulator.
pub type BlokusMachine<P> = Simulated<Blokus, P>;

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The core's name. The top module has the same name, with underscores.
    pub name: String,
    /// Plies of the move stack: a power of two from 8 to 64. A game has fewer than 64.
    pub stack_depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { name: "blokus".into(), stack_depth: 64 }
    }
}

impl Options {
    fn check(&self) -> Result<(), BuildError> {
        let plies = self.stack_depth;
        if !(8..=64).contains(&plies) || !plies.is_power_of_two() {
            return Err(BuildError::StackDepth { core: self.name.clone(), plies });
        }
        Ok(())
    }
}

/// The reasons why a machine cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A stack the machine has no words for.
    #[error("{core}: a stack of {plies} plies; choose 8, 16, 32 or 64")]
    StackDepth {
        /// The core.
        core: String,
        /// The plies asked for.
        plies: u32,
    },
    /// The control does not lower.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A mistake in a description.
    #[error(transparent)]
    Describe(#[from] NetlistError),
    /// Rules of the netlist that the whole design breaks.
    #[error(transparent)]
    Netlist(#[from] NetlistErrors),
}
