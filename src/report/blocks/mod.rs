//! The modules of a machine and the wires between them, read from its netlist.

mod draw;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use super::stages::stage_of;
use super::{ReportError, Section};
use crate::netlist::{Design, Direction, Module, ModuleId, Node, NodeId, SignalId};
use crate::sections::SectionError;

/// A module where it is used, and all within.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The module.
    pub module: String,
    /// The first line of its documentation.
    pub about: String,
    /// The number of its instances in the module around it.
    pub count: usize,
    /// Its input ports: names and widths in bits.
    pub inputs: Vec<(String, u32)>,
    /// Its output ports.
    pub outputs: Vec<(String, u32)>,
    /// Bits in registers of its own.
    pub register_bits: u64,
    /// Bits in memories of its own.
    pub memory_bits: u64,
    /// The modules in it, each once, in the order of their first instances.
    pub children: Vec<Block>,
    /// The wires between these, and from and to its own registers and memories.
    pub wires: Vec<Wires>,
}

/// Wires from the outputs of one kind of block to the inputs of another, straight or through logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wires {
    /// The place in [`Block::children`]; one beyond the last stands for the block's own registers
    /// and memories.
    pub from: usize,
    /// The same of where they go.
    pub to: usize,
    /// The number of bits driven, each counted once, however many readers it has.
    pub bits: u64,
}

/// The block of a design's top; `None` if the design is empty.
pub fn block(design: &Design) -> Option<Block> {
    Some(block_of(design, design.top()?, 1))
}

fn block_of(design: &Design, id: ModuleId, count: usize) -> Block {
    let module = design.module(id);
    let mut kinds: Vec<(ModuleId, usize)> = Vec::new();
    for instance in &module.instances {
        match kinds.iter_mut().find(|(kind, _)| *kind == instance.module) {
            Some((_, count)) => *count += 1,
            None => kinds.push((instance.module, 1)),
        }
    }
    let ports = |direction| {
        let ports = module.ports_of(direction).map(|id| module.signal(id));
        ports.map(|signal| (signal.name.clone(), signal.width)).collect()
    };
    let registers = module.registers.iter().map(|register| u64::from(module.signal(register.output).width));
    let memories = module.memories.iter().map(|memory| u64::from(memory.width) * u64::from(memory.depth));
    Block {
        module: module.name.clone(),
        about: module.doc.lines().next().unwrap_or_default().into(),
        count,
        inputs: ports(Direction::Input),
        outputs: ports(Direction::Output),
        register_bits: registers.sum(),
        memory_bits: memories.sum(),
        children: kinds.iter().map(|&(kind, count)| block_of(design, kind, count)).collect(),
        wires: wires(module, &kinds),
    }
}

