//! The start after a reset.

use std::ops::Range;

use crate::describe::{Builder, RegisterBuilder, Wire};
use crate::parts::turns::{Turns, turns};

/// Cycles from a reset to the end of the first item, at least: a position is loaded, three cycles a
/// square, and turned, one a square, on 64 squares or more.
const LOADING: usize = 256;

/// The work that a reset begins: the threads forget their work, each in its turn, and all places
/// for items become free.
pub struct Beginning {
    /// Whose turn it is.
    pub turn: Wire,
    /// Threads are forgetting.
    pub forgets: Wire,
    /// Places become free.
    pub fills: Wire,
    /// The one that does.
    pub place: Wire,
    /// All is over that an item could meet.
    pub awake: Wire,
}

impl Beginning {
    /// So many threads, and places for items, whose numbers have `width` bits.
    pub fn new(b: &Builder, threads: u32, width: u32, places: Range<u32>) -> Self {
        let Turns { thread: turn, last } = turns(b, "turn", threads, 0, "the thread whose turn it is");
        let forgets = b.register("forgets", 1).starts_at(1).resets_to(1).comment("threads are forgetting");
        forgets.next_when(&last, &b.bit(false));
        let forgot = b.register("forgot", 1).starts_at(1).resets_to(1);
        forgot.next(&forgets);
        let first = u64::from(places.start);
        let place = b
            .register("place", width)
            .starts_at(first)
            .resets_to(first)
            .comment("the next place for items that becomes free");
        let fills = b.register("fills", 1).starts_at(1).resets_to(1).comment("places become free");
        fills.next(&(&*fills & !place.is(u64::from(places.end - 1))));
        place.next_when(&fills, &(&*place + &b.constant(width, 1)));
        // No item may end while places become free, which takes the queue's way in.
        let awake = if places.len() > LOADING { !(&*forgot | &*fills) } else { !&*forgot };
        let [forgets, fills, place] = [&forgets, &fills, &place].map(RegisterBuilder::output);
        Self { turn, forgets, fills, place, awake }
    }
}
