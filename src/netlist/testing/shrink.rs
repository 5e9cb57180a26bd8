//! Every way to take one thing out of a design, to make a design that shows a fault smaller.

use std::collections::HashSet;

use crate::netlist::{
    Assign, Design, Direction, Module, ModuleId, Node, NodeId, SignalId, Value, WidthMismatch,
};

/// The replacement of an expression.
#[derive(Clone, Copy)]
enum Instead {
    Zero,
    Operand(NodeId),
}

/// Every design that is this one without one thing and without all that nothing needs any more, the
/// smallest first. A thing is an output of the top, an operator, a register, an option of it, a
/// memory, a port of it, or an instance.
pub fn smaller(design: &Design) -> Vec<Design> {
    let mut found: Vec<(usize, Design)> = Vec::new();
    let whole = tidied(design, None).map_or(usize::MAX, |tidied| size(&tidied));
    let mut seen = HashSet::new();
    for id in design.ids() {
        let edits = edited(design.module(id), design.top() == Some(id));
        let edited = edits.into_iter().filter_map(|module| replaced(design, id, module));
        let operators = substitutions(design.module(id)).into_iter();
        let cut = operators.map(|(node, instead)| tidied(design, Some((id, node, instead))));
        for candidate in edited.map(|design| tidied(&design, None)).chain(cut).flatten() {
            let size = size(&candidate);
            if size < whole && seen.insert(candidate.to_text()) {
                found.push((size, candidate));
            }
        }
    }
    found.sort_by_key(|(size, _)| *size);
    found.into_iter().map(|(_, design)| design).collect()
}

/// The amount of text to read.
fn size(design: &Design) -> usize {
    let of = |module: &Module| {
        let operators = module.nodes().filter(|(id, _)| module.live_nodes()[id.index()]);
        let ports: usize =
            module.memories.iter().map(|memory| 1 + memory.reads.len() + memory.writes.len()).sum();
        let options = module
            .registers
            .iter()
            .map(|register| usize::from(register.enable.is_some()) + usize::from(register.reset.is_some()));
        operators.count() + module.signals.len() + ports + options.sum::<usize>() + 3 * module.instances.len()
    };
    design.modules().iter().map(of).sum()
}

fn assign_constant(module: &mut Module, signal: SignalId, value: Value) {
    let node = module.constant(value);
    module.assigns.push(Assign { signal, node });
}

/// The module less one thing other than an operator.
fn edited(module: &Module, is_top: bool) -> Vec<Module> {
    let mut all = Vec::new();
    let mut edit = |change: &dyn Fn(&mut Module)| {
        let mut copy = module.clone();
        change(&mut copy);
        all.push(copy);
    };
    if is_top && module.ports_of(Direction::Output).count() > 1 {
        for (place, port) in module.ports.iter().enumerate() {
            if port.direction == Direction::Output {
                edit(&|m| {
                    m.ports.remove(place);
                });
            }
        }
    }
    for (place, instance) in module.instances.iter().enumerate() {
        edit(&|m| {
            m.instances.remove(place);
            for (_, signal) in &instance.outputs {
                let width = m.signal(*signal).width;
                assign_constant(m, *signal, Value::zero(width));
            }
        });
    }
    for (place, memory) in module.memories.iter().enumerate() {
        edit(&|m| {
            m.memories.remove(place);
            memory.reads.iter().for_each(|read| assign_constant(m, read.data, Value::zero(memory.width)));
        });
        edit(&|m| m.memories[place].initial.clear());
        for port in 0..memory.writes.len() {
            edit(&|m| {
                m.memories[place].writes.remove(port);
            });
        }
        for (port, read) in memory.reads.iter().enumerate() {
            edit(&|m| {
                m.memories[place].reads.remove(port);
                assign_constant(m, read.data, Value::zero(memory.width));
            });
            edit(&|m| m.memories[place].reads[port].clock.iter_mut().for_each(|clock| clock.enable = None));
        }
    }
    for (place, register) in module.registers.iter().enumerate() {
        edit(&|m| {
            m.registers.remove(place);
            assign_constant(m, register.output, register.initial.clone());
        });
        edit(&|m| m.registers[place].enable = None);
        edit(&|m| m.registers[place].reset = None);
    }
    all
}

