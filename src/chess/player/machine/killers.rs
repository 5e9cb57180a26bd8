//! Squares of killers: quiet moves to them cut other nodes below the same node, and are tried
//! before other quiet moves.
//!
//! A node keeps the squares for the nodes below it, so brothers share them, whichever thread
//! searches them. A node that begins takes them as they are then and keeps them, because the order
//! of its moves must not change. A square takes half the bits of a move. The squares are
//! classes of destinations as others are, so each move is legal, and none comes twice.

use super::selective::SQUARE;
use super::turn::{Child, Given};
use crate::bundle;
use crate::chess::CHESS;
use crate::describe::{Builder, Bundle, Wire, mux};
use crate::parts::decode::{one_hot, word};
use crate::parts::rows::Rows;

bundle! {
    /// The squares that the last quiet moves went to which cut a node, the latest first.
    pub struct Killers {
        /// The latest, seen from the side that moves there.
        first: SQUARE,
        /// There is one.
        first_known: 1,
        /// The one before it.
        second: SQUARE,
        /// There is one.
        second_known: 1,
    }
}

bundle! {
    /// The move to a node, and the squares that its quiet moves go to first.
    pub struct Marks {
        /// The destination of the move to it.
        via: SQUARE,
        /// That move was quiet.
        via_quiet: 1,
        /// The square that comes first.
        first: SQUARE,
        /// There is one.
        first_known: 1,
        /// The square after it.
        second: SQUARE,
        /// There is one.
        second_known: 1,
    }
}

bundle! {
    /// What a thread brings to the node above, beside the value.
    pub struct Brought {
        /// The destination of a quiet move.
        square: SQUARE,
        /// There is one.
        known: 1,
        /// The move has cut the node below; otherwise it leads there.
        cut: 1,
    }
}

impl Killers {
    /// The squares at the turn's node, with the one that the thread brings. A node that begins has
    /// none. Combinational.
    pub fn now(&self, given: &Given) -> Self {
        let thread = &given.thread;
        let stays = !(&thread.fresh & !&thread.again);
        let Brought { square, known, cut } = &thread.brings();
        let comes = (known & cut).named("killer_comes");
        let moves = &comes & !(&self.first_known & self.first.eq(square));
        Self {
            first: mux(&comes, square, &self.first),
            first_known: (&comes | &self.first_known) & &stays,
            second: mux(&moves, &self.first, &self.second),
            second_known: mux(&moves, &self.first_known, &self.second_known) & &stays,
        }
    }
}

impl Marks {
    /// Of the node below, when its move is made.
    pub fn below(child: &Child, killers: &Killers) -> Self {
        let Killers { first, first_known, second, second_known } = killers.clone();
        Self {
            via: child.pass.found.destination.clone(),
            via_quiet: is_quiet(child),
            first,
            first_known,
            second,
            second_known,
        }
    }

    /// The squares as sets, the first before the second.
    pub fn squares(&self) -> [Rows; 2] {
        let set = |square: &Wire, known: &Wire| Rows::of(CHESS, &word(&one_hot(square, 64)).when(known));
        [
            set(&self.first, &self.first_known).named("first_killer"),
            set(&self.second, &self.second_known).named("second_killer"),
        ]
    }
}

impl Brought {
    /// Nothing.
    pub fn nothing(b: &Builder) -> Self {
        Self::unpacked(&b.constant(Self::width(), 0))
    }

    /// Of a thread that leaves its node. That was `cut`, by the turn's own move if one was `made`,
    /// or it cuts the one above too (`twice`); 1 bit each. Combinational.
    pub fn of(given: &Given, child: &Child, marks: &Marks, [cut, twice, made]: [&Wire; 3]) -> Self {
        let before = given.thread.brings();
        let brought = &before.known & !&before.cut;
        let square = mux(made, &child.pass.found.destination, &before.square);
        let known = mux(made, &is_quiet(child), &brought);
        Self {
            square: mux(cut, &square, &marks.via),
            known: mux(cut, &known, &marks.via_quiet),
            cut: cut | twice,
        }
    }
}

/// There is a move, and it neither captures nor promotes: 1 bit.
fn is_quiet(child: &Child) -> Wire {
    let pass = &child.pass;
    &pass.found.found & !(pass.found.captured.any() | &pass.passes | &pass.promotes)
}
