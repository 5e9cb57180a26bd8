//! The hash table in a memory of the board's.

use super::hash::number;
use super::{Core, CoreError, CoreInfo, ParameterInfo, Range, Setting, Settings};
use crate::chess::ON_64_SQUARES;
use crate::hash::Layout;
use crate::hash::hardware::memory::{self, MemoryLink, MemoryOptions, Sdram, Times};
use crate::netlist::Design;
use crate::prove::Property;
use crate::sections::{self, Asked, Own};
use crate::simulate::Ports;

pub(super) static MEMORY: CoreInfo = CoreInfo {
    name: "hash-memory",
    top: "hash_memory",
    about: "a hash table of any size in another memory: look-ups and stores at the speed of its port",
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
        ParameterInfo {
            name: LINK,
            about: "the link to the memory: the table's port, a bus master, or a controller of an SDRAM chip",
            range: Range::Choice(&["port", "wishbone", "axi4", "sdram"]),
            default: Setting::Word("port"),
            smallest: Some(Setting::Word("port")),
            only_with: None,
        },
        bus("wishbone_bits", "bits of the bus, for memory=wishbone", [16, 128], "wishbone"),
        bus("axi4_bits", "bits of the bus, for memory=axi4", [32, 128], "axi4"),
        bus("sdram_bits", "bits of a word of the chip", [8, 32], SDRAM),
        chip("row_bits", "bits of the number of a row", [11, 13], Sdram::ULX3S.row_bits),
        chip("column_bits", "bits of the number of a word in a row", [8, 11], Sdram::ULX3S.column_bits),
        chip("cas", "the CAS latency, in cycles", [2, 3], TIMES.cas),
        chip("t_rcd", "cycles from the opening of a row to a burst", [1, 7], TIMES.rcd),
        chip("t_rp", "cycles from the closing of a row to the next opening", [1, 7], TIMES.rp),
        chip("t_ras", "cycles that a row is open, at least", [1, 15], TIMES.ras),
        chip("t_rc", "cycles from one opening of a bank to the next", [1, 31], TIMES.rc),
        chip("t_rrd", "cycles from the opening of a row to one of another bank", [1, 7], TIMES.rrd),
        chip("t_rfc", "cycles of a refresh", [1, 31], TIMES.rfc),
        chip("t_wr", "cycles from the last word written to the closing of its row", [1, 7], TIMES.wr),
        chip("t_mrd", "cycles from the setting of the mode to the next command", [1, 7], TIMES.mrd),
        chip("t_refi", "cycles from one refresh to the next, on the mean", [100, 8191], TIMES.refi),
        chip("start_up", "cycles without commands after power-up", [100, 65_535], TIMES.start_up),
        chip(
            "capture",
            "additional cycles from the chip's wires to the controller",
            [0, 3],
            Sdram::ULX3S.capture,
        ),
    ],
};

/// The parameter that says what a table is linked to.
const LINK: &str = "memory";

const SDRAM: &str = "sdram";

const TIMES: Times = Sdram::ULX3S.times;

const fn bus(
    name: &'static str,
    about: &'static str,
    [low, high]: [u32; 2],
    with: &'static str,
) -> ParameterInfo {
    ParameterInfo {
        name,
        about,
        range: Range::PowerOfTwo { low, high },
        default: Setting::Number(if high > 32 { 32 } else { 16 }),
        smallest: None,
        only_with: Some((LINK, with)),
    }
}

/// The defaults are those of the chip of a ULX3S at 133 MHz.
const fn chip(name: &'static str, about: &'static str, [low, high]: [u32; 2], default: u32) -> ParameterInfo {
    ParameterInfo {
        name,
        about,
        range: Range::Number { low, high },
        default: Setting::Number(default),
        smallest: None,
        only_with: Some((LINK, SDRAM)),
    }
}

/// The modules on which the clearing does not depend.
const PARTS: [&str; 4] =
    ["hash_memory_index", "hash_memory_queue", "hash_memory_issue", "hash_memory_answer"];

/// The behaviour of the table.
#[derive(Debug)]
struct InMemory;

fn options(info: &CoreInfo, settings: &Settings) -> Result<MemoryOptions, CoreError> {
    let [entries, key, depth, mv, value, tag_bits, outstanding] =
        ["entries", "key_bits", "depth_bits", "move_bits", "value_bits", "tag_bits", "outstanding"]
            .map(|name| settings.number(name).unwrap_or(0));
    let layout = Layout::new(entries, key, depth, mv, value).map_err(CoreError::setting(info))?;
    Ok(MemoryOptions { name: info.top.into(), layout, tag_bits, outstanding, link: link(settings) })
}

/// The word that says what a table is linked to.
fn word(settings: &Settings) -> &'static str {
    match settings.get(LINK) {
        Some(Setting::Word(word)) => word,
        _ => "port",
    }
}

fn link(settings: &Settings) -> MemoryLink {
    let of = |name: &str| settings.number(name).unwrap_or(0);
    match word(settings) {
        "wishbone" => MemoryLink::Wishbone(of("wishbone_bits")),
        "axi4" => MemoryLink::Axi4(of("axi4_bits")),
        SDRAM => MemoryLink::Sdram(Sdram {
            bits: of("sdram_bits"),
            row_bits: of("row_bits"),
            column_bits: of("column_bits"),
            times: Times {
                cas: of("cas"),
                rcd: of("t_rcd"),
                rp: of("t_rp"),
                ras: of("t_ras"),
                rc: of("t_rc"),
                rrd: of("t_rrd"),
                rfc: of("t_rfc"),
                wr: of("t_wr"),
                mrd: of("t_mrd"),
                refi: of("t_refi"),
                start_up: of("start_up"),
            },
            capture: of("capture"),
        }),
        _ => MemoryLink::Port,
    }
}

impl Core for InMemory {
    fn design(&self, info: &CoreInfo, settings: &Settings) -> Result<Design, CoreError> {
        let mut design = memory::memory_table(&options(info, settings)?).map_err(CoreError::setting(info))?;
        design.name = info.name.into();
        design.settings = settings.effective(info);
        Ok(design)
    }

    fn properties(
        &self,
        info: &CoreInfo,
        settings: &Settings,
        design: &Design,
    ) -> Result<Vec<Property>, CoreError> {
        let MemoryOptions { layout, tag_bits, outstanding, link, .. } = options(info, settings)?;
        let mut properties = vec![
            memory::answers_have_their_tags(design, "hash_memory_answer", layout, tag_bits)?,
            memory::reads_under_way(design, "hash_memory_issue", layout, tag_bits, outstanding)?,
            memory::clearing_below_count(design, "hash_memory", PARTS.into())?,
        ];
        if let MemoryLink::Sdram(sdram) = link {
            properties.push(memory::keeps_its_times(design, "hash_memory_controller", layout, &sdram)?);
        }
        Ok(properties)
    }

    /// Looks up and stores beside the twin, on a quick memory and on a slow one.
    fn exercise(&self, info: &CoreInfo, settings: &Settings, ports: &mut dyn Ports) -> Result<(), CoreError> {
        Ok(memory::exercise_memory_table(ports, &options(info, settings)?)?)
    }

    fn page(&self, info: &CoreInfo, settings: &Settings, _: &Asked, _: &Design) -> Result<Own, CoreError> {
        Ok(sections::memory_table(&options(info, settings)?)?)
    }
}
