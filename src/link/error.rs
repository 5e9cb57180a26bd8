//! The reasons why a core cannot be linked to a host.

use thiserror::Error;

use crate::describe::LowerError;
use crate::netlist::{NetlistError, NetlistErrors};
use crate::parts::uart::BitTimeError;

impl LinkError {
    /// Whether another rate, clock or pause is the remedy.
    pub fn is_setting(&self) -> bool {
        matches!(self, Self::BitTime(_) | Self::Pause { .. })
    }
}

/// The reasons why a core cannot be linked to a host.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The core has no command port, or a port of another width.
    #[error("{core} cannot be linked: {problem}; docs/command_port.md has the ports a core needs")]
    Port {
        /// The core.
        core: String,
        /// The missing thing.
        problem: String,
    },
    /// The baud rate does not go with the clock.
    #[error(transparent)]
    BitTime(#[from] BitTimeError),
    /// The pause that ends a message is out of range.
    #[error(
        "a pause of {pause_bits} bit times of {ticks} clock cycles; choose 20 to {most} bit times: shorter ones come between \
         the bytes of a message, longer ones do not fit the counter"
    )]
    Pause {
        /// The pause asked for.
        pause_bits: u32,
        /// Clock cycles a bit.
        ticks: u32,
        /// The longest pause.
        most: u32,
    },
    /// A cell does not lower.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// A mistake in a description.
    #[error(transparent)]
    Describe(#[from] NetlistError),
    /// Rules of the netlist that the linked design breaks.
    #[error(transparent)]
    Netlist(#[from] NetlistErrors),
}
