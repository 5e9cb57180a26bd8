//! The plies that are left below a node's children.

use super::{Change, Step};
use crate::describe::{Wire, mux};

/// The plies left, each in the same number of bits. A child at which none is left is evaluated.
#[derive(Clone)]
pub struct PliesLeft {
    /// Plies below the children of this node.
    pub here: Wire,
    /// The same of the root.
    pub root: Wire,
}

/// The changes of the plies left.
pub struct ChangedPlies {
    /// Of those at the node.
    pub here: Change,
    /// Of those at the root.
    pub root: Change,
}

impl PliesLeft {
    /// The node is the root: 1 bit.
    pub fn at_root(&self) -> Wire {
        self.here.eq(&self.root)
    }

    /// The node's children are leaves: 1 bit.
    pub fn last(&self) -> Wire {
        self.here.none()
    }

    /// The number of the ply above. It is where the stack has what waits for this node.
    pub fn above(&self) -> Wire {
        &self.here + &self.one()
    }

    fn one(&self) -> Wire {
        self.here.builder().constant(self.here.width(), 1)
    }

    /// The changes in a step. `first` is the root of a search that begins; a deeper search has a
    /// ply more. Combinational; two additions.
    pub fn stepped(&self, step: &Step, first: &Wire) -> ChangedPlies {
        let above = self.above();
        let moved = mux(&step.down, &(&self.here - &self.one()), &above);
        let changes = (&step.begins | &step.down) | (&step.up | &step.deepens);
        ChangedPlies {
            here: Change::new(&changes, &mux(&step.begins, first, &moved)),
            root: Change::new(&(&step.begins | &step.deepens), &mux(&step.begins, first, &above)),
        }
    }
}

impl ChangedPlies {
    /// The plies left that follow `before`.
    pub fn over(&self, before: &PliesLeft) -> PliesLeft {
        PliesLeft { here: self.here.over(&before.here), root: self.root.over(&before.root) }
    }
}
