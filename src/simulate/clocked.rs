//! Elaboration of the effects of a clock edge: registers, clocked reads and memory writes.

use super::SimulateError;
use super::resolve::{Bits, Item, Place, Resolver};
use crate::netlist::{Memory, Module, Node, NodeId, ReadPort, Register, SignalId, Value, WritePort};

/// Carries registers and memories over to the flat module, and finds its one clock.
pub(super) struct Clocked<'a> {
    resolver: Resolver<'a>,
    places: &'a [Place<'a>],
    inputs: &'a [(u32, SignalId)],
    clock: Option<SignalId>,
}

impl<'a> Clocked<'a> {
    pub fn new(resolver: Resolver<'a>, places: &'a [Place<'a>], inputs: &'a [(u32, SignalId)]) -> Self {
        Self { resolver, places, inputs, clock: None }
    }

    /// The finished flat module and its clock.
    pub fn flatten(mut self) -> Result<(Module, Option<SignalId>), SimulateError> {
        let mut flat_memory = 0;
        for (scope, place) in self.places.iter().enumerate() {
            for register in &place.module.registers {
                self.register(scope, register)?;
            }
            for memory in &place.module.memories {
                self.memory(scope, memory, flat_memory)?;
                flat_memory += 1;
            }
        }
        Ok((self.resolver.into_module(), self.clock))
    }

    fn node(&mut self, scope: usize, node: NodeId) -> Result<NodeId, SimulateError> {
        let width = self.places[scope].module.width(node);
        self.resolver.resolve(Bits { scope, item: Item::Node(node), low: 0, width })
    }

    fn signal(&mut self, scope: usize, signal: SignalId) -> Result<NodeId, SimulateError> {
        let width = self.places[scope].module.signal(signal).width;
        self.resolver.resolve(Bits { scope, item: Item::Signal(signal), low: 0, width })
    }

    /// `thing` is clocked by `signal`: checks that this is the one clock.
    fn clocked(&mut self, scope: usize, signal: SignalId, thing: &str) -> Result<SignalId, SimulateError> {
        let node = self.signal(scope, signal)?;
        let fail = |problem: String| SimulateError::Clock {
            thing: thing.into(),
            clock: self.places[scope].path(signal),
            problem,
        };
        let source = match *self.resolver.flat.node(node) {
            Node::Signal(source) if self.inputs.iter().any(|&(_, input)| input == source) => source,
            _ => return Err(fail("does not come straight from an input of the top".into())),
        };
        let name = |id| self.resolver.flat.signal(id).name.clone();
        if self.resolver.flat.signal(source).width != 1 {
            return Err(fail(format!("is the input `{}` of more than one bit", name(source))));
        }
        match self.clock {
            Some(other) if other != source => Err(fail(format!(
                "is the input `{}`, but other state is clocked by `{}`",
                name(source),
                name(other)
            ))),
            _ => {
                self.clock = Some(source);
                Ok(source)
            }
        }
    }

    fn register(&mut self, scope: usize, register: &Register) -> Result<(), SimulateError> {
        let thing = self.places[scope].path(register.output);
        let clock = self.clocked(scope, register.clock, &thing)?;
        let output = self.signal(scope, register.output)?;
        let Node::Signal(flat) = *self.resolver.flat.node(output) else {
            return Err(SimulateError::Undriven { signal: thing });
        };
        let mut next = self.node(scope, register.next)?;
        if let Some(enable) = register.enable {
            let enable = self.node(scope, enable)?;
            next = self.mux(&thing, enable, next, output)?;
        }
        if let Some(reset) = &register.reset {
            let when = self.node(scope, reset.when)?;
            let value = self.resolver.flat.constant(reset.value.clone());
            next = self.mux(&thing, when, value, next)?;
        }
        self.add_register(flat, clock, next, register.initial.clone());
        Ok(())
    }

    fn mux(
        &mut self,
        thing: &str,
        s: NodeId,
        then: NodeId,
        otherwise: NodeId,
    ) -> Result<NodeId, SimulateError> {
        self.resolver.flat.mux(s, then, otherwise).map_err(|mismatch| SimulateError::Width {
            thing: format!("{thing}: its enable or reset"),
            expected: mismatch.expected,
            found: mismatch.found,
        })
    }

    fn add_register(&mut self, output: SignalId, clock: SignalId, next: NodeId, initial: Value) {
        let register = Register { output, clock, next, enable: None, reset: None, initial };
        self.resolver.flat.registers.push(register);
    }

    /// Fills in the flat memory: its writes, and for every clocked read a combinational one and a
    /// register that takes its word before the edge's writes.
    fn memory(&mut self, scope: usize, memory: &Memory, flat: usize) -> Result<(), SimulateError> {
        let path = self.resolver.flat.memories[flat].name.clone();
        for write in &memory.writes {
            let write = WritePort {
                clock: self.clocked(scope, write.clock, &path)?,
                enable: self.node(scope, write.enable)?,
                address: self.node(scope, write.address)?,
                data: self.node(scope, write.data)?,
            };
            self.resolver.flat.memories[flat].writes.push(write);
        }
        for (place, read) in memory.reads.iter().enumerate() {
            let address = self.node(scope, read.address)?;
            let mut data = self.resolver.flat.memories[flat].reads[place].data;
            if let Some(read_clock) = &read.clock {
                let clock = self.clocked(scope, read_clock.clock, &path)?;
                let output = data;
                let held = self.resolver.flat.read(output);
                data = self.resolver.flat.add_signal(format!("{path}.next"), memory.width);
                let mut next = self.resolver.flat.read(data);
                if let Some(enable) = read_clock.enable {
                    let enable = self.node(scope, enable)?;
                    next = self.mux(&path, enable, next, held)?;
                }
                self.add_register(output, clock, next, Value::zero(memory.width));
            }
            self.resolver.flat.memories[flat].reads[place] = ReadPort { address, data, clock: None };
        }
        Ok(())
    }
}
