//! Reads a request again, three cycles before its answer, so that its possible consequences are
//! known when the answer comes.

use super::sizes::Sizes;
use super::turn::Turn;
use crate::describe::{Builder, RegisterBuilder, Wire, concat};
use crate::pairs::threads::Standing;
use crate::parts::pages::Pages;
use crate::parts::turns::turns;

/// The place of the thread in the turn that is answered in the next cycle.
pub struct Recall {
    /// The thread, in the cycle of the answer.
    pub thread: Wire,
    /// The place, a cycle ahead of the answer.
    pub ahead: Standing,
    /// The same in the cycle of the answer.
    pub was: Standing,
    /// The node it took.
    pub at: Wire,
    /// A position after a move is a leaf.
    pub leaf: Wire,
    /// The moves at it are leaves, and it is counted.
    pub parent: Wire,
    /// It is an inner node.
    pub inner: Wire,
    /// Half moves below it.
    pub height: Wire,
    /// Few items wait.
    pub few: RegisterBuilder,
}

impl Recall {
    /// The request of `turn`. An item from outside waits if `work_valid` is set.
    pub fn new(b: &Builder, sizes: &Sizes, turn: &Turn, work_valid: &Wire) -> Self {
        let (widths, threads) = (sizes.widths, sizes.threads);
        let standing = Standing::width(widths);
        let width = standing + widths.node + 1;
        let next = threads - sizes.latency + 2;
        let next_asked = turns(b, "next_asked", threads, next, "the thread whose turn is read").thread;
        let thread = next_asked.later("asked_before").later("answering").later("answered");
        let comment = "where each thread stood in its last turn, and the node";
        let asked = Pages::new(b, "asked", width, threads, comment);
        let asking = concat(&[turn.goes_on.clone(), turn.node.clone(), turn.now.packed()]);
        asked.write(&b.bit(true), &turn.thread.later("thread_before"), &asking.later("asking"));
        let was_now = asked.read("asked", &next_asked).later("asked_next");
        let ahead = Standing::unpacked(&was_now.slice(0, standing), widths);
        let few = b.register("few_wait", 1).resets_to(0).comment("few items wait");
        let fetches = fetch(b, work_valid, &few, &ahead.active, &was_now.bit(width - 1));
        let ahead = Standing { active: &ahead.active & !&fetches, ..ahead };
        let below_now = &ahead.height - &ahead.ply;
        let at = was_now.slice(standing, widths.node).later("was_at");
        let was = Standing::unpacked(&ahead.packed().later("was"), widths);
        // Half moves below the position after the move, and one.
        let [leaf, parent] = [1, 2].map(|height| below_now.is(height));
        let inner = (!(&leaf | &parent)).later("makes_inner");
        let (leaf, parent) = (leaf.later("makes_leaf"), parent.later("makes_parent"));
        let height = (&below_now - &b.constant(widths.ply, 1)).later("height_below");
        Self { thread, ahead, was, at, leaf, parent, inner, height, few }
    }
}

/// If few items wait, a turn is left out to let one from outside in, and the thread does the same
/// in its next turn. The first turn with an item is never left out, because the thread does not
/// know the item before the end of that turn.
fn fetch(b: &Builder, work_valid: &Wire, few: &Wire, active: &Wire, went_on: &Wire) -> Wire {
    let fetching = b.register("fetching", 1).resets_to(0).comment("an item from outside is let in");
    let fetches = (work_valid & few & !&*fetching & active & went_on).named("fetches");
    let left_out = fetches.later("left_out");
    fetching.next(&(&fetches | &left_out | left_out.later("let_in")));
    fetches
}
