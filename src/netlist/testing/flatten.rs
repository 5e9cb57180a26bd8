//! A design as one module: instances dissolved, parameters and named constants replaced by their
//! values.

use std::collections::HashMap;

use crate::netlist::{
    Argument, Assign, Design, Direction, Module, ModuleId, Node, NodeId, ParameterId, ReadClock, Register,
    Reset, SignalId, Value, WritePort,
};

/// One module that means the same as the design. Signals are named by their path. Comments and docs
/// are dropped.
pub(crate) fn flatten(design: &Design) -> Design {
    let mut flat = Module::new("flat", "");
    let top = design.top().unwrap();
    let signals = dissolve(design, top, "", &HashMap::new(), &mut flat);
    for port in &design.module(top).ports {
        flat.ports.push(crate::netlist::Port { signal: signals[port.signal.index()], ..port.clone() });
    }
    let mut result = Design::new(design.name.clone());
    result.settings = design.settings.clone();
    result.add(flat).unwrap();
    result
}

/// Adds the module and everything below it. Returns the new form of each of its signals.
fn dissolve(
    design: &Design,
    id: ModuleId,
    path: &str,
    arguments: &HashMap<&str, Value>,
    flat: &mut Module,
) -> Vec<SignalId> {
    let module = design.module(id);
    let name = |own: &str| format!("{path}{own}");
    let signals: Vec<SignalId> = module
        .signals
        .iter()
        .map(|signal| {
            let id = flat.add_signal(name(&signal.name), signal.width);
            flat.signal_mut(id).attributes = signal.attributes.clone();
            id
        })
        .collect();
    let value_of = |id: ParameterId| {
        let parameter = &module.parameters[id.index()];
        arguments.get(parameter.name.as_str()).unwrap_or(&parameter.default)
    };
    let at = |signal: SignalId| signals[signal.index()];
    let mut nodes: Vec<NodeId> = Vec::new();
    for (_, node) in module.nodes() {
        let of = |id: &NodeId| nodes[id.index()];
        let new = match node {
            Node::Constant { value, .. } => flat.constant(value.clone()),
            Node::Parameter(id) => flat.constant(value_of(*id).clone()),
            Node::Signal(signal) => flat.read(at(*signal)),
            Node::Unary(op, a) => flat.unary(*op, of(a)),
            Node::Binary(op, a, b) => flat.binary(*op, of(a), of(b)).unwrap(),
            Node::Mux { select, then, otherwise } => flat.mux(of(select), of(then), of(otherwise)).unwrap(),
            Node::Slice { from, low, width } => flat.slice(of(from), *low, *width).unwrap(),
            Node::Concat(parts) => flat.concat(&parts.iter().map(of).collect::<Vec<_>>()),
        };
        nodes.push(new);
    }
    let of = |id: NodeId| nodes[id.index()];
    for assign in &module.assigns {
        flat.assigns.push(Assign { signal: at(assign.signal), node: of(assign.node) });
    }
    for register in &module.registers {
        flat.registers.push(Register {
            output: at(register.output),
            clock: at(register.clock),
            next: of(register.next),
            enable: register.enable.map(of),
            reset: register
                .reset
                .as_ref()
                .map(|reset| Reset { when: of(reset.when), value: reset.value.clone() }),
            initial: register.initial.clone(),
        });
    }
    for memory in &module.memories {
        let mut new = memory.clone();
        new.name = name(&memory.name);
        new.comment = None;
        for WritePort { clock, enable, address, data } in &mut new.writes {
            (*clock, *enable, *address, *data) = (at(*clock), of(*enable), of(*address), of(*data));
        }
        for read in &mut new.reads {
            (read.address, read.data) = (of(read.address), at(read.data));
            if let Some(ReadClock { clock, enable }) = &mut read.clock {
                (*clock, *enable) = (at(*clock), enable.map(of));
            }
        }
        flat.memories.push(new);
    }
    for instance in &module.instances {
        let inner = design.module(instance.module);
        let given = |argument: &'_ Argument| match argument {
            Argument::Value(value) => value.clone(),
            Argument::Parameter(id) => value_of(*id).clone(),
        };
        let arguments =
            instance.parameters.iter().map(|(name, argument)| (name.as_str(), given(argument))).collect();
        let inside =
            dissolve(design, instance.module, &name(&format!("{}.", instance.name)), &arguments, flat);
        for (port, node) in &instance.inputs {
            let port = inner.find_port(Direction::Input, port).unwrap();
            flat.assigns.push(Assign { signal: inside[port.index()], node: of(*node) });
        }
        for (port, signal) in &instance.outputs {
            let port = inner.find_port(Direction::Output, port).unwrap();
            let node = flat.read(inside[port.index()]);
            flat.assigns.push(Assign { signal: at(*signal), node });
        }
    }
    signals
}
