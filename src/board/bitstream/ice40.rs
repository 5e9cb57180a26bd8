//! The way back from a bitstream of an iCE40, by the tools of Project IceStorm.
//!
//! `iceunpack` checks the file and writes its tiles as text. `icebox_vlog` follows the wires
//! through the tiles, and writes each lookup table, carry and register as a line of Verilog, the
//! registers with the 0 that they hold after power-up. Block memories and the clock circuit are
//! instances, whose models are in `sim/ice40`.

use std::fs;

use super::image::Image;
use super::wanted::{Pins, has_clock, has_pins};
use super::{BitstreamError, Unpacked, WAIVED, interface};
use crate::board::Dividers;
use crate::emit::File;
use crate::flow::{FlowError, ICEBOX_VLOG, ICEUNPACK, Tool};
use crate::simulate::Interface;

/// The models of cells.
const CELLS: &str = include_str!("../../../sim/ice40/cells.v");

/// The clock circuit, where `icebox_vlog` finds one in use at the clock's pin.
const CLOCK_CIRCUIT: &str = "SB_PLL40_PAD #(";

pub(super) fn unpack(image: &Image) -> Result<Unpacked, BitstreamError> {
    let tiles = tiles(image)?;
    let (project, interface) = (image.project, interface(image.project));
    let said = logic(image, &tiles)?;
    let other = |problem| image.other(problem);
    let logic = Logic::of(&said, &interface).map_err(other)?;
    has_pins(&logic.pins(), project).map_err(other)?;
    has_clock(circuit(&logic.text), project, settings).map_err(other)?;
    let cells = [count(&logic.text, "/* LUT "), count(&logic.text, " always @("), logic.memories()];
    let text = format!("{WAIVED}{}", logic.text);
    let files = vec![
        File { name: format!("{}.v", project.top), text },
        File { name: "ice40_cells.v".into(), text: CELLS.into() },
    ];
    Ok(Unpacked { files, interface, cells })
}

/// The tiles of the bitstream as text; the name of their file.
fn tiles(image: &Image) -> Result<String, BitstreamError> {
    let [packed, tiles] = ["bin", "asc"].map(|ending| image.named(ending));
    let files = [packed.as_str(), tiles.as_str()];
    let text = image.read_by(&Tool::find(ICEUNPACK)?, &files, files, |lines| {
        lines.join(" ").trim_start_matches("Error: ").into()
    })?;
    let found = text.lines().find_map(|line| line.strip_prefix(".device "));
    match found.zip(size(&image.project.board().device.part)) {
        Some((found, size)) if found == size => Ok(tiles),
        _ => Err(image.damaged(format!("it is of an iCE40 of {}", found.unwrap_or("an unknown size")))),
    }
}

/// The size of a device as IceStorm calls it: several devices share a chip.
fn size(part: &str) -> Option<&'static str> {
    let part = part.to_ascii_lowercase();
    let sizes = [
        ("ice40lp384", "384"),
        ("ice40lp1k", "1k"),
        ("ice40hx1k", "1k"),
        ("ice40lp", "8k"),
        ("ice40hx", "8k"),
        ("ice40up", "5k"),
        ("ice40u4k", "u4k"),
    ];
    sizes.into_iter().find(|(start, _)| part.starts_with(start)).map(|(_, size)| size)
}

/// The text that `icebox_vlog` makes of the tiles.
fn logic(image: &Image, tiles: &str) -> Result<String, BitstreamError> {
    let Image { project, folder, .. } = image;
    // It reads names and pins alone, none of a constraint's options.
    let pins: Vec<String> = project
        .pins()
        .into_iter()
        .filter_map(|(port, pin)| pin.map(|pin| format!("set_io {port} {pin}\n")))
        .collect();
    let path = folder.join("pins.pcf");
    fs::write(&path, pins.concat()).map_err(BitstreamError::file(&path))?;
    let package = project.board().device.package.to_ascii_lowercase();
    let arguments = ["-s", "-n", &project.top, "-d", &package, "-p", "pins.pcf", tiles];
    let tool = Tool::find(ICEBOX_VLOG)?;
    let log = folder.join("icebox_vlog.log");
    let said = tool.run(&arguments, folder, &log)?;
    match said.contains("\nmodule ") {
        true => Ok(said),
        false => {
            let state = "has no module in it".into();
            Err(FlowError::Nothing { tool: tool.name(), file: log.clone(), state, log: Some(log) }.into())
        }
    }
}

/// The Verilog of a bitstream.
struct Logic {
    text: String,
    /// The ports that are at pins in use, each with its direction.
    ports: Vec<(String, String)>,
    /// Pins of the board's file at which the bitstream has nothing.
    unused: Vec<String>,
}

