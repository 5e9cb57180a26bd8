//! The logic of a netlist after routing, as Verilog: a line for each table, carry and register, and
//! instances of the models in `sim/ecp5` for block memories and the clock's circuit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::netlist::{Bit, Cell, Netlist};

/// The logic, and what is known of it.
#[derive(Debug, Default)]
pub(super) struct Logic {
    /// Its Verilog.
    pub text: String,
    /// The numbers of tables, registers and block memories.
    pub cells: [usize; 3],
    /// Each port of the top level with its pin, and whether it is an output.
    pub pins: BTreeMap<String, (String, bool)>,
    /// The dividers of the clock's circuit: of its input, of the feedback, of the clock.
    pub dividers: Option<[u32; 3]>,
}

/// The wires and lines so far.
#[derive(Default)]
struct Writer {
    body: String,
    /// Nets that registers drive, with the value after power-up.
    registers: BTreeMap<String, bool>,
    /// Nets that anything else drives.
    wires: BTreeSet<String>,
    logic: Logic,
}

/// Writes the logic of a netlist as the module `top`.
///
/// # Errors
/// It has a cell or a setting that no machine here makes.
pub(super) fn logic(netlist: &Netlist, top: &str) -> Result<Logic, String> {
    let mut writer = Writer::default();
    for (number, (name, cell)) in netlist.cells.iter().enumerate() {
        writer.cell(netlist, number, cell).map_err(|problem| format!("cell {name}: {problem}"))?;
    }
    let ports = netlist.ports.iter().map(|(name, port)| format!("{} wire {name}", port.direction));
    let mut text = format!("module {top} (\n    {}\n);\n", ports.collect::<Vec<_>>().join(",\n    "));
    for wire in &writer.wires {
        text += &format!("wire {wire};\n");
    }
    for (register, value) in &writer.registers {
        text += &format!("reg {register} = 1'b{};\n", u8::from(*value));
    }
    let mut logic = writer.logic;
    logic.text = format!("{text}{}endmodule\n", writer.body);
    Ok(logic)
}

impl Writer {
    fn cell(&mut self, netlist: &Netlist, number: usize, cell: &Cell) -> Result<(), String> {
        match cell.kind.as_str() {
            "TRELLIS_COMB" => self.table(number, cell),
            "TRELLIS_FF" => self.register(cell),
            "TRELLIS_RAMW" => self.addresses(cell),
            "TRELLIS_IO" => self.pin(netlist, cell),
            "DCCA" => self.drives(cell, "CLKO", &cell.input("CLKI", "1'b0")),
            "DP16KD" => self.memory(number, cell),
            "EHXPLLL" => self.clock(number, cell),
            kind => Err(format!("there is no model of a {kind}")),
        }
    }

    /// A line that drives an output of the cell, if anything reads it.
    fn drives(&mut self, cell: &Cell, port: &str, value: &str) -> Result<(), String> {
        if let Some(net) = cell.at(port) {
            self.line(&format!("assign {net} = {value};"));
            self.wires.insert(net);
        }
        Ok(())
    }

    fn line(&mut self, line: &str) {
        self.body += line;
        self.body.push('\n');
    }

    /// A lookup table: logic, half of a carry cell, or a memory of 16 bits.
    fn table(&mut self, number: usize, cell: &Cell) -> Result<(), String> {
        let open = ["OFX", "FXA", "FXB", "F1", "M"].iter().find(|port| cell.at(port).is_some());
        if let Some(port) = open {
            return Err(format!("its {port} is in use, of which there is no model"));
        }
        let init = u16::from_str_radix(cell.parameter("INITVAL"), 2).map_err(|_| "it has no table")?;
        let [a, b, c, d] = ["A", "B", "C", "D"].map(|port| cell.input(port, "1'b1"));
        let table = format!("16'h{init:04x} >> {{{d}, {c}, {b}, {a}}}");
        match cell.parameter("MODE") {
            "RAMW_BLOCK" => return Ok(()),
            "" | "LOGIC" => self.drives(cell, "F", &table)?,
            "CCU2" => {
                let comes = cell.at("FCI").unwrap_or_else(|| "1'b0".into());
                let injects = cell.parameter("CCU2_INJECT1") == "YES";
                let [through, pair] = match injects {
                    true => ["1'b0".to_string(), "1'b0".to_string()],
                    false => [comes.clone(), format!("(4'h{:x} >> {{{b}, {a}}})", init & 0xf)],
                };
                self.line(&format!("wire t{number} = {table};"));
                self.drives(cell, "F", &format!("t{number} ^ {through}"))?;
                self.drives(cell, "FCO", &format!("t{number} ? {comes} : 1'b1 & {pair}"))?;
            }
            "DPRAM" => self.small_memory(number, cell, init, &format!("{{{d}, {c}, {b}, {a}}}"))?,
            mode => return Err(format!("there is no model of its mode {mode}")),
        }
        self.logic.cells[0] += 1;
        Ok(())
    }

