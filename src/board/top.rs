//! The top level: a thin frame around the portable machine, with the family's clock circuit, the
//! reset, and the LEDs' polarity. No other text names a vendor's primitives.

use askama::Template;

use super::parts::device_options;
use super::{BuildError, CircuitBoard, Dividers, Family, Led, Pin};
use crate::emit::{File, Language};

/// A port of the top level, and the pin it is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TopPort {
    /// Its name.
    pub name: String,
    /// `in` or `out`.
    pub direction: &'static str,
    /// A description for the reader.
    pub what: String,
    /// Its pin.
    pub pin: Pin,
}

/// The ports of a board's top level.
pub(super) fn ports(board: &CircuitBoard) -> Vec<TopPort> {
    let port = |name: &str, direction, what: &str, pin: &Pin| {
        let place = pin.name.as_ref().map_or("no pin chosen".into(), |pin| format!("pin {pin}"));
        let low = if pin.active_low { ", active low" } else { "" };
        let what = format!("{place}{what}{low}");
        TopPort { name: name.into(), direction, what, pin: pin.clone() }
    };
    let clock = format!(", {} Hz", board.clock.board_hz);
    let mut ports = vec![port("board_clock", "in", &clock, &board.clock.pin)];
    ports.extend(board.reset.iter().map(|pin| port("board_reset", "in", "", pin)));
    let rate = format!(", {} baud", board.uart.baud);
    ports.push(port("serial_in", "in", &rate, &board.uart.rx));
    ports.push(port("serial_out", "out", &rate, &board.uart.tx));
    ports.extend(board.leds.iter().map(|(led, pin)| port(&format!("led_{}", led.name()), "out", "", pin)));
    ports
}

/// The cause of a reset of the machine, in both languages.
struct Cause {
    verilog: String,
    vhdl: String,
}

/// An LED of the machine, and what the board has for it.
struct Lamp {
    name: String,
    on_board: bool,
    active_low: bool,
}

macro_rules! tops {
    ($($top:ident $path:literal)*) => {$(
        #[derive(Template)]
        #[template(path = $path, syntax = "hdl")]
        struct $top<'a> {
            header: &'a [String],
            top: &'a str,
            core: &'a str,
            board: &'a CircuitBoard,
            ports: Vec<TopPort>,
            cause: Option<Cause>,
            leds: Vec<Lamp>,
            gowin_device: &'a str,
        }
    )*};
}

tops! {
    VerilogTop "board/top.v"
    VhdlTop "board/top.vhd"
}

/// The top level called `top` around the machine whose module is `core`.
pub(super) fn top_level(
    board: &CircuitBoard,
    top: &str,
    core: &str,
    language: Language,
    header: &[String],
) -> Result<File, BuildError> {
    let (ports, cause, leds) = (ports(board), cause(board), lamps(board));
    let device = device_options(board.device.family, &board.device.part).unwrap_or_default();
    let gowin_device = device.get(1).map_or("", String::as_str);
    let (name, text) = match language {
        Language::Verilog => (
            format!("{top}.v"),
            VerilogTop { header, top, core, board, ports, cause, leds, gowin_device }.render(),
        ),
        Language::Vhdl => (
            format!("{top}.vhd"),
            VhdlTop { header, top, core, board, ports, cause, leds, gowin_device }.render(),
        ),
    };
    match text {
        Ok(text) => Ok(File { name, text: format!("{}\n", text.trim_end()) }),
        Err(reason) => Err(BuildError::Frame { file: name, reason: reason.to_string() }),
    }
}

fn cause(board: &CircuitBoard) -> Option<Cause> {
    let pressed = board.reset.as_ref().map(|pin| match pin.active_low {
        true => ("~board_reset", "not board_reset"),
        false => ("board_reset", "board_reset"),
    });
    let unsteady = board.clock.dividers.map(|_| ("~locked", "not locked"));
    let causes: Vec<_> = pressed.into_iter().chain(unsteady).collect();
    let join = |texts: Vec<&str>, with: &str| texts.join(with);
    (!causes.is_empty()).then(|| Cause {
        verilog: join(causes.iter().map(|(verilog, _)| *verilog).collect(), " | "),
        vhdl: join(causes.iter().map(|(_, vhdl)| *vhdl).collect(), " or "),
    })
}

