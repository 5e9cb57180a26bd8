//! The properties that are proven of any machine, and the tools for the properties of a single
//! machine.

mod handshake;
mod latency;
mod loading;
mod rest;

pub use handshake::command_port;
pub use latency::{Comes, answered_in_turn, constant_latency};
pub(crate) use latency::{aged, on_its_way};
pub use loading::taken_in_time;
pub use rest::{States, answered_at_rest};

use super::PropertyError;
use crate::describe::{Builder, ModuleHandle, Project, Wire};
use crate::netlist::{Assign, Design, Direction, Module, ModuleId};

/// The module of this name.
fn found(design: &Design, property: &'static str, module: &str) -> Result<ModuleId, PropertyError> {
    let missing = || PropertyError::Missing { property, missing: format!("there is no module `{module}`") };
    design.find(module).ok_or_else(missing)
}

/// The module of this name, for [`project_watching`].
pub(crate) fn module_of<'a>(
    design: &'a Design,
    property: &'static str,
    module: &str,
) -> Result<&'a Module, PropertyError> {
    Ok(design.module(found(design, property, module)?))
}

/// A project with all modules of a design up to the one of this name, which may be changed before
/// it is added.
pub(crate) fn project_with(
    design: &Design,
    property: &'static str,
    module: &str,
    change: impl FnOnce(&Design, Module) -> Result<Module, PropertyError>,
) -> Result<(Project, ModuleHandle), PropertyError> {
    let wanted = found(design, property, module)?;
    let mut project = Project::new(property);
    for known in design.modules().iter().take(wanted.index()) {
        project.add_module(known.clone())?;
    }
    let changed = change(design, design.module(wanted).clone())?;
    let handle = project.add_module(changed)?;
    Ok((project, handle))
}

/// The top module of a design, which has these ports.
pub(crate) fn top_with<'a>(
    design: &'a Design,
    property: &'static str,
    ports: &[(Direction, &[&str])],
) -> Result<&'a Module, PropertyError> {
    let missing = || PropertyError::Missing { property, missing: "there is no top module".into() };
    let top = design.top().map(|id| design.module(id)).ok_or_else(missing)?;
    for (direction, names) in ports {
        if let Some(name) = names.iter().find(|name| top.find_port(*direction, name).is_none()) {
            let missing = format!("the top has no port `{name}`");
            return Err(PropertyError::Missing { property, missing });
        }
    }
    Ok(top)
}

/// The same as [`project_with`] for the design's top or another module, with some of its signals as
/// further outputs; [`watched`] gives their names.
pub(crate) fn project_watching(
    design: &Design,
    property: &'static str,
    module: &Module,
    signals: &[&str],
) -> Result<(Project, ModuleHandle), PropertyError> {
    project_with(design, property, &module.name, |_, mut module| {
        for name in signals {
            let missing = format!("`{}` has no signal `{name}`", module.name);
            let signal = module.find_signal(name).ok_or(PropertyError::Missing { property, missing })?;
            let node = module.read(signal);
            let port = module.add_port(Direction::Output, watched(name), module.width(node));
            module.assigns.push(Assign { signal: port, node });
        }
        Ok(module)
    })
}

/// The output that tells a signal that is watched.
pub(crate) fn watched(signal: &str) -> String {
    format!("watched_{signal}")
}

/// A monitor's inputs for all of the machine's inputs except clock and reset, which it has itself.
pub(crate) fn inputs_of<'a>(b: &Builder, top: &'a Module) -> Vec<(&'a str, Wire)> {
    let signals = top.ports_of(Direction::Input).map(|id| top.signal(id));
    signals
        .filter(|signal| signal.name != "clock" && signal.name != "reset")
        .map(|signal| (signal.name.as_str(), b.input(&signal.name, signal.width)))
        .collect()
}

/// The input of this name; [`top_with`] has checked that it exists.
pub(crate) fn input(b: &Builder, inputs: &[(&str, Wire)], name: &str) -> Wire {
    inputs.iter().find(|(port, _)| *port == name).map_or(b.bit(false), |(_, wire)| wire.clone())
}
