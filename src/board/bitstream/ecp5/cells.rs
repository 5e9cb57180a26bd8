//! The cells of an ECP5 after routing.

use crate::board::bitstream::netlist::{Cell, Netlist};
use crate::board::bitstream::writer::{Carry, MemoryPort, Register, Way, Writer, edge};

/// Writes a cell.
///
/// # Errors
/// It has a type or a setting that no machine here makes.
pub(super) fn write(
    writer: &mut Writer,
    netlist: &Netlist,
    number: usize,
    cell: &Cell,
) -> Result<(), String> {
    match cell.kind.as_str() {
        "TRELLIS_COMB" => table(writer, number, cell),
        "TRELLIS_FF" => register(writer, cell),
        "TRELLIS_RAMW" => {
            addresses(writer, cell);
            Ok(())
        }
        "TRELLIS_IO" => pin(writer, netlist, cell),
        "DCCA" => {
            writer.drives(cell, "CLKO", &cell.input("CLKI", "1'b0"));
            Ok(())
        }
        "DP16KD" => memory(writer, number, cell),
        "EHXPLLL" => {
            clock(writer, number, cell);
            Ok(())
        }
        kind => Err(format!("there is no model of a {kind}")),
    }
}

/// A lookup table: logic, half of a carry cell, or a memory of 16 bits.
fn table(writer: &mut Writer, number: usize, cell: &Cell) -> Result<(), String> {
    let open = ["OFX", "FXA", "FXB", "F1", "M"].iter().find(|port| cell.at(port).is_some());
    if let Some(port) = open {
        return Err(format!("its {port} is in use, of which there is no model"));
    }
    let init = u16::from_str_radix(cell.parameter("INITVAL"), 2).map_err(|_| "it has no table")?;
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|port| cell.input(port, "1'b1"));
    let table = format!("16'h{init:04x} >> {{{d}, {c}, {b}, {a}}}");
    match cell.parameter("MODE") {
        "RAMW_BLOCK" => return Ok(()),
        "" | "LOGIC" => writer.drives(cell, "F", &table),
        "CCU2" => {
            let comes = cell.at("FCI").unwrap_or_else(|| "1'b0".into());
            let pair = format!("4'h{:x} >> {{{b}, {a}}}", init & 0xf);
            let injects = cell.parameter("CCU2_INJECT1") == "YES";
            let [adds, pair] = if injects { ["1'b0", "1'b0"] } else { [comes.as_str(), pair.as_str()] };
            let ports = ["F", "FCO"];
            writer.carry(number, cell, &Carry { table: &table, pair, comes: &comes, adds, ports });
        }
        "DPRAM" => small_memory(writer, number, cell, init, &format!("{{{d}, {c}, {b}, {a}}}")),
        mode => return Err(format!("there is no model of its mode {mode}")),
    }
    writer.cells[0] += 1;
    Ok(())
}

/// A table that is written: its address bits stand at the table's inputs D, B, C and A.
fn small_memory(writer: &mut Writer, number: usize, cell: &Cell, init: u16, read: &str) {
    let [clock, write, data] = ["WCK", "WRE", "WD"].map(|port| cell.input(port, "1'b1"));
    let [w0, w1, w2, w3] = ["WAD0", "WAD1", "WAD2", "WAD3"].map(|port| cell.input(port, "1'b1"));
    writer.line(&format!("reg [15:0] m{number} = 16'h{init:04x};"));
    writer.line(&format!(
        "always @({}) if ({write}) m{number}[{{{w0}, {w2}, {w1}, {w3}}}] <= {data};",
        edge(&clock)
    ));
    writer.drives(cell, "F", &format!("m{number}[{read}]"));
}

/// The address and data of writes, which go through a slice of their own.
fn addresses(writer: &mut Writer, cell: &Cell) {
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
    ways.iter().for_each(|(output, input)| writer.drives(cell, output, &cell.input(input, "1'b1")));
}

