//! The plan of both printers: the order of statements and the names of everything, decided once for
//! both languages.

mod schedule;

use super::frame::Section;
use super::inline::{self, Inlining};
use super::names::{NAMES_USED_BY_VHDL, Names};
use super::{EmitError, layout};
use crate::netlist::{Attribute, BinaryOp, Design, Direction, Module, Node, NodeId, SignalId, Value};

/// A statement of a module's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A wire the plan made for an expression.
    Wire(NodeId),
    /// An assignment, by its place in the module.
    Assign(usize),
    /// A memory, by its place in the module.
    Memory(usize),
    /// The registers of a clock.
    Registers(SignalId),
    /// An instance, by its place in the module.
    Instance(usize),
}

/// Registers that share clock, reset, enable and the mark to be kept, by their places in the
/// module.
pub(super) struct Group {
    pub(super) clock: SignalId,
    pub(super) reset: Option<NodeId>,
    pub(super) enable: Option<NodeId>,
    pub(super) kept: bool,
    pub(super) registers: Vec<usize>,
}

/// An output port of an instance that drives nothing.
pub(super) struct Open {
    /// The port.
    pub(super) port: String,
    /// The name of the wire that takes it where a language wants one.
    pub(super) wire: String,
    /// The port's width.
    pub(super) width: u32,
    /// It changes with a clock.
    pub(super) is_clocked: bool,
}

/// Free names for what a language needs to declare a memory.
pub(super) struct MemoryNames {
    /// The type of the whole memory.
    pub(super) words: String,
    /// The variable of the loop that clears it.
    pub(super) index: String,
}

/// Choices by the value of one signal.
pub(super) struct Case {
    pub(super) selector: NodeId,
    /// For each choice the constants that stand for it.
    pub(super) labels: Vec<Vec<NodeId>>,
}

/// The fewest choices by one signal's value that are printed as a case.
const FEWEST_CASES: usize = 3;

/// The connection of a port of an instance.
pub(super) enum Connection<'p> {
    /// An input: what drives it.
    Input(NodeId),
    /// An output, with the signal that it drives.
    Output(SignalId),
    /// An output that drives nothing.
    Open(&'p Open),
}

/// One module, ready to be printed.
pub(super) struct Plan<'a> {
    pub(super) design: &'a Design,
    pub(super) module: &'a Module,
    pub(super) inlining: Inlining,
    /// Named constants in use, those of one width together, by value.
    pub(super) constants: Vec<NodeId>,
    pub(super) steps: Vec<Step>,
    pub(super) groups: Vec<Group>,
    /// For each instance, its open outputs.
    pub(super) open: Vec<Vec<Open>>,
    /// For each memory, the names that go with it.
    pub(super) memory_names: Vec<MemoryNames>,
    /// A free name for the net that collects bits nobody reads.
    pub(super) unused_name: String,
    names: Vec<Option<String>>,
    clocked: Vec<bool>,
}

impl<'a> Plan<'a> {
    /// Plans a module that has been through [`check_ids`] and [`super::lower`].
    pub(super) fn new(design: &'a Design, module: &'a Module) -> Result<Self, EmitError> {
        let inlining = inline::decide(module);
        let mut names = given_names(module)?;
        let mut constants: Vec<NodeId> = module
            .nodes()
            .filter(|(id, node)| {
                inlining.live[id.index()] && matches!(node, Node::Constant { name: Some(_), .. })
            })
            .map(|(id, _)| id)
            .collect();
        in_order(module, &mut constants);
        for &id in &constants {
            if let Node::Constant { name: Some(name), .. } = module.node(id) {
                names.take(name)?;
            }
        }
        let open = open_outputs(design, module, &mut names)?;
        let memory_names = module
            .memories
            .iter()
            .map(|memory| MemoryNames {
                words: names.fresh(&format!("{}_words", memory.name)),
                index: names.fresh(&format!("{}_index", memory.name)),
            })
            .collect();
        let mut plan = Self {
            design,
            module,
            constants,
            steps: Vec::new(),
            groups: groups(module),
            open,
            memory_names,
            unused_name: names.fresh("unused_bits"),
            names: vec![None; inlining.live.len()],
            clocked: clocked(module),
            inlining,
        };
        schedule::schedule(&mut plan, names);
        Ok(plan)
    }