impl Logic {
    /// The Verilog in what `icebox_vlog` has said, with each port declared once.
    fn of(said: &str, interface: &Interface) -> Result<Self, String> {
        let unused: Vec<String> = said
            .lines()
            .filter_map(|line| line.strip_prefix("// Warning: unmatched port '")?.strip_suffix('\''))
            .map(|port| port.trim().to_string())
            .collect();
        // What Python itself has to say comes before.
        let module = said.find("\nmodule ").map_or("", |at| &said[at + 1..]);
        let (header, body) = module.split_once(");").ok_or("it holds no logic")?;
        let (name, list) = header.split_once('(').unwrap_or((header, ""));
        let ports: Vec<(String, String)> = list
            .split(',')
            .filter_map(|port| port.trim().split_once(' '))
            .map(|(direction, port)| (port.trim().to_string(), direction.to_string()))
            .collect();
        let is_port = |name: &str| ports.iter().any(|(port, _)| port == name);
        let body: Vec<String> = body.lines().map(|line| undeclared(line, is_port)).collect();
        // An output that is a register itself is declared as one.
        let list: Vec<String> = ports
            .iter()
            .map(|(port, direction)| match registers(said).any(|register| register == port) {
                true => format!("{direction} reg {port} = 0"),
                false => format!("{direction} {port}"),
            })
            .collect();
        let header = format!("{} ({}", name.trim_end(), list.join(", "));
        // The circuit's pin is none of the logic's.
        let body = match &interface.clock {
            Some(clock) => at_its_pin(body.join("\n"), clock),
            None => body.join("\n"),
        };
        Ok(Self { text: format!("{header});{body}\n"), ports, unused })
    }

    /// The pins in use. The clock circuit has taken the clock's pin for itself.
    fn pins(&self) -> Pins {
        let used = self.ports.iter().filter(|(name, _)| !self.unused.contains(name));
        let mut pins: Pins =
            used.map(|(name, direction)| (name.clone(), (None, direction.clone()))).collect();
        if self.text.contains(CLOCK_CIRCUIT) {
            pins.entry("board_clock".into()).or_insert((None, "input".into()));
        }
        pins
    }

    fn memories(&self) -> usize {
        count(&self.text, "SB_RAM40_4K")
    }
}

/// A line that declares wires or registers, without those that are ports: the list of ports
/// declares them.
fn undeclared(line: &str, is_port: impl Fn(&str) -> bool) -> String {
    let Some((kind, list)) = declared(line) else { return line.to_string() };
    let own: Vec<&str> = list.split(", ").filter(|item| !is_port(name_of(item))).collect();
    if own.is_empty() { String::new() } else { format!("{kind} {};", own.join(", ")) }
}

/// The kind and the list of a declaration.
fn declared(line: &str) -> Option<(&str, &str)> {
    let declaration = line.split_once(' ').filter(|(kind, _)| ["wire", "reg"].contains(kind));
    declaration.and_then(|(kind, list)| Some((kind, list.strip_suffix(';')?)))
}

/// The names of the registers.
fn registers(said: &str) -> impl Iterator<Item = &str> {
    let lists = said.lines().filter_map(declared).filter(|(kind, _)| *kind == "reg");
    lists.flat_map(|(_, list)| list.split(", ")).map(name_of)
}

/// The name in a declaration, which may have an initial value.
fn name_of(item: &str) -> &str {
    item.split(" = ").next().unwrap_or_default().trim()
}

/// Connects the clock circuit to the clock's pin: `icebox_vlog` knows it by the tile alone.
fn at_its_pin(body: String, clock: &str) -> String {
    const PIN: &str = ".PACKAGEPIN(";
    let Some(start) = body.find(PIN).map(|at| at + PIN.len()) else { return body };
    let Some(end) = body[start..].find(')').map(|length| start + length) else { return body };
    format!("{}{clock}{}", &body[..start], &body[end..])
}

/// The values of DIVR, DIVF and DIVQ of the clock circuit; `None` if none is in use.
pub(super) fn circuit(text: &str) -> Option<[u32; 3]> {
    let (_, instance) = text.split_once(CLOCK_CIRCUIT)?;
    let value = |name: &str| {
        let (_, rest) = instance.split_once(&format!(".{name}("))?;
        let (_, digits) = rest.split_once(')')?.0.split_once("'b")?;
        u32::from_str_radix(digits, 2).ok()
    };
    Some([value("DIVR")?, value("DIVF")?, value("DIVQ")?])
}

/// The same for a board's dividers.
fn settings(dividers: &Dividers) -> [u32; 3] {
    [dividers.input - 1, dividers.multiply - 1, dividers.output.ilog2()]
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

/// The Verilog of a bitstream, and the pins at which it has nothing, for tests.
#[cfg(test)]
pub(super) fn flat(said: &str, interface: &Interface) -> Result<(String, Vec<String>), String> {
    Logic::of(said, interface).map(|logic| (logic.text, logic.unused))
}
