//! The effect of a floorplan on the clock.

use serde::Serialize;

use super::{BenchError, settings_and_name};
use crate::cores::{self, CoreInfo};
use crate::floorplan::Shape;
use crate::synth::{Aim, Hierarchy, Placed, Target, map, plan, spread};

/// The number of seeds of a shape that may find no place before the shape is given up.
const HOPELESS: u32 = 2;

/// The clock of a core with one floorplan, or without, over several seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FloorplanClock {
    /// The core.
    pub core: &'static str,
    /// The device.
    pub device: &'static str,
    /// The shape of the floorplan; `off` without a floorplan.
    pub floorplan: &'static str,
    /// The clock of each seed from 1 on, in MHz; `None` if the placer found no place for all cells.
    /// If neither of the first two seeds of a shape finds one, the shape is not tried further,
    /// because each such search takes many minutes.
    pub mhz: Vec<Option<f64>>,
    /// The median of the clocks found, in MHz.
    pub median_mhz: Option<f64>,
    /// The lowest, in MHz.
    pub min_mhz: Option<f64>,
    /// The highest, in MHz.
    pub max_mhz: Option<f64>,
    /// The gain of the median over that without a floorplan, in percent.
    pub gain_percent: Option<f64>,
    /// The version of the placer.
    pub nextpnr: String,
}

/// Places a core without a floorplan and with each of these shapes, with this many seeds each, all
/// by the same placer. Each shape is reported to `found`, each seed to `done`.
///
/// # Errors
/// The core has no floorplan on the device, or a tool is missing or fails for another reason than
/// that it finds no place.
pub fn measure_floorplan(
    core: &'static CoreInfo,
    target: &'static Target,
    shapes: &[Shape],
    seeds: u32,
    done: impl Fn() + Sync,
    mut found: impl FnMut(&FloorplanClock),
) -> Result<(), BenchError> {
    let none: [(&str, &str); 0] = [];
    let (settings, _) = settings_and_name(core, &none)?;
    let design = cores::design(core, &settings)?;
    let mut mapped = map(&design, target, Hierarchy::Flatten)?;
    let mut free = None;
    for shape in [None].into_iter().chain(shapes.iter().copied().map(Some)) {
        let plan = shape.map(|shape| plan(&design, target, shape)).transpose()?;
        mapped.guide(plan.as_ref())?;
        let found_by = |first, count| match mapped.place_seeds(first, count, Aim::default(), &done) {
            Err(error) if shape.is_some() && error.finds_no_place() => Ok(Vec::new()),
            found => found.map(|seeds| seeds.placed),
        };
        let mut tried = seeds.min(HOPELESS);
        let mut placed: Vec<Placed> = found_by(1, tried)?;
        if !placed.is_empty() {
            placed.extend(found_by(tried + 1, seeds - tried)?);
            tried = seeds;
        }
        let clock = |seed| placed.iter().find(|placed| placed.seed == seed).map(|placed| placed.fmax_mhz);
        let clocks = (1..=tried).map(clock).collect();
        let spread = spread(&placed);
        let median = spread.map(|spread| spread.median);
        free = free.or(median);
        found(&FloorplanClock {
            core: core.name,
            device: target.device,
            floorplan: shape.map_or("off", Shape::name),
            mhz: clocks,
            median_mhz: median,
            min_mhz: spread.map(|spread| spread.min),
            max_mhz: spread.map(|spread| spread.max),
            gain_percent: shape.and(median.zip(free).map(|(with, without)| 100.0 * (with / without - 1.0))),
            nextpnr: placed.first().map(|placed| placed.nextpnr.clone()).unwrap_or_default(),
        });
    }
    Ok(())
}
