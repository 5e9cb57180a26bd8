//! Fan-out buffers: one signal to 64 squares is too slow, so each group of eight has its own copy.

use crate::describe::{Builder, Bundle, ModuleHandle, Project, Wire};
use crate::netlist::NetlistError;

/// The buffer module for a bundle: outputs follow inputs in the same cycle, through nets that synthesis keeps.
///
/// Combinational. Source: the grouping by eight of Boulé & Zilic 2002.
///
/// # Errors
/// A mistake in the description.
pub fn buffer<B: Bundle>(project: &mut Project, name: &str) -> Result<ModuleHandle, NetlistError> {
    let builder = Builder::new(
        name,
        "Fan-out buffer: a copy of every broadcast signal for one group of eight squares.\nCombinational; synthesis keeps the copies.",
    );
    let inputs = B::input(&builder, "");
    inputs.map(|field, wire| {
        let copy = wire.named(&format!("{field}_copy")).keep();
        builder.output(&format!("group_{field}"), &copy);
        copy
    });
    project.add(builder)
}

/// The copies of a bundle for one group.
pub fn copy<B: Bundle>(builder: &Builder, buffer: &ModuleHandle, name: &str, inputs: &B) -> B {
    let connections = inputs
        .connections("")
        .into_iter()
        .fold(builder.instance(name, buffer), |instance, (port, wire): (String, Wire)| {
            instance.input(&port, &wire)
        });
    B::from_outputs(&connections.outputs(), "group_")
}