    /// A table that is written: its address bits stand at the table's inputs D, B, C and A.
    fn small_memory(&mut self, number: usize, cell: &Cell, init: u16, read: &str) -> Result<(), String> {
        let [clock, write, data] = ["WCK", "WRE", "WD"].map(|port| cell.input(port, "1'b1"));
        let [w0, w1, w2, w3] = ["WAD0", "WAD1", "WAD2", "WAD3"].map(|port| cell.input(port, "1'b1"));
        self.line(&format!("reg [15:0] m{number} = 16'h{init:04x};"));
        self.line(&format!(
            "always @({}) if ({write}) m{number}[{{{w0}, {w2}, {w1}, {w3}}}] <= {data};",
            edge(&clock)
        ));
        self.drives(cell, "F", &format!("m{number}[{read}]"))
    }

    /// The address and data of writes, which go through a slice of their own.
    fn addresses(&mut self, cell: &Cell) -> Result<(), String> {
        let ways = [
            ("WADO0", "D0"),
            ("WADO1", "B0"),
            ("WADO2", "C0"),
            ("WADO3", "A0"),
            ("WDO0", "C1"),
            ("WDO1", "A1"),
            ("WDO2", "D1"),
            ("WDO3", "B1"),
        ];
        ways.iter().try_for_each(|(output, input)| self.drives(cell, output, &cell.input(input, "1'b1")))
    }

    fn register(&mut self, cell: &Cell) -> Result<(), String> {
        if cell.parameter("GSR") == "ENABLED" {
            return Err("it has the global reset, of which there is no model".into());
        }
        let Some(net) = cell.at("Q") else { return Ok(()) };
        let set = cell.parameter("REGSET") == "SET";
        // A register takes a table's output, or what comes from elsewhere.
        let data = cell.input(if cell.parameter("SD") == "0" { "M" } else { "DI" }, "1'b1");
        let [clock, clear, enable] =
            [("CLK", "1'b0"), ("LSR", "1'b0"), ("CE", "1'b1")].map(|(port, open)| cell.input(port, open));
        let value = format!("1'b{}", u8::from(set));
        let asynchronous = match cell.parameter("SRMODE") {
            "ASYNC" => true,
            "LSR_OVER_CE" | "" => false,
            mode => return Err(format!("there is no model of its mode {mode}")),
        };
        let mut line = String::new();
        // Writing to a text cannot fail.
        let _ = match (clear.as_str(), asynchronous) {
            ("1'b0", _) => write!(line, "always @({}) ", edge(&clock)),
            (_, true) => {
                write!(
                    line,
                    "always @({} or {}) if ({clear}) {net} <= {value}; else ",
                    edge(&clock),
                    edge(&clear)
                )
            }
            (_, false) => write!(line, "always @({}) if ({clear}) {net} <= {value}; else ", edge(&clock)),
        };
        let _ = match enable.as_str() {
            "1'b1" => write!(line, "{net} <= {data};"),
            _ => write!(line, "if ({enable}) {net} <= {data};"),
        };
        self.line(&line);
        self.registers.insert(net, set);
        self.logic.cells[1] += 1;
        Ok(())
    }

    fn pin(&mut self, netlist: &Netlist, cell: &Cell) -> Result<(), String> {
        let pad = cell.at("B").unwrap_or_default();
        let at_pad = |bits: &[Bit]| bits.first().is_some_and(|bit| bit.named() == pad);
        let port = netlist.ports.iter().find(|(_, port)| at_pad(&port.bits));
        let (name, _) = port.ok_or("it belongs to no port")?;
        let pin = cell.attribute("LOC").unwrap_or("?").to_string();
        let is_output = match cell.parameter("DIR") {
            "INPUT" => {
                self.drives(cell, "O", name)?;
                false
            }
            "OUTPUT" => {
                let value = cell.input("I", "1'b1");
                self.line(&format!("assign {name} = {value};"));
                true
            }
            direction => return Err(format!("there is no model of a pin in direction {direction}")),
        };
        self.logic.pins.insert(name.clone(), (pin, is_output));
        Ok(())
    }

