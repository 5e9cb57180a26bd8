//! The cells of a Gowin device after routing.

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
        "LUT1" | "LUT2" | "LUT3" | "LUT4" => table(writer, cell)?,
        "ALU" => sum(writer, number, cell)?,
        "RAM16SDP4" => small_memory(writer, number, cell)?,
        "IBUF" => writer.pin(netlist, cell.at("I"), None, Way::In(cell.at("O")))?,
        "OBUF" => writer.pin(netlist, cell.at("O"), None, Way::Out(cell.input("I", "1'b1")))?,
        "BUFG" => writer.drives(cell, "O", &cell.input("I", "1'b0")),
        "GOWIN_VCC" => writer.drives(cell, "V", "1'b1"),
        "GOWIN_GND" => writer.drives(cell, "G", "1'b0"),
        // Its input is always 1: no register is reset by it.
        "GSR" => {}
        "DP" | "SDP" => memory(writer, number, cell)?,
        "rPLL" => clock(writer, number, cell),
        kind if kind.starts_with("DFF") => register(writer, cell)?,
        kind => return Err(format!("there is no model of a {kind}")),
    }
    Ok(())
}

/// The lowest bits of a parameter.
fn bits<'a>(cell: &'a Cell, name: &str, count: usize) -> Result<&'a str, String> {
    let value = cell.parameter(name);
    let bits = value.len().checked_sub(count).and_then(|first| value.get(first..));
    let is_binary = |bits: &&str| bits.bytes().all(|bit| bit == b'0' || bit == b'1');
    bits.filter(is_binary).ok_or_else(|| format!("its {name} has no {count} bits"))
}

/// The 16 bits of a lookup table, as the bitstream has them; `None` for another cell.
pub(super) fn full_table(cell: &Cell) -> Option<u16> {
    let inputs: usize = cell.kind.strip_prefix("LUT")?.parse().ok()?;
    let bits = bits(cell, "INIT", 1 << inputs).ok()?;
    u16::from_str_radix(&bits.repeat(16 >> inputs), 2).ok()
}

fn table(writer: &mut Writer, cell: &Cell) -> Result<(), String> {
    let table = full_table(cell).ok_or("it has no table")?;
    let [a, b, c, d] = ["I0", "I1", "I2", "I3"].map(|port| cell.input(port, "1'b1"));
    writer.drives(cell, "F", &format!("16'h{table:04x} >> {{{d}, {c}, {b}, {a}}}"));
    writer.cells[0] += 1;
    Ok(())
}

/// A table with a carry. Its modes are tables too (Project Apicula, doc/alu.md): constants that
/// begin a chain, and a sum or a difference.
fn sum(writer: &mut Writer, number: usize, cell: &Cell) -> Result<(), String> {
    let mode = cell.parameter("ALU_MODE");
    let table = match (bits(cell, "RAW_ALU_LUT", 16), mode) {
        (Ok(table), _) => u16::from_str_radix(table, 2).unwrap_or_default(),
        (_, "C2L") => 0x0000,
        (_, "ONE2C") => 0x000f,
        _ if cell.number("ALU_MODE") == Some(2) => 0x609a,
        _ => return Err(format!("there is no model of its mode {mode}")),
    };
    let comes = cell.at("CIN");
    // On the device a carry comes from the neighbour, whoever that is.
    if comes.is_none() && table >> 12 != 0 && cell.at("COUT").is_some() {
        let neighbour = "the first sum of a chain takes the carry of its neighbour on the device";
        return Err(format!("{neighbour}; a newer nextpnr does not make it so"));
    }
    let comes = comes.unwrap_or_else(|| "1'b0".into());
    let [a, b, c, d] = ["I0", "I1", "I2", "I3"].map(|port| cell.input(port, "1'b1"));
    writer.carry(
        number,
        cell,
        &Carry {
            table: &format!("16'h{table:04x} >> {{{d}, {c}, {b}, {a}}}"),
            pair: &format!("4'h{:x} >> {{{b}, {a}}}", table & 0xf),
            comes: &comes,
            adds: &comes,
            ports: ["SUM", "COUT"],
        },
    );
    writer.cells[0] += 1;
    Ok(())
}

/// Sixteen words of four bits.
fn small_memory(writer: &mut Writer, number: usize, cell: &Cell) -> Result<(), String> {
    let vector = |port: &str| {
        let bits: Vec<String> = (0..4).rev().map(|bit| cell.bit(port, bit, "1'b1")).collect();
        format!("{{{}}}", bits.join(", "))
    };
    let [write_address, read_address] = ["WAD", "RAD"].map(vector);
    let (clock, write) = (edge(&cell.input("CLK", "1'b0")), cell.input("WRE", "1'b1"));
    for bit in 0..4 {
        let init = bits(cell, &format!("INIT_{bit}"), 16)?;
        writer.line(&format!("reg [15:0] m{number}_{bit} = 16'b{init};"));
        let data = cell.bit("DI", bit, "1'b1");
        writer.line(&format!("always @({clock}) if ({write}) m{number}_{bit}[{write_address}] <= {data};"));
        let shown = cell.bit("DO", bit, "");
        if !shown.is_empty() {
            writer.drives_net(shown, &format!("m{number}_{bit}[{read_address}]"));
        }
    }
    writer.cells[0] += 4;
    Ok(())
}

