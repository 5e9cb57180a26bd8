//! Bits that nothing reads: the tools warn about each, and it is most often a mistake.

use super::Report;
use crate::netlist::{Argument, Declared, Direction, Module, NetlistError, Node, NodeId, SignalId};

pub(super) fn check(report: &mut Report) {
    let module = report.module;
    let live = module.live_nodes();
    let signals = read_bits(module, &live);
    for (signal, read) in module.signals.iter().zip(&signals) {
        if read.contains(&false) {
            let bits = if read.contains(&true) { unread_ranges(read) } else { String::new() };
            unused(report, &signal.name, bits, signal.declared);
        }
    }
    let mut parameters = vec![false; module.parameters.len()];
    for (id, node) in module.nodes() {
        if let (Node::Parameter(parameter), true) = (node, live[id.index()]) {
            parameters[parameter.index()] = true;
        }
    }
    for (_, argument) in module.instances.iter().flat_map(|instance| &instance.parameters) {
        if let Argument::Parameter(parameter) = argument {
            parameters[parameter.index()] = true;
        }
    }
    for (parameter, read) in module.parameters.iter().zip(parameters) {
        if !read {
            unused(report, &parameter.name, String::new(), Declared::default());
        }
    }
    for memory in module.memories.iter().filter(|memory| memory.reads.is_empty()) {
        unused(report, &memory.name, String::new(), memory.declared);
    }
}

/// The bits of each signal that a live expression, a clock or an output port reads.
fn read_bits(module: &Module, live: &[bool]) -> Vec<Vec<bool>> {
    let mut bits: Vec<Vec<bool>> =
        module.signals.iter().map(|signal| vec![false; signal.width as usize]).collect();
    let mut all = |signal: SignalId| bits[signal.index()].fill(true);
    module.ports_of(Direction::Output).for_each(&mut all);
    module.registers.iter().for_each(|register| all(register.clock));
    for memory in &module.memories {
        memory.writes.iter().for_each(|write| all(write.clock));
        memory.reads.iter().filter_map(|read| read.clock.as_ref()).for_each(|clock| all(clock.clock));
    }
    let mut whole = |id: NodeId| {
        if let Node::Signal(signal) = module.node(id) {
            all(*signal);
        }
    };
    module.roots().into_iter().for_each(&mut whole);
    let live_nodes = || module.nodes().filter(|(id, _)| live[id.index()]).map(|(_, node)| node);
    live_nodes().filter(|node| !matches!(node, Node::Slice { .. })).for_each(|node| {
        node.operands().into_iter().for_each(&mut whole);
    });
    for node in live_nodes() {
        if let Node::Slice { from, low, width } = node
            && let Node::Signal(signal) = module.node(*from)
        {
            let slice = bits[signal.index()].iter_mut().skip(*low as usize).take(*width as usize);
            slice.for_each(|bit| *bit = true);
        }
    }
    bits
}

/// The bits not read, highest first, as `[7:4,0]`.
fn unread_ranges(read: &[bool]) -> String {
    let mut ranges = Vec::new();
    let mut high = read.len();
    for run in read.chunk_by(|a, b| a == b).rev() {
        let low = high - run.len();
        if run.first() == Some(&false) {
            let top = high - 1;
            ranges.push(if top == low { low.to_string() } else { format!("{top}:{low}") });
        }
        high = low;
    }
    format!("[{}]", ranges.join(","))
}

fn unused(report: &mut Report, thing: &str, bits: String, declared: Declared) {
    if !thing.contains("unused") {
        let module = report.module.name.clone();
        let (thing, place) = (thing.into(), declared.to_string());
        report.add(NetlistError::Unused { module, thing, bits, place });
    }
}
