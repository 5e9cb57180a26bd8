//! The window of a node, and the stored facts about its moves.

use super::kept::{MOVE, REMAINING};
use super::options::DEEPEST;
use crate::describe::{Builder, RegisterBuilder, Wire, concat};
use crate::search::{KnownPlies, NodeState, PliesLeft, Window};

/// The registers of a search's tree.
pub struct Tree {
    /// Plies below the node's children.
    pub remaining: RegisterBuilder,
    /// Those below the root's children.
    pub root: RegisterBuilder,
    /// The value of which the side to move is sure.
    pub alpha: RegisterBuilder,
    /// The value of which the opponent is sure.
    pub beta: RegisterBuilder,
    /// Plies of which there is a killer.
    pub killers_known: RegisterBuilder,
    /// The best move of the root.
    pub best: RegisterBuilder,
    /// It is a pass.
    pub best_pass: RegisterBuilder,
}

impl Tree {
    /// Values are `width` bits wide.
    pub fn new(b: &Builder, width: u32) -> Self {
        let value = |name: &str| b.register(name, width);
        Self {
            remaining: b.register("remaining", REMAINING).comment("plies below the children of this node"),
            root: b.register("root", REMAINING).comment("the same of the first node"),
            alpha: value("alpha").comment("what who moves is sure of, two's complement"),
            beta: value("beta").comment("what the opponent is sure of, seen from who moves"),
            killers_known: b.register("killers_known", DEEPEST),
            best: b.register("best", MOVE).comment("the best move of the first node"),
            best_pass: b.register("best_pass", 1),
        }
    }

    /// The node in this phase, whose best move is that of the root.
    pub fn node(&self, phase: &Wire) -> NodeState {
        let best = concat(&[self.best_pass.output(), self.best.output()]);
        NodeState { window: self.window(), plies: self.plies(), best, phase: phase.clone() }
    }

    /// The window of the node.
    pub fn window(&self) -> Window {
        Window { alpha: self.alpha.output(), beta: self.beta.output() }
    }

    /// The plies left at the node and at the root.
    pub fn plies(&self) -> PliesLeft {
        PliesLeft { here: self.remaining.output(), root: self.root.output() }
    }

    /// The plies of which there is a killer.
    pub fn known(&self) -> KnownPlies {
        KnownPlies(self.killers_known.output())
    }
}
