//! What a store has read, and what the stores ahead of it have written since.

use super::chain::Chain;
use crate::describe::{Wire, mux};
use crate::parts::equal::equal_later;

/// Something that a store carries from stage to stage.
pub(super) trait Carried: Clone {
    /// This where the bit is set, else another one.
    fn or(&self, select: &Wire, other: &Self) -> Self;

    /// The same a cycle later, in registers called `name` and `stage`.
    fn later(&self, name: &str, stage: u32) -> Self;
}

impl Carried for Wire {
    fn or(&self, select: &Wire, other: &Self) -> Self {
        mux(select, self, other)
    }

    fn later(&self, name: &str, stage: u32) -> Self {
        Wire::later(self, &format!("{name}_{stage}"))
    }
}

/// What is heard in a stage: whether it takes the place of what is carried, and it.
pub(super) struct News<T> {
    pub stage: u32,
    pub here: Wire,
    pub word: T,
}

/// What is carried in the stage of the last news, with it: `read` comes in the stage `read_at`, and
/// news of stages before it overtake the read as well. News come in each stage from the first to
/// the last.
pub(super) fn carried<T: Carried>(read: &T, read_at: u32, news: &[News<T>], name: &str) -> T {
    let mut since: Option<(Wire, T)> = None;
    let mut carried = read.clone();
    let last = news.last().map_or(0, |news| news.stage);
    for News { stage, here, word } in news {
        if *stage < read_at {
            let (any, newest) = match &since {
                Some((any, newest)) => (any | here, word.or(here, newest)),
                None => (here.clone(), word.clone()),
            };
            let since_name = format!("{name}_since");
            since =
                Some((any.later(&format!("{since_name}_any_{stage}")), newest.later(&since_name, *stage)));
            continue;
        }
        if let Some((any, newest)) = since.take() {
            carried = newest.or(&any, &carried);
        }
        carried = word.or(here, &carried);
        if *stage < last {
            carried = carried.later(name, *stage + 1);
        }
    }
    carried
}

/// For each stage from `first` to `last`, whether the store in it and the one in the stage behind
/// `end` have the same number; in registers called `name`. Where both are known early enough, pairs
/// of bits are compared a cycle before.
pub(super) fn same_as_last(
    numbers: &Chain,
    [first, last]: [u32; 2],
    end: u32,
    name: &str,
) -> Vec<(u32, Wire)> {
    let same = |stage: u32| {
        if stage == first {
            return numbers.at(stage - 1).eq(&numbers.at(end));
        }
        let (one, other) = (numbers.at(stage - 2), numbers.at(end - 1));
        equal_later(&one, &other, &format!("{name}_parts_{stage}"))
    };
    (first..=last).map(|stage| (stage, same(stage).later(&format!("{name}_{stage}")))).collect()
}
