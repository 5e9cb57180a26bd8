//! Boards: the facts that a machine needs to run on a board, as data, and the files written from
//! them.
//!
//! A board is a file in `constraints/boards`: the device, its clock, the pins of reset, serial line
//! and LEDs, and the tools. [`CircuitBoard::parse`] reads and checks such a file. [`Project::new`]
//! makes the input of the board's tools from a board and a core: a top level in Verilog or VHDL,
//! constraints, and a project or the steps to the bitstream.

pub mod bitstream;
mod error;
mod fit;
mod package;
mod parts;
mod pll;
mod project;
mod schema;
mod standard;
mod steps;
mod table;
#[cfg(test)]
mod tests;
mod top;

use crate::emit::Dialect;
use crate::link::uart::UartOptions;

pub use error::{BoardError, BuildError};
pub use fit::{Capacity, Room, Shortage, TooLarge, check_fit};
pub use pll::Dividers;
pub use project::{Project, ProjectOptions};
pub use steps::{Built, Product, Step, Then, Unmade};

/// A board that a machine can be built for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CircuitBoard {
    /// Its name on the command line.
    pub name: String,
    /// A description in a few words.
    pub about: String,
    /// The sources of its facts.
    pub sources: Vec<String>,
    /// The device on which the core runs.
    pub device: Device,
    /// Its clock.
    pub clock: Clock,
    /// The pin that resets the machine, if there is one.
    pub reset: Option<Pin>,
    /// The serial line.
    pub uart: Uart,
    /// The LEDs, with their meanings.
    pub leds: Vec<(Led, Pin)>,
    /// The words of the command that loads a machine into the board, with [`IMAGE`] for the file;
    /// empty if none is known.
    pub loader: Vec<String>,
    /// The cores whose defaults are too large for it, and what fits instead.
    pub rooms: Vec<(&'static str, Room)>,
}

/// The placeholder in [`CircuitBoard::loader`] for the file to load.
pub const IMAGE: &str = "{image}";

/// A device, and the tools for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its full name, as its tools know it.
    pub part: String,
    /// Its package.
    pub package: String,
    /// Its speed grade.
    pub speed: String,
    /// The tools.
    pub family: Family,
    /// The resources of the device.
    pub capacity: Capacity,
    /// A device by itself: pins that are not given are left to the tools.
    pub bare: bool,
}

/// The clock of a board, and of the core on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The pin of the clock.
    pub pin: Pin,
    /// Its frequency, in Hz.
    pub board_hz: u32,
    /// The core's frequency, in Hz.
    pub core_hz: u32,
    /// The dividers that make the core's clock; `None` if both clocks are the same.
    pub dividers: Option<Dividers>,
}

/// The serial line of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uart {
    /// The pin that receives bits.
    pub rx: Pin,
    /// The pin that sends bits.
    pub tx: Pin,
    /// Bits a second.
    pub baud: u32,
}

/// A pin of the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Its name; `None` on a bare device that leaves it to the tools.
    pub name: Option<String>,
    /// Its I/O standard in the tools' spelling; `None` if the family has no choice.
    pub standard: Option<String>,
    /// Whether its signal is inverted: low when pressed or lit.
    pub active_low: bool,
    /// The resistor within the device.
    pub pull: Option<Pull>,
}

/// A resistor at a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pull {
    /// To the supply.
    Up,
    /// To ground.
    Down,
}

/// The meaning of an LED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Led {
    /// Blinks while there is a clock.
    Alive,
    /// The core works on a command.
    Busy,
    /// The last message was damaged, or its command refused.
    Error,
}

impl Led {
    /// All of them.
    pub const ALL: [Led; 3] = [Led::Alive, Led::Busy, Led::Error];

    /// Its key in the file of a board. Its port is `led_` and this name.
    pub fn name(self) -> &'static str {
        match self {
            Led::Alive => "alive",
            Led::Busy => "busy",
            Led::Error => "error",
        }
    }
}

