//! Combinational loops of single bits, through the hierarchy.
//!
//! Each module's bits form a graph ([`BitGraph`]). [`Paths`] sums up the dependences of a module
//! that no register breaks: the input bits on which each output bit depends. It stands for the
//! module in the modules that use it.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::Range;

use super::Report;
use super::drivers::Drivers;
use crate::netlist::{Design, Direction, Module, NetlistError};

mod graph;
mod order;

use graph::BitGraph;
use order::components;

/// The combinational paths through a module.
#[derive(Default)]
struct Paths {
    /// Each input port's bits, among the bits of all of them.
    inputs: HashMap<String, Range<usize>>,
    /// Each output port's bits, among the bits of all of them.
    outputs: HashMap<String, Range<usize>>,
    /// The input bits that each output bit depends on.
    reads: Vec<Vec<u32>>,
}

impl Paths {
    fn input_bits(&self) -> usize {
        self.inputs.values().map(|bits| bits.end).max().unwrap_or(0)
    }
}

/// The paths through the modules checked so far.
pub(super) struct Loops {
    paths: Vec<Paths>,
    /// Whether any module instantiates the module. The paths of the others are not needed.
    used: Vec<bool>,
}

impl Loops {
    pub(super) fn new(design: &Design) -> Self {
        let mut used = vec![false; design.modules().len()];
        for instance in design.modules().iter().flat_map(|module| &module.instances) {
            used[instance.module.index()] = true;
        }
        Self { paths: Vec::new(), used }
    }

    /// Checks the next module. The modules that it instantiates come before it.
    pub(super) fn check(&mut self, drivers: &Drivers, report: &mut Report) {
        let module = report.module;
        let graph = BitGraph::new(module, drivers, &self.paths);
        let components = components(&graph);
        report_loops(&graph, &components, report);
        let used = self.used.get(self.paths.len()) == Some(&true);
        self.paths.push(if used { paths(module, &graph, &components) } else { Paths::default() });
    }
}

/// One finding for each loop, and only one for loops through the same signals at other bits.
fn report_loops(graph: &BitGraph, components: &[Vec<u32>], report: &mut Report) {
    let looping =
        |bits: &&Vec<u32>| bits.len() > 1 || bits.iter().any(|&bit| graph.reads(bit).contains(&bit));
    let mut loops: Vec<BTreeSet<u32>> =
        components.iter().filter(looping).map(|bits| bits.iter().copied().collect()).collect();
    loops.sort();
    let mut told = BTreeSet::new();
    for component in loops {
        let names: Vec<(String, u32)> =
            shortest_loop(graph, &component).into_iter().filter_map(|bit| graph.name(bit)).collect();
        let signals: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        if told.insert(signals) {
            let path = names.iter().map(|(name, bit)| format!("{name}[{bit}]")).collect();
            let place = declared_first(report.module, &names);
            report.add(NetlistError::Loop { module: report.module.name.clone(), path, place });
        }
    }
}

/// The place of the declaration of the first signal on the way that this module declares.
fn declared_first(module: &Module, names: &[(String, u32)]) -> String {
    let found = names.iter().find_map(|(name, _)| module.find_signal(name));
    found.map(|signal| module.signal(signal).declared.to_string()).unwrap_or_default()
}

/// A shortest loop from the component's first bit back to it, each bit followed by one that depends
/// on it.
fn shortest_loop(graph: &BitGraph, component: &BTreeSet<u32>) -> Vec<u32> {
    let Some(&start) = component.first() else { return Vec::new() };
    // Breadth first from the start against the flow; `user` is the way back.
    let mut user = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(bit) = queue.pop_front() {
        for &read in graph.reads(bit).iter().filter(|read| component.contains(read)) {
            if user.contains_key(&read) {
                continue;
            }
            user.insert(read, bit);
            queue.push_back(read);
        }
        if user.contains_key(&start) {
            break;
        }
    }
    let mut path = vec![start];
    let mut bit = start;
    while let Some(&next) = user.get(&bit) {
        path.push(next);
        bit = next;
        if bit == start {
            break;
        }
    }
    path
}

/// The paths through a module, 64 input bits at a time: one word for each bit of the graph, filled
/// in the order of reading. Bits that no input reaches have none to fill, which leaves out all
/// logic behind registers.
fn paths(module: &Module, graph: &BitGraph, components: &[Vec<u32>]) -> Paths {
    let (inputs, input_bits) = port_bits(module, graph, Direction::Input);
    let (outputs, output_bits) = port_bits(module, graph, Direction::Output);
    let behind = behind(graph, components, &input_bits);
    let mut reads = vec![Vec::new(); output_bits.len()];
    let mut reached = vec![0u64; graph.len()];
    for (chunk, sources) in input_bits.chunks(64).enumerate() {
        for &bit in input_bits.iter().chain(&behind) {
            reached[bit as usize] = 0;
        }
        for (index, &source) in sources.iter().enumerate() {
            reached[source as usize] |= 1 << index;
        }
        for &bit in &behind {
            let mut below = reached[bit as usize];
            for &read in graph.reads(bit) {
                below |= reached[read as usize];
            }
            reached[bit as usize] = below;
        }
        for (reads, &output) in reads.iter_mut().zip(&output_bits) {
            let mut word = reached[output as usize];
            while word != 0 {
                reads.push(chunk as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }
    Paths { inputs, outputs, reads }
}

/// The bits that read any of these without a register in between, in the order of reading.
fn behind(graph: &BitGraph, components: &[Vec<u32>], from: &[u32]) -> Vec<u32> {
    let mut reached = vec![false; graph.len()];
    for &bit in from {
        reached[bit as usize] = true;
    }
    let mut behind = Vec::new();
    for &bit in components.iter().flatten() {
        if graph.reads(bit).iter().any(|&read| reached[read as usize]) {
            reached[bit as usize] = true;
            behind.push(bit);
        }
    }
    behind
}

/// The bits of all ports of one direction in a row, and where each port's are.
fn port_bits(
    module: &Module,
    graph: &BitGraph,
    direction: Direction,
) -> (HashMap<String, Range<usize>>, Vec<u32>) {
    let mut places = HashMap::new();
    let mut bits = Vec::new();
    for signal in module.ports_of(direction) {
        let start = bits.len();
        bits.extend(graph.signal_bits(signal));
        places.insert(module.signal(signal).name.clone(), start..bits.len());
    }
    (places, bits)
}
