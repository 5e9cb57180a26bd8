//! Netlists as Yosys reads and writes them in JSON, as far as proofs need them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A constant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// Zero.
    #[serde(rename = "0")]
    Low,
    /// One.
    #[serde(rename = "1")]
    High,
    /// Whatever the tool likes.
    #[serde(rename = "x")]
    Unknown,
    /// Not driven.
    #[serde(rename = "z")]
    Floating,
}

/// One bit of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bit {
    /// A net, by its number. A number is one net within a circuit.
    Net(u32),
    /// A constant.
    Fixed(Level),
}

impl From<bool> for Bit {
    fn from(high: bool) -> Self {
        Self::Fixed(if high { Level::High } else { Level::Low })
    }
}

/// The value of a parameter or attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number of 32 bits.
    Number(u32),
    /// Binary digits, most significant first, or any text.
    Text(String),
}

impl Setting {
    /// The number; `None` if it is text, or has more than 32 bits.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(digits) => u32::from_str_radix(digits, 2).ok(),
        }
    }
}

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Driven from outside.
    Input,
    /// Driven by the circuit.
    Output,
}

/// A port of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CircuitPort {
    /// Its direction.
    pub direction: Way,
    /// Its bits, least significant first.
    pub bits: Vec<Bit>,
}

/// A cell: one of Yosys' own, whose kind begins with `$`, or an instance of another circuit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Widths and the like.
    #[serde(default)]
    pub parameters: BTreeMap<String, Setting>,
    /// Port by port, least significant bit first.
    pub connections: BTreeMap<String, Vec<Bit>>,
}

/// The highest number of a net among these bits, 2 at least: 0 and 1 are constants to some tools.
pub(super) fn highest<'a>(bits: impl IntoIterator<Item = &'a Bit>) -> u32 {
    bits.into_iter().fold(2, |number, bit| match bit {
        Bit::Net(net) => number.max(*net),
        Bit::Fixed(_) => number,
    })
}

impl Cell {
    /// A cell of this kind.
    pub fn new(kind: &str, parameters: &[(&str, u32)], connections: &[(&str, &[Bit])]) -> Self {
        let number = |(name, number): &(&str, u32)| (name.to_string(), Setting::Number(*number));
        let bits = |(port, bits): &(&str, &[Bit])| (port.to_string(), bits.to_vec());
        Self {
            kind: kind.into(),
            parameters: parameters.iter().map(number).collect(),
            connections: connections.iter().map(bits).collect(),
        }
    }

    /// Whether it is an instance of another circuit.
    pub fn is_instance(&self) -> bool {
        !self.kind.starts_with('$') || self.kind.starts_with("$paramod")
    }

    /// The bits at a port; empty if it has no such port.
    pub fn port(&self, name: &str) -> &[Bit] {
        self.connections.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// A parameter that is a number; zero if there is none.
    pub fn number(&self, name: &str) -> u32 {
        self.parameters.get(name).and_then(Setting::number).unwrap_or(0)
    }
}

/// A name of some bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Net {
    /// The bits, least significant first.
    pub bits: Vec<Bit>,
    /// `init` among them: the value before the first edge, in binary digits.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Setting>,
}

/// A circuit, which Yosys calls a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circuit {
    /// Ports by name.
    pub ports: BTreeMap<String, CircuitPort>,
    /// Cells by name.
    #[serde(default)]
    pub cells: BTreeMap<String, Cell>,
    /// Names of nets.
    #[serde(default)]
    pub netnames: BTreeMap<String, Net>,
}

/// Circuits by name: what a file of Yosys' JSON holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circuits {
    /// The circuits.
    pub modules: BTreeMap<String, Circuit>,
}

impl Circuits {
    /// The same circuit with every name of a circuit, port, cell and net in small letters, because
    /// VHDL ignores case.
    #[must_use]
    pub fn in_small_letters(self) -> Self {
        let small = |name: &str| name.to_ascii_lowercase();
        let instance = |mut cell: Cell| {
            if cell.is_instance() {
                cell.kind = small(&cell.kind);
                cell.connections = renamed(cell.connections);
            }
            cell
        };
        let circuit = |circuit: Circuit| Circuit {
            ports: renamed(circuit.ports),
            cells: renamed(circuit.cells.into_iter().map(|(name, cell)| (name, instance(cell))).collect()),
            netnames: renamed(circuit.netnames),
        };
        let modules = self.modules.into_iter().map(|(name, it)| (small(&name), circuit(it)));
        Self { modules: modules.collect() }
    }
}

fn renamed<T>(named: BTreeMap<String, T>) -> BTreeMap<String, T> {
    named.into_iter().map(|(name, thing)| (name.to_ascii_lowercase(), thing)).collect()
}
