//! The area of a core on a device, and its clock there.

use serde::Serialize;

use super::{BenchError, settings_and_name};
use crate::cores::{self, CoreInfo};
use crate::flow::FlowError;
use crate::synth::{Aim, Hierarchy, Resources, SynthError, Target, map, spread};

/// A core on a device.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// The core.
    pub core: &'static str,
    /// Its parameters: `default`, or those that differ.
    pub settings: String,
    /// The device family.
    pub target: &'static str,
    /// The device.
    pub device: &'static str,
    /// The fingerprint of the machine. It is the same as long as the Verilog is the same, except
    /// for the words of comments.
    pub netlist: String,
    /// The area of the machine.
    #[serde(flatten)]
    pub resources: Resources,
    /// The number of seeds it was placed with.
    pub seeds: u32,
    /// The median of its clocks over the seeds, in MHz, where it was placed.
    pub fmax_mhz: Option<f64>,
    /// The slowest of them.
    pub fmax_mhz_min: Option<f64>,
    /// The fastest.
    pub fmax_mhz_max: Option<f64>,
    /// Clock cycles a move.
    pub cycles_per_move: f64,
    /// Millions of moves a second at that clock.
    pub million_moves_per_second: Option<f64>,
    /// The reason why it was not placed.
    pub not_placed: Option<String>,
    /// The tools and their versions.
    pub tools: String,
}

/// Maps a core to a target. Places it with this many seeds if an open tool can and the core fits.
/// Each step is reported to `done`.
///
/// # Errors
/// The core cannot be built or emitted, or a tool is missing or fails.
pub fn measure_area(
    core: &'static CoreInfo,
    parameters: &[(&str, &str)],
    target: &'static Target,
    seeds: u32,
    cycles_per_move: f64,
    done: impl Fn() + Sync,
) -> Result<Area, BenchError> {
    let (settings, name) = settings_and_name(core, parameters)?;
    let mapped = map(&cores::design(core, &settings)?, target, Hierarchy::Flatten)?;
    done();
    let (placed, not_placed) = match mapped.place_seeds(1, seeds, Aim::default(), done) {
        Ok(seeds) => (seeds.placed, None),
        Err(error) => (Vec::new(), Some(why_not_placed(&error).ok_or(error)?)),
    };
    let mut tools = format!("yosys {}", mapped.yosys);
    if let (Some(placed), Some(placer)) = (placed.first(), &target.placer) {
        tools += &format!(", {} {}", placer.program.name, placed.nextpnr);
    }
    let spread = spread(&placed);
    let fmax_mhz = spread.map(|spread| spread.median);
    Ok(Area {
        core: core.name,
        settings: name,
        target: target.name,
        device: target.device,
        netlist: mapped.netlist.clone(),
        resources: mapped.resources,
        seeds: placed.len() as u32,
        fmax_mhz,
        fmax_mhz_min: spread.map(|spread| spread.min),
        fmax_mhz_max: spread.map(|spread| spread.max),
        cycles_per_move,
        million_moves_per_second: fmax_mhz.map(|mhz| mhz / cycles_per_move),
        not_placed,
        tools,
    })
}

/// The reason why the machine has no clock on the device, unless something broke.
fn why_not_placed(error: &SynthError) -> Option<String> {
    match error {
        SynthError::NoPlacer { .. } | SynthError::DoesNotFit { .. } => Some(error.to_string()),
        // No figure but these needs the tools of `make tools-full`.
        SynthError::Flow(FlowError::NoScripts { .. }) => Some(error.to_string()),
        // Without the path of a log.
        error => error.finds_no_place().then(|| "no legal placement found".into()),
    }
}
