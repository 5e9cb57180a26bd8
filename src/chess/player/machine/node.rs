//! The words of nodes and threads.

use super::squares::Carry;
use crate::bundle;
use crate::chess::fast::node::Board;
use crate::describe::{Bundle, Wire, concat};

/// Bits of a value.
pub const VALUE: u32 = 16;

/// Bits of a ply, and of the plies left.
pub const PLY: u32 = 6;

/// Bits of the number of a root move.
pub const NUMBER: u32 = 8;

/// Bits of a move: origin, destination, the code of the piece a pawn becomes.
pub const MOVE: u32 = 15;

bundle! {
    /// What the search knows of a node when it begins.
    pub struct Place {
        /// Plies left; 0 in quiescence.
        depth: PLY,
        /// Beta.
        beta: VALUE,
        /// The value that closes the node above: its beta, negated.
        floor: VALUE,
    }
}

/// A node as it is stored when it begins; its alpha and the moves left are stored beside it.
pub struct Node {
    /// The position.
    pub board: Board,
    /// What it carries.
    pub carry: Carry,
    /// What the search knows.
    pub place: Place,
}

impl Node {
    /// Bits of a node.
    pub fn width() -> u32 {
        Board::width() + Carry::width() + Place::width()
    }

    /// All fields side by side.
    pub fn packed(&self) -> Wire {
        concat(&[self.place.packed(), self.carry.packed(), self.board.packed()])
    }

    /// The fields of a word made by [`Node::packed`].
    pub fn unpacked(word: &Wire) -> Self {
        let (board, carry) = (Board::width(), Carry::width());
        Self {
            board: Board::unpacked(&word.slice(0, board)),
            carry: Carry::unpacked(&word.slice(board, carry)),
            place: Place::unpacked(&word.slice(board + carry, Place::width())),
        }
    }
}

bundle! {
    /// A thread between two of its turns.
    pub struct Thread {
        /// It searches.
        active: 1,
        /// Nothing has been tried at its node.
        fresh: 1,
        /// The ply of its node.
        ply: PLY,
        /// Moves of the root that have passed.
        passed: NUMBER,
        /// The last of them that it made.
        tried: MOVE,
    }
}

bundle! {
    /// What a turn knows of the other threads.
    pub struct Shared {
        /// The best value of the root's moves.
        best: VALUE,
        /// The beta of the nodes below the root: a value that is no better loses.
        limit: VALUE,
        /// The root's next move is this thread's.
        mine: 1,
    }
}
