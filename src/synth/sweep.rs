//! Several seeds of one mapped machine.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Aim, Mapped, Placed, SynthError};

/// How many placers run at once.
const WORKERS: u32 = 2;

impl Mapped {
    /// Places and routes with this many seeds from the first on, two at a time; `done` is told of each. The first failure
    /// ends it.
    ///
    /// # Errors
    /// As [`Mapped::place`].
    pub fn place_seeds(
        &self,
        first: u32,
        count: u32,
        aim: Aim,
        done: impl Fn() + Sync,
    ) -> Result<Vec<Placed>, SynthError> {
        let next = AtomicU32::new(0);
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                let placed = self.place(first.wrapping_add(number), aim);
                if placed.is_err() {
                    next.store(count, Ordering::Relaxed);
                }
                found.lock().unwrap_or_else(PoisonError::into_inner).push((number, placed));
                done();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..WORKERS.min(count) {
                scope.spawn(work);
            }
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(number, _)| *number);
        found.into_iter().map(|(_, placed)| placed).collect()
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

/// How the clocks spread; none where there is no seed.
pub fn spread(placed: &[Placed]) -> Option<Spread> {
    let mut clocks: Vec<f64> = placed.iter().map(|placed| placed.fmax_mhz).collect();
    clocks.sort_by(f64::total_cmp);
    let (min, max) = (*clocks.first()?, *clocks.last()?);
    let middle = clocks.len() / 2;
    let median = match clocks.len() % 2 {
        1 => clocks[middle],
        _ => (clocks[middle - 1] + clocks[middle]) / 2.0,
    };
    Some(Spread { min, median, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_in_the_middle() {
        let placed = |mhz: &[f64]| -> Vec<Placed> {
            let one = |&fmax_mhz| Placed { seed: 1, fmax_mhz, critical_path: vec![], nextpnr: "0.11".into() };
            mhz.iter().map(one).collect()
        };
        assert_eq!(spread(&placed(&[])), None);
        assert_eq!(spread(&placed(&[3.0, 1.0, 2.0])), Some(Spread { min: 1.0, median: 2.0, max: 3.0 }));
        assert_eq!(spread(&placed(&[4.0, 1.0, 2.0, 3.0])).unwrap().median, 2.5);
    }
}
