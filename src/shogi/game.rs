//! Shogi as machines of any game know it.

use super::machine::perft::load;
use super::{Move, Position};
use crate::game::{self, Game, Word};

/// The game of shogi.
#[derive(Clone, Copy, Debug)]
pub struct Shogi;

/// A move, and what a machine says of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The move.
    pub mv: Move,
    /// The legal moves of the position after it, of a machine that counts them.
    pub replies: Option<u64>,
    /// Clock cycles for it.
    pub cycles: u64,
}

impl game::Generated for Generated {
    type Move = Move;

    fn mv(&self) -> Move {
        self.mv
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}

impl Game for Shogi {
    type Position = Position;
    type Move = Move;
    type Generated = Generated;

    const NAME: &'static str = "shogi";
    const MOST_MOVES: usize = 593;
    const COUNTS_MOVES: bool = true;

    fn moves(position: &Position) -> Option<Vec<Move>> {
        Some(position.moves())
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    /// Machines count with moves in one order.
    fn load(position: &Position, _ordered: bool) -> Vec<Word> {
        load(position)
    }
}
