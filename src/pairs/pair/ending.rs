//! The end of a turn: it stores the place of its thread.

use super::beginning::Beginning;
use super::outcome::Outcome;
use super::turn::Turn;
use crate::describe::{Wire, concat, mux};
use crate::pairs::threads::{Standing, highest};

/// Keeps where the thread stands after its turn: below, or up to the last ply with moves left, or
/// its item is done.
pub fn go_on(turn: &Turn, outcome: &Outcome, goes_below: &Wire) -> Ended {
    let Outcome { on, more, ply, thread, .. } = outcome;
    let one = ply.builder().constant(ply.width(), 1);
    let next = Standing {
        active: on & (goes_below | more.any()),
        item: outcome.item.clone(),
        height: outcome.item_height.clone(),
        ply: mux(goes_below, &(ply + &one), &highest(more, ply.width())),
        more: more.clone(),
    };
    let ends = (on & !goes_below & more.none()).later_cleared("item_ends");
    let ended = Ended { ends, item: outcome.item.later("item_ended") };
    let Beginning { turn: first, forgets, .. } = &turn.beginning;
    turn.standings.write(
        &(forgets | on).later("standing_write"),
        &mux(forgets, first, thread).later("standing_address"),
        &concat(&[goes_below.clone(), next.packed()]).when(&!forgets).later("standing_kept"),
    );
    ended
}

/// An item that is done.
pub struct Ended {
    /// One is.
    pub ends: Wire,
    /// The place of the item.
    pub item: Wire,
}
