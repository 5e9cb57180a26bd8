//! The beginning of a turn: it reads the place of its thread.

use super::beginning::Beginning;
use super::sizes::Sizes;
use crate::describe::{Builder, Wire, mux};
use crate::pairs::threads::Standing;
use crate::parts::pages::Pages;
use crate::parts::turns::turns;

/// The state of the thread whose turn it is. It goes on, or takes an item.
pub struct Turn {
    /// The work that a reset began, including whose turn it is.
    pub beginning: Beginning,
    /// The thread, a cycle later: as everything below.
    pub thread: Wire,
    /// Nothing has been tried at its node.
    pub untouched: Wire,
    /// It has an item.
    pub goes_on: Wire,
    /// It has none and takes one.
    pub takes: Wire,
    /// The thread's present place.
    pub now: Standing,
    /// The node to take.
    pub node: Wire,
    /// The item that waits longest.
    pub work_head: Wire,
    /// There is one.
    pub work_there: Wire,
    /// The place of each thread, and whether nothing has been tried there.
    pub standings: Pages,
}

impl Turn {
    /// In the cycle after `beginning.turn`.
    pub fn new(b: &Builder, sizes: &Sizes, beginning: Beginning) -> Self {
        let (widths, threads) = (sizes.widths, sizes.threads);
        let comment = "where each thread stands, and whether nothing has been tried there";
        let standings = Pages::new(b, "standings", 1 + Standing::width(widths), threads, comment);
        let next_turn = turns(b, "next_turn", threads, 1, "the thread whose turn is next").thread;
        let thread = beginning.turn.later("thread");
        let standing_now = standings.read("standing_now", &next_turn);
        let untouched = standing_now.bit(Standing::width(widths)).later("untouched");
        let standing_now = Standing::unpacked(&standing_now.slice(0, Standing::width(widths)), widths);
        // Known before the turn, because all of it waits for this. A thread that forgets finds no
        // item to take either.
        let standing_now = Standing { active: &standing_now.active & !&beginning.forgets, ..standing_now };
        let standing = Standing::unpacked(&standing_now.packed().later_cleared("standing"), widths);
        let [work_head, work_there] =
            [b.forward("work_head", sizes.work_width()), b.forward("work_there", 1)];
        let goes_on = standing.active.named("goes_on");
        let takes = (!&goes_on & &work_there).named("takes");
        let now = Standing {
            active: &goes_on | &takes,
            item: mux(&goes_on, &standing.item, &work_head.slice(0, widths.node)),
            height: mux(&goes_on, &standing.height, &work_head.slice(widths.node, widths.ply)),
            ply: standing.ply.when(&goes_on),
            more: standing.more.when(&goes_on),
        };
        let above = &now.ply - &b.constant(widths.ply, 1);
        let node = mux(&now.ply.any(), &sizes.node_of(&thread, &above), &now.item).named("node");
        Self { beginning, thread, untouched, goes_on, takes, now, node, work_head, work_there, standings }
    }
}
