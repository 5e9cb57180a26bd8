//! The words of nodes and threads.

use super::key::Key;
use super::killers::{Brought, Marks};
use super::selective::{COUNT, REDUCTION, SQUARE};
use super::squares::Carry;
use super::trail::Trail;
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

/// Bits of a place of a node that threads share.
pub const PLACE: u32 = 6;

/// The number of these places.
pub const PLACES: u32 = 1 << PLACE;

/// Bits of a number of threads.
pub const USED: u32 = 9;

bundle! {
    /// What the search knows of a node when it begins.
    pub struct Place {
        /// Plies left; 0 in quiescence.
        depth: PLY,
        /// Beta.
        beta: VALUE,
        /// The value that closes the node above: its beta, negated.
        floor: VALUE,
        /// The place of the shared node above it.
        above: PLACE,
        /// Nodes of the thread alone between that one and this, up to 2.
        level: 2,
        /// Plies that were taken off because the move to it came late.
        reduction: REDUCTION,
        /// Quiet moves are left out.
        narrow: 1,
        /// It begins with a null move.
        may_pass: 1,
    }
}

/// A node as it is stored when it begins; what changes there is stored beside it.
pub struct Node {
    /// The position.
    pub board: Board,
    /// What it carries.
    pub carry: Carry,
    /// What the search knows.
    pub place: Place,
    /// The last moves before it, if repetitions are looked for.
    pub trail: Option<Trail>,
    /// Where its quiet moves go first, if the search has killers.
    pub marks: Option<Marks>,
    /// Its key, if the machine has a table.
    pub key: Option<Key>,
}

/// The parts of nodes that not every machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Has {
    /// The last moves before a node.
    pub trail: bool,
    /// Where quiet moves go first, and the move that led there.
    pub marks: bool,
    /// Keys.
    pub key: bool,
}

impl Node {
    /// Bits of a node with these parts.
    pub fn width(has: Has) -> u32 {
        let trail = if has.trail { Trail::width() } else { 0 };
        let marks = if has.marks { Marks::width() } else { 0 };
        let key = if has.key { Key::width() } else { 0 };
        Board::width() + Carry::width() + Place::width() + trail + marks + key
    }

    /// All fields side by side.
    pub fn packed(&self) -> Wire {
        let key = self.key.iter().map(Key::packed);
        let trail = key.chain(self.trail.iter().map(Trail::packed));
        let trail = trail.chain(self.marks.iter().map(Marks::packed));
        let others = [self.place.packed(), self.carry.packed(), self.board.packed()];
        concat(&trail.chain(others).collect::<Vec<_>>())
    }

    /// The fields of a word made by [`Node::packed`], with these parts.
    pub fn unpacked(word: &Wire, has: Has) -> Self {
        let (board, carry, place) = (Board::width(), Carry::width(), Place::width());
        let rest = board + carry + place;
        let marks = if has.marks { Marks::width() } else { 0 };
        let trail = if has.trail { Trail::width() } else { 0 };
        Self {
            key: has.key.then(|| Key::unpacked(&word.slice(rest + marks + trail, Key::width()))),
            trail: has.trail.then(|| Trail::unpacked(&word.slice(rest + marks, trail))),
            marks: has.marks.then(|| Marks::unpacked(&word.slice(rest, marks))),
            board: Board::unpacked(&word.slice(0, board)),
            carry: Carry::unpacked(&word.slice(board, carry)),
            place: Place::unpacked(&word.slice(board + carry, place)),
        }
    }
}

bundle! {
    /// What turns change at a node, beside the moves left.
    pub struct State {
        /// The value of which the side to move is sure.
        alpha: VALUE,
        /// Threads at the node, and nodes that have begun below it.
        claims: USED,
        /// Moves made, as far as they count.
        count: COUNT,
        /// It has begun a second time, with the plies that were taken off.
        again: 1,
        /// The last turn made the null move.
        passed: 1,
    }
}

bundle! {
    /// A thread between two of its turns.
    pub struct Thread {
        /// It may search.
        enabled: 1,
        /// It has a node.
        active: 1,
        /// Nothing has been tried at its node.
        fresh: 1,
        /// Its node begins a second time.
        again: 1,
        /// The ply of its node.
        ply: PLY,
        /// Its node is its own.
        alone: 1,
        /// The place of its node, or of the last shared one above it.
        at: PLACE,
        /// The first alpha of a node that begins, or the value that it brings back.
        value: VALUE,
        /// The destination of a quiet move that it brings back.
        killer: SQUARE,
        /// There is one.
        kills: 1,
        /// The move has cut the node below; otherwise it leads there.
        killed: 1,
        /// The places from the root to its node.
        path: PLACES,
        /// The number of the root's move above it.
        number: NUMBER,
        /// That move.
        tried: MOVE,
    }
}

impl Thread {
    /// What it brings to the node above, beside the value.
    pub fn brings(&self) -> Brought {
        Brought { square: self.killer.clone(), known: self.kills.clone(), cut: self.killed.clone() }
    }
}

bundle! {
    /// What a turn knows of the other threads.
    pub struct Shared {
        /// The best value of the root's moves.
        best: VALUE,
        /// The most that beta is at a node just below a shared one, whose alpha may have risen.
        limit: VALUE,
        /// The number of the root's next move.
        next: NUMBER,
        /// Another turn is under way at the node.
        waits: 1,
        /// The thread joins the node in this turn.
        joins: 1,
        /// The turn keeps the place of its node busy.
        holds: 1,
    }
}

bundle! {
    /// A node that a thread without one may join.
    pub struct Candidate {
        /// Its place.
        place: PLACE,
        /// The same, a bit for each place.
        here: PLACES,
        /// The place of the shared node above it.
        above: PLACE,
        /// Plies left there.
        depth: PLY,
        /// Its ply.
        ply: PLY,
        /// The places from the root to it.
        path: PLACES,
        /// The number of the root's move above it.
        number: NUMBER,
        /// That move.
        tried: MOVE,
    }
}
