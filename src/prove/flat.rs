//! A circuit without hierarchy, for properties that reach across modules.

use std::collections::BTreeMap;

use super::circuit::{Bit, Cell, Circuit, Circuits, Setting, highest};

/// The circuit of this name with everything below it in one. Instances of the modules named in
/// `free` are left out, so their outputs may be anything at any time: a property that holds then
/// holds for any behaviour of them. Memories are kept.
///
/// A cell keeps its name behind those of the instances it was in, with dots between.
pub(super) fn flat(circuits: &Circuits, top: &str, free: &[&str]) -> Circuit {
    let Some(circuit) = circuits.modules.get(top) else { return Circuit::default() };
    let mut flat = Circuit { ports: circuit.ports.clone(), ..Circuit::default() };
    let of_cells = circuit.cells.values().flat_map(|cell| cell.connections.values());
    let of_names = circuit.netnames.values().map(|net| &net.bits);
    let ports = circuit.ports.values().map(|port| &port.bits);
    let mut next = highest(ports.chain(of_cells).chain(of_names).flatten());
    let mut open = vec![(String::new(), circuit, BTreeMap::new())];
    while let Some((prefix, circuit, known)) = open.pop() {
        let is_top = prefix.is_empty();
        let mut nets: BTreeMap<Bit, Bit> = known;
        let mut renamed = |bits: &[Bit]| -> Vec<Bit> {
            let rename = |bit: &Bit| match bit {
                Bit::Net(_) if !is_top => *nets.entry(*bit).or_insert_with(|| {
                    next += 1;
                    Bit::Net(next)
                }),
                _ => *bit,
            };
            bits.iter().map(rename).collect()
        };
        for (name, net) in &circuit.netnames {
            let net = super::circuit::Net { bits: renamed(&net.bits), attributes: net.attributes.clone() };
            flat.netnames.insert(format!("{prefix}{name}"), net);
        }
        for (name, cell) in &circuit.cells {
            let connections: BTreeMap<String, Vec<Bit>> =
                cell.connections.iter().map(|(port, bits)| (port.clone(), renamed(bits))).collect();
            if !cell.is_instance() {
                let mut cell = Cell { connections, ..cell.clone() };
                // Yosys knows memories by this alone.
                if let Some(id) = cell.parameters.get_mut("MEMID") {
                    *id = Setting::Text(format!("\\{prefix}{name}"));
                }
                flat.cells.insert(format!("{prefix}{name}"), cell);
                continue;
            }
            let bare = cell.kind.split('(').next().unwrap_or_default();
            let Some(below) = circuits.modules.get(&cell.kind).filter(|_| !free.contains(&bare)) else {
                continue;
            };
            let mut inside = BTreeMap::new();
            for (port, bits) in &connections {
                let ports = below.ports.get(port).map(|port| port.bits.as_slice()).unwrap_or_default();
                inside.extend(ports.iter().copied().zip(bits.iter().copied()));
            }
            open.push((format!("{prefix}{name}."), below, inside));
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::describe::{Builder, Project};
    use crate::prove::export::export;

    /// Two instances of a module have two memories, which Yosys distinguishes by their ids.
    #[test]
    fn every_memory_has_an_id_of_its_own() {
        let b = Builder::new("table", "");
        let address = b.input("address", 2);
        let table = b.memory("words", 8, 4).contents(&[1, 2, 3, 4]);
        b.output("word", &table.read_now("word_now", &address));
        let mut project = Project::new("tables");
        let table = project.add(b).unwrap();
        let b = Builder::new("tables", "");
        let address = b.input("address", 2);
        for name in ["one", "two"] {
            let word = b.instance(name, &table).input("address", &address).outputs().get("word");
            b.output(name, &word);
        }
        project.add(b).unwrap();
        let (top, circuits) = export(&project.unchecked()).unwrap();
        let flat = flat(&circuits, &top, &[]);
        let ids = flat.cells.values().filter_map(|cell| match cell.parameters.get("MEMID") {
            Some(Setting::Text(id)) => Some(id.as_str()),
            _ => None,
        });
        assert_eq!(ids.collect::<BTreeSet<_>>(), BTreeSet::from(["\\one.words", "\\two.words"]));
    }
}
