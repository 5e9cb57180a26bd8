//! The place that a store takes, and what it writes there.

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

/// What a store writes if its place depends on keys alone, and whether it does.
pub(super) struct ByKey {
    /// The order counts: there is a store, and no entry has its key.
    open: Wire,
    /// What is written if it does not.
    written: Written,
}

impl ByKey {
    /// Of these entries. `exact` and `moves` are of the store. Combinational: two lookup tables of
    /// four inputs in a row for three places.
    fn of(valid: &Wire, entries: &[Features], [exact, moves]: [&Wire; 2]) -> Self {
        let matching = word(&entries.iter().map(|entry| entry.matches.clone()).collect::<Vec<_>>());
        let first = lowest(&matching);
        let places = || (0..).zip(entries);
        let written = Written {
            rest: places()
                .map(|(place, entry): (u32, _)| valid & first.bit(place) & (exact | &entry.yields))
                .collect(),
            mv: places().map(|(place, _): (u32, _)| valid & first.bit(place) & moves).collect(),
        };
        Self { open: valid & matching.none(), written }
    }

    /// The same a cycle later, in registers whose names begin with `name`; nothing is written after
    /// a reset.
    fn later(&self, name: &str) -> Self {
        let all = |wires: &[Wire], part: &str| -> Vec<Wire> {
            (0..)
                .zip(wires)
                .map(|(place, wire): (u32, &Wire)| wire.later_cleared(&format!("{name}_{part}_{place}")))
                .collect()
        };
        let Written { rest, mv } = &self.written;
        let written = Written { rest: all(rest, "rest"), mv: all(mv, "move") };
        Self { open: self.open.later_cleared(&format!("{name}_open")), written }
    }

    /// What the store writes in this order.
    fn decided(&self, least: &[Wire]) -> Written {
        let all = |wires: &[Wire]| -> Vec<Wire> {
            wires.iter().zip(least).map(|(by_key, least)| mux(&self.open, least, by_key)).collect()
        };
        Written { rest: all(&self.written.rest), mv: all(&self.written.mv) }
    }
}

/// Decides at once. `entries` and `least` are of each place; `exact` and `moves` of the store.
pub(super) fn decide(valid: &Wire, entries: &[Features], least: &[Wire], store: [&Wire; 2]) -> Written {
    ByKey::of(valid, entries, store).decided(least)
}

/// What a store writes by its key, a cycle later: if the last news do not count, and then if they
/// go to each of the places. `entries` are those without the last news, `last` these.
pub(super) fn by_key(
    valid: &Wire,
    entries: &[Features],
    last: &Features,
    store: [&Wire; 2],
) -> (ByKey, Vec<ByKey>) {
    let none = ByKey::of(valid, entries, store).later("by_key");
    let some = (0..entries.len()).map(|place| {
        let mut entries = entries.to_vec();
        entries[place] = last.clone();
        ByKey::of(valid, &entries, store).later(&format!("by_key_of_{place}"))
    });
    (none, some.collect())
}

/// Decides while the last news come: `told` says for each place whether they go there, and `same`
/// whether they count. Each case is decided beforehand, so that no more than two lookup tables of
/// four inputs wait for these bits.
pub(super) fn decide_for_all(
    (none, some): &(ByKey, Vec<ByKey>),
    order: &Order,
    (told, same): (&[Wire], &Wire),
) -> Written {
    let case = |case: Option<usize>, by_key: &ByKey| {
        let heard: Vec<Wire> = (0..told.len()).map(|place| same.builder().bit(case == Some(place))).collect();
        by_key.decided(&order.after(&heard).least(told))
    };
    let none = case(None, none);
    let cases: Vec<Written> = (0..).zip(some).map(|(place, by_key)| case(Some(place), by_key)).collect();
    // At most one place is told, so that the cases need no order.
    let counts = (same & &word(told).any()).named("last_news_count");
    let choose = |place: usize, part: fn(&Written) -> &Vec<Wire>| {
        let told = cases.iter().zip(told).map(|(case, told)| told & &part(case)[place]);
        let some = told.reduce(|one, other| one | other);
        let none = &part(&none)[place];
        some.map_or(none.clone(), |some| mux(&counts, &some, none))
    };
    let all = |part: fn(&Written) -> &Vec<Wire>| (0..told.len()).map(|place| choose(place, part)).collect();
    Written { rest: all(|written| &written.rest), mv: all(|written| &written.mv) }
}
