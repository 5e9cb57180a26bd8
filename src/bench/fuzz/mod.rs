//! Random designs through both printers and four simulators. All have to agree in every output and
//! cycle.
//!
//! Many designs share one build of a simulator. A bench instantiates all of them, reads their
//! stimulus from one file, and writes their outputs to another. The outputs of the built-in
//! simulator are the expected ones. A design that fails is made smaller as long as it still fails.

mod batch;
mod error;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

pub use batch::{Batch, Difference, Outside};
pub use error::FuzzError;

use crate::flow::{FlowError, Folder, keep_log};
use crate::netlist::testing::{OBSERVED, Random, generate, smaller};
use crate::netlist::{Design, Value};
use crate::simulate::transcript::{Recorder, Transcript};
use crate::simulate::{Interface, Ports, Simulation};

/// Clock cycles that each design runs.
pub const CYCLES: usize = 24;

/// Designs that share a build: more make a build longer and everything else shorter.
const BATCH: usize = 100;

/// The same as [`BATCH`], for designs from seed [`OBSERVED`] on. All their logic is live, so a
/// build takes longer by more than their number.
const OBSERVED_BATCH: usize = 16;

/// One design of this many is made so that a fault in it is more likely to show.
const ONE_OBSERVED_IN: u64 = 10;

/// The seeds of `count` designs from `first` on: the last of every ten has its number from
/// [`OBSERVED`] on.
pub fn seeds(first: u64, count: usize) -> Vec<u64> {
    let seed = |place: u64| {
        let seed = first.wrapping_add(place);
        match place % ONE_OBSERVED_IN == ONE_OBSERVED_IN - 1 && seed < OBSERVED {
            true => seed + OBSERVED,
            false => seed,
        }
    };
    (0..count as u64).map(seed).collect()
}

/// A design, and what the built-in simulator says it does.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed of the design; for a design made smaller, the seed of its ancestor.
    pub seed: u64,
    /// The design.
    pub design: Design,
    /// Random stimulus and the answers.
    pub transcript: Transcript,
}

impl Case {
    /// The random design of a seed.
    ///
    /// # Errors
    /// See [`Case::of`].
    pub fn random(seed: u64) -> Result<Self, FuzzError> {
        let generated = generate(seed).map_err(|error| FuzzError::Case { seed, problem: error.to_string() });
        Self::of(seed, generated?)
    }

    /// A design under the stimulus of a seed. The stimulus of a port depends only on the seed and
    /// the port's name.
    ///
    /// # Errors
    /// The built-in simulator refuses it.
    pub fn of(seed: u64, design: Design) -> Result<Self, FuzzError> {
        let refused = |problem: String| FuzzError::Case { seed, problem };
        let interface = Interface::of(&design).map_err(|error| refused(error.to_string()))?;
        let simulation = Simulation::new(&design).map_err(|error| refused(error.to_string()))?;
        let transcript = record(seed, simulation, interface).map_err(|error| refused(error.to_string()))?;
        Ok(Self { seed, design, transcript })
    }
}

fn record(
    seed: u64,
    simulation: Simulation,
    interface: Interface,
) -> Result<Transcript, crate::simulate::PortsError> {
    let of_name = |name: &str| {
        // FNV-1a: any mixture will do.
        name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    let mut sources: Vec<_> =
        interface.inputs.iter().map(|port| (port.clone(), Random(of_name(&port.name)))).collect();
    let mut recorder = Recorder::new(simulation, interface)?;
    for cycle in 0..CYCLES {
        for (port, random) in &mut sources {
            if cycle == 0 || !random.one_in(4) {
                let value: Value = random.value(port.width);
                recorder.poke_value(&port.name, &value)?;
            }
        }
        recorder.step()?;
    }
    Ok(recorder.into_transcript())
}

/// A fault of a design, or of a reader of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A simulator shows something else than the built-in one.
    Differs(Difference),
    /// Something refuses the design.
    Refused {
        /// The reader that reports it.
        by: &'static str,
        /// Its message.
        problem: String,
    },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Differs(difference) => difference.fmt(f),
            Self::Refused { by, problem } => write!(f, "{by} refuses it: {problem}"),
        }
    }
}

/// A design that fails.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The seed of the design.
    pub seed: u64,
    /// The fault.
    pub fault: Fault,
    /// The smallest design found that fails in the same simulator.
    pub design: Design,
}

/// The result of a run of many designs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FuzzReport {
    /// Designs that were run.
    pub designs: usize,
    /// The seed of the first design; the others follow it, see [`seeds`].
    pub seed: u64,
    /// Those in which a fault is more likely to show.
    pub observed: usize,
    /// Clock cycles of each.
    pub cycles: usize,
    /// Designs with a fault.
    pub faults: usize,
    /// Designs a second, all simulators and builds included.
    pub designs_per_second: f64,
    /// The outside simulators and their versions.
    pub simulators: Vec<String>,
}

