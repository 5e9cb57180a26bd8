//! The place that a store takes, and what it writes there.

use super::features::Features;
use crate::describe::{Wire, mux};
use crate::parts::decode::word;
use crate::parts::pick::lowest;

/// The order of the worths of all places, and of one entry that may stand at any of them.
pub(super) struct Order {
    /// For each pair of places, the first below the second: the first is worth no more.
    pairs: Vec<(usize, usize, Wire)>,
    /// For each place but the first: the new entry is worth no more than the one there.
    new_first: Vec<Wire>,
    /// For each place but the last: the one there is worth no more than the new entry.
    new_last: Vec<Wire>,
}

impl Order {
    /// Compares entries and a new one, in registers called `name`. `heard` says which entry gives
    /// way to `told` just now; that is known late, so both are compared. With a single place there
    /// is nothing to compare.
    pub fn of(entries: &[Features], told: &Features, new: &Features, heard: &[Wire], name: &str) -> Self {
        let mut order = Self { pairs: Vec::new(), new_first: Vec::new(), new_last: Vec::new() };
        let (Some(told), Some(new)) = (&told.worth, &new.worth) else { return order };
        let worths = entries.iter().filter_map(|entry| entry.worth.as_ref());
        let places: Vec<(usize, (&Wire, &Wire))> = worths.zip(heard).enumerate().collect();
        let no_more = |one: &Wire, other: &Wire| !&one.gt(other);
        for (place, (low, (one, one_heard))) in places.iter().enumerate() {
            for (high, (other, other_heard)) in places.iter().skip(place + 1) {
                let known = mux(other_heard, &no_more(one, told), &no_more(one, other));
                let known = mux(one_heard, &no_more(told, other), &known);
                order.pairs.push((*low, *high, known.later(&format!("{name}_{low}_{high}"))));
            }
        }
        // The new entry stands at another place, so it is never compared with the first place as
        // the lower of two, nor with the last one as the higher.
        for (place, (worth, heard)) in places.iter().skip(1) {
            let known = mux(heard, &no_more(new, told), &no_more(new, worth));
            order.new_first.push(known.later(&format!("{name}_new_{place}")));
        }
        for (place, (worth, heard)) in places.iter().take(places.len().saturating_sub(1)) {
            let known = mux(heard, &no_more(told, new), &no_more(worth, new));
            order.new_last.push(known.later(&format!("{name}_{place}_new")));
        }
        order
    }

    /// Whether the entry of each place is the one of least worth, the lowest of several, if the new
    /// entry stands where `heard` says.
    pub fn least(&self, heard: &[Wire]) -> Vec<Wire> {
        let Some(first) = heard.first() else { return Vec::new() };
        let yes = first.builder().bit(true);
        let mut least = vec![yes; heard.len()];
        for (low, high, known) in &self.pairs {
            // `high` is at least 1, and `low` at most the last but one.
            let with_low = mux(&heard[*low], &self.new_first[high - 1], known);
            let no_more = mux(&heard[*high], &self.new_last[*low], &with_low);
            least[*low] = &least[*low] & &no_more;
            least[*high] = &least[*high] & !&no_more;
        }
        least
    }
}

/// What a store writes, for each place: all but the move, and the move.
pub(super) struct Written {
    /// All but the move.
    pub rest: Vec<Wire>,
    /// The move.
    pub mv: Vec<Wire>,
}

/// Decides. `matches`, `yields` and `least` are of each place; `exact` and `moves` of the store.
pub(super) fn decide(
    valid: &Wire,
    matches: &[Wire],
    yields: &[Wire],
    least: &[Wire],
    [exact, moves]: [&Wire; 2],
) -> Written {
    let matching = word(matches).named("matching");
    let found = matching.any().named("found");
    let first = lowest(&matching).named("first_matching");
    let other_key = !&found;
    let chosen: Vec<Wire> =
        (0..).zip(least).map(|(place, least)| mux(&found, &first.bit(place), least)).collect();
    let rest =
        chosen.iter().zip(yields).map(|(chosen, yields)| valid & chosen & (&other_key | exact | yields));
    let mv = chosen.iter().map(|chosen| valid & chosen & (&other_key | moves));
    Written { rest: rest.collect(), mv: mv.collect() }
}
