//! Registers of ECP5's multipliers: Yosys maps the registers around a product to flip-flops,
//! although the multiplier has its own.
//!
//! A product takes 4.5 ns without them (speed 6). With registers at both ends, nextpnr's timing has
//! only the ways to and from the multiplier. The maker's data sheet states a clock for a multiplier
//! with all its registers, which includes one in its middle. So a product is changed only where
//! there are two registers behind it, one for the middle and one for the end. Both forms are the
//! same to the design: the product comes three edges after its operands.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::mapped_cells::{Cell, Net, read, readers};

/// The multiplier, the bits of an operand, and those of a product.
const MULTIPLIER: &str = "MULT18X18D";
const BITS: u32 = 18;
const PRODUCT: u32 = 36;

/// Its registers, by the names in its parameters.
const REGISTERS: [&str; 4] = ["INPUTA", "INPUTB", "PIPELINE", "OUTPUT"];

/// Moves registers into the multipliers that have registers on all sides, in a netlist of Yosys.
/// Returns the number of flip-flops saved. `None` if the text is no such netlist; nothing is
/// changed if the number is 0.
pub(super) fn absorb(netlist: &mut Value) -> Option<u64> {
    let modules = netlist.get_mut("modules")?.as_object_mut()?;
    modules.values_mut().map(absorb_in_module).sum()
}

/// The plain flip-flops of a module.
struct FlipFlops<'a> {
    cells: &'a HashMap<String, Cell>,
    readers: HashMap<Net, u32>,
    /// By the net of their outputs, and of their inputs.
    behind: HashMap<Net, &'a str>,
    before: HashMap<Net, &'a str>,
}

/// What is changed around a multiplier.
struct Change {
    clock: Net,
    /// Its ports, and their new connections.
    ports: Vec<(String, Value)>,
    /// Flip-flops behind it, which are no more.
    dropped: Vec<String>,
}

fn absorb_in_module(module: &mut Value) -> Option<u64> {
    let cells = read(module.get("cells")?.as_object()?)?;
    let readers = readers(module, &cells)?;
    let plain = |port: &str| -> HashMap<Net, &str> {
        let plain = cells.iter().filter(|(_, cell)| cell.is_plain());
        plain.filter_map(|(name, cell)| Some((cell.net(port)?, name.as_str()))).collect()
    };
    let (behind, before) = (plain("Q"), plain("DI"));
    let flip_flops = FlipFlops { cells: &cells, readers, behind, before };
    let multipliers = cells.iter().filter(|(_, cell)| cell.kind == MULTIPLIER);
    let changes: Vec<(&String, Change)> =
        multipliers.filter_map(|(name, cell)| Some((name, flip_flops.change(cell)?))).collect();
    let mut saved: Vec<String> = changes.iter().flat_map(|(_, change)| change.dropped.clone()).collect();
    saved.extend(flip_flops.unread(&changes));
    let written = module.get_mut("cells")?.as_object_mut()?;
    changes.into_iter().try_for_each(|(name, change)| apply(written, name, change))?;
    saved.iter().for_each(|name| {
        written.remove(name);
    });
    Some(saved.len() as u64)
}

impl FlipFlops<'_> {
    /// The change of a multiplier, if there are registers on all of its sides.
    fn change(&self, multiplier: &Cell) -> Option<Change> {
        let without = |register| multiplier.is(&format!("REG_{register}_CLK"), "NONE");
        let default = |register| !multiplier.parameters.contains_key(&format!("REG_{register}_CLK"));
        if !REGISTERS.iter().all(|register| default(register) || without(register)) {
            return None;
        }
        let mut change = Change { clock: 0, ports: Vec::new(), dropped: Vec::new() };
        let mut clocks = Vec::new();
        for port in ["A", "B"].iter().flat_map(|side| (0..BITS).map(move |bit| format!("{side}{bit}"))) {
            let Some(net) = multiplier.net(&port) else { continue };
            let cell = self.cells.get(*self.behind.get(&net)?)?;
            clocks.push(cell.net("CLK")?);
            change.ports.push((port, cell.connections.get("DI")?.first()?.clone()));
        }
        for port in (0..PRODUCT).map(|bit| format!("P{bit}")) {
            let Some(net) = multiplier.net(&port).filter(|net| self.readers.contains_key(net)) else {
                continue;
            };
            let middle = self.only_reader(net)?;
            let end = self.only_reader(self.cells.get(middle)?.net("Q")?)?;
            for name in [middle, end] {
                clocks.push(self.cells.get(name)?.net("CLK")?);
                change.dropped.push(name.into());
            }
            change.ports.push((port, self.cells.get(end)?.connections.get("Q")?.first()?.clone()));
        }
        change.clock = *clocks.first()?;
        (change.dropped.len() > 1 && clocks.iter().all(|&clock| clock == change.clock)).then_some(change)
    }

    /// The flip-flop that takes this net, if nothing else reads it.
    fn only_reader(&self, net: Net) -> Option<&str> {
        let name = self.before.get(&net)?;
        (self.readers.get(&net) == Some(&1)).then_some(name)
    }

    /// The flip-flops before multipliers that nothing reads any more.
    fn unread(&self, changes: &[(&String, Change)]) -> Vec<String> {
        let mut left = self.readers.clone();
        let read = |name: &str, port: &str| self.cells.get(name).and_then(|cell| cell.net(port));
        let mut emptied = Vec::new();
        for (name, change) in changes {
            for (port, _) in change.ports.iter().filter(|(port, _)| !port.starts_with('P')) {
                let Some(net) = read(name, port) else { continue };
                let count = left.entry(net).or_default();
                *count = count.saturating_sub(1);
                if *count == 0 {
                    emptied.extend(self.behind.get(&net).map(|name| name.to_string()));
                }
            }
        }
        emptied
    }
}

