//! The link between a core's command port and the host: a serial line or a bus.
//!
//! Each `wrap` takes a finished core and returns a design with a new top, in which the core is the
//! instance `core`. docs/protocol.md has the bytes of the serial line, docs/bus.md the addresses of
//! the buses.

pub mod bus;
mod error;
pub(crate) mod port;
pub mod uart;

pub use error::LinkError;
