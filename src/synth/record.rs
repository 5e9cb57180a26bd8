//! The figures of a machine on a device, as commands write them: a JSON object a line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Resources, Stage};

/// What a machine takes of a device, and its clock if it was placed.
#[derive(Clone, Debug, Serialize)]
pub struct Record<'a> {
    /// The core.
    pub core: &'a str,
    /// Its settings.
    pub settings: BTreeMap<String, String>,
    /// The device family.
    pub target: &'a str,
    /// The device.
    pub device: &'a str,
    /// The fingerprint of the netlist.
    pub netlist: &'a str,
    /// Whether modules were mapped as one.
    pub hierarchy: &'a str,
    /// The area.
    #[serde(flatten)]
    pub resources: Resources,
    /// The clock.
    #[serde(flatten)]
    pub placed: Option<Clocked<'a>>,
    /// The tools and their versions.
    pub tools: BTreeMap<&'a str, &'a str>,
    /// The time of each step, if it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
}

/// The clock with a seed, and how the machine was placed.
#[derive(Clone, Debug, Serialize)]
pub struct Clocked<'a> {
    /// The clock, in MHz.
    pub fmax_mhz: f64,
    /// The seed of the placer's random numbers.
    pub seed: u32,
    /// The shape of the floorplan; `off` for none.
    pub floorplan: &'a str,
    /// The weight of time along wires, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing_weight: Option<u32>,
    /// The way of laying out cells.
    pub placer: &'a str,
    /// The router, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub router: Option<&'static str>,
    /// Whether registers had lookup tables of their own.
    pub own_tables: bool,
    /// The clock that was aimed at, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim_mhz: Option<f64>,
    /// The path that limits the clock.
    pub critical_path: &'a [Stage],
}

/// The seconds of each step.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Seconds {
    /// Mapping.
    pub mapping: f64,
    /// Whether an earlier run had mapped it, so that it was only read.
    pub from_cache: bool,
    /// Placing and routing, if it was placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placing: Option<f64>,
}
