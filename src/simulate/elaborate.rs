//! Elaboration: a hierarchy becomes one flat module without instances, parameters, resets, enables
//! or clocked reads.
//!
//! The flat module is an ordinary [`Module`], so its pool shares equal expressions and folds
//! constants across what were module borders. Registers keep `output`, `next` and `initial` only;
//! every memory read is combinational.

use std::collections::HashMap;

use super::SimulateError;
use super::clocked::Clocked;
use super::hierarchy::{Hierarchy, Scope};
use super::resolve::{Bits, Item, Place, Resolver, SignalDriver};
use crate::netlist::{
    Argument, Design, Direction, Instance, Memory, Module, NodeId, ReadPort, SignalId, Value,
};

/// A design without hierarchy.
pub(super) struct Flat {
    /// Registers, memories and the pool of expressions.
    pub module: Module,
    /// The names of the design and the nets they stand for.
    pub hierarchy: Hierarchy,
    /// The value of each net of the hierarchy.
    pub nets: Vec<NodeId>,
    /// The inputs of the top, clock included: net and flat signal.
    pub inputs: Vec<(u32, SignalId)>,
    /// The outputs of the top.
    pub outputs: Vec<NodeId>,
    /// The flat signal of the one clock; `None` if nothing is clocked.
    pub clock: Option<SignalId>,
}

impl Flat {
    /// The width of a net in bits; 0 where there is none.
    pub fn width(&self, net: u32) -> u32 {
        self.nets.get(net as usize).map_or(0, |&node| self.module.width(node))
    }
}

/// Flattens the design from its top.
pub(super) fn elaborate(design: &Design) -> Result<Flat, SimulateError> {
    let top = design.top().ok_or(SimulateError::Empty)?;
    let mut builder =
        Builder { design, flat: Module::default(), places: Vec::new(), scopes: Vec::new(), nets: 0 };
    builder.enter(&design.module(top).name, "", top.index(), HashMap::new())?;
    let mut inputs = Vec::new();
    for signal in design.module(top).ports_of(Direction::Input) {
        let width = design.module(top).signal(signal).width;
        let flat = builder.flat.add_signal(design.module(top).signal(signal).name.clone(), width);
        builder.drive(0, signal, SignalDriver::Leaf(flat))?;
        inputs.push((signal.index() as u32, flat));
    }
    // Scopes appear behind the loop as instances are entered.
    let mut scope = 0;
    while scope < builder.places.len() {
        builder.drive_scope(scope)?;
        scope += 1;
    }
    builder.finish(inputs)
}

struct Builder<'a> {
    design: &'a Design,
    flat: Module,
    places: Vec<Place<'a>>,
    scopes: Vec<Scope>,
    nets: u32,
}

impl<'a> Builder<'a> {
    fn enter(
        &mut self,
        name: &str,
        prefix: &str,
        module: usize,
        parameters: HashMap<&str, Value>,
    ) -> Result<usize, SimulateError> {
        let module = &self.design.modules()[module];
        let mut values = Vec::new();
        for parameter in &module.parameters {
            let value = parameters.get(parameter.name.as_str()).unwrap_or(&parameter.default);
            let thing = || format!("{prefix}{}", parameter.name);
            require(parameter.default.width(), value.width(), thing)?;
            values.push(value.clone());
        }
        if let Some(signal) = module.signals.iter().find(|signal| signal.width == 0) {
            let thing = format!("{prefix}{}", signal.name);
            return Err(SimulateError::Width { thing, expected: 1, found: 0 });
        }
        self.places.push(Place {
            module,
            prefix: prefix.to_string(),
            parameters: values,
            drivers: vec![SignalDriver::None; module.signals.len()],
        });
        self.scopes.push(Scope {
            name: name.to_string(),
            prefix: prefix.to_string(),
            signals: module.signals.iter().map(|signal| (signal.name.clone(), signal.width)).collect(),
            first_net: self.nets,
            memories: Vec::new(),
            children: Vec::new(),
        });
        self.nets += module.signals.len() as u32;
        Ok(self.places.len() - 1)
    }

