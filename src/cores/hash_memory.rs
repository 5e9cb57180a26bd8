//! The hash table in a memory of the board's.

use super::hash::number;
use super::{Core, CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings};
use crate::chess::ON_64_SQUARES;
use crate::hash::Layout;
use crate::hash::hardware::memory::{self, MemoryOptions};
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static MEMORY: CoreInfo = CoreInfo {
    name: "hash-memory",
    top: "hash_memory",
    about: "is a hash table of any size in another memory: look-ups and stores at the speed of its port",
    game: &ON_64_SQUARES,
    abilities: &[],
    core: &InMemory,
    parameters: &[
        number("entries", "entries of a cluster", [1, 4], 3, 1),
        number("key_bits", "bits of a key that an entry stores", [8, 31], 16, 8),
        number("depth_bits", "bits of a depth", [4, 16], 8, 4),
        number("move_bits", "bits of a move", [8, 32], 16, 8),
        number("value_bits", "bits of each of the two values", [8, 32], 16, 8),
        number("tag_bits", "bits of the tag of a look-up", [1, 32], 8, 1),
        ParameterInfo {
            name: "outstanding",
            about: "reads under way, at most",
            range: Range::PowerOfTwo { low: 2, high: 16 },
            default: Setting::Number(8),
            smallest: Some(Setting::Number(2)),
            only_with: None,
        },
    ],
};

/// The behaviour of the table.
#[derive(Debug)]
struct InMemory;

fn options(info: &CoreInfo, settings: &Settings) -> Result<MemoryOptions, CoreError> {
    let [entries, key, depth, mv, value, tag_bits, outstanding] =
        ["entries", "key_bits", "depth_bits", "move_bits", "value_bits", "tag_bits", "outstanding"]
            .map(|name| settings.number(name).unwrap_or(0));
    let layout = Layout::new(entries, key, depth, mv, value).map_err(CoreError::setting(info))?;
    Ok(MemoryOptions { name: info.top.into(), layout, tag_bits, outstanding })
}

impl Core for InMemory {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        memory::memory_table(&options(info, settings)?).map_err(CoreError::build(info))
    }

    fn properties(&self, _: &CoreInfo, _: &Settings, _: &Design) -> Result<Vec<Property>, CoreError> {
        Ok(Vec::new())
    }

    /// Looks up and stores beside the twin, on a quick memory and on a slow one.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(memory::exercise_memory_table(ports, &options(info, settings)?)?)
    }

    fn page(&self, info: &CoreInfo, settings: &Settings, _: &Asked, _: &Design) -> Result<Own, CoreError> {
        Ok(sections::memory_table(options(info, settings)?.outstanding)?)
    }
}
