//! The cells of a netlist as Yosys writes it, as far as the passes before placement need them.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

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
