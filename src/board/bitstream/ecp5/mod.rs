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

use super::image::Image;
use super::netlist::Netlist;
use super::writer::routed;
use super::{BitstreamError, Unpacked, product};
use crate::board::Product;
use crate::flow::{ECPUNPACK, Tool};

/// Turns a bitstream back into logic. Beside it are the configuration and the netlist that nextpnr
/// has written of the same project.
pub(super) fn unpack(image: &Image, beside: &[Product]) -> Result<Unpacked, BitstreamError> {
    let [packed, text] = ["bit", "unpacked.config"].map(|ending| image.named(ending));
    let files = [packed.as_str(), text.as_str()];
    let read = image.read_by(&Tool::find_pinned(ECPUNPACK)?, &files, files, |lines| lines.join(" "))?;
    let written = product(beside, &image.project.configuration());
    if let Some(difference) = configuration::difference(&written, &read) {
        return Err(image.other(difference));
    }
    let netlist = product(beside, &image.project.netlist());
    let netlist = Netlist::parse(&netlist).map_err(|problem| image.other(problem))?;
    // The circuit's first output feeds back, and its second is the clock.
    routed(image, &netlist, cells::write, |of| [of.input, of.multiply, of.output])
}