    fn memory(&mut self, number: usize, cell: &Cell) -> Result<(), String> {
        let mut line = String::from("ecp5_memory #(");
        for port in ["A", "B"] {
            let width = cell.number(&format!("DATA_WIDTH_{port}")).unwrap_or(18);
            if ![1, 2, 4, 9, 18, 36].contains(&width) {
                return Err(format!("there is no model of its width {width}"));
            }
            let mode = match cell.parameter(&format!("WRITEMODE_{port}")) {
                "READBEFOREWRITE" => 1,
                "WRITETHROUGH" => 2,
                _ => 0,
            };
            let late = u8::from(cell.parameter(&format!("REGMODE_{port}")) == "OUTREG");
            line += &format!(".WIDTH_{port}({width}), .MODE_{port}({mode}), .REGISTER_{port}({late}), ");
        }
        line += &format!(".INIT(18432'b{})) b{number} (", contents(cell)?);
        for (port, small) in [("A", "a"), ("B", "b")] {
            let decoded = cell.parameter(&format!("CSDECODE_{port}")).trim_start_matches("0b").to_string();
            let chosen = if decoded.is_empty() { "000" } else { &decoded };
            let of = |name: &str| cell.input(&format!("{name}{port}"), "1'b1");
            let [clock, enable, write, reset, keep] = ["CLK", "CE", "WE", "RST", "OCE"].map(of);
            let select = cell.vector(&format!("CS{port}"), 3);
            let [address, data] =
                [cell.vector(&format!("AD{port}"), 14), cell.vector(&format!("DI{port}"), 18)];
            line += &format!(
                ".clock_{small}({clock}), .enable_{small}({enable} & ({select} == 3'b{chosen})), .write_{small}({write}), \
                 .reset_{small}({reset}), .keep_{small}({keep}), .address_{small}({address}), .data_{small}({data}), \
                 .out_{small}(o{number}{small}){}",
                if port == "A" { ", " } else { ");" }
            );
        }
        self.line(&format!("wire [17:0] o{number}a;\nwire [17:0] o{number}b;"));
        self.line(&line);
        for (port, small) in [("A", "a"), ("B", "b")] {
            for bit in 0..18 {
                self.drives(cell, &format!("DO{port}{bit}"), &format!("o{number}{small}[{bit}]"))?;
            }
        }
        self.logic.cells[2] += 1;
        Ok(())
    }

    fn clock(&mut self, number: usize, cell: &Cell) -> Result<(), String> {
        let parameters = ["CLKI_DIV", "CLKOP_DIV", "CLKOS_DIV"].map(|name| cell.number(name).unwrap_or(0));
        self.logic.dividers = Some(parameters);
        let board_clock = cell.input("CLKI", "1'b0");
        self.line(&format!("wire made{number};\nwire locked{number};"));
        self.line(&format!(
            "ecp5_clock p{number} (.board_clock({board_clock}), .made(made{number}), .locked(locked{number}));"
        ));
        for output in ["CLKOP", "CLKOS"] {
            self.drives(cell, output, &format!("made{number}"))?;
        }
        self.drives(cell, "LOCK", &format!("locked{number}"))
    }
}

/// The edge of a clock or of a clearing input, which may be inverted.
fn edge(signal: &str) -> String {
    match signal.strip_prefix('~') {
        Some(signal) => format!("negedge {signal}"),
        None => format!("posedge {signal}"),
    }
}

/// The contents of a block memory, its first word last: of each 20 bits that are written, 18 count.
fn contents(cell: &Cell) -> Result<String, String> {
    let mut bits = String::new();
    for number in (0..64).rev() {
        let line = cell.parameter(&format!("INITVAL_{number:02X}"));
        let line = if line.is_empty() { "0".repeat(320) } else { line.to_string() };
        if line.len() != 320 || !line.bytes().all(|bit| bit == b'0' || bit == b'1') {
            return Err(format!("line {number} of its contents is no word of 320 bits"));
        }
        for word in 0..16 {
            bits += &line[20 * word + 2..20 * word + 20];
        }
    }
    Ok(bits)
}
