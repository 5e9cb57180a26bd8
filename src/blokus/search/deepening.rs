//! Iterative deepening: the registers of the time and of the result, and the answer.
//!
//! When the time is over, the machine gives up the search under way. It takes back the pieces on
//! the board, and answers with the result of the search before.

use super::kept::{Kept, REMAINING};
use super::options::LIMIT;
use crate::describe::{Builder, Bundle, Outputs, RegisterBuilder, Wire, concat};
use crate::search::{Budget, Goal};

/// Bits of it that a command brings, the most significant first.
pub const LIMIT_PART: u32 = 10;

/// The bit of the search command that asks for one search after the other.
pub const DEEPENS: u32 = 4;

/// The registers of the time and of the result.
pub struct Deepening {
    wanted: RegisterBuilder,
    deepening: RegisterBuilder,
    limit: RegisterBuilder,
    elapsed: RegisterBuilder,
    over: RegisterBuilder,
    /// The best move of the last search that ended, and whether it is a pass.
    pub best: RegisterBuilder,
    /// See `best`.
    pub pass: RegisterBuilder,
    score: RegisterBuilder,
    depth: RegisterBuilder,
}

impl Deepening {
    /// Values are `width` bits wide. After a reset, searches end after `limit` cycles.
    pub fn new(b: &Builder, width: u32, limit: u32) -> Self {
        Self {
            wanted: b.register("wanted", REMAINING).comment("the deepest root"),
            deepening: b.register("deepening", 1).comment("one search comes after the other"),
            limit: b
                .register("limit", LIMIT)
                .resets_to(limit.into())
                .comment("clock cycles there are for it"),
            elapsed: b.register("elapsed", LIMIT),
            over: b.register("time_over", 1),
            best: b.register("found", Kept::width()).comment("the best move of the last search that ended"),
            pass: b.register("found_pass", 1),
            score: b.register("found_score", width),
            depth: b.register("found_depth", REMAINING + 1),
        }
    }

    /// How far the searches go.
    pub fn goal(&self) -> Goal {
        Goal { wanted: self.wanted.output(), deepening: self.deepening.output(), over: self.over.output() }
    }

    /// Keeps the time, and what a search found: move, whether it is a pass, and value.
    pub fn keep(&self, on: &Outputs, data: &Wire, depth: &Wire, root: &Wire, found: [&Wire; 3]) {
        let (start, finish) = (on.get("start_search"), on.get("finish"));
        self.wanted.next_when(&start, depth);
        self.deepening.next_when(&start, &data.bit(DEEPENS));
        let (spent, limit, over) = (self.elapsed.output(), self.limit.output(), self.over.output());
        let budget = Budget { spent, limit, over };
        budget.loaded(&on.get("load_limit"), data).keep_in(&self.limit);
        let [elapsed, over] = budget.stepped(&start, &start.builder().bit(true));
        self.elapsed.next(&elapsed);
        self.over.next(&over);
        let [best, pass, score] = found;
        self.best.next_when(&finish, best);
        self.pass.next_when(&finish, pass);
        self.score.next_when(&finish, score);
        let reached = root.extend(REMAINING + 1) + root.builder().constant(REMAINING + 1, 1);
        self.depth.next_when(&finish, &reached);
    }

    /// The score in 16 bits, two's complement; 11 zeros; and the depth in 4 bits.
    pub fn answer(&self) -> Wire {
        let width = self.score.width();
        let score =
            concat(&[self.score.bit(width - 1).repeat(16 - width), self.score.output()]).named("score");
        concat(&[score.clone(), score.builder().constant(11, 0), self.depth.output()])
    }
}
