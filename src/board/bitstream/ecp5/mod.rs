//! The way back from an ECP5's bitstream, as far as there is one.
//!
//! `ecpunpack` reads the bitstream into a configuration, which has to be that which nextpnr wrote:
//! every table, every wire between slices, every setting of a register, and the contents of block
//! memories. nextpnr also writes the netlist after routing, whose cells are those of the device.
//! That netlist, as Verilog, is what plays.

mod cells;
mod configuration;

#[cfg(test)]
pub(super) use configuration::difference;

use std::fs;
use std::path::Path;

use super::netlist::Netlist;
use super::writer::Writer;
use super::{BitstreamError, Unpacked, product};
use crate::board::{Product, Project};
use crate::flow::{ECPUNPACK, FlowError, Tool};

/// Turns a bitstream back into logic. Beside it are the configuration and the netlist that nextpnr
/// has written of the same project.
pub(super) fn unpack(
    project: &Project,
    name: &str,
    image: &[u8],
    beside: &[Product],
    folder: &Path,
) -> Result<Unpacked, BitstreamError> {
    let other = |problem: String| {
        let (file, top) = (name.to_string(), project.top.clone());
        BitstreamError::Other { file, top, problem }
    };
    let read = configuration_of(project, name, image, folder)?;
    let written = product(beside, &project.configuration());
    if let Some(difference) = configuration::difference(&written, &read) {
        return Err(other(difference));
    }
    let netlist = Netlist::parse(&product(beside, &project.netlist())).map_err(other)?;
    let mut writer = Writer::default();
    netlist.each(|number, cell| cells::write(&mut writer, &netlist, number, cell)).map_err(other)?;
    // As the circuit has them: its first output feeds back, its second is the clock.
    let dividers = project.board().clock.dividers.map(|of| [of.input, of.multiply, of.output]);
    writer.finished(&netlist, project, dividers).map_err(other)
}

/// The configuration in a bitstream, as text.
fn configuration_of(
    project: &Project,
    name: &str,
    image: &[u8],
    folder: &Path,
) -> Result<String, BitstreamError> {
    let damaged = |problem: String| {
        let (file, part) = (name.to_string(), project.board().device.part.clone());
        BitstreamError::Damaged { file, part, problem }
    };
    if image.is_empty() {
        return Err(damaged("it is empty".into()));
    }
    let [packed, text] = ["bit", "unpacked.config"].map(|ending| format!("{}.{ending}", project.top));
    let path = folder.join(&packed);
    fs::write(&path, image).map_err(BitstreamError::file(&path))?;
    let tool = Tool::find_pinned(ECPUNPACK)?;
    let log = folder.join("ecpunpack.log");
    tool.run(&[packed.as_str(), text.as_str()], folder, &log).map_err(|error| match error {
        // It fails of what it reads.
        FlowError::Failed { lines, .. } => damaged(lines.join(" ")),
        error => error.into(),
    })?;
    Ok(tool.left(&folder.join(&text), &log)?)
}
