//! The words of a thread between its turns.

use super::tree::{MOVES, POSITION, VALUE};
use crate::bundle;
use crate::describe::{Bundle, Wire, concat};
use crate::search::{NodeState, NodeWidths, Waiting};

/// Bits of the plies left.
pub const PLIES: u32 = 3;
/// The greatest depth.
pub const DEEPEST: u32 = 1 << PLIES;
/// Bits of the number of a move.
pub const NUMBER: u32 = MOVES.trailing_zeros();
/// Bits of a move: its number, and above it whether there is one.
pub const MOVE: u32 = NUMBER + 1;
/// Bits of the turns of a search.
pub const TURNS: u32 = 16;
/// Bits of the counters.
pub const COUNTER: u32 = 24;
/// Bits of the number of a root move.
pub const ROOT: u32 = 4;

/// The widths of a node.
pub const NODE: NodeWidths = NodeWidths { value: VALUE, mv: MOVE, plies: PLIES, phase: MOVES + 1 };

bundle! {
    /// The state of a thread besides its node.
    pub struct Task {
        /// The thread searches.
        active: 1,
        /// The position of the node.
        position: POSITION,
        /// Scouts search a move first.
        scouts: 1,
        /// The plies of which there are killers.
        known: DEEPEST,
        /// The plies left at the deepest root.
        wanted: PLIES,
        /// One search comes after the other.
        deepening: 1,
        /// The turns that were spent.
        spent: TURNS,
        /// The turns that there are.
        limit: TURNS,
        /// All are spent.
        over: 1,
        /// Moves of the root that came by.
        passed: ROOT,
        /// Nodes that were left.
        nodes: COUNTER,
        /// Positions that were evaluated.
        leaves: COUNTER,
        /// The best move of the last search that ended.
        found: MOVE,
        /// Its value.
        score: VALUE,
        /// The plies left at its root.
        depth: PLIES,
    }
}

bundle! {
    /// What a thread is to search.
    pub struct Request {
        /// There is a request.
        valid: 1,
        /// The position.
        position: POSITION,
        /// The plies left at the deepest root.
        wanted: PLIES,
        /// One search comes after the other.
        deepening: 1,
        /// Scouts search a move first.
        scouts: 1,
        /// The turns that there are for the searches behind the first.
        limit: TURNS,
    }
}

/// The phase of a node.
#[derive(Clone)]
pub struct Phase {
    /// The moves that were tried.
    pub tried: Wire,
    /// On the stack, the node below is a scout. At a node, a scout has found the next move better
    /// than alpha.
    pub scouted: Wire,
}

impl Phase {
    pub fn packed(&self) -> Wire {
        concat(&[self.scouted.clone(), self.tried.clone()])
    }

    pub fn unpacked(word: &Wire) -> Self {
        Self { tried: word.slice(0, MOVES), scouted: word.bit(MOVES) }
    }
}

/// The word on the stack: what the search has there, and above it the best move and the position.
pub struct Above {
    pub waiting: Waiting,
    pub best: Wire,
    pub position: Wire,
}

impl Above {
    pub fn width() -> u32 {
        NODE.waiting() + MOVE + POSITION
    }

    pub fn packed(&self) -> Wire {
        concat(&[self.position.clone(), self.best.clone(), self.waiting.packed()])
    }

    pub fn unpacked(word: &Wire) -> Self {
        let waiting = NODE.waiting();
        Self {
            waiting: Waiting::unpacked(word, NODE),
            best: word.slice(waiting, MOVE),
            position: word.slice(waiting + MOVE, POSITION),
        }
    }
}

/// The state of a thread: its task, and its node.
pub struct ThreadState {
    pub task: Task,
    pub node: NodeState,
}

impl ThreadState {
    pub fn width() -> u32 {
        Task::width() + NODE.node()
    }

    pub fn packed(&self) -> Wire {
        concat(&[self.node.packed(), self.task.packed()])
    }

    pub fn unpacked(word: &Wire) -> Self {
        let task = Task::width();
        Self {
            task: Task::unpacked(&word.slice(0, task)),
            node: NodeState::unpacked(&word.slice(task, NODE.node()), NODE),
        }
    }
}
