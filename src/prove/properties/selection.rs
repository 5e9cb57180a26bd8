//! At most one square is selected on each line on which a board is written.

use super::project_with;
use crate::describe::{Builder, Wire};
use crate::netlist::{Assign, BinaryOp, Design, Direction, Module, NodeId};
use crate::prove::PropertyError;
use crate::prove::property::{Method, Property};

/// The select lines: the ports of a square that select it when both are set.
const LINES: [(&str, &str, &str); 4] = [
    ("destination", "destination_file", "destination_rank"),
    ("origin", "origin_file", "origin_rank"),
    ("clear", "destination_file", "clear_rank"),
    ("point", "point_file", "point_rank"),
];

/// Which of the two squares an en passant clears; a move is either made or taken back, never both at once.
const CLEARS: [&str; 2] = ["clear_beside", "clear_behind"];

/// The module that the squares stand in.
pub(super) const ARRAY: &str = "board";

/// The property of a design's array, for all inputs.
///
/// # Errors
/// The design has no array, or its squares have other select lines.
pub fn one_square_a_line(design: &Design) -> Result<Property, PropertyError> {
    let (mut project, array) = project_with(design, NAME, ARRAY, |design, mut module| {
        for (line, file, rank) in LINES {
            let selected = selected(design, &mut module, file, rank);
            let Some(joined) = (!selected.is_empty()).then(|| module.concat(&selected)) else {
                let missing = format!("no instance in `{ARRAY}` has the inputs `{file}` and `{rank}`");
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
    let both_clear =
        inputs_named(&inputs, CLEARS).into_iter().reduce(|a, b| &a & &b).unwrap_or_else(|| b.bit(false));
    let mut holds = b.bit(true);
    for (line, ..) in LINES {
        let selected = outputs.get(&output(line));
        // Without its lowest bit nothing is left.
        let lower = &selected - &b.constant(selected.width(), 1);
        holds = &holds & &(&selected & &lower).none();
    }
    b.output("holds", &(&holds | &both_clear));
    project.add(b)?;
    Ok(Property {
        name: NAME,
        claim: "at most one square is selected on each line: destination, origin, clear (made or taken back, not both) and point",
        monitor: project.unchecked(),
        method: Method::AllStates,
        free: Vec::new(),
        watched: None,
    })
}

const NAME: &str = "one square a line";

fn inputs_named(inputs: &[(&str, Wire)], names: [&str; 2]) -> Vec<Wire> {
    inputs.iter().filter(|(name, _)| names.contains(name)).map(|(_, wire)| wire.clone()).collect()
}

fn output(line: &str) -> String {
    format!("selected_by_{line}")
}

/// For each instance with these inputs, the first lowest: whether both are set.
fn selected(design: &Design, module: &mut Module, file: &str, rank: &str) -> Vec<NodeId> {
    let crossing: Vec<(NodeId, NodeId)> = module
        .instances
        .iter()
        .rev()
        .filter(|instance| design.module(instance.module).find_port(Direction::Input, file).is_some())
        .filter_map(|instance| {
            let input =
                |port: &str| instance.inputs.iter().find(|(name, _)| name == port).map(|(_, node)| *node);
            Some((input(file)?, input(rank)?))
        })
        .collect();
    let both = |(file, rank): (NodeId, NodeId)| module.binary(BinaryOp::And, file, rank).ok();
    crossing.into_iter().filter_map(both).collect()
}