fn lamps(board: &CircuitBoard) -> Vec<Lamp> {
    let lamps = Led::ALL.into_iter().map(|led| {
        let pin = board.leds.iter().find(|(known, _)| *known == led).map(|(_, pin)| pin);
        let name = format!("led_{}", led.name());
        Lamp { name, on_board: pin.is_some(), active_low: pin.is_some_and(|pin| pin.active_low) }
    });
    lamps.collect()
}

/// A frequency in MHz without trailing zeros, such as `27` or `12.5`.
pub(super) fn mhz(hz: impl std::borrow::Borrow<u32>) -> String {
    let hz = *hz.borrow();
    let text = format!("{}.{:06}", hz / 1_000_000, hz % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The period of a frequency.
pub(super) fn nanoseconds(hz: impl std::borrow::Borrow<u32>) -> String {
    format!("{:.3}", 1e9 / f64::from((*hz.borrow()).max(1)))
}

fn picoseconds(hz: &u32) -> u64 {
    1_000_000_000_000 / u64::from(*hz.max(&1))
}

/// A number in binary.
fn bits(number: impl std::borrow::Borrow<u32>, width: usize) -> String {
    format!("{:0width$b}", number.borrow())
}

/// The filter of an iCE40's loop, by the frequency compared (Lattice FPGA-TN-02052).
fn filter_range(dividers: &Dividers) -> u32 {
    match dividers.compare_hz / 1_000_000 {
        0..=16 => 1,
        17..=25 => 2,
        26..=43 => 3,
        44..=65 => 4,
        66..=100 => 5,
        _ => 6,
    }
}

/// A model of the board's clock circuit, if it has one, for lint and simulation outside its tools.
pub(super) fn stand_in(board: &CircuitBoard, top: &str, language: Language) -> Option<File> {
    board.clock.dividers?;
    let (ending, texts) = match language {
        Language::Verilog => ("v", VERILOG_STAND_INS),
        Language::Vhdl => ("vhd", VHDL_STAND_INS),
    };
    let (_, text) = texts.iter().find(|(family, _)| *family == board.device.family)?;
    Some(File { name: format!("{top}_stand_in.{ending}"), text: (*text).into() })
}

/// A file of the clock circuits.
macro_rules! clock {
    ($file:literal) => {
        include_str!(concat!("../../templates/board/clock/", $file))
    };
}

macro_rules! verilog_stand_ins {
    ($($family:ident $($file:literal)*;)*) => {
        &[$((Family::$family, concat!(clock!("stand_in.v"), $(clock!($file)),*))),*]
    };
}

const VERILOG_STAND_INS: &[(Family, &str)] = verilog_stand_ins! {
    Ecp5 "ecp5_stand_in.v";
    Ice40 "ice40_stand_in.v";
    Gowin "gowin_stand_in.v";
    Vivado "vivado_stand_in.v" "bufg_stand_in.v";
    Quartus "quartus_stand_in.v";
    Ise "ise_stand_in.v" "bufg_stand_in.v";
};

/// Each has the ports that its component has.
macro_rules! vhdl_stand_ins {
    ($($family:ident $entity:literal $ports:literal $architecture:literal)*) => {
        &[$((Family::$family, concat!(
            clock!("stand_in.vhd"),
            "entity ", $entity, " is\n",
            clock!($ports),
            "end entity ", $entity, ";\n\n",
            clock!($architecture),
        ))),*]
    };
}

const VHDL_STAND_INS: &[(Family, &str)] = vhdl_stand_ins! {
    Ecp5 "EHXPLLL" "ecp5_ports.vhd" "ecp5_stand_in.vhd"
    Ice40 "SB_PLL40_PAD" "ice40_ports.vhd" "ice40_stand_in.vhd"
    Gowin "rPLL" "gowin_ports.vhd" "gowin_stand_in.vhd"
    Vivado "PLLE2_BASE" "vivado_ports.vhd" "vivado_stand_in.vhd"
    Quartus "altpll" "quartus_ports.vhd" "quartus_stand_in.vhd"
};