    /// Names and widths of the wires for open outputs. Linters of Verilog ask for a wire, and in
    /// GHDL 2.0 an output that is a register and left `open` loses its initial value.
    pub(super) fn open_wires(&self, wanted: fn(&Open) -> bool) -> Vec<(String, u32)> {
        let open = self.open.iter().flatten().filter(|open| wanted(open));
        open.map(|open| (open.wire.clone(), open.width)).collect()
    }

    /// The name to print for a node, if it is printed as a name.
    pub(super) fn name(&self, id: NodeId) -> Option<&str> {
        match self.module.node(id) {
            Node::Signal(signal) => Some(&self.module.signal(*signal).name),
            Node::Parameter(parameter) => {
                self.module.parameters.get(parameter.index()).map(|parameter| parameter.name.as_str())
            }
            Node::Constant { name: Some(name), .. } => Some(name),
            _ => match self.inlining.alias[id.index()].and_then(|index| self.module.assigns.get(index)) {
                Some(assign) => Some(&self.module.signal(assign.signal).name),
                None => self.names[id.index()].as_deref(),
            },
        }
    }

    /// The wires the plan made, in the order of their definition.
    pub(super) fn wires(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Wire(id) => Some(*id),
            _ => None,
        })
    }

    /// The steps in blocks: the assignments, then each memory, the registers of each clock, and
    /// each instance. Wires made for a block stand before it; those for an instance stand with it.
    fn blocks(&self) -> Vec<&[Step]> {
        let general =
            self.steps.iter().rposition(|step| matches!(step, Step::Assign(_))).map_or(0, |at| at + 1);
        let (first, rest) = self.steps.split_at(general);
        let mut blocks: Vec<&[Step]> = vec![first];
        for block in rest.split_inclusive(|step| !matches!(step, Step::Wire(_))) {
            match block.split_last() {
                Some((last, wires)) if !matches!(last, Step::Instance(_)) => {
                    blocks.extend([wires, std::slice::from_ref(last)]);
                }
                _ => blocks.push(block),
            }
        }
        blocks.retain(|block| !block.is_empty());
        blocks
    }

    /// Sections from the blocks and these lines: one for each block, but short instances of one
    /// module in a row share one.
    pub(super) fn sections(&self, lines: impl Fn(Step) -> Section) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        let mut before: &[Step] = &[];
        for steps in self.blocks() {
            let lines: Section = steps.iter().flat_map(|step| lines(*step)).collect();
            match sections.last_mut() {
                Some(section) if self.in_a_row(before, steps) && lines.len() <= layout::SHORT => {
                    section.extend(lines);
                }
                _ if lines.is_empty() => {}
                _ => sections.push(lines),
            }
            before = steps;
        }
        sections
    }

    /// True for two blocks that are one instance each, of the same module and without a comment.
    fn in_a_row(&self, first: &[Step], second: &[Step]) -> bool {
        let module = |steps: &[Step]| match steps {
            [Step::Instance(index)] => self.module.instances.get(*index).filter(|one| one.comment.is_none()),
            _ => None,
        };
        matches!((module(first), module(second)), (Some(a), Some(b)) if a.module == b.module)
    }

    /// The connections of an instance, in the order of the ports.
    pub(super) fn connections(&self, index: usize) -> Vec<(&str, Connection<'_>)> {
        let instance = &self.module.instances[index];
        let of = self.design.module(instance.module);
        let names = of.ports.iter().map(|port| of.signal(port.signal).name.as_str());
        names
            .filter_map(|name| {
                let input = instance.inputs.iter().find(|(given, _)| given == name);
                let output = instance.outputs.iter().find(|(given, _)| given == name);
                let open = self.open[index].iter().find(|open| open.port == name);
                let connection = input
                    .map(|(_, node)| Connection::Input(*node))
                    .or(output.map(|(_, signal)| Connection::Output(*signal)))
                    .or(open.map(Connection::Open));
                connection.map(|connection| (name, connection))
            })
            .collect()
    }

    /// The value of a choice without a name of its own, as a chain: the condition and value of
    /// each, and the value if none holds.
    pub(super) fn choices(&self, node: NodeId) -> (Vec<(NodeId, NodeId)>, NodeId) {
        let mut arms = Vec::new();
        let mut last = node;
        while let Node::Mux { select, then, otherwise } = self.module.node(last) {
            arms.push((*select, *then));
            last = *otherwise;
            if self.name(last).is_some() {
                break;
            }
        }
        (arms, last)
    }

    /// The first of these choices as a case, if they depend on the value of one signal.
    pub(super) fn case(&self, choices: &[(NodeId, NodeId)]) -> Option<Case> {
        let mut selector = None;
        let mut seen: Vec<&Value> = Vec::new();
        let mut labels = Vec::new();
        for (select, _) in choices {
            let Some((on, constants)) = self.equalities(*select) else { break };
            let values: Vec<&Value> =
                constants.iter().filter_map(|&constant| self.module.constant_value(constant)).collect();
            if *selector.get_or_insert(on) != on || values.iter().any(|value| seen.contains(value)) {
                break;
            }
            seen.extend(values);
            labels.push(constants);
        }
        let selector = selector.filter(|_| labels.len() >= FEWEST_CASES)?;
        Some(Case { selector, labels })
    }

    /// The signal and the constants, if the condition is that it equals one of them.
    fn equalities(&self, condition: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
        let is_signal = |id: NodeId| matches!(self.module.node(id), Node::Signal(_));
        let mut selector = None;
        let mut constants = Vec::new();
        let mut rest = vec![condition];
        while let Some(id) = rest.pop() {
            if self.name(id).is_some() {
                return None;
            }
            match *self.module.node(id) {
                Node::Binary(BinaryOp::Or, a, b) => rest.extend([b, a]),
                Node::Binary(BinaryOp::Equal, a, b) => {
                    let (on, constant) = if is_signal(a) { (a, b) } else { (b, a) };
                    self.module.constant_value(constant).filter(|_| is_signal(on))?;
                    if *selector.get_or_insert(on) != on {
                        return None;
                    }
                    constants.push(constant);
                }
                _ => return None,
            }
        }
        selector.map(|selector| (selector, constants))
    }

    /// The registers of a clock, by reset and enable.
    pub(super) fn groups_of(&self, clock: SignalId) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.clock == clock)
    }

    /// True where a statement has to choose: a choice without a name.
    pub(super) fn is_choice(&self, node: NodeId) -> bool {
        matches!(self.module.node(node), Node::Mux { .. }) && self.name(node).is_none()
    }

    /// Whether the reset of a group is one more condition in front of its only register's choice.
    pub(super) fn is_chained(&self, group: &Group) -> bool {
        let only = match group.registers.as_slice() {
            [one] => self.module.registers.get(*one),
            _ => None,
        };
        group.reset.is_some()
            && group.enable.is_none()
            && only.is_some_and(|register| {
                self.is_choice(register.next) && self.case(&self.choices(register.next).0).is_none()
            })
    }

    /// True where a register takes its own value.
    pub(super) fn keeps(&self, output: SignalId, node: NodeId) -> bool {
        matches!(self.module.node(node), Node::Signal(signal) if *signal == output)
    }

    /// True for an enable that is no condition at all.
    pub(super) fn is_always(&self, node: NodeId) -> bool {
        matches!(self.module.node(node), Node::Constant { value, name: None } if !value.is_zero())
    }

    /// Whether a signal changes with a clock: a register or the word of a synchronous read port.
    pub(super) fn is_clocked(&self, signal: SignalId) -> bool {
        self.clocked[signal.index()]
    }

    /// True for a signal that is a port.
    pub(super) fn is_port(&self, signal: SignalId) -> bool {
        self.module.ports.iter().any(|port| port.signal == signal)
    }
}