/// A family of devices and the tools for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Lattice ECP5: Yosys, nextpnr, ecppack.
    Ecp5,
    /// Lattice iCE40: Yosys, nextpnr, icepack.
    Ice40,
    /// Gowin: Yosys, nextpnr, gowin_pack.
    Gowin,
    /// Xilinx 7 series: Vivado.
    Vivado,
    /// Intel Cyclone: Quartus.
    Quartus,
    /// Xilinx Virtex: ISE.
    Ise,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 6] =
        [Family::Ecp5, Family::Ice40, Family::Gowin, Family::Vivado, Family::Quartus, Family::Ise];

    /// Its name in the file of a board.
    pub fn name(self) -> &'static str {
        match self {
            Family::Ecp5 => "ecp5",
            Family::Ice40 => "ice40",
            Family::Gowin => "gowin",
            Family::Vivado => "vivado",
            Family::Quartus => "quartus",
            Family::Ise => "ise",
        }
    }

    /// Whether open tools make the bitstream.
    pub fn is_open(self) -> bool {
        matches!(self, Family::Ecp5 | Family::Ice40 | Family::Gowin)
    }

    /// The target of [`crate::synth`] that a core is counted with.
    pub fn target(self) -> &'static str {
        match self {
            Family::Ecp5 => "ecp5",
            Family::Ice40 => "ice40",
            Family::Gowin => "gowin",
            Family::Vivado => "xc7",
            Family::Quartus => "cycloneive",
            Family::Ise => "xcv",
        }
    }

    /// Whether lookup tables can serve as memory.
    fn has_lut_memory(self) -> bool {
        !matches!(self, Family::Ice40 | Family::Quartus)
    }

    /// The dialect in which its synthesis spells attributes.
    fn dialect(self) -> Dialect {
        match self {
            // Yosys reads them.
            Family::Ecp5 | Family::Ice40 | Family::Gowin => Dialect::Generic,
            Family::Vivado | Family::Ise => Dialect::Xilinx,
            Family::Quartus => Dialect::Intel,
        }
    }
}

/// The boards that come with this program: name, and text of the file.
const FILES: [(&str, &str); 15] = [
    ("alchitry-cu.toml", include_str!("../../constraints/boards/alchitry-cu.toml")),
    ("arty-a7-35.toml", include_str!("../../constraints/boards/arty-a7-35.toml")),
    ("basys-3.toml", include_str!("../../constraints/boards/basys-3.toml")),
    ("colorlight-i5.toml", include_str!("../../constraints/boards/colorlight-i5.toml")),
    ("de2-115.toml", include_str!("../../constraints/boards/de2-115.toml")),
    ("ecpix-5.toml", include_str!("../../constraints/boards/ecpix-5.toml")),
    ("icebreaker.toml", include_str!("../../constraints/boards/icebreaker.toml")),
    ("orangecrab.toml", include_str!("../../constraints/boards/orangecrab.toml")),
    ("tang-nano-20k.toml", include_str!("../../constraints/boards/tang-nano-20k.toml")),
    ("tang-nano-9k.toml", include_str!("../../constraints/boards/tang-nano-9k.toml")),
    ("ulx3s-12f.toml", include_str!("../../constraints/boards/ulx3s-12f.toml")),
    ("ulx3s-25f.toml", include_str!("../../constraints/boards/ulx3s-25f.toml")),
    ("ulx3s-45f.toml", include_str!("../../constraints/boards/ulx3s-45f.toml")),
    ("ulx3s-85f.toml", include_str!("../../constraints/boards/ulx3s-85f.toml")),
    ("xcv800.toml", include_str!("../../constraints/boards/xcv800.toml")),
];

/// The names of the boards that come with this program, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(file, _)| file.trim_end_matches(".toml"))
}

/// The board of this name.
///
/// # Errors
/// There is none, or its file is wrong.
pub fn find(name: &str) -> Result<CircuitBoard, BoardError> {
    let found = FILES.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name));
    match found {
        Some((file, text)) => CircuitBoard::parse(&format!("constraints/boards/{file}"), text),
        None => Err(BoardError::unknown(name)),
    }
}

impl CircuitBoard {
    /// The options of the core's serial line.
    pub fn uart_options(&self) -> UartOptions {
        UartOptions { clock_hz: self.clock.core_hz, baud: self.uart.baud, ..UartOptions::default() }
    }
}
