//! A lookup table of its own for every register, on ECP5. If a table drives several registers, as
//! with a register and its copies, the placer packs the table with the first. Each of the others
//! needs one more wire, often the longest of its path.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::mapped_cells::{Net, read};

/// A flip-flop, and a lookup table.
const FLIP_FLOP: &str = "TRELLIS_FF";
const TABLE: &str = "LUT4";

/// Gives every register except the first of those that share a lookup table its own copy of the
/// table, in a netlist of Yosys. Returns the number of added tables. `None` if the text is no such
/// netlist; nothing is changed if the number is 0.
pub(super) fn give(netlist: &mut Value) -> Option<u64> {
    let modules = netlist.get_mut("modules")?.as_object_mut()?;
    modules.values_mut().map(give_in_module).sum()
}

fn give_in_module(module: &mut Value) -> Option<u64> {
    let cells = module.get("cells")?.as_object()?;
    let known = &read(cells)?;
    let of = |kind: &'static str| cells.keys().filter(move |name| known[*name].kind == kind);
    let tables: HashMap<Net, &String> =
        of(TABLE).filter_map(|name| Some((known[name].net("Z")?, name))).collect();
    let mut driven = HashSet::new();
    // By name, so that the same netlist gives the same result.
    let shared = of(FLIP_FLOP).filter_map(|name| {
        let input = known[name].net("DI")?;
        let table = *tables.get(&input)?;
        (!driven.insert(input)).then(|| (name.clone(), cells[table].clone()))
    });
    let shared: Vec<(String, Value)> = shared.collect();

    let numbers = known.values().flat_map(|cell| cell.connections.values().flatten());
    let named = module.get("netnames")?.as_object()?.values().filter_map(|net| net["bits"].as_array());
    let last: Net = numbers.chain(named.flatten()).filter_map(Value::as_u64).max().unwrap_or(0);
    let unused = last.checked_add(1)?;
    // The count overflows: no netlist of Yosys has so many.
    last.checked_add(shared.len() as u64 + 1)?;
    for ((register, mut table), net) in shared.iter().cloned().zip(unused..) {
        let name = format!("{register}_own_table");
        table["connections"]["Z"] = json!([net]);
        module["cells"][&register]["connections"]["DI"] = json!([net]);
        module["cells"][&name] = table;
        module["netnames"][&name] = json!({ "hide_name": 1, "bits": [net], "attributes": {} });
    }
    Some(shared.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn netlist() -> Value {
        let flip_flop = |input: u64, output: u64| json!({ "type": "TRELLIS_FF", "parameters": { "REGSET": "RESET" }, "connections": { "DI": [input], "Q": [output] } });
        let table = |inputs: [u64; 2], output: u64| {
            let [a, b] = inputs;
            json!({ "type": "LUT4", "parameters": { "INIT": "1000" }, "connections": { "A": [a], "B": [b], "Z": [output] } })
        };
        json!({ "modules": { "top": {
            "ports": {},
            "cells": {
                "both": table([2, 3], 4), "one": table([3, 4], 5),
                "first": flip_flop(4, 10), "second": flip_flop(4, 11), "third": flip_flop(4, 12),
                "alone": flip_flop(5, 13), "behind": flip_flop(13, 14), "beside": flip_flop(13, 15),
            },
            "netnames": { "unread": { "bits": [20] } },
        } } })
    }

    #[test]
    fn all_but_the_first_get_a_table_like_the_shared_one() {
        let mut given = netlist();
        assert_eq!(give(&mut given), Some(2));
        let (cells, before) = (&given["modules"]["top"]["cells"], &netlist()["modules"]["top"]["cells"]);
        for unchanged in ["both", "one", "first", "alone", "behind", "beside"] {
            assert_eq!(cells[unchanged], before[unchanged], "{unchanged}");
        }
        for (register, net) in [("second", 21), ("third", 22)] {
            let table = format!("{register}_own_table");
            let mut expected = before["both"].clone();
            expected["connections"]["Z"] = json!([net]);
            assert_eq!(cells[&table], expected);
            assert_eq!(
                cells[register]["connections"],
                json!({ "DI": [net], "Q": before[register]["connections"]["Q"] })
            );
            assert_eq!(given["modules"]["top"]["netnames"][&table]["bits"], json!([net]));
        }
        assert_eq!(cells.as_object().unwrap().len(), 10);
        // Then there is none left to give.
        assert_eq!(give(&mut given), Some(0));
    }

    #[test]
    fn what_is_no_netlist_is_told() {
        assert_eq!(give(&mut json!({ "creator": "Yosys" })), None);
        let mut full = netlist();
        full["modules"]["top"]["netnames"]["last"] = json!({ "bits": [u64::MAX - 1] });
        assert_eq!(give(&mut full), None);
        assert_eq!(give(&mut json!({ "modules": { "top": { "cells": { "a": 1 }, "netnames": {} } } })), None);
    }
}
