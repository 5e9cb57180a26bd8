//! How a node stands when its turn begins.

use super::node::{Place, State, Thread};
use super::selective::COUNT;
use super::turn::Given;
use crate::chess::fast::node::Left;
use crate::describe::{Wire, mux};

/// How a node stands when its turn begins; 1 bit each, if not said otherwise.
pub struct Now {
    /// It has begun a second time, with the plies that were taken off.
    pub again: Wire,
    /// This turn makes the null move.
    pub null: Wire,
    /// This turn is the first that does not.
    pub begins: Wire,
    /// Plies left.
    pub depth: Wire,
    /// If there is no check, captures and promotions to queens alone are made.
    pub takes_only: Wire,
    /// The number of its next move, from 1 on, as far as they count.
    pub number: Wire,
}

impl Now {
    /// From what the turn reads. Combinational.
    pub fn new(given: &Given) -> Self {
        let Place { depth, reduction, narrow, may_pass, .. } = &given.node.place;
        let State { count, again, passed, .. } = &given.state;
        let Thread { fresh, .. } = &given.thread;
        let again = mux(fresh, &given.thread.again, again).named("again_now");
        let null = (fresh & may_pass).named("null_move");
        let begins = mux(fresh, &!may_pass, passed).named("begins");
        let depth = (depth + &reduction.when(&again).extend(depth.width())).named("depth_now");
        let takes_only = (depth.none() | (narrow & !&again)).named("takes_only");
        let before = count.when(&!&begins);
        let one = count.builder().constant(COUNT, 1);
        let number = mux(&before.all(), &before, &(&before + &one)).named("number_now");
        Self { again, null, begins, depth, takes_only, number }
    }

    /// The moves left: all if the node begins, and none for a null move.
    pub fn left(&self, left: &Left) -> Left {
        let all = left.or_all(&self.begins);
        let moves = !&self.null;
        Left {
            destinations: &all.destinations & moves.repeat(64),
            origins: &all.origins & moves.repeat(64),
            promotions: &all.promotions & moves.repeat(8),
            passing: &all.passing & &moves,
            ..all
        }
    }
}
