//! A design under construction: modules finished so far, leaves first.

use std::rc::Rc;

use super::Builder;
use crate::netlist::{Design, Direction, Module, ModuleId, NetlistError, NetlistErrors};

/// A finished module, to be instantiated in others.
#[derive(Clone)]
pub struct ModuleHandle {
    id: ModuleId,
    name: Rc<str>,
    ports: Rc<Vec<(Direction, String, u32)>>,
}

impl ModuleHandle {
    /// Its id in the design.
    pub fn id(&self) -> ModuleId {
        self.id
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The width of a port, or `None` where there is no such port.
    pub fn width_of(&self, direction: Direction, port: &str) -> Option<u32> {
        self.ports.iter().find(|(d, name, _)| *d == direction && name == port).map(|(_, _, width)| *width)
    }

    /// The names of the ports of one direction, in order.
    pub fn names_of(&self, direction: Direction) -> impl Iterator<Item = &str> {
        self.ports.iter().filter(move |(d, ..)| *d == direction).map(|(_, name, _)| name.as_str())
    }
}

/// A design under construction.
pub struct Project {
    design: Design,
}

impl Project {
    /// An empty design for the core `name`.
    pub fn new(name: &str) -> Self {
        Self { design: Design::new(name) }
    }

    /// Notes a setting of the generator for the header of the emitted files.
    pub fn setting(&mut self, name: &str, value: impl ToString) {
        self.design.settings.push((name.into(), value.to_string()));
    }

    /// Finishes a module. The last module added is the top.
    ///
    /// # Errors
    /// All mistakes made in its description: [`NetlistError::Several`] where there is more than
    /// one.
    pub fn add(&mut self, builder: Builder) -> Result<ModuleHandle, NetlistError> {
        self.add_module(builder.into_module()?)
    }

    /// Adds a module made otherwise, for example a lowered rust-hdl cell.
    ///
    /// # Errors
    /// It instantiates something that is not in this design.
    pub fn add_module(&mut self, module: Module) -> Result<ModuleHandle, NetlistError> {
        let ports = module
            .ports
            .iter()
            .map(|port| {
                let signal = module.signal(port.signal);
                (port.direction, signal.name.clone(), signal.width)
            })
            .collect();
        let name = Rc::from(module.name.as_str());
        let id = self.design.add(module)?;
        Ok(ModuleHandle { id, name, ports: Rc::new(ports) })
    }

    /// A module that was added.
    pub fn module(&self, handle: &ModuleHandle) -> &Module {
        self.design.module(handle.id)
    }

    /// The design as it is, neither shared nor checked. It is for a proof about a part of a
    /// machine, which leaves much of the machine unread.
    pub fn unchecked(self) -> Design {
        self.design
    }

    /// The finished design: shared where modules are equal, and valid.
    ///
    /// # Errors
    /// Every rule of the netlist that the design breaks.
    pub fn finish(self) -> Result<Design, NetlistErrors> {
        let design = self.design.shared()?;
        design.validate()?;
        Ok(design)
    }
}
