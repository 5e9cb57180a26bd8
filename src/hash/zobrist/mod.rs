//! Keys of chess positions after A. Zobrist, "A new hashing method with application for game
//! playing" (1970): the exclusive or of one constant for each thing that is so.
//!
//! A key depends on the pieces, the rights to castle, the side to move, and the file of an en
//! passant. That file counts only where a pawn of the side to move stands beside the pawn that has
//! just made its double step. So two positions that allow the same moves have the same key, except
//! where a pin forbids the capture.

mod constants;
mod key;
pub mod shogi;

pub use constants::Constants;
pub use key::{can_take_en_passant, delta, key_of};
