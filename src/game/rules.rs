//! The description of a game: its rules in software, and the words of its machines' ports.

use std::fmt::{Debug, Display};

use super::{Walk, Word};

/// A game: the rules in software, and the words that its machines understand.
///
/// The rules are what a machine is compared with, so they share nothing with the hardware.
pub trait Game: Debug + Sized + 'static {
    /// A position, with all that decides which moves there are.
    type Position: Clone + Debug + Send + Sync;
    /// A move. Its text is what people read and write.
    type Move: Copy + Eq + Debug + Display;
    /// A move as a machine reports it.
    type Generated: Generated<Move = Self::Move>;

    /// The name of the game in a sentence, such as `chess`.
    const NAME: &'static str;
    /// No position has more moves.
    const MOST_MOVES: usize;
    /// Whether machines have a counter of the moves that a count makes.
    const COUNTS_MOVES: bool = false;

    /// The moves of a position, in any order; `None` if the rules refuse the position.
    fn moves(position: &Self::Position) -> Option<Vec<Self::Move>>;

    /// The position after a move of this position.
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The leaves of the game tree this many plies below a position; `None` if the rules refuse it.
    fn leaves(position: &Self::Position, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let moves = Self::moves(position)?;
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        moves.into_iter().map(|mv| Self::leaves(&Self::after(position, mv), depth - 1)).sum()
    }

    /// Whether a position is one that a count of the tree above it does not go below, although the
    /// machine gave the move that led to it.
    fn is_dead(_position: &Self::Position) -> bool {
        false
    }

    /// The commands that put a position on the board. With `ordered`, the moves come in the order
    /// in which a game reports them; a game with one order ignores it.
    /// None where no machine of the game takes commands.
    fn load(_position: &Self::Position, _ordered: bool) -> Vec<Word> {
        Vec::new()
    }

    /// The move in an answer to [`Walk::Next`] that took this many clock cycles: `Some(None)` if
    /// there is no move, `None` if the word is none of the game's.
    fn decode(_word: u64, _cycles: u64) -> Option<Option<Self::Generated>> {
        None
    }

    /// The command that counts the leaves this many plies below the node.
    fn count(depth: u32, _ordered: bool) -> Word {
        Walk::Perft.with(depth.into())
    }

    /// More clock cycles than such a count takes.
    fn longest_count(_depth: u32) -> u64 {
        u64::MAX
    }
}

/// A move as a machine reports it.
pub trait Generated: Copy + Debug + PartialEq {
    /// The move of the game.
    type Move;

    /// The move.
    fn mv(&self) -> Self::Move;

    /// Clock cycles from the request to the answer.
    fn cycles(&self) -> u64;
}

/// A move and its clock cycles: all that a machine reports whose word holds nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported<M> {
    /// The move.
    pub mv: M,
    /// Clock cycles from the request to the answer.
    pub cycles: u64,
}

impl<M: Copy + Debug + PartialEq> Generated for Reported<M> {
    type Move = M;

    fn mv(&self) -> M {
        self.mv
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}
