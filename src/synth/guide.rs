//! A floorplan for the placer, and what came of it.

use std::fs;

use super::count::Netlist;
use super::harness::{CORE, HARNESS};
use super::{Hierarchy, Target, map};
use super::{Mapped, SynthError};
use crate::floorplan::{Device, Floorplan, Plan, Shape, nextpnr};
use crate::flow::{FlowError, Tool};
use crate::netlist::Design;

/// The script a placer runs before it places.
pub(super) const SCRIPT: &str = "floorplan.py";

/// What the placer is told beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guidance {
    /// Nothing; the pinned tool places.
    None,
    /// Nothing; the tool that could be told places, so that both compare.
    Free,
    /// A floorplan.
    Floorplan,
}

/// Where one cell was placed: column and row of the tile in nextpnr's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Column.
    pub column: u32,
    /// Row.
    pub row: u32,
    /// The part of the floorplan that the cell is named after, where it is.
    pub part: Option<String>,
}

/// Where cells were placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Each cell of the core.
    pub spots: Vec<Spot>,
}

/// The netlist that the placer writes.
pub(super) fn placement_file(seed: u32) -> String {
    format!("seed_{seed}.placed.json")
}

/// The floorplan of a design on the device of a target, each part as large as Yosys maps it there, the modules kept apart.
///
/// # Errors
/// The design has no geometry, or does not fit; it cannot be emitted, or Yosys is missing or fails.
pub fn plan(design: &Design, target: &'static Target, shape: Shape) -> Result<Plan, SynthError> {
    let (floorplan, device) = (Floorplan::of(design)?, Device::of_target(target.name)?);
    let counts = map(design, target, Hierarchy::Keep)?.counts(&floorplan)?;
    Ok(Plan::new(floorplan, device, &counts, shape)?)
}

impl Mapped {
    /// Tells the placer this floorplan from now on, or nothing. Either way the placer is a nextpnr built with Python, so that
    /// results compare, and it keeps the placement.
    ///
    /// # Errors
    /// No open tool places on the target, none with Python is there, or the script cannot be written.
    pub fn guide(&mut self, plan: Option<&Plan>) -> Result<(), SynthError> {
        let placer = self.target.placer.as_ref();
        Tool::find_scripted(placer.ok_or(SynthError::NoPlacer { target: self.target.name })?.program)?;
        self.guidance = Guidance::Free;
        if let Some(plan) = plan {
            let path = self.folder.path().join(SCRIPT);
            let script = nextpnr::write(plan, CORE.trim_end_matches('.'))?;
            fs::write(&path, script).map_err(SynthError::file(path))?;
            self.guidance = Guidance::Floorplan;
        }
        Ok(())
    }

    /// Where the cells of the core are, after [`Mapped::place`] with this seed and [`Mapped::guide`] before.
    ///
    /// # Errors
    /// The netlist that the placer wrote cannot be read.
    pub fn placement(&self, seed: u32, floorplan: &Floorplan) -> Result<Placement, SynthError> {
        let missing = |missing: String| FlowError::Report { tool: "nextpnr", missing };
        let text = self.read(&placement_file(seed))?;
        let mut netlist: Netlist = serde_json::from_str(&text).map_err(|error| missing(error.to_string()))?;
        let module = netlist.modules.remove(HARNESS).ok_or_else(|| missing(format!("module {HARNESS}")))?;
        let spot = |(name, cell): (String, super::count::Cell)| {
            let name = name.strip_prefix(CORE)?;
            let (column, row) = tile(cell.attributes.get("NEXTPNR_BEL")?)?;
            Some(Spot { column, row, part: floorplan.part_of(name).map(str::to_string) })
        };
        Ok(Placement { spots: module.cells.into_iter().filter_map(spot).collect() })
    }
}

/// Column and row of a place such as `X12/Y34/SLICEA.K0` or `X12Y34/LUT0`.
fn tile(place: &str) -> Option<(u32, u32)> {
    let (column, rest) = place.strip_prefix('X')?.split_once('Y')?;
    let column = column.trim_end_matches('/').parse().ok()?;
    Some((column, rest.split('/').next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_in_each_family_s_spelling() {
        assert_eq!(tile("X12/Y34/SLICEA.K0"), Some((12, 34)));
        assert_eq!(tile("X7Y8/LUT0"), Some((7, 8)));
        assert_eq!(tile("SLICE_X0Y0"), None);
    }
}