fn register(writer: &mut Writer, cell: &Cell) -> Result<(), String> {
    if cell.parameter("GSR") == "ENABLED" {
        return Err("it has the global reset, of which there is no model".into());
    }
    let Some(net) = cell.at("Q") else { return Ok(()) };
    // A register takes a table's output, or what comes from elsewhere.
    let data = cell.input(if cell.parameter("SD") == "0" { "M" } else { "DI" }, "1'b1");
    let at_once = match cell.parameter("SRMODE") {
        "ASYNC" => true,
        "LSR_OVER_CE" | "" => false,
        mode => return Err(format!("there is no model of its mode {mode}")),
    };
    let register = Register {
        clock: cell.input("CLK", "1'b0"),
        data,
        enable: cell.input("CE", "1'b1"),
        clear: (cell.input("LSR", "1'b0"), at_once),
        value: cell.parameter("REGSET") == "SET",
    };
    writer.register(net, &register);
    Ok(())
}

fn pin(writer: &mut Writer, netlist: &Netlist, cell: &Cell) -> Result<(), String> {
    let way = match cell.parameter("DIR") {
        "INPUT" => Way::In(cell.at("O")),
        "OUTPUT" => Way::Out(cell.input("I", "1'b1")),
        direction => return Err(format!("there is no model of a pin in direction {direction}")),
    };
    let pin = cell.attribute("LOC").unwrap_or("?").to_string();
    writer.pin(netlist, cell.at("B"), Some(pin), way)
}

/// A block memory. A port of 36 bits has the upper half of its data at port B; when it is read, the
/// lower half comes out of port A.
fn memory(writer: &mut Writer, number: usize, cell: &Cell) -> Result<(), String> {
    let mut ports = [MemoryPort::default(), MemoryPort::default()];
    for (port, name) in ports.iter_mut().zip(["A", "B"]) {
        let of = |of: &str| cell.input(&format!("{of}{name}"), "1'b1");
        let decoded = cell.parameter(&format!("CSDECODE_{name}")).trim_start_matches("0b");
        let chosen = if decoded.is_empty() { "000" } else { decoded };
        let select = cell.vector(&format!("CS{name}"), 3);
        *port = MemoryPort {
            width: cell.number(&format!("DATA_WIDTH_{name}")).unwrap_or(18),
            shows: match cell.parameter(&format!("WRITEMODE_{name}")) {
                "READBEFOREWRITE" => 1,
                "WRITETHROUGH" => 2,
                _ => 0,
            },
            late: cell.parameter(&format!("REGMODE_{name}")) == "OUTREG",
            clock: of("CLK"),
            enable: format!("{} & ({select} == 3'b{chosen})", of("CE")),
            write: of("WE"),
            reset: of("RST"),
            keep: of("OCE"),
            address: cell.vector(&format!("AD{name}"), 14),
            data: cell.vector(&format!("DI{name}"), 18),
        };
        if ![1, 2, 4, 9, 18, 36].contains(&port.width) {
            return Err(format!("there is no model of its width {}", port.width));
        }
    }
    let [mut a, mut b] = ports;
    if a.width == 36 {
        a.data = format!("{{{}, {}}}", b.data, a.data);
        b.write = "1'b0".into();
    }
    let [from_a, from_b] = writer.memory(number, 9, &contents(cell)?, [&a, &b]);
    let wide = b.width == 36;
    for bit in 0..18 {
        let lower = if wide { &from_b } else { &from_a };
        writer.drives(cell, &format!("DOA{bit}"), &format!("{lower}[{bit}]"));
        let place = if wide { bit + 18 } else { bit };
        writer.drives(cell, &format!("DOB{bit}"), &format!("{from_b}[{place}]"));
    }
    Ok(())
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

/// The first output feeds back, the second is the clock.
fn clock(writer: &mut Writer, number: usize, cell: &Cell) {
    let dividers = ["CLKI_DIV", "CLKOP_DIV", "CLKOS_DIV"].map(|name| cell.number(name).unwrap_or(0));
    let [made, locked] = writer.clock(number, &cell.input("CLKI", "1'b0"), dividers);
    ["CLKOP", "CLKOS"].iter().for_each(|output| writer.drives(cell, output, &made));
    writer.drives(cell, "LOCK", &locked);
}
