//! Several seeds of one mapped machine.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::{Aim, Mapped, Placed, SynthError};
use crate::flow::FlowError;

/// The result of several seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seeds {
    /// Those that were placed and routed, in their order.
    pub placed: Vec<Placed>,
    /// Those that took longer than they were given.
    pub late: Vec<u32>,
    /// Those with which the placer found no place for some cells.
    pub unplaced: Vec<u32>,
    /// The seconds that each seed took.
    pub seconds: BTreeMap<u32, f64>,
}

impl Mapped {
    /// Places and routes with this many seeds from the first on, as many at a time as there are
    /// processors. Each seed is reported to `done`. The first failure ends the run, except for
    /// seeds that take too long or find no place.
    ///
    /// # Errors
    /// As [`Mapped::place`]; no seed has a clock.
    pub fn place_seeds(
        &self,
        first: u32,
        count: u32,
        aim: Aim,
        done: impl Fn() + Sync,
    ) -> Result<Seeds, SynthError> {
        // Wider than the count, which each worker may pass by one.
        let next = AtomicU64::new(0);
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(number) = u32::try_from(number).ok().filter(|&number| number < count) else { break };
                let seed = first.wrapping_add(number);
                let begun = Instant::now();
                let placed = self.place(seed, aim);
                if placed.as_ref().is_err_and(|error| without_clock(error).is_none()) {
                    next.store(count.into(), Ordering::Relaxed);
                }
                found.lock().unwrap_or_else(PoisonError::into_inner).push((seed, placed, begun.elapsed()));
                done();
            }
        };
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 0..workers.min(count as usize) {
                scope.spawn(work);
            }
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(seed, ..)| seed.wrapping_sub(first));
        let seconds = found.iter().map(|(seed, _, time)| (*seed, time.as_secs_f64())).collect();
        let placed = found.into_iter().map(|(seed, placed, _)| (seed, placed)).collect();
        Ok(Seeds { seconds, ..seeds(placed)? })
    }
}

/// The reason why a seed has no clock although nothing failed.
enum Without {
    Time,
    Place,
}

fn without_clock(error: &SynthError) -> Option<Without> {
    match error {
        SynthError::Flow(FlowError::Late { .. }) => Some(Without::Time),
        error => error.finds_no_place().then_some(Without::Place),
    }
}

/// The placed seeds, and those without a clock. It is a failure only if no seed has a clock.
fn seeds(found: Vec<(u32, Result<Placed, SynthError>)>) -> Result<Seeds, SynthError> {
    let mut seeds = Seeds::default();
    let mut last = None;
    for (seed, placed) in found {
        match placed {
            Ok(placed) => seeds.placed.push(placed),
            Err(error) => {
                match without_clock(&error) {
                    Some(Without::Time) => seeds.late.push(seed),
                    Some(Without::Place) => seeds.unplaced.push(seed),
                    None => return Err(error),
                }
                last = Some(error);
            }
        }
    }
    match last {
        Some(error) if seeds.placed.is_empty() => Err(error),
        _ => Ok(seeds),
    }
}

/// The slowest, the median and the fastest clock of several seeds, in MHz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The slowest.
    pub min: f64,
    /// As many are slower as are faster.
    pub median: f64,
    /// The fastest.
    pub max: f64,
}

impl Spread {
    /// The spread of clocks in MHz; `None` if there is no clock.
    pub fn of(clocks: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut clocks: Vec<f64> = clocks.into_iter().collect();
        clocks.sort_by(f64::total_cmp);
        let (min, max) = (*clocks.first()?, *clocks.last()?);
        let middle = clocks.len() / 2;
        let median = match clocks.len() % 2 {
            1 => clocks[middle],
            _ => (clocks[middle - 1] + clocks[middle]) / 2.0,
        };
        Some(Self { min, median, max })
    }
}

/// The spread of the clocks; `None` if there is no seed.
pub fn spread(placed: &[Placed]) -> Option<Spread> {
    Spread::of(placed.iter().map(|placed| placed.fmax_mhz))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn one(seed: u32, fmax_mhz: f64) -> Placed {
        Placed { seed, fmax_mhz, critical_path: vec![], nextpnr: "0.11".into() }
    }

    #[test]
    fn seeds_without_a_clock_are_left_out_and_any_other_failure_is_not() {
        let nowhere = || {
            let (tool, status, log) = ("nextpnr-ecp5", "exit status: 255".into(), "nextpnr.log".into());
            let lines = vec!["ERROR: Unable to find legal placement for cell 'a'".into()];
            Err(FlowError::Failed { tool, status, lines, log }.into())
        };
        let late = || {
            Err(FlowError::Late { tool: "nextpnr-ecp5", limit: Duration::from_secs(300), mend: "wait" }
                .into())
        };
        let found =
            seeds(vec![(1, Ok(one(1, 3.0))), (2, late()), (3, Ok(one(3, 4.0))), (4, nowhere())]).unwrap();
        let placed = vec![one(1, 3.0), one(3, 4.0)];
        assert_eq!(found, Seeds { placed, late: vec![2], unplaced: vec![4], ..Seeds::default() });
        assert!(seeds(vec![(1, nowhere())]).unwrap_err().finds_no_place());
        let none = seeds(vec![(1, late()), (2, late())]).unwrap_err().to_string();
        assert!(none.starts_with("nextpnr-ecp5 had not ended after 5 minutes"), "{none}");
        let missing = Err(FlowError::Missing { tool: "nextpnr-ecp5" }.into());
        let failed = seeds(vec![(1, Ok(one(1, 3.0))), (2, late()), (3, missing)]).unwrap_err();
        assert!(matches!(failed, SynthError::Flow(FlowError::Missing { .. })), "{failed}");
    }

    #[test]
    fn the_middle_is_in_the_middle() {
        let placed = |mhz: &[f64]| -> Vec<Placed> { mhz.iter().map(|&mhz| one(1, mhz)).collect() };
        assert_eq!(spread(&placed(&[])), None);
        assert_eq!(spread(&placed(&[3.0, 1.0, 2.0])), Some(Spread { min: 1.0, median: 2.0, max: 3.0 }));
        assert_eq!(spread(&placed(&[4.0, 1.0, 2.0, 3.0])).unwrap().median, 2.5);
    }
}