/// The values that the instances and registers of a module read from each other.
fn wires(module: &Module, kinds: &[(ModuleId, usize)]) -> Vec<Wires> {
    let place = |kind: ModuleId| kinds.iter().position(|(known, _)| *known == kind).unwrap_or(kinds.len());
    let own = kinds.len();
    let mut drivers: BTreeMap<SignalId, usize> = BTreeMap::new();
    for instance in &module.instances {
        drivers.extend(instance.outputs.iter().map(|(_, signal)| (*signal, place(instance.module))));
    }
    drivers.extend(module.registers.iter().map(|register| (register.output, own)));
    drivers.extend(module.memories.iter().flat_map(|memory| &memory.reads).map(|read| (read.data, own)));
    let assigned: BTreeMap<SignalId, NodeId> =
        module.assigns.iter().map(|assign| (assign.signal, assign.node)).collect();

    // The signals with a driver that each kind of block reads.
    let mut reads: BTreeMap<(usize, usize), BTreeSet<SignalId>> = BTreeMap::new();
    let mut reader = |to: usize, roots: Vec<NodeId>| {
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let mut stack = roots;
        while let Some(node) = stack.pop() {
            if !seen.insert(node) {
                continue;
            }
            match module.node(node) {
                Node::Signal(signal) => match (drivers.get(signal), assigned.get(signal)) {
                    (Some(&from), _) => drop(reads.entry((from, to)).or_default().insert(*signal)),
                    (None, Some(&behind)) => stack.push(behind),
                    (None, None) => {}
                },
                other => stack.extend(other.operands()),
            }
        }
    };
    for (kind, _) in kinds {
        let instances = module.instances.iter().filter(|instance| instance.module == *kind);
        let roots = instances.flat_map(|instance| instance.inputs.iter().map(|(_, node)| *node));
        reader(place(*kind), roots.collect());
    }
    let of_registers = module.registers.iter().flat_map(|register| {
        let reset = register.reset.as_ref().map(|reset| reset.when);
        [Some(register.next), register.enable, reset].into_iter().flatten()
    });
    let of_memories = module.memories.iter().flat_map(|memory| {
        let writes = memory.writes.iter().flat_map(|write| [write.enable, write.address, write.data]);
        writes.chain(memory.reads.iter().map(|read| read.address)).collect::<Vec<_>>()
    });
    reader(own, of_registers.chain(of_memories).collect());

    let alone = |kind: usize| kind == own || kinds.get(kind).is_some_and(|(_, count)| *count == 1);
    let between = reads.into_iter().filter(|((from, to), _)| from != to || !alone(*from));
    let bits = |signals: BTreeSet<SignalId>| {
        signals.into_iter().map(|signal| u64::from(module.signal(signal).width)).sum()
    };
    between.map(|((from, to), signals)| Wires { from, to, bits: bits(signals) }).collect()
}

impl Block {
    fn width(ports: &[(String, u32)]) -> u64 {
        ports.iter().map(|(_, width)| u64::from(*width)).sum()
    }

    /// The same block with pipelines as blocks without inner blocks: another section shows their
    /// stages.
    fn with_pipelines_closed(mut self) -> Self {
        if self.children.iter().any(|child| stage_of(&child.module).is_some()) {
            self.register_bits += self.inside(|block| block.register_bits);
            self.memory_bits += self.inside(|block| block.memory_bits);
            (self.children, self.wires) = (Vec::new(), Vec::new());
        }
        self.children = self.children.into_iter().map(Self::with_pipelines_closed).collect();
        self
    }

    /// A sum over all blocks within.
    fn inside(&self, bits: fn(&Self) -> u64) -> u64 {
        self.children.iter().map(|child| child.count as u64 * (bits(child) + child.inside(bits))).sum()
    }

    /// Bits of all input ports.
    pub fn input_bits(&self) -> u64 {
        Self::width(&self.inputs)
    }

    /// Bits of all output ports.
    pub fn output_bits(&self) -> u64 {
        Self::width(&self.outputs)
    }
}

#[derive(Template)]
#[template(path = "report_blocks.html")]
struct Blocks<'a> {
    drawing: draw::Drawing,
    rows: Vec<Row<'a>>,
    /// There are pipelines, and they are drawn as one block each.
    closed: bool,
}

/// A module in the table: a description, and its number in the whole machine.
struct Row<'a> {
    block: &'a Block,
    all: usize,
    depth: usize,
}

/// The section with the block diagram.
///
/// # Errors
/// The design is empty, or the template cannot be rendered.
pub(super) fn section(design: &Design) -> Result<Section, ReportError> {
    let Some(top) = block(design) else {
        return Err(SectionError::from(crate::simulate::SimulateError::Empty).into());
    };
    let whole = top.clone();
    let top = top.with_pipelines_closed();
    let mut rows = Vec::new();
    let mut stack = vec![(&top, 1, 0)];
    while let Some((block, around, depth)) = stack.pop() {
        let all = around * block.count;
        rows.push(Row { block, all, depth });
        stack.extend(block.children.iter().rev().map(|child| (child, all, depth + 1)));
    }
    let body = Blocks { drawing: draw::Drawing::of(&top), rows, closed: top != whole }.render()?;
    Ok(Section { id: "blocks", title: "Modules".into(), body, script: None })
}
