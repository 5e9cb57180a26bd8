//! The assumptions of the other rules: ids that exist, and sizes that tools accept.

use super::Report;
use crate::netlist::{Argument, Design, Module, NetlistError, Node, RamStyle, SignalId};

/// The widest vector every Verilog tool must take (IEEE 1364-2005, 5.2.1).
pub const MAX_WIDTH: u32 = 1 << 16;

pub(super) fn check(design: &Design, found: &mut Vec<NetlistError>) {
    let problem = match design.top() {
        None => Some("the design has no modules; add at least one"),
        Some(top) if top.index() >= design.modules().len() => {
            Some("its top is a module of another design; set one of its own")
        }
        Some(_) => None,
    };
    if let Some(problem) = problem {
        let (module, thing) = ("design".into(), design.name.clone());
        found.push(NetlistError::Rule { module, thing, problem: problem.into(), place: String::new() });
    }
    for module in design.modules() {
        let report = &mut Report { module, found };
        if ids(report) {
            sizes(report);
        }
    }
}

/// Whether every id in the module is one of its own.
fn ids(report: &mut Report) -> bool {
    let module = report.module;
    let before = report.found.len();
    for (thing, id) in signals(module) {
        if id.index() >= module.signals.len() {
            report.rule(thing, "it uses a signal of another module; use the ids this module gave");
        }
    }
    if module.roots().iter().any(|id| id.index() >= module.nodes.len()) {
        report.rule("expressions", "one belongs to another module; build it with this module's own methods");
    }
    let stray = module.nodes().any(|(_, node)| match node {
        Node::Signal(id) => id.index() >= module.signals.len(),
        Node::Parameter(id) => id.index() >= module.parameters.len(),
        _ => false,
    });
    for instance in &module.instances {
        for (name, argument) in &instance.parameters {
            if matches!(argument, Argument::Parameter(id) if id.index() >= module.parameters.len()) {
                let thing = format!("{}.{name}", instance.name);
                report.rule(thing, "it is given a parameter of another module; use the ids this module gave");
            }
        }
    }
    if stray {
        report.rule("expressions", "one reads a signal or parameter that was taken away; put it back");
    }
    report.found.len() == before
}

/// Every place outside expressions that names a signal.
fn signals(module: &Module) -> Vec<(String, SignalId)> {
    let mut places = Vec::new();
    for (index, port) in module.ports.iter().enumerate() {
        places.push((format!("port {index}"), port.signal));
    }
    for (index, assign) in module.assigns.iter().enumerate() {
        places.push((format!("assignment {index}"), assign.signal));
    }
    for (index, register) in module.registers.iter().enumerate() {
        places.push((format!("register {index}"), register.output));
        places.push((format!("register {index}"), register.clock));
    }
    for memory in &module.memories {
        let reads = memory.reads.iter().map(|read| read.data);
        let read_clocks = memory.reads.iter().filter_map(|read| read.clock.as_ref()).map(|clock| clock.clock);
        let write_clocks = memory.writes.iter().map(|write| write.clock);
        places.extend(reads.chain(read_clocks).chain(write_clocks).map(|id| (memory.name.clone(), id)));
    }
    for instance in &module.instances {
        places.extend(instance.outputs.iter().map(|(port, id)| (format!("{}.{port}", instance.name), *id)));
    }
    places
}

fn sizes(report: &mut Report) {
    let module = report.module;
    let allowed = 1..=MAX_WIDTH;
    for signal in &module.signals {
        if !allowed.contains(&signal.width) {
            let problem = format!("{} bits; a signal has 1 to {MAX_WIDTH}", signal.width);
            report.rule_at(&signal.name, problem, signal.declared);
        }
    }
    let live = module.live_nodes();
    if module.nodes().any(|(id, _)| live[id.index()] && !allowed.contains(&module.width(id))) {
        report.rule("expressions", format!("one is wider than {MAX_WIDTH} bits; split it"));
    }
    for memory in &module.memories {
        if !allowed.contains(&memory.width) {
            let problem = format!("words of {} bits; a memory has 1 to {MAX_WIDTH}", memory.width);
            report.rule_at(&memory.name, problem, memory.declared);
        }
        if memory.depth < 2 || !memory.depth.is_power_of_two() {
            let problem = format!("{} words; make the depth a power of two, at least 2", memory.depth);
            report.rule_at(&memory.name, problem, memory.declared);
        } else if memory.initial.len() > memory.depth as usize {
            let (given, depth) = (memory.initial.len(), memory.depth);
            let problem = format!("{given} initial words for {depth}; drop some or deepen it");
            report.rule_at(&memory.name, problem, memory.declared);
        }
        // Yosys maps no such memory to any family.
        if memory.style == Some(RamStyle::Distributed) && !memory.initial.is_empty() {
            let problem = "LUT RAM has no initial words in most families; give the memory no style";
            report.rule_at(&memory.name, problem, memory.declared);
        }
    }
}
