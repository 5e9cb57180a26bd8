//! The cells of a netlist as Yosys writes it, as far as the passes before placement need them.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// A flip-flop of ECP5.
const FLIP_FLOP: &str = "TRELLIS_FF";

/// The number of a net in the netlist.
pub(super) type Net = u64;

/// A cell.
#[derive(Deserialize)]
pub(super) struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub parameters: HashMap<String, String>,
    #[serde(default)]
    pub port_directions: HashMap<String, String>,
    #[serde(default)]
    pub connections: HashMap<String, Vec<Value>>,
}

impl Cell {
    /// The net at a port of one bit; `None` if it has a constant.
    pub fn net(&self, port: &str) -> Option<Net> {
        self.connections.get(port)?.first()?.as_u64()
    }

    /// Whether it has a parameter of this value.
    pub fn is(&self, parameter: &str, value: &str) -> bool {
        self.parameters.get(parameter).is_some_and(|text| text.trim_end() == value)
    }

    /// Whether a port of one bit has this constant.
    pub fn holds(&self, port: &str, constant: &str) -> bool {
        self.connections.get(port).is_some_and(|bits| *bits == [constant])
    }

    /// A flip-flop that takes its input at every rising edge, begins at zero and is never reset.
    pub fn is_plain(&self) -> bool {
        self.kind == FLIP_FLOP
            && self.is("CLKMUX", "CLK")
            && self.is("CEMUX", "1")
            && self.is("REGSET", "RESET")
            && self.is("GSR", "DISABLED")
            && self.holds("LSR", "0")
    }

    /// The nets it reads.
    pub fn reads(&self) -> impl Iterator<Item = Net> {
        let inputs = self.connections.iter().filter(|(port, _)| {
            self.port_directions.get(*port).is_none_or(|direction| direction != "output")
        });
        inputs.flat_map(|(_, bits)| bits).filter_map(Value::as_u64)
    }
}

/// Cells by their names; `None` if the netlist has another form.
pub(super) fn read(cells: &Map<String, Value>) -> Option<HashMap<String, Cell>> {
    cells.iter().map(|(name, cell)| Some((name.clone(), Cell::deserialize(cell).ok()?))).collect()
}

/// The cells and ports that read each net of a module; `None` if the netlist has another form.
pub(super) fn readers(module: &Value, cells: &HashMap<String, Cell>) -> Option<HashMap<Net, u32>> {
    let ports = module.get("ports")?.as_object()?.values().filter_map(|port| port["bits"].as_array());
    let at_ports = ports.flatten().filter_map(Value::as_u64);
    let mut readers: HashMap<Net, u32> = HashMap::new();
    for net in cells.values().flat_map(Cell::reads).chain(at_ports) {
        *readers.entry(net).or_default() += 1;
    }
    Some(readers)
}
