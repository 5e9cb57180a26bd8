//! A bitstream read back into logic, and played with at its pins.
//!
//! Everything after the netlist can be wrong: synthesis, placement, routing, packing. So the file
//! that goes into the board is the thing that is tried. [`unpack`] turns it into Verilog again, or
//! for ECP5 and Gowin the netlist after routing that has its tables, with the board's ports.
//! [`play`](Unpacked::play) runs that behind a simulated serial line at the board's rate, as the
//! device is after power-up, and compares each answer with the core in the built-in simulator.

mod ecp5;
mod error;
mod gowin;
mod ice40;
mod image;
mod netlist;
mod play;
mod shared;
#[cfg(test)]
mod tests;
mod twins;
mod wanted;
mod writer;

use std::borrow::Cow;
use std::path::Path;

pub use error::BitstreamError;
pub use play::{Difference, Game, Played};

use image::Image;

use super::top::ports;
use super::{Family, Product, Project};
use crate::emit::File;
use crate::flow::{ECPUNPACK, GOWIN_UNPACK, ICEBOX_VLOG, ICEUNPACK, Program, VERILATOR};
use crate::simulate::{Interface, PortShape};

/// The logic of a bitstream.
#[derive(Clone, Debug)]
pub struct Unpacked {
    /// Its Verilog: the logic, and models of the cells that it names.
    pub files: Vec<File>,
    /// Its pins, under the names of the board's ports.
    pub interface: Interface,
    /// The number of lookup tables that hold anything, of registers, and of block memories.
    pub cells: [usize; 3],
}

/// The tools that read a bitstream of this family and run its logic.
///
/// # Errors
/// [`BitstreamError::NoWayBack`]: there are none.
pub fn tools(family: Family) -> Result<&'static [Program], BitstreamError> {
    match family {
        Family::Ice40 => Ok(&[ICEUNPACK, ICEBOX_VLOG, VERILATOR]),
        Family::Ecp5 => Ok(&[ECPUNPACK, VERILATOR]),
        Family::Gowin => Ok(&[GOWIN_UNPACK, VERILATOR]),
        Family::Vivado | Family::Quartus | Family::Ise => Err(BitstreamError::no_way_back(family)),
    }
}

/// Whether a bitstream of this family is read together with what nextpnr wrote beside it, so that
/// it has to be built anew. See [`Project::keep_netlist`].
pub fn needs_netlist(family: Family) -> bool {
    matches!(family, Family::Ecp5 | Family::Gowin)
}

/// Turns the bitstream of a project back into logic. `name` is what the user calls its file; if
/// [`needs_netlist`], `beside` has what nextpnr wrote with it. The folder, which has to be there,
/// keeps what the tools write.
///
/// # Errors
/// The family has no way back, a tool is missing, or the file is damaged or of another design.
pub fn unpack(
    project: &Project,
    name: &str,
    image: &[u8],
    beside: &[Product],
    folder: &Path,
) -> Result<Unpacked, BitstreamError> {
    let family = project.board().device.family;
    tools(family)?;
    let image = Image { project, name, bytes: image, folder };
    match family {
        Family::Ecp5 => ecp5::unpack(&image, beside),
        Family::Gowin => gowin::unpack(&image, beside),
        _ => ice40::unpack(&image),
    }
}

/// The text of a file among these; empty if it is not there.
fn product<'a>(products: &'a [Product], name: &str) -> Cow<'a, str> {
    let found = products.iter().find(|product| product.name == name);
    found.map_or(Cow::Borrowed(""), |product| String::from_utf8_lossy(&product.bytes))
}

/// Warnings of Verilator about what a netlist of a device is: nameless, flat, with unused ends.
const WAIVED: &str = "\
// verilator lint_off DECLFILENAME
// verilator lint_off UNUSED
// verilator lint_off UNDRIVEN
// verilator lint_off UNOPTFLAT
// verilator lint_off PINMISSING
// verilator lint_off PINCONNECTEMPTY
// verilator lint_off SYNCASYNCNET
";

/// The pins of a project's top level as a simulator sees them.
fn interface(project: &Project) -> Interface {
    const CLOCK: &str = "board_clock";
    let ports = ports(project.board());
    let of = |direction: &str| {
        let own = ports.iter().filter(|port| port.direction == direction && port.name != CLOCK);
        own.map(|port| PortShape { name: port.name.clone(), width: 1 }).collect()
    };
    Interface { top: project.top.clone(), clock: Some(CLOCK.into()), inputs: of("in"), outputs: of("out") }
}