/// Every operator, and what may stand in its place: an operand as wide as it, or zero.
fn substitutions(module: &Module) -> Vec<(NodeId, Instead)> {
    let live = module.live_nodes();
    let mut all = Vec::new();
    for (id, node) in module.nodes().filter(|(id, _)| live[id.index()]) {
        if !matches!(node, Node::Constant { name: None, .. }) {
            all.push((id, Instead::Zero));
        }
        let operands = node.operands().into_iter();
        let fitting = operands.filter(|&operand| module.width(operand) == module.width(id));
        all.extend(fitting.map(|operand| (id, Instead::Operand(operand))));
    }
    all
}

/// The design with another module in the place of one.
fn replaced(design: &Design, id: ModuleId, module: Module) -> Option<Design> {
    let mut module = Some(module);
    let mut result = Design::new(design.name.clone());
    for other in design.ids() {
        let next = if other == id { module.take()? } else { design.module(other).clone() };
        result.add(next).ok()?;
    }
    result.set_top(design.top()?);
    Some(result)
}

/// The design without what nothing needs, and with something else in the place of one expression.
fn tidied(design: &Design, cut: Option<(ModuleId, NodeId, Instead)>) -> Option<Design> {
    let top = design.top()?;
    let mut needed = vec![false; design.modules().len()];
    needed[top.index()] = true;
    let mut rebuilt: Vec<(ModuleId, Module)> = Vec::new();
    let ids: Vec<ModuleId> = design.ids().collect();
    for &id in ids.iter().rev().filter(|id| id.index() <= top.index()) {
        if needed[id.index()] {
            let cut = cut.filter(|(module, ..)| *module == id).map(|(_, node, instead)| (node, instead));
            let module = Tidy::new(design.module(id), id == top, cut).rebuild().ok()?;
            module.instances.iter().for_each(|instance| needed[instance.module.index()] = true);
            rebuilt.push((id, module));
        }
    }
    let mut result = Design::new(design.name.clone());
    let mut places: Vec<Option<ModuleId>> = vec![None; needed.len()];
    for (id, mut module) in rebuilt.into_iter().rev() {
        for instance in &mut module.instances {
            instance.module = places[instance.module.index()]?;
        }
        places[id.index()] = Some(result.add(module).ok()?);
    }
    Some(result)
}

/// The driver of a signal, by its place in its list.
#[derive(Clone, Copy)]
enum SignalDriver {
    Assign(usize),
    Register(usize),
    Memory(usize),
    Instance(usize),
}

struct Tidy<'a> {
    module: &'a Module,
    is_top: bool,
    cut: Option<(NodeId, Instead)>,
    drivers: Vec<Option<SignalDriver>>,
    /// Signals that are needed.
    live: Vec<bool>,
    seen: Vec<bool>,
}

impl<'a> Tidy<'a> {
    fn new(module: &'a Module, is_top: bool, cut: Option<(NodeId, Instead)>) -> Self {
        let mut drivers = vec![None; module.signals.len()];
        let mut drive = |signal: SignalId, driver| drivers[signal.index()] = Some(driver);
        for (place, assign) in module.assigns.iter().enumerate() {
            drive(assign.signal, SignalDriver::Assign(place));
        }
        for (place, register) in module.registers.iter().enumerate() {
            drive(register.output, SignalDriver::Register(place));
        }
        for (place, memory) in module.memories.iter().enumerate() {
            memory.reads.iter().for_each(|read| drive(read.data, SignalDriver::Memory(place)));
        }
        for (place, instance) in module.instances.iter().enumerate() {
            instance.outputs.iter().for_each(|(_, signal)| drive(*signal, SignalDriver::Instance(place)));
        }
        let (live, seen) = (vec![false; drivers.len()], vec![false; module.nodes().count()]);
        Self { module, is_top, cut, drivers, live, seen }
    }

