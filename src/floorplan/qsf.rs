//! The floorplan for Quartus: LogicLock regions, as assignments of a settings file. The clock is in
//! [`super::sdc`].
//!
//! Regions of LogicLock must not overlap, but a region may hold others: the region of an arbiter is
//! the parent of the regions of the blocks it stands between. That needs a plan with
//! [`super::Shape::Tight`]. An arbiter whose region crosses that of the control stands in the next
//! region around both.

use std::fmt::Write as _;

use super::{FloorplanError, Kind, Plan, Rectangle, Region, scoped};
use crate::netlist::Area;

/// The assignments. `scope` is the path of instances from the top of the device to the core, with
/// bars between them, or empty if the core is the top.
///
/// # Errors
/// Two regions overlap.
pub fn write(plan: &Plan, scope: &str) -> Result<String, FloorplanError> {
    let regions = nested(plan)?;
    let name = |path: &str| scoped(scope, "|", path);
    let mut text = plan.header();
    for region in &regions {
        let Rectangle { left, low, right, high } = region.rectangle;
        let section = &region.name;
        text.push('\n');
        let mut set = |key: &str, value: &str| {
            let _ = writeln!(text, "set_global_assignment -name {key} {value} -section_id {section}");
        };
        set("LL_ENABLED", "ON");
        set("LL_AUTO_SIZE", "OFF");
        set("LL_STATE", "LOCKED");
        set("LL_RESERVED", "OFF");
        set("LL_ORIGIN", &format!("X{left}_Y{low}"));
        set("LL_WIDTH", &(right - left + 1).to_string());
        set("LL_HEIGHT", &(high - low + 1).to_string());
        if let Some(parent) = parent(&regions, region) {
            set("LL_PARENT", &parent.name);
        }
        let mut member = |node: String| {
            let to = format!("-to \"{node}\" -section_id {section}");
            let _ = writeln!(text, "set_instance_assignment -name LL_MEMBER_OF {section} {to}");
        };
        region.parts.iter().for_each(|part| member(name(part)));
        if region.kind == Kind::Control {
            for register in &plan.floorplan.control.registers {
                let bits = if register.width == 1 { "" } else { "[*]" };
                member(format!("{}{bits}", name(&register.path)));
            }
            // The block becomes an instance of altsyncram, called after the memory.
            plan.floorplan
                .control
                .memories
                .iter()
                .for_each(|memory| member(format!("altsyncram:{}_rtl_0", name(memory))));
        }
    }
    Ok(text)
}

/// The smallest region of blocks around another region.
fn parent<'a>(regions: &'a [Region], of: &Region) -> Option<&'a Region> {
    let around = |region: &&Region| region.name != of.name && region.rectangle.contains(of.rectangle);
    regions.iter().filter(|region| matches!(region.kind, Kind::Blocks(_))).find(around)
}

/// The regions, each two apart or one in the other.
fn nested(plan: &Plan) -> Result<Vec<Region>, FloorplanError> {
    let mut regions = plan.regions.clone();
    while let Some((first, second)) = crossing(&regions) {
        let overlap = || {
            let (first, second) = (regions[first].name.clone(), regions[second].name.clone());
            FloorplanError::Overlap { tool: "LogicLock", first, second }
        };
        // What stands between blocks has room around it too.
        let between = |&index: &usize| match regions[index].kind {
            Kind::Blocks(area) => area != Area::block(area.left, area.bottom),
            Kind::Control => false,
        };
        let larger = [first, second].into_iter().filter(between).max_by_key(|&index| regions[index].luts);
        let larger = larger.ok_or_else(overlap)?;
        let around =
            parent(&regions, &regions[larger]).map(|region| region.name.clone()).ok_or_else(overlap)?;
        let removed = regions.remove(larger);
        let Some(around) = regions.iter_mut().find(|region| region.name == around) else { continue };
        around.parts.extend(removed.parts);
    }
    Ok(regions)
}

/// The first two regions that overlap and neither holds the other.
fn crossing(regions: &[Region]) -> Option<(usize, usize)> {
    let cross = |a: &Region, b: &Region| {
        let (a, b) = (a.rectangle, b.rectangle);
        let overlap = a.left <= b.right && b.left <= a.right && a.low <= b.high && b.low <= a.high;
        overlap && (!a.contains(b) && !b.contains(a) || a == b)
    };
    let pairs =
        (0..regions.len()).flat_map(|first| (first + 1..regions.len()).map(move |second| (first, second)));
    let mut pairs = pairs.filter(|&(first, second)| cross(&regions[first], &regions[second]));
    pairs.next()
}
