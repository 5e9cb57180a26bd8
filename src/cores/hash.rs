//! The hash table, and its index unit alone. Their keys are those of chess.

use super::{Core, CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings};
use crate::chess::ON_64_SQUARES;
use crate::describe::Project;
use crate::hash::hardware::{self, TableOptions};
use crate::hash::{Layout, LayoutError, Width};
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::{Ports, Simulation};

pub(super) static TABLE: CoreInfo = CoreInfo {
    name: "hash",
    top: "hash",
    about: "a hash table in block memory: a look-up and a store in every clock cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &OnChip,
    parameters: &[
        number("clusters", "clusters of the table, an even number", [4, 131_070], 4096, 4),
        number("entries", "entries of a cluster", [1, 4], 3, 1),
        number("key_bits", "bits of a key that an entry stores", [8, 31], 16, 8),
        number("depth_bits", "bits of a depth", [4, 16], 8, 4),
        number("move_bits", "bits of a move", [8, 32], 16, 8),
        number("value_bits", "bits of each of the two values", [8, 32], 16, 8),
    ],
};

pub(super) static INDEX: CoreInfo = CoreInfo {
    name: "hash-index",
    top: "hash_index",
    about: "the index unit of a hash table of any size: an index in every clock cycle",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &Index,
    parameters: &[ParameterInfo {
        name: "index_bits",
        about: "bits of a key that make an index: 32 for up to 2^32 clusters, 64 for any number",
        range: Range::Choice(&["32", "64"]),
        default: Setting::Word("32"),
        smallest: Some(Setting::Word("32")),
        only_with: None,
    }],
};

pub(super) const fn number(
    name: &'static str,
    about: &'static str,
    [low, high]: [u32; 2],
    default: u32,
    smallest: u32,
) -> ParameterInfo {
    ParameterInfo {
        name,
        about,
        range: Range::Number { low, high },
        default: Setting::Number(default),
        smallest: Some(Setting::Number(smallest)),
        only_with: None,
    }
}

/// The modules on which the time of an answer does not depend.
const OF_ENTRIES: [&str; 6] =
    ["hash_index", "hash_way", "hash_sums", "hash_stores", "hash_others", "hash_probes"];

/// The behaviour of the table.
#[derive(Debug)]
struct OnChip;

fn options(info: &CoreInfo, settings: &Settings) -> Result<TableOptions, CoreError> {
    let [clusters, entries, key, depth, mv, value] =
        ["clusters", "entries", "key_bits", "depth_bits", "move_bits", "value_bits"]
            .map(|name| settings.number(name).unwrap_or(0));
    let layout = Layout::new(entries, key, depth, mv, value).map_err(CoreError::setting(info))?;
    TableOptions::new(info.top, layout, clusters).map_err(CoreError::setting(info))
}

/// The narrowest layout with as many entries, at most two.
fn narrow(layout: Layout) -> Result<Layout, LayoutError> {
    Layout::new(layout.entries().min(2), 8, 4, 8, 8)
}

impl Core for OnChip {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        hardware::table(&options(info, settings)?).map_err(CoreError::build(info))
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let options = options(info, settings)?;
        // Stores of wide entries take long to prove. What they hear does not depend on widths.
        let layout = narrow(options.layout).map_err(CoreError::build(info))?;
        let small = TableOptions::new(info.top, layout, 4).and_then(|small| hardware::table(&small));
        let small = small.map_err(CoreError::build(info))?;
        Ok(vec![
            hardware::known_below_count(design, "hash_index", options.clusters())?,
            hardware::answers_in_time(design, OF_ENTRIES.into())?,
            hardware::stores_follow(&small, "hash_stores", layout)?,
        ])
    }

    /// Looks up and stores beside the twin in software, with a reset on the way.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(hardware::exercise_table(ports, &options(info, settings)?)?)
    }

    fn page(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        _asked: &Asked,
        design: &Design,
    ) -> Result<Own, CoreError> {
        let options = options(info, settings)?;
        let answers = hardware::run(&mut Simulation::new(design)?, &options, sections::TABLE_CYCLES)?;
        Ok(sections::table(&options, answers)?)
    }
}

/// The behaviour of the index unit.
#[derive(Debug)]
struct Index;

fn width(settings: &Settings) -> Width {
    if settings.is("index_bits", "64") { Width::Bits64 } else { Width::Bits32 }
}

impl Core for Index {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let mut project = Project::new(info.name);
        let width = width(settings);
        project.setting("index_bits", width.bits());
        let unit = match width {
            Width::Bits32 => hardware::index_unit(&mut project, info.top),
            Width::Bits64 => hardware::wide_index_unit(&mut project, info.top),
        };
        unit.map_err(CoreError::build(info))?;
        project.finish().map_err(CoreError::build(info))
    }

    fn properties(
        &self,
        _: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let below = match width(settings) {
            Width::Bits32 => hardware::below_count(design)?,
            Width::Bits64 => hardware::wide_below_count(design)?,
        };
        Ok(vec![hardware::pieces_below_count(design)?, below])
    }

    /// Keys and counts at random and at the ends, beside the twin in software.
    fn exercise(&self, _: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(hardware::exercise_index(ports, width(settings))?)
    }

    fn page(&self, _: &CoreInfo, settings: &Settings, _: &Asked, _: &Design) -> Result<Own, CoreError> {
        Ok(sections::index_unit(width(settings))?)
    }
}