    /// The parameters that an instance gives, by name. Those of its own module are known already.
    fn arguments<'i>(&self, scope: usize, instance: &'i Instance) -> HashMap<&'i str, Value> {
        let value = |argument: &Argument| match argument {
            Argument::Value(value) => Some(value.clone()),
            Argument::Parameter(id) => self.places[scope].parameters.get(id.index()).cloned(),
        };
        let given = instance.parameters.iter();
        given.filter_map(|(name, argument)| Some((name.as_str(), value(argument)?))).collect()
    }

    fn drive(&mut self, scope: usize, signal: SignalId, driver: SignalDriver) -> Result<(), SimulateError> {
        let place = &mut self.places[scope];
        match &mut place.drivers[signal.index()] {
            free @ SignalDriver::None => {
                *free = driver;
                Ok(())
            }
            _ => Err(SimulateError::DoublyDriven { signal: place.path(signal) }),
        }
    }

    fn drive_scope(&mut self, scope: usize) -> Result<(), SimulateError> {
        let module = self.places[scope].module;
        let prefix = self.places[scope].prefix.clone();
        let path = |signal: SignalId| format!("{prefix}{}", module.signal(signal).name);
        for assign in &module.assigns {
            let width = module.signal(assign.signal).width;
            require(width, module.width(assign.node), || path(assign.signal))?;
            self.drive(scope, assign.signal, SignalDriver::Node { scope, node: assign.node })?;
        }
        for register in &module.registers {
            let width = module.signal(register.output).width;
            require(width, module.width(register.next), || path(register.output))?;
            require(width, register.initial.width(), || path(register.output))?;
            if let Some(reset) = &register.reset {
                require(width, reset.value.width(), || path(register.output))?;
            }
            let flat = self.flat.add_signal(path(register.output), width);
            self.drive(scope, register.output, SignalDriver::Leaf(flat))?;
        }
        for memory in &module.memories {
            self.drive_reads(scope, memory, &format!("{prefix}{}", memory.name))?;
        }
        for instance in &module.instances {
            let of = self.design.module(instance.module);
            let child_prefix = format!("{prefix}{}.", instance.name);
            let given = self.arguments(scope, instance);
            let child = self.enter(&instance.name, &child_prefix, instance.module.index(), given)?;
            self.scopes[scope].children.push(child);
            for (port, node) in &instance.inputs {
                if let Some(signal) = of.find_port(Direction::Input, port) {
                    let name = || format!("{child_prefix}{port}");
                    require(of.signal(signal).width, module.width(*node), name)?;
                    self.drive(child, signal, SignalDriver::Node { scope, node: *node })?;
                }
            }
            for signal in of.ports_of(Direction::Input) {
                if matches!(self.places[child].drivers[signal.index()], SignalDriver::None) {
                    let port = of.signal(signal).name.clone();
                    return Err(SimulateError::Dangling {
                        instance: format!("{prefix}{}", instance.name),
                        port,
                    });
                }
            }
            for (port, signal) in &instance.outputs {
                if let Some(inner) = of.find_port(Direction::Output, port) {
                    require(module.signal(*signal).width, of.signal(inner).width, || path(*signal))?;
                    self.drive(scope, *signal, SignalDriver::Signal { scope: child, signal: inner })?;
                }
            }
        }
        Ok(())
    }

    fn drive_reads(&mut self, scope: usize, memory: &Memory, path: &str) -> Result<(), SimulateError> {
        let module = self.places[scope].module;
        if memory.depth < 2 || !memory.depth.is_power_of_two() {
            return Err(SimulateError::Depth { memory: path.into(), depth: memory.depth });
        }
        for value in &memory.initial {
            require(memory.width, value.width(), || path.into())?;
        }
        for write in &memory.writes {
            require(1, module.width(write.enable), || path.into())?;
            require(memory.address_width(), module.width(write.address), || path.into())?;
            require(memory.width, module.width(write.data), || path.into())?;
        }
        let mut flat = Memory { name: path.into(), writes: Vec::new(), reads: Vec::new(), ..memory.clone() };
        for read in &memory.reads {
            require(memory.address_width(), module.width(read.address), || path.into())?;
            require(memory.width, module.signal(read.data).width, || path.into())?;
            let data = self.flat.add_signal(self.places[scope].path(read.data), memory.width);
            let driver = match read.clock {
                None => SignalDriver::Word { signal: data, address: read.address },
                Some(_) => SignalDriver::Leaf(data),
            };
            self.drive(scope, read.data, driver)?;
            // Address and clock are filled in once expressions can be resolved.
            flat.reads.push(ReadPort { address: read.address, data, clock: None });
        }
        let index = self.flat.memories.len() as u32;
        self.scopes[scope].memories.push((memory.name.clone(), index));
        self.flat.memories.push(flat);
        Ok(())
    }

    fn finish(self, inputs: Vec<(u32, SignalId)>) -> Result<Flat, SimulateError> {
        let Builder { flat, places, scopes, .. } = self;
        let mut resolver = Resolver::new(&places, flat);
        let mut nets = Vec::new();
        for (scope, place) in places.iter().enumerate() {
            for signal in place.module.signal_ids() {
                let width = place.module.signal(signal).width;
                nets.push(resolver.resolve(Bits { scope, item: Item::Signal(signal), low: 0, width })?);
            }
        }
        let (module, clock) = Clocked::new(resolver, &places, &inputs).flatten()?;
        let top = places[0].module;
        let outputs = top.ports_of(Direction::Output).map(|signal| nets[signal.index()]).collect();
        Ok(Flat { module, hierarchy: Hierarchy { scopes }, nets, inputs, outputs, clock })
    }
}

/// An error unless the widths are equal.
pub(super) fn require(expected: u32, found: u32, thing: impl Fn() -> String) -> Result<(), SimulateError> {
    if expected == found { Ok(()) } else { Err(SimulateError::Width { thing: thing(), expected, found }) }
}
