//! The root that all threads share: how many of its moves are taken, and the best of all.

use super::node::{MOVE, NUMBER, VALUE};
use crate::describe::{Builder, RegisterBuilder, Wire};
use crate::search::{BestOfAll, Change, Report, SharedRoot, Window};

/// The registers of the root.
pub struct Root {
    claimed: RegisterBuilder,
    value: RegisterBuilder,
    number: RegisterBuilder,
    beta: RegisterBuilder,
    best: RegisterBuilder,
}

impl Root {
    /// Registers without a search.
    pub fn new(b: &Builder) -> Self {
        Self {
            claimed: b.register("root_moves", NUMBER).comment("moves of the root that threads have taken"),
            value: b.register("best_value", VALUE).comment("the best value of the root's moves"),
            number: b.register("best_number", NUMBER).comment("the number of the move of this value"),
            beta: b.register("best_beta", VALUE).comment("beta below the root"),
            best: b.register("best_move", MOVE).comment("the move of this value"),
        }
    }

    /// What a turn that begins now sees.
    pub fn shared(&self) -> SharedRoot {
        let [claimed, value, beta] = [&self.claimed, &self.value, &self.beta].map(RegisterBuilder::output);
        SharedRoot { claimed, value, beta }
    }

    /// The best value and the best move.
    pub fn best(&self) -> [Wire; 2] {
        [&self.value, &self.best].map(RegisterBuilder::output)
    }

    /// Sets the next values. A search with this alpha `begins`, a thread has taken the next move (1
    /// bit each), or the value of a move is reported.
    pub fn keep(&self, (begins, alpha): (&Wire, &Wire), takes: &Wire, report: &Report) {
        SharedRoot::counted(&self.claimed, begins, takes).keep_in(&self.claimed);
        let [value, number, beta, mv] =
            [&self.value, &self.number, &self.beta, &self.best].map(RegisterBuilder::output);
        let left = &super::squares::value(alpha.builder(), 1) - alpha;
        let window = Window { alpha: alpha.clone(), beta: left };
        let changed = BestOfAll { value, number, beta, mv }.stepped(begins, &window, report);
        changed.value.keep_in(&self.value);
        changed.number.keep_in(&self.number);
        changed.beta.keep_in(&self.beta);
        let Change { when, to } = changed.mv;
        // There is none if no value is above alpha.
        Change::new(&(begins | &when), &to.when(&!begins)).keep_in(&self.best);
    }
}