/// Refuses ids of another module that would be out of range here. Everything else relies on it.
pub(super) fn check_ids(design: &Design, module: &Module) -> Result<(), EmitError> {
    let wrong = |thing: &str, problem: &str| EmitError::Inconsistent {
        module: module.name.clone(),
        thing: thing.into(),
        problem: problem.into(),
    };
    let nodes = module.nodes().count();
    if module.roots().iter().any(|root| root.index() >= nodes) {
        return Err(wrong("expressions", "a node belongs to another module"));
    }
    let ports = module.ports.iter().map(|port| port.signal);
    let assigns = module.assigns.iter().map(|assign| assign.signal);
    let registers = module.registers.iter().flat_map(|register| [register.output, register.clock]);
    let memories = module.memories.iter().flat_map(|memory| {
        let reads = memory
            .reads
            .iter()
            .flat_map(|read| std::iter::once(read.data).chain(read.clock.as_ref().map(|clock| clock.clock)));
        memory.writes.iter().map(|write| write.clock).chain(reads)
    });
    let outputs =
        module.instances.iter().flat_map(|instance| instance.outputs.iter().map(|(_, signal)| *signal));
    let mut used = ports.chain(assigns).chain(registers).chain(memories).chain(outputs);
    if used.any(|signal| signal.index() >= module.signals.len()) {
        return Err(wrong("signals", "a signal belongs to another module"));
    }
    match module.instances.iter().find(|instance| instance.module.index() >= design.modules().len()) {
        Some(instance) => Err(wrong(&instance.name, "its module belongs to another design")),
        None => Ok(()),
    }
}

