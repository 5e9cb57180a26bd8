//! A small table in block memory.

use super::shape::Shape;
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::game::Refusal;
use crate::netlist::Direction;
use crate::parts::banks::{Banks, Write};

/// Words of a table on chip, at most.
pub const MOST_WORDS: u64 = 1 << 16;

/// The ports of the unit that face its memory.
const FACING: &str = "mem_";

/// A top with the unit and its table. A word is loaded in any cycle in which nothing is summed. The
/// memory takes a read in every cycle, and answers after [`Banks::LATENCY`].
///
/// # Errors
/// The table is too large, or the description breaks a rule of the netlist.
pub(super) fn top(
    project: &mut Project,
    name: &str,
    unit: &ModuleHandle,
    shape: Shape,
) -> Result<(), Refusal> {
    let words = shape.words();
    if words > MOST_WORDS {
        return Err(format!(
            "a table of {words} words on chip; it may have {MOST_WORDS}, with fewer codes or kings' squares"
        )
        .into());
    }
    let banks = Banks::compact(project, &format!("{name}_table"), shape.word_bits(), words as u32)?;
    let b = Builder::new(name, "Sums weights of pieces and kings from a small table in block memory.");
    let load = b.input("load", 1).comment("a word of the table is loaded");
    let load_word = b.input("load_word", shape.address_bits()).comment("its number");
    let load_data = b.input("load_data", shape.word_bits()).comment("its weights, the first lowest");
    let table = banks.place(&b, "table");
    let request = b.forward("asks", 1);
    let answered =
        (1..=Banks::LATENCY).fold(request.clone(), |bit, cycle| bit.later_cleared(&format!("asked_{cycle}")));
    let mut placed = b
        .instance("unit", unit)
        .input("mem_ready", &b.bit(true))
        .input("mem_answer", &answered)
        .input("mem_read", &table.word());
    let outside = |direction: Direction| -> Vec<String> {
        let names = unit.names_of(direction);
        names
            .filter(|name| !name.starts_with(FACING) && !["clock", "reset"].contains(name))
            .map(str::to_owned)
            .collect()
    };
    let comment = |direction: Direction, name: &str| {
        let module = project.module(unit);
        let mut ports = module.ports_of(direction).map(|port| module.signal(port));
        ports.find(|port| port.name == name).and_then(|port| port.comment.clone()).unwrap_or_default()
    };
    for name in outside(Direction::Input) {
        let wire: Wire = b.input(&name, unit.width_of(Direction::Input, &name).unwrap_or(1));
        b.comment(&wire, &comment(Direction::Input, &name));
        placed = placed.input(&name, &wire);
    }
    let placed = placed.drives("mem_request", &request).outputs();
    table.connect(&placed.get("mem_word"), &Write { enable: &load, address: &load_word, data: &load_data });
    for name in outside(Direction::Output) {
        b.output(&name, &placed.get(&name)).comment(&comment(Direction::Output, &name));
    }
    project.add(b)?;
    Ok(())
}
