//! The host's side of the serial line: the same client on a real port and on a simulated one.
//!
//! [`frame`] turns messages and answers into bytes and back. [`client`] sends messages until they
//! are answered. [`machine`] makes the
//! [`CommandPort`](crate::game::CommandPort) of a machine of them.

pub mod client;
mod exercise;
pub mod frame;
pub mod line;
pub mod machine;
#[cfg(feature = "serial")]
mod serial;
mod simulated;

pub use client::{Client, HostError};
pub use exercise::{exercise, exercise_bits};
pub use line::{Line, LineError};
pub use machine::{HostMachine, connect};
#[cfg(feature = "serial")]
pub use serial::SerialLine;
pub use simulated::SimulatedLine;
