//! Keys of shogi positions: the pieces on their squares, the pieces in hand, and the side to move.

mod constants;
mod key;

pub use constants::Constants;
pub use key::{delta, key_of};
