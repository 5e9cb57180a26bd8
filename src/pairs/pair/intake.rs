//! The destination of a position: one that a pass made, or one from outside.

use super::outcome::Outcome;
use super::outside::Outside;
use super::recall::Recall;
use super::sizes::Sizes;
use super::turn::Turn;
use crate::describe::{Builder, RegisterBuilder, Wire};

/// The destinations of positions.
pub struct Intake {
    /// The item from outside is looked at.
    pub may_take: RegisterBuilder,
    /// It may come in.
    pub taking: RegisterBuilder,
    /// One of both.
    pub looked_at: Wire,
    /// A free place for an item.
    pub free_head: Wire,
    /// There is one.
    pub free_there: Wire,
    /// The item from outside comes in.
    pub loads: Wire,
    /// The position made is handed to another pair.
    pub spares: Wire,
    /// It is kept in this one.
    pub keeps_here: Wire,
    /// It, or that from outside, becomes an item.
    pub new_item: Wire,
    /// There is no place for an item: the thread goes below it.
    pub goes_below: Wire,
}

impl Intake {
    /// An item from outside is let in after a turn of no thread, if there is a place for it then.
    pub fn new<B>(
        b: &Builder,
        sizes: &Sizes,
        outside: &Outside<B>,
        turn: &Turn,
        recall: &Recall,
        outcome: &Outcome,
    ) -> Self {
        let may_take = b.register("may_take", 1).resets_to(0).comment("the item from outside is looked at");
        let taking = b.register("taking", 1).resets_to(0).comment("an item from outside may come in");
        let looked_at = &*may_take | &*taking;
        may_take.next(&(&outside.work_valid & !&recall.ahead.active & !&looked_at & &turn.beginning.awake));
        taking.next(&may_take);
        let [free_head, free_there] = [b.forward("free_head", sizes.widths.node), b.forward("free_there", 1)];
        let loads = (&*taking & &free_there).named("loads");
        // Not while there are threads here without work.
        let (keeps, wanted) = (&outcome.keeps, &outside.spare_wanted);
        let spares = (keeps & wanted & &turn.work_there).named("spares");
        let keeps_here = (keeps & !(wanted & &turn.work_there)).named("keeps_here");
        let new_item = ((&keeps_here | &*taking) & &free_there).named("new_item");
        let goes_below = (&keeps_here & !&free_there).named("goes_below");
        Self {
            may_take,
            taking,
            looked_at,
            free_head,
            free_there,
            loads,
            spares,
            keeps_here,
            new_item,
            goes_below,
        }
    }
}
