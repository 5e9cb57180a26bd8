//! Output registers of ECP5's block memories: Yosys maps a register behind a memory to flip-flops,
//! although the memory has one of its own.
//!
//! From the clock edge to a word, a memory takes 5.8 ns without its register, and less than 1 ns
//! with it (speed 6). The maker's tools move such registers in the same way. Both are the same to
//! the design: a word comes two edges after its address.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::mapped_cells::{Cell, Net, read, readers};

/// The memory, and the bits of a word.
const MEMORY: &str = "DP16KD";
const BITS: u32 = 18;

/// Moves registers into the memories whose whole output they take, in a netlist of Yosys. Returns
/// the number of flip-flops saved. `None` if the text is no such netlist; nothing is changed if the
/// number is 0.
pub(super) fn absorb(netlist: &mut Value) -> Option<u64> {
    let modules = netlist.get_mut("modules")?.as_object_mut()?;
    modules.values_mut().map(absorb_in_module).sum()
}

impl Cell {
    /// The sides whose registers go together: words of 36 bits come out at both at once.
    fn sides(&self) -> &'static [&'static [char]] {
        let width = self.parameters.get("DATA_WIDTH_B").and_then(|bits| u32::from_str_radix(bits, 2).ok());
        if width == Some(2 * BITS) { &[&['A', 'B']] } else { &[&['A'], &['B']] }
    }

    /// A memory with a register to spare on this side, whose clock is not turned round.
    fn lends(&self, side: char) -> bool {
        let clock = format!("CLK{side}");
        self.kind == MEMORY
            && self.is(&register_mode(side), "NOREG")
            && self.is(&format!("{clock}MUX"), &clock)
            && self.is("GSR", "DISABLED")
            && ["0", "1"].iter().any(|enable| self.holds(&format!("OCE{side}"), enable))
            && self.holds(&format!("RST{side}"), "0")
    }
}

fn register_mode(side: char) -> String {
    format!("REGMODE_{side}")
}

/// A register behind an output of a memory.
#[derive(Clone)]
struct Register {
    port: String,
    flip_flop: String,
    output: Value,
}

fn absorb_in_module(module: &mut Value) -> Option<u64> {
    let read = read(module.get("cells")?.as_object()?)?;
    let readers = readers(module, &read)?;
    let cells = module.get_mut("cells")?.as_object_mut()?;
    let plain: HashMap<Net, &str> = read
        .iter()
        .filter(|(_, cell)| cell.is_plain())
        .filter_map(|(name, cell)| Some((cell.net("DI")?, name.as_str())))
        .collect();

    let mut absorbed = 0;
    for (name, memory) in read.iter().filter(|(_, cell)| cell.kind == MEMORY) {
        for &sides in memory.sides() {
            let registers = |&side: &char| behind(memory, side, &read, &readers, &plain);
            let Some(registers) = sides.iter().map(registers).collect::<Option<Vec<_>>>() else { continue };
            let registers = registers.concat();
            absorbed += registers.len() as u64;
            take(cells, name, sides, registers)?;
        }
    }
    Some(absorbed)
}

/// The registers at a side of a memory, if it has them to spare and each output that is read is
/// read by just one.
fn behind(
    memory: &Cell,
    side: char,
    cells: &HashMap<String, Cell>,
    readers: &HashMap<Net, u32>,
    plain: &HashMap<Net, &str>,
) -> Option<Vec<Register>> {
    if !memory.lends(side) {
        return None;
    }
    let clock = memory.net(&format!("CLK{side}"));
    let outputs = (0..BITS).map(|bit| format!("DO{side}{bit}"));
    let used = outputs.filter_map(|port| {
        let net = memory.net(&port)?;
        let count = readers.get(&net).copied().unwrap_or(0);
        (count > 0).then_some((port, net, count))
    });
    used.map(|(port, net, count)| {
        let flip_flop = *plain.get(&net).filter(|_| count == 1)?;
        let cell = cells.get(flip_flop).filter(|cell| cell.net("CLK") == clock)?;
        let output = cell.connections.get("Q")?.first()?.clone();
        Some(Register { port, flip_flop: flip_flop.into(), output })
    })
    .collect()
}

