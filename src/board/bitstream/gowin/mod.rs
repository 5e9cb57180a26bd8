//! The way back from a Gowin bitstream, as far as there is one.
//!
//! `gowin_unpack` follows the wires of a bitstream, and finds its lookup tables, each at its place.
//! They have to be those of the netlist after routing, from which the bitstream was packed. It
//! finds neither the modes of sums nor those of block memories. So that netlist, as Verilog, is
//! what plays.

mod cells;

use std::collections::BTreeMap;

use super::image::Image;
use super::netlist::{Cell, Netlist};
use super::writer::routed;
use super::{BitstreamError, Unpacked, product};
use crate::board::Product;
use crate::board::parts::device_options;
use crate::flow::{GOWIN_UNPACK, Tool};

/// Turns a bitstream back into logic. Beside it is the netlist after routing of the same project.
pub(super) fn unpack(image: &Image, beside: &[Product]) -> Result<Unpacked, BitstreamError> {
    let logic = logic_of(image)?;
    let netlist = product(beside, &image.project.netlist());
    let netlist = Netlist::parse(&netlist).map_err(|problem| image.other(problem))?;
    if let Some(difference) = difference(&netlist, &logic) {
        return Err(image.other(difference));
    }
    routed(image, &netlist, cells::write, |of| [of.input - 1, of.multiply - 1, of.output])
}

/// The Verilog that `gowin_unpack` makes of a bitstream.
fn logic_of(image: &Image) -> Result<String, BitstreamError> {
    let device = &image.project.board().device;
    let options = device_options(device.family, &device.part).unwrap_or_default();
    let family = options.first().map_or("", String::as_str);
    let [packed, text] = ["fs", "unpacked.v"].map(|ending| image.named(ending));
    let arguments = ["-d", family, "-o", &text, &packed];
    // Where it fails, a trace of its own comes before the reason.
    let last = |lines: &[String]| lines.last().cloned().unwrap_or_default();
    image.read_by(&Tool::find_pinned(GOWIN_UNPACK)?, &arguments, [&packed, &text], last)
}

/// The first table of the bitstream that is not that of the netlist; `None` if there is none. A
/// table of ones is not written.
pub(super) fn difference(netlist: &Netlist, logic: &str) -> Option<String> {
    let routed: BTreeMap<String, u16> = netlist.cells.values().filter_map(placed_table).collect();
    let read: BTreeMap<String, u16> = logic.lines().filter_map(table_in).collect();
    let other = |place: &&String| match (routed.get(*place), read.get(*place)) {
        (Some(expected), Some(found)) => expected != found,
        (Some(expected), None) => *expected != 0xffff,
        (None, found) => found.is_some(),
    };
    let place = routed.keys().chain(read.keys()).find(other)?;
    let said = |of: &BTreeMap<String, u16>| {
        of.get(place).map_or("nothing".to_string(), |table| format!("{table:#06x}"))
    };
    Some(format!("table {place} is {}, where nextpnr has {}", said(&read), said(&routed)))
}

/// A lookup table of the netlist with the name of its place, whose rows and columns begin with 1.
/// One that shows nothing is a part of a small memory.
fn placed_table(cell: &Cell) -> Option<(String, u16)> {
    let table = cell.at("F").and_then(|_| cells::full_table(cell))?;
    let (tile, number) = cell.attribute("NEXTPNR_BEL")?.split_once("/LUT")?;
    let (column, row) = tile.strip_prefix('X')?.split_once('Y')?;
    let [row, column] = [row, column].map(|text| text.parse::<u32>().unwrap_or_default() + 1);
    Some((format!("R{row}C{column}_LUT4_{number}"), table))
}

/// The table in a line such as `defparam R7C2_LUT4_1.INIT = 16'h1111;`.
fn table_in(line: &str) -> Option<(String, u16)> {
    let (place, digits) = line.strip_prefix("defparam ")?.split_once(".INIT = 16'h")?;
    let table = u16::from_str_radix(digits.trim_end_matches(';'), 16).ok()?;
    place.contains("_LUT4_").then(|| (place.to_string(), table))
}
