//! The units that make keys move by move, of chess and of shogi.

mod chess;
mod constants;
mod exercise_chess;
mod exercise_shogi;
mod property;
mod run;
mod shogi;
#[cfg(test)]
mod tests;

pub use chess::keys;
pub use exercise_chess::exercise_keys;
pub use exercise_shogi::exercise_shogi_keys;
pub use property::{KeyPorts, moves_are_taken_back};
pub use shogi::shogi_keys;

/// Clock cycles from a move to the key after it.
pub const KEYS_LATENCY: u32 = 4;

/// Bits of a key.
const KEY: u32 = 64;
