//! The decisions that players make.

use crate::blokus::{Move, Position};

/// A move, and what there is to say about it.
pub struct Said {
    /// The move; it is legal.
    pub mv: Move,
    /// Behind it in the same line.
    pub about: String,
}

/// A player's decision.
pub enum Decision {
    /// To make a move.
    Move(Said),
    /// To go back to the position after this many moves.
    Undo(usize),
    /// To play no more.
    End,
}

/// How far a machine looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// Plies; with a limit, the greatest number of them.
    pub depth: u32,
    /// Clock cycles in which it looks one ply further each time.
    pub limit: Option<u32>,
}

/// Whether there is more than a pass.
pub fn has_choice(position: &Position) -> bool {
    position.moves() != [Move::Pass]
}
