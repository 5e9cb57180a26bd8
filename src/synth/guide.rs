//! A floorplan for the placer, and its result.

use std::fs;

use super::count::{Cell, Netlist};
use super::harness::CORE;
use super::{Hierarchy, Target, map};
use super::{Mapped, SynthError};
use crate::floorplan::{Device, Floorplan, Plan, Shape, nextpnr};
use crate::flow::{FlowError, Tool};
use crate::netlist::Design;

/// The script a placer runs before it places.
pub(super) const SCRIPT: &str = "floorplan.py";

/// The placer's instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guidance {
    /// None; the pinned tool places.
    None,
    /// None; the tool that could take instructions places, so that both results compare.
    Free,
    /// A floorplan.
    Floorplan,
}

/// The place of a cell: column and row of the tile in nextpnr's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Column.
    pub column: u32,
    /// Row.
    pub row: u32,
    /// The part of the floorplan that the cell is named after, where it is.
    pub part: Option<String>,
}

/// The places of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Each cell of the core.
    pub spots: Vec<Spot>,
}

/// The netlist that the placer writes.
pub(super) fn placement_file(seed: u32) -> String {
    format!("seed_{seed}.placed.json")
}

/// The same as [`plan_on`], on the device for the figures of the target.
///
/// # Errors
/// See [`plan_on`]; or no grid is known of the target.
pub fn plan(design: &Design, target: &'static Target, shape: Shape) -> Result<Plan, SynthError> {
    plan_on(design, target, Device::of_target(target.name)?, shape)
}

/// The floorplan of a design on a device of a target. Each part is as large as Yosys maps it there
/// with the modules kept apart.
///
/// # Errors
/// The design has no geometry, or does not fit; it cannot be emitted, or Yosys is missing or fails.
pub fn plan_on(
    design: &Design,
    target: &'static Target,
    device: &'static Device,
    shape: Shape,
) -> Result<Plan, SynthError> {
    let floorplan = Floorplan::of(design)?;
    let counts = map(design, target, Hierarchy::Keep)?.counts(&floorplan)?;
    Ok(Plan::new(floorplan, device, &counts, shape)?)
}

impl Mapped {
    /// Gives the placer this floorplan from now on, or none. In both cases the placer is a nextpnr
    /// built with Python, so that results compare, and it keeps the placement.
    ///
    /// # Errors
    /// No open tool places on the target, none with Python is there, or the script cannot be
    /// written.
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

    /// The places of the core's cells, after [`Mapped::place`] with this seed and [`Mapped::guide`]
    /// before.
    ///
    /// # Errors
    /// The netlist that the placer wrote cannot be read.
    pub fn placement(&self, seed: u32, floorplan: &Floorplan) -> Result<Placement, SynthError> {
        read(&self.read(&placement_file(seed))?, floorplan)
    }
}

/// The cells of the core, from the netlist that nextpnr wrote: one module, whatever the name of the
/// top was.
fn read(text: &str, floorplan: &Floorplan) -> Result<Placement, SynthError> {
    let missing = |missing: String| FlowError::Report { tool: "nextpnr", missing };
    let netlist: Netlist = serde_json::from_str(text).map_err(|error| missing(error.to_string()))?;
    let module = netlist.modules.into_values().next().ok_or_else(|| missing("a module".into()))?;
    let spot = |(name, cell): (String, Cell)| {
        let name = name.strip_prefix(CORE)?;
        let (column, row) = tile(cell.attributes.get("NEXTPNR_BEL")?)?;
        Some(Spot { column, row, part: floorplan.part_of(name).map(str::to_string) })
    };
    Ok(Placement { spots: module.cells.into_iter().filter_map(spot).collect() })
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

    #[test]
    fn a_placement_is_read_and_drawn() {
        use crate::chess::classic::{Options, design};
        use crate::floorplan::{Counts, Device, picture};
        use crate::synth::Resources;

        let floorplan = Floorplan::of(&design(&Options::default()).unwrap()).unwrap();
        let text = r#"{"modules": {"top": {"cells": {
            "core.board.square_e4.hit_LUT4_Z": {"type": "TRELLIS_COMB", "attributes": {"NEXTPNR_BEL": "X60/Y40/SLICEA.K0"}},
            "core.sequencer.state_LUT4_Z": {"type": "TRELLIS_COMB", "attributes": {"NEXTPNR_BEL": "X62/Y47/SLICEB.K1"}},
            "core.side_TRELLIS_FF_Q": {"type": "TRELLIS_FF", "attributes": {"NEXTPNR_BEL": "X61/Y47/SLICEB.FF1"}},
            "serial_out$TRELLIS_IO_OUT": {"type": "TRELLIS_IO", "attributes": {"NEXTPNR_BEL": "X4/Y0/PIOA"}}}}}}"#;
        let placement = read(text, &floorplan).unwrap();
        let parts: Vec<Option<&str>> = placement.spots.iter().map(|spot| spot.part.as_deref()).collect();
        assert_eq!(parts, [Some("board.square_e4"), Some("sequencer"), None]);
        let size = Resources { lut4: Some(100), ff: 10, ..Resources::default() };
        let counts: Counts = floorplan.parts().chain([""]).map(|part| (part.to_string(), size)).collect();
        let device = Device::of_target("ecp5").unwrap();
        let plan = Plan::new(floorplan, device, &counts, Shape::Quarters).unwrap();
        let drawn = picture::draw(&plan, Some(&placement)).unwrap();
        assert_eq!(drawn.matches("class=\"tile\"").count(), 3);
        assert!(drawn.contains("Placement: 3 cells"), "{drawn}");
        assert!(read("{}", &plan.floorplan).is_err());
    }
}
