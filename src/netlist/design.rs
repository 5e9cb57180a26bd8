//! A design: modules, leaves first, and which of them is the top.

use super::{Direction, Module, NetlistError, RamStyle, nearest};

/// A module of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub(super) u32);

impl ModuleId {
    /// The place in [`Design::modules`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole machine. A module stands after every module it instantiates.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// The core's name, as on the command line.
    pub name: String,
    /// The generator's parameters and their values, for the header of the emitted files.
    pub settings: Vec<(String, String)>,
    pub(super) modules: Vec<Module>,
    top: Option<ModuleId>,
    pub(super) prefix: String,
    pub(super) library: Option<String>,
}

impl Design {
    /// An empty design.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a module as it is. The last module added is the top unless [`Design::set_top`] says
    /// otherwise.
    ///
    /// # Errors
    /// An instance of a module that is not in the design yet, or a connection to a port it does not
    /// have.
    pub fn add(&mut self, module: Module) -> Result<ModuleId, NetlistError> {
        for instance in &module.instances {
            let Some(of) = self.modules.get(instance.module.index()) else {
                return Err(NetlistError::Rule {
                    module: module.name.clone(),
                    thing: instance.name.clone(),
                    problem: "it instantiates a module of another design; add that module here first".into(),
                    place: instance.declared.to_string(),
                });
            };
            check_connections(&module.name, instance, of)?;
        }
        let id = ModuleId(self.modules.len() as u32);
        self.modules.push(module);
        Ok(id)
    }

    /// Says which module is the top.
    pub fn set_top(&mut self, top: ModuleId) {
        self.top = Some(top);
    }

    /// The top module: the one set, otherwise the last one added; `None` for an empty design.
    pub fn top(&self) -> Option<ModuleId> {
        self.top.or_else(|| (self.modules.len() as u32).checked_sub(1).map(ModuleId))
    }

    /// The module.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.index()]
    }

    /// All modules, leaves first.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// All ids, leaves first.
    pub fn ids(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (0..self.modules.len() as u32).map(ModuleId)
    }

    /// Leaves the storage of memories with this style to the tools, for devices that have none of
    /// it.
    pub fn forget_style(&mut self, style: RamStyle) {
        for memory in self.modules.iter_mut().flat_map(|module| &mut module.memories) {
            memory.style = memory.style.filter(|&wanted| wanted != style);
        }
    }

    /// The module of this name.
    pub fn find(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| module.name == name).map(|index| ModuleId(index as u32))
    }
}

fn check_connections(module: &str, instance: &super::Instance, of: &Module) -> Result<(), NetlistError> {
    let names = |direction| of.ports_of(direction).map(|id| of.signal(id).name.clone()).collect::<Vec<_>>();
    let parameters: Vec<String> = of.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let given: [(&'static str, Vec<&String>, Vec<String>); 3] = [
        ("input port", instance.inputs.iter().map(|(name, _)| name).collect(), names(Direction::Input)),
        ("output port", instance.outputs.iter().map(|(name, _)| name).collect(), names(Direction::Output)),
        ("parameter", instance.parameters.iter().map(|(name, _)| name).collect(), parameters),
    ];
    for (kind, given, known) in given {
        for (place, name) in given.iter().enumerate() {
            if !known.contains(name) || given[..place].contains(name) {
                return Err(NetlistError::NoSuchPort {
                    module: module.into(),
                    instance: instance.name.clone(),
                    of: of.name.clone(),
                    kind,
                    port: (*name).clone(),
                    place: instance.declared.to_string(),
                    known: nearest(name, known.iter().map(String::as_str)),
                });
            }
        }
    }
    Ok(())
}