/// Lets a multiplier take what the flip-flops before it took, and drive what those behind it drove.
fn apply(cells: &mut Map<String, Value>, name: &str, change: Change) -> Option<()> {
    let cell = cells.get_mut(name)?;
    for register in REGISTERS {
        cell["parameters"][format!("REG_{register}_CLK")] = "CLK0".into();
        cell["parameters"][format!("REG_{register}_CE")] = "CE0".into();
        cell["parameters"][format!("REG_{register}_RST")] = "RST0".into();
    }
    cell["parameters"]["GSR"] = "DISABLED".into();
    for (port, connection) in [("CLK0", json!([change.clock])), ("CE0", json!(["1"])), ("RST0", json!(["0"]))]
    {
        cell["port_directions"][port] = "input".into();
        cell["connections"][port] = connection;
    }
    for (port, bit) in change.ports {
        cell["connections"][port] = json!([bit]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flip_flop(clock: u64, input: u64, output: u64) -> Value {
        json!({
            "type": "TRELLIS_FF",
            "parameters": { "CEMUX": "1", "CLKMUX": "CLK", "GSR": "DISABLED", "REGSET": "RESET" },
            "port_directions": { "CLK": "input", "DI": "input", "LSR": "input", "Q": "output" },
            "connections": { "CLK": [clock], "DI": [input], "LSR": ["0"], "Q": [output] },
        })
    }

    /// A multiplier of two bits with registers around it; `clock` is that of the last one.
    fn netlist(clock: u64) -> Value {
        json!({ "modules": { "top": {
            "ports": { "clock": { "bits": [2] }, "a": { "bits": [10] }, "product": { "bits": [15] } },
            "cells": {
                "a": flip_flop(2, 10, 11),
                "b": flip_flop(2, 16, 12),
                "product": {
                    "type": "MULT18X18D",
                    "parameters": {},
                    "port_directions": { "A0": "input", "A1": "input", "B0": "input", "P0": "output" },
                    "connections": { "A0": [11], "A1": ["0"], "B0": [12], "P0": [13] },
                },
                "other": {
                    "type": "LUT4", "parameters": {}, "port_directions": { "A": "input", "Z": "output" },
                    "connections": { "A": [12], "Z": [16] },
                },
                "middle": flip_flop(2, 13, 14),
                "end": flip_flop(clock, 14, 15),
            },
        } } })
    }

    #[test]
    fn registers_around_a_multiplier_go_into_it() {
        let mut netlist = netlist(2);
        // `b` has another reader, and stays.
        assert_eq!(absorb(&mut netlist), Some(3));
        let cells = &netlist["modules"]["top"]["cells"];
        assert!(cells.get("a").is_none() && cells.get("middle").is_none() && cells.get("end").is_none());
        assert!(cells.get("b").is_some());
        let product = &cells["product"];
        assert_eq!(product["connections"]["A0"], json!([10]));
        assert_eq!(product["connections"]["A1"], json!(["0"]));
        assert_eq!(product["connections"]["B0"], json!([16]));
        assert_eq!(product["connections"]["P0"], json!([15]));
        assert_eq!(product["connections"]["CLK0"], json!([2]));
        assert_eq!(product["parameters"]["REG_PIPELINE_CLK"], "CLK0");
    }

    #[test]
    fn a_multiplier_with_a_register_of_another_clock_stays() {
        let mut given = netlist(3);
        let before = given.clone();
        assert_eq!(absorb(&mut given), Some(0));
        assert_eq!(given, before);
        assert_eq!(absorb(&mut json!({})), None);
    }
}
