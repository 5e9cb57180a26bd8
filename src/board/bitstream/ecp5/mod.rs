//! The way back from an ECP5's bitstream, as far as there is one.
//!
//! `ecpunpack` reads the bitstream into a configuration, which has to be that which nextpnr wrote:
//! every table, every wire between slices, every setting of a register, and the contents of block
//! memories. nextpnr also writes the netlist after routing, whose cells are those of the device.
//! That netlist, as Verilog, is what plays.

mod configuration;
mod logic;
mod netlist;

use std::fs;
use std::path::Path;

use super::{BitstreamError, Unpacked, interface};
use crate::board::{Dividers, Product, Project};
use crate::emit::File;
use crate::flow::{ECPUNPACK, FlowError, Tool};
use logic::{Logic, logic};
use netlist::Netlist;

/// The models of cells.
const CELLS: &str = include_str!("../../../../sim/ecp5/cells.v");

/// Warnings of Verilator about what a netlist of a device is: nameless, flat, with unused ends.
const WAIVED: &str = "\
// verilator lint_off DECLFILENAME
// verilator lint_off UNUSED
// verilator lint_off UNDRIVEN
// verilator lint_off UNOPTFLAT
// verilator lint_off WIDTH
// verilator lint_off PINMISSING
// verilator lint_off PINCONNECTEMPTY
// verilator lint_off SYNCASYNCNET
";

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
    let text = |file: String| {
        let product = beside.iter().find(|product| product.name == file);
        let bytes = product.map(|product| product.bytes.as_slice()).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    let read = configuration_of(project, name, image, folder)?;
    let written = text(project.configuration());
    if let Some(difference) = configuration::difference(&written, &read) {
        return Err(other(difference));
    }
    let netlist = Netlist::parse(&text(project.netlist())).map_err(other)?;
    let logic = logic(&netlist, &project.top).map_err(other)?;
    has_pins(&logic, project).map_err(other)?;
    let clock = &project.board().clock;
    if logic.dividers != clock.dividers.map(|dividers| settings(&dividers)) {
        return Err(other(format!("its clock is not made {} Hz as this board's is", clock.core_hz)));
    }
    let files = vec![
        File { name: format!("{}.v", project.top), text: format!("{WAIVED}{}", logic.text) },
        File { name: "ecp5_cells.v".into(), text: CELLS.into() },
    ];
    Ok(Unpacked { files, interface: interface(project), cells: logic.cells })
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

/// Whether exactly the pins of the board's file are in use, each in its direction.
fn has_pins(logic: &Logic, project: &Project) -> Result<(), String> {
    let board = crate::board::top::ports(project.board());
    for port in &board {
        let wanted = port.pin.name.as_deref().unwrap_or("?");
        match logic.pins.get(&port.name) {
            None => return Err(format!("pin {wanted}, `{}`, is connected to nothing there", port.name)),
            Some((pin, _)) if pin != wanted => {
                return Err(format!("`{}` is at pin {pin} there, and not at {wanted}", port.name));
            }
            Some((_, is_output)) if *is_output != (port.direction == "out") => {
                return Err(format!("pin {wanted}, `{}`, has the other direction there", port.name));
            }
            Some(_) => {}
        }
    }
    match logic.pins.keys().find(|name| board.iter().all(|port| port.name != **name)) {
        Some(name) => Err(format!("it uses the pin at {name}, which the board's file does not name")),
        None => Ok(()),
    }
}

/// The dividers as the circuit has them: its first output feeds back, its second is the clock.
fn settings(dividers: &Dividers) -> [u32; 3] {
    [dividers.input, dividers.multiply, dividers.output]
}