    /// The expressions and signals that a driver of a signal needs, and the other signals that it
    /// drives.
    fn needs(&self, driver: SignalDriver) -> (Vec<NodeId>, Vec<SignalId>) {
        let module = self.module;
        match driver {
            SignalDriver::Assign(place) => (vec![module.assigns[place].node], Vec::new()),
            SignalDriver::Register(place) => {
                let register = &module.registers[place];
                let when = register.reset.as_ref().map(|reset| reset.when);
                let nodes = [register.next].into_iter().chain(register.enable).chain(when);
                (nodes.collect(), vec![register.clock])
            }
            SignalDriver::Memory(place) => {
                let memory = &module.memories[place];
                let (mut nodes, mut signals) = (Vec::new(), Vec::new());
                for write in &memory.writes {
                    nodes.extend([write.enable, write.address, write.data]);
                    signals.push(write.clock);
                }
                for read in &memory.reads {
                    nodes.push(read.address);
                    nodes.extend(read.clock.as_ref().and_then(|clock| clock.enable));
                    signals.extend(read.clock.as_ref().map(|clock| clock.clock));
                    signals.push(read.data);
                }
                (nodes, signals)
            }
            SignalDriver::Instance(place) => {
                let instance = &module.instances[place];
                let nodes = instance.inputs.iter().map(|(_, node)| *node).collect();
                (nodes, instance.outputs.iter().map(|(_, signal)| *signal).collect())
            }
        }
    }

    fn operands(&self, id: NodeId) -> Vec<NodeId> {
        match self.cut {
            Some((cut, Instead::Zero)) if cut == id => Vec::new(),
            Some((cut, Instead::Operand(operand))) if cut == id => vec![operand],
            _ => self.module.node(id).operands(),
        }
    }

    fn is_cut(&self, id: NodeId) -> bool {
        self.cut.is_some_and(|(cut, _)| cut == id)
    }

    fn mark(&mut self) {
        let keeps = |direction| direction == Direction::Output || !self.is_top;
        let ports = self.module.ports.iter().filter(|port| keeps(port.direction));
        let mut signals: Vec<SignalId> = ports.map(|port| port.signal).collect();
        while let Some(signal) = signals.pop() {
            if std::mem::replace(&mut self.live[signal.index()], true) {
                continue;
            }
            let Some(driver) = self.drivers[signal.index()] else { continue };
            let (mut nodes, more) = self.needs(driver);
            signals.extend(more);
            while let Some(id) = nodes.pop() {
                if std::mem::replace(&mut self.seen[id.index()], true) {
                    continue;
                }
                nodes.extend(self.operands(id));
                if let (Node::Signal(signal), false) = (self.module.node(id), self.is_cut(id)) {
                    signals.push(*signal);
                }
            }
        }
    }

