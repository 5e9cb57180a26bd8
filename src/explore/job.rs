//! A job: a machine mapped, or placed with one seed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{ExploreError, Machine, Plan, Store};
use crate::cores::{self, Pace};
use crate::flow::FlowError;
use crate::simulate::outside::default_cache;
use crate::synth::{Mapped, Placed, Resources, Stage, SynthError};

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Maps the machine, and measures its pace.
    Map,
    /// Places it with this seed.
    Place(u32),
}

/// A job of an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What it does.
    pub kind: Kind,
    /// Everything that its result depends on, in words.
    pub text: String,
    /// The name of its files.
    pub name: String,
}

/// The result of mapping.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Area {
    pub job: String,
    pub resources: Resources,
    pub pace: Pace,
}

/// The result of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Clock {
    pub job: String,
    #[serde(flatten)]
    pub end: End,
}

/// The end of a placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// With a clock.
    Placed { fmax_mhz: f64, critical_path: Vec<Stage> },
    /// Without one, although nothing failed.
    NotPlaced(String),
}

impl Job {
    pub(super) fn new(plan: &Plan, machine: &Machine, kind: Kind) -> Self {
        let (way, [yosys, placer]) = (&plan.way, &plan.tools);
        let tables = if way.own_tables { " with own tables" } else { "" };
        let mut text = format!(
            "{} {} mapped to {} {}{tables} by {} {}",
            plan.core.name,
            machine.netlist,
            plan.target.device,
            way.hierarchy.name(),
            yosys.0,
            yosys.1
        );
        let mut name = format!("map-{}", machine.netlist);
        if let Kind::Place(seed) = kind {
            let aim = way.aim.mhz.map(|mhz| format!(" for {mhz} MHz")).unwrap_or_default();
            let weight = way.aim.timing_weight.map(|weight| format!(" weight {weight}")).unwrap_or_default();
            let layout = way.aim.layout.name();
            let router = way.aim.router.name().map(|router| format!(" {router}")).unwrap_or_default();
            let (tool, version) = placer;
            text += &format!("; placed by {tool} {version} {layout}{router}{aim}{weight} seed {seed}");
            name = format!("seed_{seed}-{}", machine.netlist);
        }
        let digest = hex::encode(&Sha256::digest(&text)[..4]);
        Self { kind, text, name: format!("{name}-{digest}") }
    }

    /// Does the job, and leaves its file, or its log if it fails. Returns whether it did not fail.
    ///
    /// # Errors
    /// A signal came, or the file cannot be written.
    pub fn run(&self, plan: &Plan, machine: &Machine, store: &Store) -> Result<bool, ExploreError> {
        if store.has(self) {
            return Ok(true);
        }
        match self.result(plan, machine) {
            Ok(text) => store.keep(self, &text).map(|()| true),
            Err(ExploreError::Synth(SynthError::Flow(FlowError::Interrupted { .. }))) => {
                Err(ExploreError::Interrupted)
            }
            Err(error) => store.keep_log(self, &log_of(&error)).map(|()| false),
        }
    }

    fn result(&self, plan: &Plan, machine: &Machine) -> Result<String, ExploreError> {
        let design = cores::design(plan.core, &machine.settings)?;
        let mapped = plan.way.map(&design, plan.target, &default_cache())?;
        let job = self.text.clone();
        let text = match self.kind {
            Kind::Map => {
                let pace = plan.core.core.pace(plan.core, &machine.settings)?;
                serde_json::to_string(&Area { job, resources: mapped.resources, pace })
            }
            Kind::Place(seed) => serde_json::to_string(&Clock { job, end: placed(&mapped, seed, plan)? }),
        };
        // What is written is numbers and text.
        Ok(text.unwrap_or_default() + "\n")
    }
}

fn placed(mapped: &Mapped, seed: u32, plan: &Plan) -> Result<End, ExploreError> {
    match mapped.place(seed, plan.way.aim) {
        Ok(Placed { fmax_mhz, critical_path, .. }) => Ok(End::Placed { fmax_mhz, critical_path }),
        Err(error @ (SynthError::DoesNotFit { .. } | SynthError::NoPath { .. })) => {
            Ok(End::NotPlaced(error.to_string()))
        }
        Err(error) if error.finds_no_place() => Ok(End::NotPlaced("no legal placement found".into())),
        Err(error) => Err(error.into()),
    }
}

/// An error, with what the tool said. The tool's own log, which has no lasting place, is removed.
fn log_of(error: &ExploreError) -> String {
    let (text, log) = match error {
        ExploreError::Synth(SynthError::Flow(FlowError::Failed { tool, status, log, .. })) => {
            (format!("{tool} failed ({status})"), Some(log))
        }
        ExploreError::Synth(SynthError::Flow(FlowError::Nothing { log, .. })) => {
            (error.to_string(), log.as_ref())
        }
        error => (error.to_string(), None),
    };
    let said = log.and_then(|log| std::fs::read(log).ok()).unwrap_or_default();
    if let Some(log) = log {
        // What cannot be removed is one file more.
        let _ = std::fs::remove_file(log);
    }
    format!("{text}\n{}", String::from_utf8_lossy(&said))
}