fn given_names(module: &Module) -> Result<Names<'_>, EmitError> {
    let mut names = Names::new(&module.name);
    let signals = module.signals.iter().map(|signal| &signal.name);
    let parameters = module.parameters.iter().map(|parameter| &parameter.name);
    let memories = module.memories.iter().map(|memory| &memory.name);
    let instances = module.instances.iter().map(|instance| &instance.name);
    for name in signals.chain(parameters).chain(memories).chain(instances) {
        names.take(name)?;
    }
    for name in NAMES_USED_BY_VHDL {
        names.fresh(name);
    }
    Ok(names)
}

/// Constants of one width together, in the order in which the widths appear, then by value.
fn in_order(module: &Module, constants: &mut [NodeId]) {
    let mut widths: Vec<u32> = Vec::new();
    for &id in constants.iter() {
        if !widths.contains(&module.width(id)) {
            widths.push(module.width(id));
        }
    }
    constants.sort_by_key(|&id| {
        let words: Option<Vec<u64>> =
            module.constant_value(id).map(|value| value.words().iter().rev().copied().collect());
        (widths.iter().position(|&width| width == module.width(id)), words.unwrap_or_default())
    });
}

fn open_outputs(design: &Design, module: &Module, names: &mut Names) -> Result<Vec<Vec<Open>>, EmitError> {
    let mut all = Vec::new();
    for instance in &module.instances {
        let of = design.module(instance.module);
        for port in of.ports_of(Direction::Input).map(|id| &of.signal(id).name) {
            if !instance.inputs.iter().any(|(name, _)| name == port) {
                return Err(EmitError::Unconnected {
                    module: module.name.clone(),
                    instance: instance.name.clone(),
                    port: port.clone(),
                });
            }
        }
        let clocked = clocked(of);
        let open = of
            .ports_of(Direction::Output)
            .map(|id| of.signal(id))
            .filter(|port| !instance.outputs.iter().any(|(name, _)| *name == port.name))
            .map(|port| Open {
                port: port.name.clone(),
                wire: names.fresh(&format!("unused_{}_{}", instance.name, port.name)),
                width: port.width,
                is_clocked: of.find_port(Direction::Output, &port.name).is_some_and(|id| clocked[id.index()]),
            });
        all.push(open.collect());
    }
    Ok(all)
}

/// Whether each signal of a module changes with a clock.
fn clocked(module: &Module) -> Vec<bool> {
    let mut clocked = vec![false; module.signals.len()];
    for register in &module.registers {
        clocked[register.output.index()] = true;
    }
    for read in module.memories.iter().flat_map(|memory| &memory.reads) {
        clocked[read.data.index()] |= read.clock.is_some();
    }
    clocked
}

fn groups(module: &Module) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, register) in module.registers.iter().enumerate() {
        let reset = register.reset.as_ref().map(|reset| reset.when);
        let kept = module.signal(register.output).attributes.contains(&Attribute::Keep);
        let same = |group: &&mut Group| {
            let of = (group.clock, group.reset, group.enable, group.kept);
            of == (register.clock, reset, register.enable, kept)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.registers.push(index),
            None => groups.push(Group {
                clock: register.clock,
                reset,
                enable: register.enable,
                kept,
                registers: vec![index],
            }),
        }
    }
    groups
}
