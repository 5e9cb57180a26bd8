//! Verilog of a netlist after routing: a line for each table, carry and register, and instances of
//! the models in `sim/routed` for block memories and the clock's circuit.

use std::collections::{BTreeMap, BTreeSet};

use super::image::Image;
use super::netlist::{Bit, Cell, Netlist};
use super::wanted::{Pins, has_clock, has_pins};
use super::{BitstreamError, Unpacked, WAIVED, interface};
use crate::board::Dividers;
use crate::emit::File;

/// The models of cells.
const CELLS: &str = include_str!("../../../sim/routed/cells.v");

/// What else Verilator says of expressions: a table's line shifts a word to its lowest bit.
const WIDTHS: &str = "// verilator lint_off WIDTH\n";

/// Turns the netlist after routing of an image's project into Verilog. `write` writes a cell, of
/// which it is told the number; `numbers` are those of the clock's circuit for these dividers.
///
/// # Errors
/// There is a cell without a model, or the pins or the clock are not the board's.
pub(super) fn routed(
    image: &Image,
    netlist: &Netlist,
    write: impl Fn(&mut Writer, &Netlist, usize, &Cell) -> Result<(), String>,
    numbers: impl Fn(&Dividers) -> [u32; 3],
) -> Result<Unpacked, BitstreamError> {
    let mut writer = Writer::default();
    netlist
        .each(|number, cell| write(&mut writer, netlist, number, cell))
        .and_then(|()| has_pins(&writer.pins, image.project))
        .and_then(|()| has_clock(writer.dividers, image.project, numbers))
        .map_err(|problem| image.other(problem))?;
    let files = vec![
        File { name: image.named("v"), text: writer.text(netlist, &image.project.top) },
        File { name: "routed_cells.v".into(), text: CELLS.into() },
    ];
    Ok(Unpacked { files, interface: interface(image.project), cells: writer.cells })
}

/// The wires and lines so far, and what is known of the logic.
#[derive(Default)]
pub(super) struct Writer {
    body: String,
    /// Nets that registers drive, with the value after power-up.
    registers: BTreeMap<String, bool>,
    /// Nets that anything else drives.
    wires: BTreeSet<String>,
    /// The numbers of tables, registers and block memories.
    pub cells: [usize; 3],
    /// The ports of the top level.
    pins: Pins,
    /// The dividers of the clock's circuit.
    dividers: Option<[u32; 3]>,
}

/// A register: signals, as expressions.
pub(super) struct Register {
    pub clock: String,
    pub data: String,
    /// `1'b1` where it always takes its data.
    pub enable: String,
    /// The signal that sets it to `value`, `1'b0` where there is none, and whether it does so
    /// without a clock edge.
    pub clear: (String, bool),
    /// Its value after power-up, and after that signal.
    pub value: bool,
}

/// A port of a block memory: signals, as expressions.
#[derive(Default)]
pub(super) struct MemoryPort {
    pub width: u32,
    /// What it shows while it writes: 0 what it showed, 1 what was there before, 2 what is written.
    pub shows: u32,
    /// There is a register at its output.
    pub late: bool,
    pub clock: String,
    pub enable: String,
    pub write: String,
    pub reset: String,
    pub keep: String,
    pub address: String,
    pub data: String,
}

impl Writer {
    /// A line that drives an output of the cell, if anything reads it.
    pub fn drives(&mut self, cell: &Cell, port: &str, value: &str) {
        if let Some(net) = cell.at(port) {
            self.drives_net(net, value);
        }
    }

    /// A line that drives a net.
    pub fn drives_net(&mut self, net: String, value: &str) {
        self.line(&format!("assign {net} = {value};"));
        self.wires.insert(net);
    }

    /// A line.
    pub fn line(&mut self, line: &str) {
        self.body += line;
        self.body.push('\n');
    }

    /// A table and the carry behind it, which are alike in both families: where the table shows 1,
    /// the carry that comes goes on, else that of the table's lowest four bits, `pair`. The sum is
    /// the table against `adds`.
    pub fn carry(&mut self, number: usize, cell: &Cell, carry: &Carry) {
        let Carry { table, pair, comes, adds, ports: [sum, out] } = carry;
        self.line(&format!("wire t{number} = {table};"));
        self.drives(cell, sum, &format!("t{number} ^ {adds}"));
        self.drives(cell, out, &format!("t{number} ? {comes} : 1'b1 & ({pair})"));
    }

