//! What is known of a machine: its area, its clocks, its rate.

use serde::Serialize;

use super::job::{Area, End};
use super::{Job, Kind, Machine, Plan, Store};
use crate::cores::Pace;
use crate::synth::{Resources, Spread, Stage};

/// What makes one machine better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The clock.
    Fmax,
    /// The area.
    Area,
    /// Results a second.
    Rate,
}

/// A job that failed, and left a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failed {
    /// `map`, or the seed.
    pub job: String,
    /// The first line of its log.
    pub reason: String,
    /// Its log, from the directory on.
    pub log: String,
}

/// A seed with a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Seed {
    /// The seed.
    pub seed: u32,
    /// The clock, in MHz.
    pub fmax_mhz: f64,
    /// The path that limits it.
    pub critical_path: Vec<Stage>,
}

/// A machine on the device.
#[derive(Clone, Debug)]
pub struct Point<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// Its area and its pace, if it is mapped.
    pub mapped: Option<(Resources, Pace)>,
    /// The seeds that have a clock.
    pub seeds: Vec<Seed>,
    /// The seeds without one, with the reason, although nothing failed.
    pub unplaced: Vec<(u32, String)>,
    /// What failed.
    pub failed: Vec<Failed>,
    /// Whether no other machine is both smaller and faster.
    pub best: bool,
}

impl Point<'_> {
    /// Its clocks, if there are any.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.seeds.iter().map(|seed| seed.fmax_mhz))
    }

    /// Its lookup tables.
    pub fn luts(&self) -> Option<u64> {
        self.mapped.as_ref().map(|(resources, _)| resources.luts())
    }

    /// Millions of results a second at the slowest, the median and the fastest clock.
    pub fn rates(&self) -> Option<Spread> {
        let ((_, pace), clock) = (self.mapped.as_ref()?, self.spread()?);
        let [min, median, max] = [clock.min, clock.median, clock.max].map(|mhz| mhz * pace.per_cycle);
        Some(Spread { min, median, max })
    }

    /// Its place among others by a goal: less is better.
    pub fn order(&self, goal: Goal) -> f64 {
        let value = match goal {
            Goal::Fmax => self.spread().map(|clock| -clock.median),
            Goal::Area => self.luts().map(|luts| luts as f64),
            Goal::Rate => self.rates().map(|rates| -rates.median),
        };
        value.unwrap_or(f64::INFINITY)
    }
}

/// What the directory has of a plan's machines, in their order.
pub fn points<'a>(plan: &'a Plan, store: &Store) -> Vec<Point<'a>> {
    let mut points: Vec<Point> = plan.machines.iter().map(|machine| point(plan, machine, store)).collect();
    let known: Vec<Option<(u64, f64)>> =
        points.iter().map(|point| Some((point.luts()?, point.rates()?.median))).collect();
    for (point, own) in points.iter_mut().zip(&known) {
        point.best = own.is_some_and(|own| known.iter().flatten().all(|&other| !beats(other, own)));
    }
    points
}

/// Whether the first is smaller or faster, and the other is neither.
fn beats((luts, rate): (u64, f64), (other_luts, other_rate): (u64, f64)) -> bool {
    luts <= other_luts && rate >= other_rate && (luts < other_luts || rate > other_rate)
}

fn point<'a>(plan: &Plan, machine: &'a Machine, store: &Store) -> Point<'a> {
    let mut point = Point {
        machine,
        mapped: None,
        seeds: Vec::new(),
        unplaced: Vec::new(),
        failed: Vec::new(),
        best: false,
    };
    for job in plan.jobs_of(machine) {
        let found = match job.kind {
            Kind::Map => store.area(&job).map(|Area { resources, pace, .. }| {
                point.mapped = Some((resources, pace));
            }),
            Kind::Place(seed) => store.clock(&job).map(|clock| match clock.end {
                End::Placed { fmax_mhz, critical_path } => {
                    point.seeds.push(Seed { seed, fmax_mhz, critical_path });
                }
                End::NotPlaced(reason) => point.unplaced.push((seed, reason)),
            }),
        };
        if found.is_none() {
            point.failed.extend(failure(&job, store));
        }
    }
    point
}

fn failure(job: &Job, store: &Store) -> Option<Failed> {
    let name = match job.kind {
        Kind::Map => "map".into(),
        Kind::Place(seed) => seed.to_string(),
    };
    Some(Failed { job: name, reason: store.reason(job)?, log: Store::log_of(job) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_those_that_nothing_beats() {
        let all = [(100, 5.0), (100, 6.0), (120, 6.0), (130, 9.0), (90, 1.0), (130, 9.0)];
        let best: Vec<bool> = all.iter().map(|&own| all.iter().all(|&other| !beats(other, own))).collect();
        assert_eq!(best, [false, true, false, true, true, true]);
    }
}
