//! The host's side of the serial line: the same client on a real port and on a simulated one.
//!
//! [`frame`] says messages and answers as bytes, [`client`] sends them until they are answered, [`machine`] makes a
//! [`crate::chess::machine::Machine`] of that.

pub mod client;
mod exercise;
pub mod frame;
pub mod line;
pub mod machine;
mod serial;
mod simulated;

pub use client::{Client, HostError};
pub use exercise::{EXERCISE_BITS, exercise};
pub use line::{Line, LineError};
pub use machine::HostMachine;
pub use serial::SerialLine;
pub use simulated::SimulatedLine;
