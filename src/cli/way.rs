//! Options that say how a machine is mapped and placed.

use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::Usage;
use crate::synth::{Aim, Hierarchy, Layout, Router, SynthError, Target, Way};

/// How a machine is mapped and placed.
#[derive(Clone, Debug, clap::Args)]
pub struct WayArgs {
    /// The time limit of a seed; a seed that takes longer is listed without a clock [default: no
    /// limit]
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: Option<u64>,
    /// The target clock, in MHz [default: the placer's own]
    #[arg(long, value_name = "MHZ", value_parser = parse_frequency)]
    freq: Option<f64>,
    /// The weight of time along wires against their length; pipelines gain from more [default: the
    /// placer's own, 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    timing_weight: Option<u32>,
    /// The way that the placer lays out cells
    #[arg(long, value_enum, default_value_t = Placer::Heap)]
    placer: Placer,
    /// The way that wires are routed
    #[arg(long, value_enum, default_value_t = Routing::Own)]
    router: Routing,
    /// Give every register that shares a lookup table its own, so that none is a wire away from its
    /// table
    #[arg(long)]
    own_tables: bool,
    /// Whether modules are mapped together
    #[arg(long, value_enum, default_value_t = Kept::Flatten)]
    hierarchy: Kept,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Placer {
    /// Solves cells like springs; the placer's own default
    Heap,
    /// Pushes cells apart like charges: faster, and better for large pipelines; takes no
    /// --timing-weight
    Static,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Routing {
    /// The placer's own choice for the family
    Own,
    /// All wires anew until none are in each other's way; ends with machines of many wide memories,
    /// where an ECP5's own does not
    Router2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// All as one
    Flatten,
    /// Each by itself, so that names are exact
    Keep,
}

impl WayArgs {
    /// The way, if the target has it.
    pub fn way(&self, target: &Target) -> Result<Way> {
        if self.own_tables && !target.has_own_tables() {
            return Err(Usage::of(SynthError::NoOwnTables { target: target.name }).into());
        }
        if self.placer == Placer::Static && self.timing_weight.is_some() {
            let problem = "--timing-weight is for --placer heap; leave one of the two out";
            return Err(Usage(problem.into()).into());
        }
        let layout = match self.placer {
            Placer::Heap => Layout::Heap,
            Placer::Static => Layout::Static,
        };
        let router = match self.router {
            Routing::Own => Router::Own,
            Routing::Router2 => Router::Negotiated,
        };
        let hierarchy = match self.hierarchy {
            Kept::Flatten => Hierarchy::Flatten,
            Kept::Keep => Hierarchy::Keep,
        };
        let patience = self.patience.map(|minutes| Duration::from_secs(60 * minutes));
        let aim = Aim { mhz: self.freq, timing_weight: self.timing_weight, layout, router, patience };
        Ok(Way { hierarchy, own_tables: self.own_tables, aim })
    }

    /// The first option that says how to place, if there is one.
    pub fn of_placing(&self) -> Option<&'static str> {
        let given = [
            (self.placer != Placer::Heap, "--placer"),
            (self.router != Routing::Own, "--router"),
            (self.patience.is_some(), "--patience"),
            (self.freq.is_some(), "--freq"),
            (self.timing_weight.is_some(), "--timing-weight"),
            (self.own_tables, "--own-tables"),
        ];
        given.iter().find(|(given, _)| *given).map(|(_, option)| *option)
    }

    /// The same options as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [name.to_string(), value]));
        };
        option("--patience", self.patience.map(|minutes| minutes.to_string()));
        option("--freq", self.freq.map(|mhz| mhz.to_string()));
        option("--timing-weight", self.timing_weight.map(|weight| weight.to_string()));
        option("--placer", (self.placer == Placer::Static).then(|| "static".into()));
        option("--router", (self.router == Routing::Router2).then(|| "router2".into()));
        option("--hierarchy", (self.hierarchy == Kept::Keep).then(|| "keep".into()));
        words.extend(self.own_tables.then(|| "--own-tables".to_string()));
        words
    }
}

fn parse_frequency(text: &str) -> Result<f64, &'static str> {
    let mhz: f64 = text.parse().map_err(|_| "not a number; write one such as 33.3")?;
    if (0.001..=10_000.0).contains(&mhz) { Ok(mhz) } else { Err("choose 0.001 to 10000 MHz") }
}