/// A register, whose type says what it has: `N` for the falling edge, `S` or `R` for a set or a
/// reset with the clock, `P` or `C` for one at once, `E` for an enable.
fn register(writer: &mut Writer, cell: &Cell) -> Result<(), String> {
    let Some(net) = cell.at("Q") else { return Ok(()) };
    let kind = cell.kind.trim_start_matches("DFF");
    let (falls, kind) = kind.strip_prefix('N').map_or((false, kind), |kind| (true, kind));
    let (clear, value) = match kind.trim_end_matches('E') {
        "" => (("1'b0".to_string(), false), false),
        "S" => ((cell.input("SET", "1'b0"), false), true),
        "R" => ((cell.input("RESET", "1'b0"), false), false),
        "P" => ((cell.input("PRESET", "1'b0"), true), true),
        "C" => ((cell.input("CLEAR", "1'b0"), true), false),
        _ => return Err(format!("there is no model of a {}", cell.kind)),
    };
    let clock = cell.input("CLK", "1'b0");
    let register = Register {
        clock: if falls { format!("~{clock}") } else { clock },
        data: cell.input("D", "1'b1"),
        enable: if kind.ends_with('E') { cell.input("CE", "1'b1") } else { "1'b1".into() },
        clear,
        value,
    };
    writer.register(net, &register);
    Ok(())
}

/// A block memory with two ports that read and write, or one that writes and one that reads.
fn memory(writer: &mut Writer, number: usize, cell: &Cell) -> Result<(), String> {
    let is_simple = cell.kind == "SDP";
    let mut ports = [MemoryPort::default(), MemoryPort::default()];
    for (place, (port, name)) in ports.iter_mut().zip(["A", "B"]).enumerate() {
        let of = |of: &str, open: &str| cell.input(&format!("{of}{name}"), open);
        let number = |parameter: &str| cell.number(&format!("{parameter}{place}")).unwrap_or(0);
        let chosen = bits(cell, &format!("BLK_SEL_{place}"), 3)?;
        let select = cell.vector(&format!("BLKSEL{name}"), 3);
        let keep = if is_simple { cell.input("OCE", "1'b1") } else { of("OCE", "1'b1") };
        *port = MemoryPort {
            width: number("BIT_WIDTH_"),
            shows: match number("WRITE_MODE") {
                1 => 2,
                2 => 1,
                _ => 0,
            },
            late: if is_simple { cell.number("READ_MODE") == Some(1) } else { number("READ_MODE") == 1 },
            clock: of("CLK", "1'b0"),
            enable: format!("{} & ({select} == 3'b{chosen})", of("CE", "1'b1")),
            write: match (is_simple, place) {
                (true, 0) => "1'b1".into(),
                (true, _) => "1'b0".into(),
                (false, _) => of("WRE", "1'b0"),
            },
            reset: of("RESET", "1'b0"),
            keep,
            address: cell.vector(&format!("AD{name}"), 14),
            data: match is_simple {
                true => cell.vector("DI", 36),
                false => cell.vector(&format!("DI{name}"), 18),
            },
        };
        if ![1, 2, 4, 8, 9, 16, 18, 32, 36].contains(&port.width) {
            return Err(format!("there is no model of its width {}", port.width));
        }
    }
    let part = if cell.attribute("BSRAM_SUBTYPE").unwrap_or_default().trim() == "X9" { 9 } else { 8 };
    let line = 32 * part as usize;
    let contents: Result<String, String> =
        (0..64).rev().map(|number| bits(cell, &format!("INIT_RAM_{number:02X}"), line)).collect();
    let [a, b] = &ports;
    let [from_a, from_b] = writer.memory(number, part, &contents?, [a, b]);
    for bit in 0..36 {
        if is_simple {
            writer.drives(cell, &format!("DO{bit}"), &format!("{from_b}[{bit}]"));
        } else {
            writer.drives(cell, &format!("DOA{bit}"), &format!("{from_a}[{bit}]"));
            writer.drives(cell, &format!("DOB{bit}"), &format!("{from_b}[{bit}]"));
        }
    }
    Ok(())
}

fn clock(writer: &mut Writer, number: usize, cell: &Cell) {
    let dividers = ["IDIV_SEL", "FBDIV_SEL", "ODIV_SEL"].map(|name| cell.number(name).unwrap_or(0));
    let [made, locked] = writer.clock(number, &cell.input("CLKIN", "1'b0"), dividers);
    writer.drives(cell, "CLKOUT", &made);
    writer.drives(cell, "LOCK", &locked);
}