/// Runs the designs of these [`seeds`], and reports the faults to `found`. After each batch,
/// reports its number of designs to `done`. Files of tools go to folders in `scratch`, which are
/// removed, except those of a design that a tool refuses.
///
/// # Errors
/// A simulator is missing, or files cannot be written. Whatever goes wrong with a design is a
/// finding.
pub fn fuzz(
    first: u64,
    count: usize,
    scratch: &Path,
    mut done: impl FnMut(usize),
    mut found: impl FnMut(Finding),
) -> Result<FuzzReport, FuzzError> {
    let simulators = Outside::ALL.iter().map(|outside| outside.version()).collect::<Result<_, _>>()?;
    let start = Instant::now();
    let (observed, plain): (Vec<u64>, Vec<u64>) =
        seeds(first, count).into_iter().partition(|&seed| seed >= OBSERVED);
    let mut faults = 0;
    for seeds in plain.chunks(BATCH).chain(observed.chunks(OBSERVED_BATCH)) {
        for finding in check(seeds, scratch)? {
            faults += 1;
            found(finding);
        }
        done(seeds.len());
    }
    let designs_per_second = count as f64 / start.elapsed().as_secs_f64();
    let observed = observed.len();
    Ok(FuzzReport {
        designs: count,
        seed: first,
        observed,
        cycles: CYCLES,
        faults,
        designs_per_second,
        simulators,
    })
}

/// The first fault of each of these seeds, with its design made smaller.
fn check(seeds: &[u64], scratch: &Path) -> Result<Vec<Finding>, FuzzError> {
    let mut findings = Vec::new();
    let mut cases = Vec::new();
    for &seed in seeds {
        match Case::random(seed) {
            Ok(case) => cases.push(case),
            Err(error) => findings.push(Finding {
                seed,
                fault: Fault::Refused { by: "the built-in simulator", problem: error.to_string() },
                design: generate(seed).unwrap_or_default(),
            }),
        }
    }
    let faults = std::thread::scope(|scope| {
        let threads = Outside::ALL.map(|outside| {
            let cases = &cases;
            scope.spawn(move || faults_of(cases, outside, scratch))
        });
        threads.map(|thread| thread.join().unwrap_or(Err(FuzzError::Thread)))
    });
    let mut failed = vec![false; cases.len()];
    for (outside, faults) in Outside::ALL.into_iter().zip(faults) {
        for (place, fault) in faults? {
            if !std::mem::replace(&mut failed[place], true) {
                let case = &cases[place];
                let design = shrink(case, &fault, outside, scratch)?;
                findings.push(Finding { seed: case.seed, fault, design });
            }
        }
    }
    Ok(findings)
}

/// The faults of cases in one simulator, by their places. If the simulator refuses them together,
/// each half is tried alone.
fn faults_of(cases: &[Case], outside: Outside, scratch: &Path) -> Result<Vec<(usize, Fault)>, FuzzError> {
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let folder = Folder::within(scratch, "fuzz-").map_err(FuzzError::doing("create a folder in", scratch))?;
    let ran = Batch::new(cases).and_then(|batch| batch.run(outside, folder.path()));
    let problem = match ran {
        Ok(differences) => {
            return Ok(differences
                .into_iter()
                .map(|(place, found)| (place, Fault::Differs(found)))
                .collect());
        }
        Err(FuzzError::Flow(error @ FlowError::Failed { .. })) => error.to_string(),
        Err(error @ (FuzzError::Emit(_) | FuzzError::Observed { .. })) => error.to_string(),
        Err(FuzzError::Flow(error)) => return Err(keep_log(error).into()),
        Err(error) => return Err(error),
    };
    if cases.len() == 1 {
        // The error names a log in it.
        folder.keep();
        return Ok(vec![(0, Fault::Refused { by: outside.name(), problem })]);
    }
    let (low, high) = cases.split_at(cases.len() / 2);
    let mut faults = faults_of(low, outside, scratch)?;
    let rest = faults_of(high, outside, scratch)?;
    faults.extend(rest.into_iter().map(|(place, fault)| (place + low.len(), fault)));
    Ok(faults)
}

/// The greatest number of times that a design is made smaller.
const ROUNDS: usize = 40;

/// A design as small as can be found that the same simulator still makes something else of.
fn shrink(case: &Case, fault: &Fault, outside: Outside, scratch: &Path) -> Result<Design, FuzzError> {
    let mut design = case.design.clone();
    let is_alike = |other: &Fault| {
        matches!((fault, other), (Fault::Differs(_), Fault::Differs(_)))
            || matches!((fault, other), (Fault::Refused { .. }, Fault::Refused { .. }))
    };
    // A refusal is searched for by halves, each with a build of its own.
    let most = if matches!(fault, Fault::Differs(_)) { 2 * BATCH } else { BATCH / 4 };
    for _ in 0..ROUNDS {
        let candidates = spread(smaller(&design), most);
        let cases: Vec<Case> =
            candidates.into_iter().filter_map(|candidate| Case::of(case.seed, candidate).ok()).collect();
        let faults = faults_of(&cases, outside, scratch)?;
        let Some((place, _)) =
            faults.iter().filter(|(_, fault)| is_alike(fault)).min_by_key(|(place, _)| *place)
        else {
            break;
        };
        design = cases[*place].design.clone();
    }
    Ok(design)
}

/// At most this many of the items, evenly spread.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}