    fn rebuild(mut self) -> Result<Module, WidthMismatch> {
        self.mark();
        let module = self.module;
        let mut new = Module::new(module.name.clone(), "");
        new.parameters = module.parameters.clone();
        let mut signals = vec![None; module.signals.len()];
        for id in module.signal_ids().filter(|id| self.live[id.index()]) {
            let signal = module.signal(id);
            signals[id.index()] = Some(new.add_signal(signal.name.clone(), signal.width));
        }
        // What is live reads live signals and nodes only; anything else stays what it is and is
        // dropped with its reader.
        let at = |id: SignalId| signals[id.index()].unwrap_or(id);
        for port in module.ports.iter().filter(|port| self.live[port.signal.index()]) {
            new.ports.push(crate::netlist::Port { direction: port.direction, signal: at(port.signal) });
        }
        let mut nodes: Vec<Option<NodeId>> = vec![None; self.seen.len()];
        for (id, node) in module.nodes().filter(|(id, _)| self.seen[id.index()]) {
            let of = |id: NodeId| nodes[id.index()].unwrap_or(id);
            let made = match (self.cut.filter(|(cut, _)| *cut == id), node) {
                (Some((_, Instead::Zero)), _) => new.constant(Value::zero(module.width(id))),
                (Some((_, Instead::Operand(operand))), _) => of(operand),
                (None, Node::Constant { value, name: None }) => new.constant(value.clone()),
                (None, Node::Constant { value, name: Some(name) }) => {
                    new.named_constant(name.clone(), value.clone())
                }
                (None, Node::Parameter(parameter)) => new.parameter(*parameter),
                (None, Node::Signal(signal)) => new.read(at(*signal)),
                (None, Node::Unary(op, a)) => new.unary(*op, of(*a)),
                (None, Node::Binary(op, a, b)) => new.binary(*op, of(*a), of(*b))?,
                (None, Node::Mux { select, then, otherwise }) => {
                    new.mux(of(*select), of(*then), of(*otherwise))?
                }
                (None, Node::Slice { from, low, width }) => new.slice(of(*from), *low, *width)?,
                (None, Node::Concat(parts)) => {
                    new.concat(&parts.iter().map(|&part| of(part)).collect::<Vec<_>>())
                }
            };
            nodes[id.index()] = Some(made);
        }
        let of = |id: NodeId| nodes[id.index()].unwrap_or(id);
        let is_live = |signal: SignalId| self.live[signal.index()];
        for assign in module.assigns.iter().filter(|assign| is_live(assign.signal)) {
            new.assigns.push(Assign { signal: at(assign.signal), node: of(assign.node) });
        }
        for register in module.registers.iter().filter(|register| is_live(register.output)) {
            let mut register = register.clone();
            (register.output, register.clock) = (at(register.output), at(register.clock));
            register.next = of(register.next);
            register.enable = register.enable.map(of);
            register.reset.iter_mut().for_each(|reset| reset.when = of(reset.when));
            new.registers.push(register);
        }
        for memory in
            module.memories.iter().filter(|memory| memory.reads.iter().any(|read| is_live(read.data)))
        {
            let mut memory = memory.clone();
            for write in &mut memory.writes {
                write.clock = at(write.clock);
                (write.enable, write.address, write.data) =
                    (of(write.enable), of(write.address), of(write.data));
            }
            for read in &mut memory.reads {
                (read.address, read.data) = (of(read.address), at(read.data));
                if let Some(clock) = &mut read.clock {
                    clock.clock = at(clock.clock);
                    clock.enable = clock.enable.map(of);
                }
            }
            new.memories.push(memory);
        }
        for instance in &module.instances {
            if instance.outputs.iter().any(|(_, signal)| is_live(*signal)) {
                let mut instance = instance.clone();
                instance.inputs.iter_mut().for_each(|(_, node)| *node = of(*node));
                instance.outputs.iter_mut().for_each(|(_, signal)| *signal = at(*signal));
                new.instances.push(instance);
            }
        }
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::BinaryOp;
    use crate::netlist::testing::generate;
    use crate::simulate::Simulation;

    /// A fault that a search for a product finds: the smallest design that has one is little else.
    #[test]
    fn a_design_shrinks_to_what_matters() {
        let has_product = |design: &Design| {
            design.modules().iter().any(|module| {
                let live = module.live_nodes();
                let product = |(id, node): (NodeId, &Node)| {
                    live[id.index()] && matches!(node, Node::Binary(BinaryOp::Mul, ..))
                };
                module.nodes().any(product)
            })
        };
        let mut shrunk = 0;
        for seed in 0..4 {
            let mut design = tidied(&generate(seed).unwrap(), None).unwrap();
            if !has_product(&design) {
                continue;
            }
            while let Some(next) = smaller(&design).into_iter().find(has_product) {
                Simulation::new(&next).unwrap();
                design = next;
            }
            assert!(size(&design) < 60, "seed {seed}: {} left\n{}", size(&design), design.to_text());
            shrunk += 1;
        }
        assert!(shrunk > 0);
    }
}
