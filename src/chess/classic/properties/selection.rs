//! At most one square is selected on each line on which a board is written.

use super::ARRAY;
use crate::describe::{Builder, Wire};
use crate::netlist::{Assign, BinaryOp, Design, Direction, Module, NodeId};
use crate::prove::properties::{inputs_of, project_with, top_with, watched};
use crate::prove::{Method, Property, PropertyError};

/// A bit of an input of a square.
type PortBit = (&'static str, u32);

/// The select lines: the inputs of a square, file and rank, that select it when both are set.
const LINES: [(&str, PortBit, PortBit); 5] = [
    ("destination", ("destination", 0), ("destination", 1)),
    ("origin", ("origin", 0), ("origin", 1)),
    ("clear", ("destination", 0), ("clear_rank", 0)),
    ("point", ("point", 0), ("point", 1)),
    ("hidden", ("hidden", 0), ("hidden", 1)),
];

/// Groups of lines of which the control sets one at most, see [`lines_exclude_each_other`]: the two
/// squares that an en passant clears, because a move is either made or taken back; and the squares
/// pointed at.
const EXCLUSIVE: [&[&str]; 2] =
    [&["clear_beside", "clear_behind"], &["point_victim", "point_asked", "point_king", "point_aggressor"]];

/// The property of a design's array, for all inputs.
///
/// # Errors
/// The design has no array, or its squares have other select lines.
pub fn one_square_a_line(design: &Design) -> Result<Property, PropertyError> {
    let (mut project, array) = project_with(design, NAME, ARRAY, |design, mut module| {
        for (line, file, rank) in LINES {
            let selected = selected(design, &mut module, file, rank);
            let Some(joined) = (!selected.is_empty()).then(|| module.concat(&selected)) else {
                let missing =
                    format!("no instance in `{ARRAY}` has the inputs `{}` and `{}`", file.0, rank.0);
                return Err(PropertyError::Missing { property: NAME, missing });
            };
            let signal = module.add_port(Direction::Output, output(line), selected.len() as u32);
            module.assigns.push(Assign { signal, node: joined });
        }
        Ok(module)
    })?;
    let b = Builder::new("monitor", "");
    let ports = design.find(ARRAY).map(|id| design.module(id));
    let inputs =
        ports.iter().flat_map(|module| module.ports_of(Direction::Input).map(|id| module.signal(id)));
    let inputs: Vec<_> = inputs
        .filter(|signal| signal.name != "clock" && signal.name != "reset")
        .map(|signal| (signal.name.as_str(), b.input(&signal.name, signal.width)))
        .collect();
    let outputs = b.instance("array", &array).inputs(inputs.clone()).outputs();
    let several = EXCLUSIVE
        .iter()
        .fold(b.bit(false), |found, names| found | several(&b, &inputs_named(&inputs, names)));
    let mut holds = b.bit(true);
    for (line, ..) in LINES {
        let selected = outputs.get(&output(line));
        // Without its lowest bit nothing is left.
        let lower = &selected - &b.constant(selected.width(), 1);
        holds = &holds & &(&selected & &lower).none();
    }
    b.output("holds", &(&holds | &several));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "at most one square is selected on each line: destination, origin, clear, point and hidden, where one square is cleared and one pointed at",
        monitor: project.unchecked(),
        method: Method::AllStates,
        free: Vec::new(),
        watched: None,
    })
}

const NAME: &str = "one square a line";

/// The property of a design's top, for any behaviour of its array, on which [`one_square_a_line`]
/// rests: the control sets at most one of the lines that exclude each other.
///
/// # Errors
/// There is no array in the top, or it has no such inputs.
pub fn lines_exclude_each_other(design: &Design) -> Result<Property, PropertyError> {
    let top = top_with(design, LINES_NAME, &[])?;
    let mut lines = Vec::new();
    let (mut project, core) = project_with(design, LINES_NAME, &top.name, |design, mut module| {
        let missing = |missing: String| PropertyError::Missing { property: LINES_NAME, missing };
        let array =
            module.instances.iter().find(|instance| design.module(instance.module).name == ARRAY).cloned();
        let array = array.ok_or_else(|| missing(format!("there is no `{ARRAY}` in the top")))?;
        // Not every setting of the machine has all of them.
        for (port, node) in &array.inputs {
            if EXCLUSIVE.concat().contains(&port.as_str()) {
                let signal = module.add_port(Direction::Output, watched(port), 1);
                module.assigns.push(Assign { signal, node: *node });
                lines.push(port.clone());
            }
        }
        match lines.is_empty() {
            true => Err(missing(format!(
                "`{ARRAY}` has none of the inputs `{}`",
                EXCLUSIVE.concat().join("`, `")
            ))),
            false => Ok(module),
        }
    })?;
    let b = Builder::new("monitor", "");
    let outputs = b.instance("core", &core).inputs(inputs_of(&b, top)).outputs();
    let holds = EXCLUSIVE.iter().fold(b.bit(true), |holds, names| {
        let there = lines.iter().filter(|line| names.contains(&line.as_str()));
        let set: Vec<Wire> = there.map(|line| outputs.get(&watched(line))).collect();
        holds & !several(&b, &set)
    });
    b.output("holds", &holds);
    project.add(b)?;
    Ok(Property {
        name: LINES_NAME,
        claim: "the control sets one line at most of those that say which square an en passant clears, and of those that point at a square",
        monitor: project.unchecked(),
        method: Method::Induction(INDUCTION),
        free: vec![ARRAY],
        watched: None,
    })
}

const LINES_NAME: &str = "lines exclude each other";

/// Cycles of induction, at most.
const INDUCTION: u32 = 6;

/// Whether more than one of these bits is set.
fn several(b: &Builder, bits: &[Wire]) -> Wire {
    let none = (b.bit(false), b.bit(false));
    let (_, several) = bits.iter().fold(none, |(some, several), bit| (&some | bit, several | (&some & bit)));
    several
}

fn inputs_named(inputs: &[(&str, Wire)], names: &[&str]) -> Vec<Wire> {
    inputs.iter().filter(|(name, _)| names.contains(name)).map(|(_, wire)| wire.clone()).collect()
}

fn output(line: &str) -> String {
    format!("selected_by_{line}")
}

/// For each instance with these inputs, the first lowest: whether both bits are set.
fn selected(design: &Design, module: &mut Module, file: PortBit, rank: PortBit) -> Vec<NodeId> {
    let crossing: Vec<(NodeId, NodeId)> = module
        .instances
        .iter()
        .rev()
        .filter(|instance| design.module(instance.module).find_port(Direction::Input, file.0).is_some())
        .filter_map(|instance| {
            let input =
                |port: &str| instance.inputs.iter().find(|(name, _)| name == port).map(|(_, node)| *node);
            Some((input(file.0)?, input(rank.0)?))
        })
        .collect();
    let both = |(of_file, of_rank): (NodeId, NodeId)| {
        let file = module.slice(of_file, file.1, 1).ok()?;
        let rank = module.slice(of_rank, rank.1, 1).ok()?;
        module.binary(BinaryOp::And, file, rank).ok()
    };
    crossing.into_iter().filter_map(both).collect()
}
