//! The nodes of combinational logic, ordered so that each comes after all that it reads, through
//! named signals too.

use crate::netlist::{Declared, Direction, Module, Node, NodeId, SignalId, UnaryOp};

use super::PipelineError;

/// The order, and what drives each signal.
pub(super) struct Order {
    nodes: Vec<NodeId>,
    drivers: Vec<Option<NodeId>>,
}

impl Order {
    /// Of all nodes that an output depends on.
    ///
    /// # Errors
    /// The module is not combinational, or reads a signal before it can have a value.
    pub(super) fn new(module: &Module) -> Result<Self, PipelineError> {
        let register = module.registers.first().map(|register| {
            let signal = module.signal(register.output);
            (&signal.name, signal.declared)
        });
        let memory = || module.memories.first().map(|memory| (&memory.name, memory.declared));
        let instance = || module.instances.first().map(|instance| (&instance.name, instance.declared));
        if let Some((thing, place)) = register.or_else(memory).or_else(instance) {
            return Err(PipelineError::State { module: module.name.clone(), thing: thing.clone(), place });
        }
        let mut drivers = vec![None; module.signals.len()];
        for assign in &module.assigns {
            drivers[assign.signal.index()] = Some(assign.node);
        }
        let mut order = Self { nodes: Vec::new(), drivers };
        let mut state = vec![State::New; module.nodes().count()];
        for signal in module.ports_of(Direction::Output) {
            if let Some(root) = order.driver(signal) {
                order.visit(module, root, &mut state)?;
            }
        }
        Ok(order)
    }

    /// All nodes that matter, each after all that it reads.
    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The value assigned to a signal; `None` for an input.
    pub(super) fn driver(&self, signal: SignalId) -> Option<NodeId> {
        self.drivers[signal.index()]
    }

    /// The driver of the signal that a node is; `None` for other nodes.
    pub(super) fn driver_of(&self, node: &Node) -> Option<NodeId> {
        match node {
            Node::Signal(signal) => self.driver(*signal),
            _ => None,
        }
    }

    /// The inputs of a node: its operands, or the driver of the signal that it is.
    pub(super) fn reads(&self, module: &Module, id: NodeId) -> Vec<NodeId> {
        match module.node(id) {
            node @ Node::Signal(_) => self.driver_of(node).into_iter().collect(),
            node => node.operands(),
        }
    }

    /// The number of bits of operators that read each bit of the values through any wiring, by the
    /// value's place.
    pub(super) fn readers(&self, module: &Module) -> Vec<Vec<u32>> {
        let mut readers: Vec<Vec<u32>> = module.nodes().map(|_| Vec::new()).collect();
        // Where each bit of wiring comes from.
        let mut sources: Vec<Vec<Option<(NodeId, u32)>>> = vec![Vec::new(); readers.len()];
        for &id in &self.nodes {
            let of = |id: NodeId| sources[id.index()].as_slice();
            let width = module.width(id);
            let node = module.node(id);
            let found = match (node, self.driver_of(node)) {
                (_, Some(driver)) => of(driver).to_vec(),
                (Node::Constant { .. } | Node::Parameter(_), _) => vec![None; width as usize],
                (Node::Slice { from, low, width }, _) => {
                    of(*from).iter().skip(*low as usize).take(*width as usize).copied().collect()
                }
                (Node::Concat(parts), _) => parts.iter().rev().flat_map(|&part| of(part).to_vec()).collect(),
                (Node::Unary(UnaryOp::Not, a), _) => of(*a).to_vec(),
                _ => {
                    for operand in node.operands() {
                        // A bit that chooses is read by every bit of the result.
                        let times = if module.width(operand) == 1 { width } else { 1 };
                        for &(base, bit) in of(operand).iter().flatten() {
                            readers[base.index()][bit as usize] += times;
                        }
                    }
                    readers[id.index()] = vec![0; width as usize];
                    (0..width).map(|bit| Some((id, bit))).collect()
                }
            };
            sources[id.index()] = found;
        }
        readers
    }

    /// Depth first, with a stack of its own, so long chains are no danger.
    fn visit(&mut self, module: &Module, root: NodeId, state: &mut [State]) -> Result<(), PipelineError> {
        let mut path = vec![root];
        while let Some(&id) = path.last() {
            match state[id.index()] {
                State::Done => {
                    path.pop();
                }
                State::Open => {
                    state[id.index()] = State::Done;
                    self.nodes.push(id);
                    path.pop();
                }
                State::New => {
                    state[id.index()] = State::Open;
                    for read in self.reads(module, id) {
                        match state[read.index()] {
                            State::New => path.push(read),
                            // What is open is on the way from the output to here.
                            State::Open => {
                                let (signal, place) = signal_near(module, &path);
                                return Err(PipelineError::Loop {
                                    module: module.name.clone(),
                                    signal,
                                    place,
                                });
                            }
                            State::Done => {}
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// The last named signal on the way, and where it was declared.
fn signal_near(module: &Module, path: &[NodeId]) -> (String, Declared) {
    let signal = path.iter().rev().find_map(|&id| match module.node(id) {
        Node::Signal(signal) => Some(module.signal(*signal)),
        _ => None,
    });
    signal.map(|signal| (signal.name.clone(), signal.declared)).unwrap_or_default()
}