    /// A register that drives a net.
    pub fn register(&mut self, net: String, register: &Register) {
        let Register { clock, data, enable, clear: (clear, at_once), value } = register;
        let value = format!("1'b{}", u8::from(*value));
        let takes = if enable == "1'b1" { String::new() } else { format!("if ({enable}) ") };
        let (edges, clears) = match (clear.as_str(), at_once) {
            ("1'b0", _) => (edge(clock), String::new()),
            (_, true) => (
                format!("{} or {}", edge(clock), edge(clear)),
                format!("if ({clear}) {net} <= {value}; else "),
            ),
            (_, false) => (edge(clock), format!("if ({clear}) {net} <= {value}; else ")),
        };
        self.line(&format!("always @({edges}) {clears}{takes}{net} <= {data};"));
        self.registers.insert(net, register.value);
        self.cells[1] += 1;
    }

    /// A block memory of parts of so many bits. Returns the names of its two outputs of 36 bits.
    pub fn memory(
        &mut self,
        number: usize,
        part: u32,
        contents: &str,
        ports: [&MemoryPort; 2],
    ) -> [String; 2] {
        let names = ["a", "b"];
        let outputs = names.map(|name| format!("o{number}{name}"));
        let mut parameters = vec![format!(".PART({part})"), format!(".INIT({}'b{contents})", contents.len())];
        let mut signals = Vec::new();
        for ((port, name), output) in ports.into_iter().zip(names).zip(&outputs) {
            let MemoryPort { width, shows, late, clock, enable, write, reset, keep, address, data } = port;
            let upper = name.to_uppercase();
            parameters.push(format!(
                ".WIDTH_{upper}({width}), .SHOWS_{upper}({shows}), .LATE_{upper}({})",
                u8::from(*late)
            ));
            signals.push(format!(
                ".clock_{name}({clock}), .enable_{name}({enable}), .write_{name}({write}), .reset_{name}({reset}), \
                 .keep_{name}({keep}), .address_{name}({address}), .data_{name}({data}), .out_{name}({output})"
            ));
            self.line(&format!("wire [35:0] {output};"));
        }
        self.line(&format!(
            "block_memory #({}) b{number} ({});",
            parameters.join(", "),
            signals.join(",\n    ")
        ));
        self.cells[2] += 1;
        outputs
    }

    /// The clock's circuit. Returns the clock that it makes, and whether it is locked.
    pub fn clock(&mut self, number: usize, board_clock: &str, dividers: [u32; 3]) -> [String; 2] {
        self.dividers = Some(dividers);
        let [made, locked] = ["made", "locked"].map(|name| format!("{name}{number}"));
        self.line(&format!("wire {made};\nwire {locked};"));
        self.line(&format!(
            "clock_circuit p{number} (.board_clock({board_clock}), .made({made}), .locked({locked}));"
        ));
        [made, locked]
    }

    /// The buffer at a pin, whose net on the outside is that of a port.
    pub fn pin(
        &mut self,
        netlist: &Netlist,
        pad: Option<String>,
        pin: Option<String>,
        way: Way,
    ) -> Result<(), String> {
        let net =
            |name: &&String| netlist.ports.get(*name).and_then(|port| port.bits.first()).map(Bit::named);
        let name = netlist.ports.keys().find(|name| net(name) == pad).ok_or("it belongs to no port")?.clone();
        let direction = match way {
            Way::In(net) => {
                if let Some(net) = net {
                    self.drives_net(net, &name);
                }
                "input"
            }
            Way::Out(value) => {
                self.line(&format!("assign {name} = {value};"));
                "output"
            }
        };
        self.pins.insert(name, (pin, direction.into()));
        Ok(())
    }

    /// The logic so far as the module `top`.
    fn text(&self, netlist: &Netlist, top: &str) -> String {
        let ports = netlist.ports.iter().map(|(name, port)| format!("{} wire {name}", port.direction));
        let ports = ports.collect::<Vec<_>>().join(",\n    ");
        let mut text = format!("{WAIVED}{WIDTHS}module {top} (\n    {ports}\n);\n");
        for wire in &self.wires {
            text += &format!("wire {wire};\n");
        }
        for (register, value) in &self.registers {
            text += &format!("reg {register} = 1'b{};\n", u8::from(*value));
        }
        text + &self.body + "endmodule\n"
    }
}

/// A table with a carry: expressions, and the cell's ports for the sum and the carry that goes on.
pub(super) struct Carry<'a> {
    pub table: &'a str,
    pub pair: &'a str,
    pub comes: &'a str,
    pub adds: &'a str,
    pub ports: [&'a str; 2],
}

/// The way through the buffer of a pin.
pub(super) enum Way {
    /// From the pin to this net, if anything reads it.
    In(Option<String>),
    /// From this expression to the pin.
    Out(String),
}

/// The edge of a clock or of a clearing input, which may be inverted.
pub(super) fn edge(signal: &str) -> String {
    match signal.strip_prefix('~') {
        Some(signal) => format!("negedge {signal}"),
        None => format!("posedge {signal}"),
    }
}