/// Lets a memory drive what the flip-flops drove, which are no more.
fn take(
    cells: &mut Map<String, Value>,
    memory: &str,
    sides: &[char],
    registers: Vec<Register>,
) -> Option<()> {
    for register in &registers {
        cells.remove(&register.flip_flop);
    }
    let memory = cells.get_mut(memory)?;
    for &side in sides.iter().filter(|_| !registers.is_empty()) {
        memory["parameters"][register_mode(side)] = "OUTREG".into();
        memory["connections"][format!("OCE{side}")] = Value::from(vec!["1"]);
    }
    for Register { port, output, .. } in registers {
        memory["connections"][port] = Value::from(vec![output]);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A memory whose two used bits go into a register each; `enable` is that of the second.
    fn netlist(enable: &str) -> Value {
        let flip_flop = |enable: &str, input: u64, output: u64| {
            json!({
                "type": "TRELLIS_FF",
                "parameters": { "CEMUX": enable, "CLKMUX": "CLK", "GSR": "DISABLED", "REGSET": "RESET" },
                "port_directions": { "CLK": "input", "DI": "input", "LSR": "input", "Q": "output" },
                "connections": { "CLK": [2], "DI": [input], "LSR": ["0"], "Q": [output] },
            })
        };
        json!({ "modules": { "top": {
            "ports": { "clock": { "bits": [2] }, "word": { "bits": [20, 21] } },
            "cells": {
                "words": {
                    "type": "DP16KD",
                    "parameters": {
                        "REGMODE_A": "NOREG", "REGMODE_B": "NOREG", "CLKAMUX": "CLKA", "CLKBMUX": "CLKB", "GSR": "DISABLED",
                    },
                    "port_directions": { "CLKB": "input", "OCEB": "input", "RSTB": "input", "DOB0": "output", "DOB1": "output",
                        "DOB2": "output" },
                    "connections": { "CLKB": [2], "OCEB": ["1"], "RSTB": ["0"], "DOB0": [10], "DOB1": [11], "DOB2": [12] },
                },
                "first": flip_flop("1 ", 10, 20),
                "second": flip_flop(enable, 11, 21),
            },
        } } })
    }

    #[test]
    fn a_register_of_all_that_is_read_moves_into_the_memory() {
        let mut moved = netlist("1 ");
        assert_eq!(absorb(&mut moved), Some(2));
        let cells = moved["modules"]["top"]["cells"].as_object().unwrap();
        assert_eq!(cells.keys().collect::<Vec<_>>(), ["words"]);
        let memory = &cells["words"];
        assert_eq!(
            (&memory["parameters"]["REGMODE_A"], &memory["parameters"]["REGMODE_B"]),
            (&json!("NOREG"), &json!("OUTREG"))
        );
        let outputs = ["DOB0", "DOB1", "DOB2"].map(|port| memory["connections"][port][0].as_u64());
        assert_eq!(outputs, [20, 21, 12].map(Some));
    }

    #[test]
    fn words_of_both_sides_take_both_registers_or_none() {
        let wide = |enable: &str| {
            let mut netlist = netlist(enable);
            let memory = &mut netlist["modules"]["top"]["cells"]["words"];
            memory["parameters"]["DATA_WIDTH_B"] = format!("{:032b}", 36).into();
            // As Yosys leaves it: one bit of the word comes out at the side that writes.
            let moved = memory["connections"]["DOB1"].take();
            memory["connections"].as_object_mut().unwrap().remove("DOB1");
            for (port, value) in
                [("DOA0", moved), ("CLKA", json!([2])), ("OCEA", json!(["0"])), ("RSTA", json!(["0"]))]
            {
                memory["connections"][port] = value;
                memory["port_directions"][port] = if port == "DOA0" { "output" } else { "input" }.into();
            }
            netlist
        };
        let mut both = wide("1 ");
        assert_eq!(absorb(&mut both), Some(2));
        let memory = &both["modules"]["top"]["cells"]["words"];
        for side in ["A", "B"] {
            assert_eq!(memory["parameters"][format!("REGMODE_{side}")], "OUTREG");
            assert_eq!(memory["connections"][format!("OCE{side}")], json!(["1"]));
        }
        let mut one = wide("CE");
        assert_eq!((absorb(&mut one), one), (Some(0), wide("CE")));
    }

    #[test]
    fn what_is_read_otherwise_stays_as_it_is() {
        // A register with an enable, and a word that something else reads too.
        let mut read_elsewhere = netlist("1 ");
        read_elsewhere["modules"]["top"]["ports"]["early"] = json!({ "bits": [10] });
        for mut netlist in [netlist("CE"), read_elsewhere] {
            let before = netlist.clone();
            assert_eq!((absorb(&mut netlist), netlist), (Some(0), before));
        }
        assert_eq!(absorb(&mut json!({ "creator": "Yosys" })), None);
    }
}
