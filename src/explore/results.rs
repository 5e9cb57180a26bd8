//! The results as JSON, an object a line, as `synth` writes them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::point::Seed;
use super::{Plan, Point};
use crate::synth::{Clocked, Record};

/// A placed seed, or a machine that was not placed.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    results_per_cycle: f64,
    results_are: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_placed: Option<&'a str>,
}

/// All seeds of a machine.
#[derive(Serialize)]
struct Sum<'a> {
    core: &'a str,
    settings: BTreeMap<String, String>,
    target: &'a str,
    device: &'a str,
    netlist: &'a str,
    seeds: Vec<u32>,
    unplaced_seeds: Vec<u32>,
    fmax_mhz_min: f64,
    fmax_mhz_median: f64,
    fmax_mhz_max: f64,
    million_results_per_second: f64,
    results_are: &'a str,
    best: bool,
}

/// The lines of these machines: each seed with a clock, or the machine alone if there is none; then
/// what sums its seeds up. What failed is not among them.
///
/// # Errors
/// A number is none: a defect of a tool.
pub fn lines(plan: &Plan, points: &[Point]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for point in points {
        let seeds = point.seeds.iter().map(Some).chain(point.seeds.is_empty().then_some(None));
        for line in seeds.filter_map(|seed| line(plan, point, seed)) {
            text += &(serde_json::to_string(&line)? + "\n");
        }
        if let Some(sum) = sum(plan, point) {
            text += &(serde_json::to_string(&sum)? + "\n");
        }
    }
    Ok(text)
}

fn line<'a>(plan: &'a Plan, point: &'a Point, seed: Option<&'a Seed>) -> Option<Line<'a>> {
    let (resources, pace) = point.mapped.as_ref()?;
    let aim = &plan.way.aim;
    let placed = seed.map(|seed| Clocked {
        fmax_mhz: seed.fmax_mhz,
        seed: seed.seed,
        floorplan: "off",
        timing_weight: aim.timing_weight,
        placer: aim.layout.name(),
        router: aim.router.name(),
        own_tables: plan.way.own_tables,
        aim_mhz: aim.mhz,
        critical_path: &seed.critical_path,
    });
    let used = if placed.is_some() { 2 } else { 1 };
    let record = Record {
        core: plan.core.name,
        settings: point.machine.settings.texts(),
        target: plan.target.name,
        device: plan.target.device,
        netlist: &point.machine.netlist,
        hierarchy: plan.way.hierarchy.name(),
        resources: *resources,
        placed,
        tools: plan.tools.iter().take(used).map(|(tool, version)| (*tool, version.as_str())).collect(),
        seconds: None,
    };
    let not_placed = point.unplaced.first().map(|(_, reason)| reason.as_str()).filter(|_| seed.is_none());
    Some(Line { record, results_per_cycle: pace.per_cycle, results_are: &pace.of, not_placed })
}

fn sum<'a>(plan: &'a Plan, point: &'a Point) -> Option<Sum<'a>> {
    let ((_, pace), clock, rates) = (point.mapped.as_ref()?, point.spread()?, point.rates()?);
    Some(Sum {
        core: plan.core.name,
        settings: point.machine.settings.texts(),
        target: plan.target.name,
        device: plan.target.device,
        netlist: &point.machine.netlist,
        seeds: point.seeds.iter().map(|seed| seed.seed).collect(),
        unplaced_seeds: point.unplaced.iter().map(|(seed, _)| *seed).collect(),
        fmax_mhz_min: clock.min,
        fmax_mhz_median: clock.median,
        fmax_mhz_max: clock.max,
        million_results_per_second: rates.median,
        results_are: &pace.of,
        best: point.best,
    })
}
