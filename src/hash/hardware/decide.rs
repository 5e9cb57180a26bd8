//! The place that a store takes, and what it writes there.

use super::carried::Carried;
use super::features::Features;
use crate::describe::{Wire, mux};
use crate::parts::decode::word;
use crate::parts::pick::lowest;

/// Which entries are worth no more than others. Some entries may still be replaced by news: each of
/// these is compared as if it stood at any place.
pub(super) struct Order {
    /// For each pair of places, the lower first: the lower is worth no more.
    pairs: Vec<(usize, usize, Wire)>,
    /// The news to come, the next one first.
    news: Vec<New>,
}

/// An entry that may take a place.
#[derive(Clone)]
struct New {
    /// For each place but the first: this is worth no more than what is there.
    below: Vec<Wire>,
    /// For each place but the last: what is there is worth no more than this.
    above: Vec<Wire>,
    /// For each of the news behind it: this is worth no more.
    no_more: Vec<Wire>,
    /// For each of the news behind it: that is worth no more than this.
    no_less: Vec<Wire>,
}

impl Order {
    /// Compares entries and news, the next one first. With a single place there is nothing to
    /// compare. Combinational: a carry chain of the width of a worth.
    pub fn of(entries: &[Features], news: &[Features]) -> Self {
        let worths =
            |all: &[Features]| -> Vec<Wire> { all.iter().filter_map(|one| one.worth.clone()).collect() };
        let (worths, news) = (worths(entries), worths(news));
        let no_more = |one: &Wire, other: &Wire| !&one.gt(other);
        let places = worths.len();
        let pairs = (0..places).flat_map(|low| (low + 1..places).map(move |high| (low, high)));
        let pairs = pairs.map(|(low, high)| (low, high, no_more(&worths[low], &worths[high]))).collect();
        let new = |(number, new): (usize, &Wire)| New {
            below: worths.iter().skip(1).map(|worth| no_more(new, worth)).collect(),
            above: worths.iter().take(places.saturating_sub(1)).map(|worth| no_more(worth, new)).collect(),
            no_more: news.iter().skip(number + 1).map(|other| no_more(new, other)).collect(),
            no_less: news.iter().skip(number + 1).map(|other| no_more(other, new)).collect(),
        };
        Self { pairs, news: news.iter().enumerate().map(new).collect() }
    }

    /// The same a cycle later, in registers whose names begin with `name`.
    pub fn later(&self, name: &str) -> Self {
        let pair = |(low, high, known): &(usize, usize, Wire)| {
            (*low, *high, known.later(&format!("{name}_{low}_{high}")))
        };
        let new = |(number, new): (usize, &New)| {
            let all = |wires: &[Wire], part: &str| -> Vec<Wire> {
                let later =
                    |(place, wire): (usize, &Wire)| wire.later(&format!("{name}_{part}_{number}_{place}"));
                wires.iter().enumerate().map(later).collect()
            };
            New {
                below: all(&new.below, "below"),
                above: all(&new.above, "above"),
                no_more: all(&new.no_more, "more"),
                no_less: all(&new.no_less, "less"),
            }
        };
        Self {
            pairs: self.pairs.iter().map(pair).collect(),
            news: self.news.iter().enumerate().map(new).collect(),
        }
    }

    /// The order after the next news have come, to the place of the bit that is set, if one is.
    pub fn after(&self, heard: &[Wire]) -> Self {
        let Some((next, behind)) = self.news.split_first() else {
            return Self { pairs: self.pairs.clone(), news: Vec::new() };
        };
        // The lower of two places is never the last one, and the higher never the first.
        let pair = |(low, high, known): &(usize, usize, Wire)| {
            let to_high = mux(&heard[*high], &next.above[*low], known);
            (*low, *high, mux(&heard[*low], &next.below[high - 1], &to_high))
        };
        let new = |(number, new): (usize, &New)| {
            let replaced = |known: &[Wire], heard: &[Wire], by: &Wire| -> Vec<Wire> {
                known.iter().zip(heard).map(|(known, heard)| mux(heard, by, known)).collect()
            };
            New {
                below: replaced(&new.below, &heard[1..], &next.no_less[number]),
                above: replaced(&new.above, heard, &next.no_more[number]),
                ..new.clone()
            }
        };
        Self {
            pairs: self.pairs.iter().map(pair).collect(),
            news: behind.iter().enumerate().map(new).collect(),
        }
    }

    /// Whether the entry of each of so many places is the one of least worth, the lowest of
    /// several.
    pub fn least(&self, places: &[Wire]) -> Vec<Wire> {
        let Some(first) = places.first() else { return Vec::new() };
        let mut least = vec![first.builder().bit(true); places.len()];
        for (low, high, no_more) in &self.pairs {
            least[*low] = &least[*low] & no_more;
            least[*high] = &least[*high] & !no_more;
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

/// Decides. `entries` and `least` are of each place; `exact` and `moves` of the store.
pub(super) fn decide(
    valid: &Wire,
    entries: &[Features],
    least: &[Wire],
    [exact, moves]: [&Wire; 2],
) -> Written {
    let matching = word(&entries.iter().map(|entry| entry.matches.clone()).collect::<Vec<_>>());
    let (found, first) = (matching.any(), lowest(&matching));
    let place = |(place, (entry, least)): (u32, (&Features, &Wire))| {
        let first = first.bit(place);
        [(exact | &entry.yields), moves.clone()]
            .map(|replaces| valid & mux(&found, &(&first & &replaces), least))
    };
    let all: Vec<[Wire; 2]> = (0..).zip(entries.iter().zip(least)).map(place).collect();
    let [rest, mv] = [0, 1].map(|part| all.iter().map(|place| place[part].clone()).collect());
    Written { rest, mv }
}

/// Decides while the last news come: `told` says for each place whether they go there, and `same`
/// whether they count. Each case is decided beforehand, so that little waits for these bits.
pub(super) fn decide_for_all(
    valid: &Wire,
    entries: &[Features],
    (order, last): (&Order, &Features),
    store: [&Wire; 2],
    (told, same): (&[Wire], &Wire),
) -> Written {
    let case = |case: Option<usize>| {
        let heard: Vec<Wire> =
            (0..told.len()).map(|place| valid.builder().bit(case == Some(place))).collect();
        let entries: Vec<Features> =
            entries.iter().zip(&heard).map(|(entry, heard)| last.or(heard, entry)).collect();
        decide(valid, &entries, &order.after(&heard).least(told), store)
    };
    let none = case(None);
    let cases: Vec<Written> = (0..told.len()).map(|place| case(Some(place))).collect();
    let choose = |place: usize, part: fn(&Written) -> &Vec<Wire>| {
        let none = &part(&none)[place];
        let some = cases
            .iter()
            .zip(told)
            .fold(none.clone(), |other, (case, told)| mux(told, &part(case)[place], &other));
        mux(same, &some, none)
    };
    let all = |part: fn(&Written) -> &Vec<Wire>| (0..told.len()).map(|place| choose(place, part)).collect();
    Written { rest: all(|written| &written.rest), mv: all(|written| &written.mv) }
}
