//! The area of each part of a machine on a device, by the names of its cells.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::mapping::NETLIST;
use super::{Mapped, SynthError, resources};
use crate::floorplan::{Counts, Floorplan};
use crate::flow::{FlowError, YOSYS};

/// A netlist as Yosys and nextpnr write it.
#[derive(Deserialize)]
pub(super) struct Netlist {
    pub modules: BTreeMap<String, Cells>,
}

#[derive(Deserialize)]
pub(super) struct Cells {
    pub cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
pub(super) struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub attributes: BTreeMap<String, String>,
}

impl Mapped {
    /// The area of each part of the floorplan; the rest of the machine is under the empty path.
    /// After mapping with [`super::Hierarchy::Keep`], every cell is in the part that its name says.
    ///
    /// # Errors
    /// The netlist cannot be read.
    pub fn counts(&self, floorplan: &Floorplan) -> Result<Counts, SynthError> {
        let missing = |missing: String| FlowError::Report { tool: YOSYS.name, missing };
        let mut netlist: Netlist =
            serde_json::from_str(&self.read(NETLIST)?).map_err(|error| missing(error.to_string()))?;
        let module = netlist.modules.remove(&self.top);
        let module = module.ok_or_else(|| missing(format!("module {}", self.top)))?;
        let mut kinds: BTreeMap<&str, BTreeMap<String, u64>> =
            floorplan.parts().chain([""]).map(|part| (part, BTreeMap::new())).collect();
        for (name, cell) in module.cells {
            let part = floorplan.part_of(&name).unwrap_or_default();
            *kinds.entry(part).or_default().entry(cell.kind).or_default() += 1;
        }
        let count =
            |(part, cells): (&str, BTreeMap<String, u64>)| (part.to_string(), resources(self.target, &cells));
        Ok(kinds.into_iter().map(count).collect())
    }
}
