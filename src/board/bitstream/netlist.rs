//! The netlist after routing, as nextpnr writes it with `--write`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The file: its only module with cells is the design.
#[derive(Debug, Deserialize)]
struct Modules {
    modules: BTreeMap<String, Netlist>,
}

/// The design.
#[derive(Debug, Deserialize)]
pub(super) struct Netlist {
    /// The ports of the top level.
    pub ports: BTreeMap<String, Port>,
    /// The cells, placed, by name.
    pub cells: BTreeMap<String, Cell>,
}

/// A port of the top level.
#[derive(Debug, Deserialize)]
pub(super) struct Port {
    /// `input` or `output`.
    pub direction: String,
    /// Its net.
    pub bits: Vec<Bit>,
}

/// The number of a net, or a constant.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub(super) enum Bit {
    /// A net.
    Net(u64),
    /// `0` or `1`, or a bit that nobody cares about.
    Constant(String),
}

/// A cell of the device.
#[derive(Debug, Deserialize)]
pub(super) struct Cell {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    parameters: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    connections: BTreeMap<String, Vec<Bit>>,
}

impl Netlist {
    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: Modules = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let design = file.modules.into_values().find(|module| !module.cells.is_empty());
        design.ok_or_else(|| "it has no module with cells".into())
    }

    /// Does something with each cell, of which it is given the number.
    ///
    /// # Errors
    /// Those of `then`, with the cell's name.
    pub fn each(&self, mut then: impl FnMut(usize, &Cell) -> Result<(), String>) -> Result<(), String> {
        self.cells.iter().enumerate().try_for_each(|(number, (name, cell))| {
            then(number, cell).map_err(|problem| format!("cell {name}: {problem}"))
        })
    }
}

impl Bit {
    /// The bit as an expression.
    pub fn named(&self) -> String {
        match self {
            Self::Net(number) => format!("n{number}"),
            Self::Constant(value) if value == "1" => "1'b1".into(),
            Self::Constant(_) => "1'b0".into(),
        }
    }
}

impl Cell {
    /// A parameter as text, without the blank that ends words of digits; empty if it is not there.
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.get(name).and_then(|value| value.as_str()).unwrap_or_default().trim()
    }

    /// A parameter as a number.
    pub fn number(&self, name: &str) -> Option<u32> {
        u32::from_str_radix(self.parameter(name), 2).ok()
    }

    /// An attribute as text.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).and_then(|value| value.as_str())
    }

    /// What is at a port; `None` if nothing is.
    pub fn at(&self, port: &str) -> Option<String> {
        self.connections.get(port).and_then(|bits| bits.first()).map(Bit::named)
    }

    /// What is at a bit of a port of several bits; `open` if nothing is.
    pub fn bit(&self, port: &str, bit: usize, open: &str) -> String {
        self.connections.get(port).and_then(|bits| bits.get(bit)).map_or_else(|| open.into(), Bit::named)
    }

    /// What is at an input of a table or a register, behind the multiplexer that inverts it or puts
    /// a constant in its place. An input to which nothing leads reads `open`.
    pub fn input(&self, port: &str, open: &str) -> String {
        let value = self.at(port).unwrap_or_else(|| open.into());
        match (self.parameter(&format!("{port}MUX")), value.as_str()) {
            ("INV", "1'b1") | ("0", _) => "1'b0".into(),
            ("INV", "1'b0") | ("1", _) => "1'b1".into(),
            ("INV", _) => format!("~{value}"),
            _ => value,
        }
    }

    /// The inputs of these names with the numbers from `count - 1` down, as a vector.
    pub fn vector(&self, name: &str, count: u32) -> String {
        let bits: Vec<String> =
            (0..count).rev().map(|bit| self.input(&format!("{name}{bit}"), "1'b1")).collect();
        format!("{{{}}}", bits.join(", "))
    }
}
