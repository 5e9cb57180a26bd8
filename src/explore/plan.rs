//! What is explored: the machines, and how each is mapped and placed.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ExploreError, Job, Kind, Space};
use crate::cores::{self, CoreInfo, Settings};
use crate::emit::{Dialect, Language, emit, fingerprint};
use crate::flow::{PINNED_YOSYS, Tool, interrupted};
use crate::synth::{self, Target, Way};

/// A combination of settings that makes a machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The values that were asked for.
    pub given: Vec<(String, String)>,
    /// The values of all parameters.
    pub settings: Settings,
    /// The fingerprint of its netlist.
    pub netlist: String,
}

/// A combination that the core refuses.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// The values that were asked for.
    pub settings: BTreeMap<String, String>,
    /// The reason.
    pub refused: String,
}

/// An exploration.
#[derive(Debug)]
pub struct Plan {
    /// The core.
    pub core: &'static CoreInfo,
    /// The device family.
    pub target: &'static Target,
    /// How machines are mapped and placed.
    pub way: Way,
    /// The first seed.
    pub first_seed: u32,
    /// The number of seeds.
    pub seeds: u32,
    /// The machines, in the order of the combinations.
    pub machines: Vec<Machine>,
    /// What the core refuses.
    pub refused: Vec<Refused>,
    /// The names of the tools that map and place, with their versions.
    pub tools: [(&'static str, String); 2],
}

/// How a plan is carried out.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The device family.
    pub target: &'static Target,
    /// How machines are mapped and placed.
    pub way: Way,
    /// The first seed.
    pub first_seed: u32,
    /// The number of seeds.
    pub seeds: u32,
}

impl Plan {
    /// Builds every combination for the fingerprint of its netlist. Each is reported to `done`.
    ///
    /// # Errors
    /// A tool is missing; the core refuses all combinations, or a machine cannot be built.
    pub fn new(
        core: &'static CoreInfo,
        space: &Space,
        order: Order,
        done: impl Fn(),
    ) -> Result<Self, ExploreError> {
        let Order { target, way, first_seed, seeds } = order;
        let (_, placer) = synth::placer(target, false)?;
        let yosys = Tool::find_pinned(PINNED_YOSYS).map_err(synth::SynthError::from)?;
        let tools = [&yosys, &placer].map(|tool| (tool.name(), tool.version().to_string()));
        let (mut machines, mut refused) = (Vec::new(), Vec::new());
        let combinations = space.combinations();
        let count = combinations.len();
        for given in combinations {
            match machine(core, given.clone()) {
                Ok(machine) => machines.push(machine),
                Err(error) if error.is_usage() => {
                    let settings = given.into_iter().collect();
                    refused.push(Refused { settings, refused: error.to_string() });
                }
                Err(error) => return Err(error),
            }
            if interrupted() {
                return Err(ExploreError::Interrupted);
            }
            done();
        }
        if let (true, Some(first)) = (machines.is_empty(), refused.first()) {
            let reason = first.refused.clone();
            return Err(ExploreError::NoneLeft { core: core.name, count, reason });
        }
        Ok(Self { core, target, way, first_seed, seeds, machines, refused, tools })
    }

    /// The seeds.
    pub fn all_seeds(&self) -> impl Iterator<Item = u32> + use<> {
        let first = self.first_seed;
        (0..self.seeds).map(move |number| first.wrapping_add(number))
    }

    /// The jobs of a machine: its mapping, then each seed.
    pub fn jobs_of<'a>(&'a self, machine: &'a Machine) -> impl Iterator<Item = Job> + 'a {
        let kinds = [Kind::Map].into_iter().chain(self.all_seeds().map(Kind::Place));
        kinds.map(|kind| Job::new(self, machine, kind))
    }

    /// All jobs, each once, with the index of its machine: machines may have one netlist.
    pub fn jobs(&self) -> Vec<(usize, Job)> {
        let mut seen = std::collections::BTreeSet::new();
        let all = self.machines.iter().enumerate();
        all.filter(|(_, machine)| seen.insert(machine.netlist.clone()))
            .flat_map(|(index, machine)| self.jobs_of(machine).map(move |job| (index, job)))
            .collect()
    }
}

fn machine(core: &CoreInfo, given: Vec<(String, String)>) -> Result<Machine, ExploreError> {
    let settings = Settings::parse(core, &given)?;
    let design = cores::design(core, &settings)?;
    let files = emit(&design, Language::Verilog, Dialect::Generic).map_err(Box::new)?;
    Ok(Machine { given, settings, netlist: fingerprint(&files) })
}
