//! The host's side of the serial line: the same client on a real port and on a simulated one.
//!
//! [`frame`] says messages and answers as bytes, [`client`] sends them until they are answered, [`machine`] makes a
//! [`crate::chess::machine::Machine`] of that.

pub mod client;
pub mod frame;
pub mod line;
pub mod machine;
mod simulated;

pub use client::{Client, HostError};
pub use line::{Line, LineError};
pub use machine::HostMachine;
pub use simulated::SimulatedLine;
