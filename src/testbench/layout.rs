//! The place of each port in a line of the data.

use crate::simulate::{Interface, PortShape};

/// A port's place in the vector that a line of the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column<'a> {
    /// The port.
    pub name: &'a str,
    /// Its bits.
    pub width: u32,
    /// The vector's bit that is the port's bit 0; a multiple of 4.
    pub low: u32,
}

impl Column<'_> {
    fn high(&self) -> u32 {
        self.low + self.width - 1
    }

    /// A range for a declaration in Verilog, with a space behind; nothing for a single bit.
    pub fn verilog_range(&self) -> String {
        if self.width == 1 { String::new() } else { format!("[{}:0] ", self.width - 1) }
    }

    /// The port's bits of the vector, in Verilog.
    pub fn verilog_slice(&self) -> String {
        if self.width == 1 { format!("[{}]", self.low) } else { format!("[{}:{}]", self.high(), self.low) }
    }

    /// The port's type in VHDL.
    pub fn vhdl_type(&self) -> String {
        match self.width {
            1 => "std_logic".into(),
            width => format!("std_logic_vector({} downto 0)", width - 1),
        }
    }

    /// The port's bits of the vector in VHDL, of the port's type.
    pub fn vhdl_slice(&self) -> String {
        if self.width == 1 { format!("({})", self.low) } else { self.vhdl_vector() }
    }

    /// The port's bits of the vector in VHDL, a vector even for a single bit.
    pub fn vhdl_vector(&self) -> String {
        format!("({} downto {})", self.high(), self.low)
    }

    /// The output's signal in VHDL as a vector even for a single bit.
    pub fn vhdl_output(&self) -> String {
        if self.width == 1 { format!("(0 => out_{})", self.name) } else { format!("out_{}", self.name) }
    }
}

/// The vector that a line of the data is: from its most significant digit on the digit 1, the
/// inputs, the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout<'a> {
    /// The clock, if the design has one.
    pub clock: Option<&'a str>,
    /// In order.
    pub inputs: Vec<Column<'a>>,
    /// In order.
    pub outputs: Vec<Column<'a>>,
    /// Digits in base 16.
    pub digits: u32,
    /// Lines of the data.
    pub cycles: usize,
}

impl<'a> Layout<'a> {
    /// The layout for a design's ports.
    pub fn new(interface: &'a Interface, cycles: usize) -> Self {
        let ports = || interface.inputs.iter().chain(&interface.outputs);
        let all: u32 = ports().map(|port| port.width.div_ceil(4)).sum();
        let mut left = all;
        let mut column = |port: &'a PortShape| {
            left -= port.width.div_ceil(4);
            Column { name: &port.name, width: port.width, low: 4 * left }
        };
        let inputs = interface.inputs.iter().map(&mut column).collect();
        let outputs = interface.outputs.iter().map(&mut column).collect();
        Self { clock: interface.clock.as_deref(), inputs, outputs, digits: all + 1, cycles }
    }

    /// The vector's most significant bit.
    pub fn top_bit(&self) -> u32 {
        4 * self.digits - 1
    }

    /// The lowest bit of the digit that is always 1.
    pub fn mark(&self) -> u32 {
        4 * (self.digits - 1)
    }

    /// The vector's bits that belong to no port, in base 16: of them only the mark is set.
    pub fn frame(&self) -> String {
        let columns = self.inputs.iter().chain(&self.outputs);
        let spare = columns.map(|column| {
            let first =
                if column.width % 4 == 0 { '0' } else { ['e', 'c', '8'][column.width as usize % 4 - 1] };
            let digits = column.width.div_ceil(4) as usize;
            std::iter::once(first).chain(std::iter::repeat_n('0', digits - 1)).collect::<String>()
        });
        format!("f{}", spare.collect::<String>())
    }

    /// The most significant bit of a number that counts all cycles and one more.
    pub fn count_bit(&self) -> u32 {
        self.cycles.ilog2()
    }

    /// The clock and the ports with the bench's signals behind them.
    pub fn connections(&self) -> Vec<(&'a str, String)> {
        let clock = self.clock.iter().map(|&name| (name, "tick".to_string()));
        let inputs = self.inputs.iter().map(|port| (port.name, format!("in_{}", port.name)));
        let outputs = self.outputs.iter().map(|port| (port.name, format!("out_{}", port.name)));
        clock.chain(inputs).chain(outputs).collect()
    }
}
