//! A finished core as a part of a larger design: its modules, and its command port.

use super::LinkError;
use crate::describe::{Builder, Connections, ModuleHandle, Outputs, Project, Wire};
use crate::netlist::{Design, Direction};

/// The ports of a command port: directions, names and widths. Only that of the data may be
/// narrower.
const PORTS: [(Direction, &str, u32); 9] = [
    (Direction::Input, "clock", 1),
    (Direction::Input, "reset", 1),
    (Direction::Input, "command_valid", 1),
    (Direction::Input, "command", 4),
    (Direction::Input, "command_data", 10),
    (Direction::Input, "response_ready", 1),
    (Direction::Output, "command_ready", 1),
    (Direction::Output, "response_valid", 1),
    (Direction::Output, "response_error", 1),
];

/// A core inside a project.
pub(crate) struct Core {
    handle: ModuleHandle,
}

/// The drivers of the core's command port.
pub(crate) struct Drive<'a> {
    pub(crate) reset: &'a Wire,
    pub(crate) command_valid: &'a Wire,
    pub(crate) command: &'a Wire,
    pub(crate) command_data: &'a Wire,
    pub(crate) response_ready: &'a Wire,
}

impl Core {
    /// A project that holds all modules of a finished core, as they are.
    pub(crate) fn begin(core: &Design) -> Result<(Project, Self), LinkError> {
        let failed = |problem: String| LinkError::Port { core: core.name.clone(), problem };
        let mut project = Project::new(&core.name);
        for (name, value) in &core.settings {
            project.setting(name, value);
        }
        let mut top = None;
        for (id, module) in core.ids().zip(core.modules()) {
            let handle = project.add_module(module.clone())?;
            if core.top() == Some(id) {
                top = Some(handle);
            }
        }
        let handle = top.ok_or_else(|| failed("it has no top module".into()))?;
        for (direction, name, wanted) in PORTS {
            match handle.width_of(direction, name) {
                Some(width) if width == wanted => {}
                Some(width) => return Err(failed(format!("its `{name}` has {width} bits, not {wanted}"))),
                None => return Err(failed(format!("it has no {direction:?} `{name}`").to_lowercase())),
            }
        }
        if handle.width_of(Direction::Output, "response_data").is_none_or(|width| width > 64) {
            return Err(failed("it has no output `response_data` of at most 64 bits".into()));
        }
        Ok((project, Self { handle }))
    }

    /// The name of the core's top module.
    pub(crate) fn name(&self) -> &str {
        self.handle.name()
    }

    /// The core in the new top.
    pub(crate) fn place(&self, b: &Builder, drive: &Drive) -> Outputs {
        self.connect(b, drive).outputs()
    }

    /// The same, with the outputs still to be named.
    pub(crate) fn connect(&self, b: &Builder, drive: &Drive) -> Connections {
        b.instance("core", &self.handle)
            .input("reset", drive.reset)
            .input("command_valid", drive.command_valid)
            .input("command", drive.command)
            .input("command_data", drive.command_data)
            .input("response_ready", drive.response_ready)
    }
}

/// The outputs of the core's port that are read before the core is placed.
pub(crate) struct AnswerPort([(&'static str, Wire); 3]);

impl AnswerPort {
    pub(crate) fn new(b: &Builder) -> Self {
        Self(["command_ready", "response_valid", "response_error"].map(|name| (name, b.forward(name, 1))))
    }

    /// Gives them to a cell whose ports have their names.
    pub(crate) fn connect(&self, cell: Connections) -> Connections {
        self.0.iter().fold(cell, |cell, (name, wire)| cell.input(name, wire))
    }

    /// The answer is there.
    pub(crate) fn valid(&self) -> &Wire {
        let [_, (_, valid), _] = &self.0;
        valid
    }

    /// Drives them from the core.
    pub(crate) fn drive(&self, b: &Builder, core: &Outputs) {
        for (name, wire) in &self.0 {
            b.drive(wire, &core.get(name));
        }
    }
}
