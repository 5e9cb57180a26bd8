//! Jobs on this machine, several at a time.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{ExploreError, Job, Kind, Plan, Store};
use crate::flow::interrupted;

/// A job that has ended.
#[derive(Debug)]
pub struct Event<'a> {
    /// The index of its machine in the plan.
    pub machine: usize,
    /// The job.
    pub job: &'a Job,
    /// Whether it did not fail.
    pub succeeded: bool,
    /// The time that all jobs that are left may take; `None` where nothing tells.
    pub left: Option<Duration>,
}

/// What the workers share.
#[derive(Default)]
struct State {
    /// For each job: not begun, at work, or ended.
    begun: Vec<bool>,
    ended: Vec<Option<bool>>,
    /// Seconds and number of the jobs that have ended, of mappings and of placements.
    spent: BTreeMap<bool, (f64, u32)>,
    stopped: Option<ExploreError>,
}

/// The next step of a worker.
enum Next {
    Job(usize),
    Skip(usize),
    Wait,
    Nothing,
}

/// Runs these jobs of a plan, this many at a time. Each that has ended is reported to `told`. A job
/// that fails does not stop the others. A machine is placed once it is mapped.
///
/// # Errors
/// A signal came, or a result cannot be written. What was done until then stays.
pub fn run(
    plan: &Plan,
    jobs: &[(usize, Job)],
    store: &Store,
    at_once: usize,
    told: impl Fn(Event) + Sync,
) -> Result<(), ExploreError> {
    let state = State { begun: vec![false; jobs.len()], ended: vec![None; jobs.len()], ..State::default() };
    let mapping = mappings(jobs);
    let (state, changed) = (Mutex::new(state), Condvar::new());
    let pool = Pool { plan, jobs, mapping, store, at_once, state, changed };
    thread::scope(|scope| {
        for _ in 0..at_once.min(jobs.len()).max(1) {
            scope.spawn(|| pool.work(&told));
        }
    });
    let state = pool.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = state.stopped {
        return Err(error);
    }
    if interrupted() {
        return Err(ExploreError::Interrupted);
    }
    Ok(())
}

/// For each placement, the mapping of its machine, if that is among the jobs.
fn mappings(jobs: &[(usize, Job)]) -> Vec<Option<usize>> {
    let maps = jobs.iter().enumerate().filter(|(_, (_, job))| job.kind == Kind::Map);
    let maps: BTreeMap<usize, usize> = maps.map(|(index, (machine, _))| (*machine, index)).collect();
    let of =
        |(machine, job): &(usize, Job)| (job.kind != Kind::Map).then(|| maps.get(machine).copied()).flatten();
    jobs.iter().map(of).collect()
}

struct Pool<'a> {
    plan: &'a Plan,
    jobs: &'a [(usize, Job)],
    /// For each job, the job that it waits for, if it is one of these.
    mapping: Vec<Option<usize>>,
    store: &'a Store,
    at_once: usize,
    state: Mutex<State>,
    changed: Condvar,
}

impl Pool<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, told: &impl Fn(Event)) {
        loop {
            let mut state = self.state();
            match self.next(&state) {
                Next::Nothing => return,
                Next::Wait => {
                    // A signal wakes nobody.
                    let waited = self.changed.wait_timeout(state, Duration::from_millis(200));
                    drop(waited);
                }
                Next::Skip(index) => {
                    state.begun[index] = true;
                    drop(state);
                    self.end(index, false, None, told);
                }
                Next::Job(index) => {
                    state.begun[index] = true;
                    drop(state);
                    let begun = Instant::now();
                    let (machine, job) = &self.jobs[index];
                    match job.run(self.plan, &self.plan.machines[*machine], self.store) {
                        Ok(succeeded) => self.end(index, succeeded, Some(begun.elapsed()), told),
                        Err(error) => {
                            let mut state = self.state();
                            state.stopped.get_or_insert(error);
                            self.changed.notify_all();
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The first job that can begin.
    fn next(&self, state: &State) -> Next {
        if interrupted() || state.stopped.is_some() {
            return Next::Nothing;
        }
        let mut waits = false;
        for index in (0..self.jobs.len()).filter(|&index| !state.begun[index]) {
            match self.mapping[index].map(|mapping| state.ended[mapping]) {
                None | Some(Some(true)) => return Next::Job(index),
                Some(Some(false)) => return Next::Skip(index),
                Some(None) => waits = true,
            }
        }
        if waits { Next::Wait } else { Next::Nothing }
    }

    fn end(&self, index: usize, succeeded: bool, time: Option<Duration>, told: &impl Fn(Event)) {
        let (machine, job) = &self.jobs[index];
        let mut state = self.state();
        state.ended[index] = Some(succeeded);
        if let Some(time) = time {
            let (seconds, count) = state.spent.entry(job.kind == Kind::Map).or_default();
            *seconds += time.as_secs_f64();
            *count += 1;
        }
        let left = self.left(&state);
        drop(state);
        self.changed.notify_all();
        told(Event { machine: *machine, job, succeeded, left });
    }

    /// The mean time of jobs of each kind, for those that have not ended.
    fn left(&self, state: &State) -> Option<Duration> {
        let mut seconds = 0.0;
        let open = self.jobs.iter().zip(&state.ended).filter(|(_, ended)| ended.is_none());
        for ((_, job), _) in open {
            let (spent, count) = state.spent.get(&(job.kind == Kind::Map))?;
            seconds += spent / f64::from(*count);
        }
        Duration::try_from_secs_f64(seconds / self.at_once as f64).ok()
    }
}
