//! Equal widths wherever a value meets something that has a width of its own.

use super::Report;
use crate::netlist::{
    Argument, Design, Direction, Memory, NetlistError, Node, NodeId, Register, SignalId, Value,
};

pub(super) fn check(design: &Design, report: &mut Report) {
    let module = report.module;
    operands(report);
    for assign in &module.assigns {
        let signal = module.signal(assign.signal);
        report.node(&signal.name, signal.width, assign.node);
    }
    module.registers.iter().for_each(|register| check_register(register, report));
    module.memories.iter().for_each(|memory| check_memory(memory, report));
    for instance in &module.instances {
        let of = design.module(instance.module);
        let thing = |port: &str| format!("{}.{port}", instance.name);
        for (name, argument) in &instance.parameters {
            let value = match argument {
                Argument::Value(value) => value,
                Argument::Parameter(outer) => &module.parameters[outer.index()].default,
            };
            if let Some(parameter) = of.parameters.iter().find(|parameter| parameter.name == *name) {
                report.width(thing(name), parameter.default.width(), value.width());
            }
        }
        for (port, node) in &instance.inputs {
            if let Some(signal) = of.find_port(Direction::Input, port) {
                report.node(thing(port), of.signal(signal).width, *node);
            }
        }
        for (port, signal) in &instance.outputs {
            if let Some(inner) = of.find_port(Direction::Output, port) {
                report.width(thing(port), of.signal(inner).width, module.signal(*signal).width);
            }
        }
    }
}

/// Signals and parameters that changed their width after an expression read them.
fn operands(report: &mut Report) {
    let module = report.module;
    let live = module.live_nodes();
    for (id, node) in module.nodes().filter(|(id, _)| live[id.index()]) {
        match node {
            Node::Signal(signal) => {
                let signal = module.signal(*signal);
                report.width(&signal.name, module.width(id), signal.width);
            }
            Node::Parameter(parameter) => {
                let parameter = &module.parameters[parameter.index()];
                report.width(&parameter.name, module.width(id), parameter.default.width());
            }
            _ => {}
        }
    }
}

fn check_register(register: &Register, report: &mut Report) {
    let output = report.module.signal(register.output);
    let thing = |part: &str| format!("{}'s {part}", output.name);
    report.node(&output.name, output.width, register.next);
    report.width(thing("initial value"), output.width, register.initial.width());
    report.clock(thing("clock"), register.clock);
    if let Some(enable) = register.enable {
        report.node(thing("enable"), 1, enable);
    }
    if let Some(reset) = &register.reset {
        report.node(thing("reset"), 1, reset.when);
        report.width(thing("reset value"), output.width, reset.value.width());
    }
}

fn check_memory(memory: &Memory, report: &mut Report) {
    let thing = |part: &str| format!("{}'s {part}", memory.name);
    let wrong = |word: &&Value| word.width() != memory.width;
    if let Some((index, word)) = memory.initial.iter().enumerate().find(|(_, word)| wrong(word)) {
        report.width(thing(&format!("initial word {index}")), memory.width, word.width());
    }
    for (index, write) in memory.writes.iter().enumerate() {
        let thing = |part: &str| thing(&format!("write port {index} {part}"));
        report.clock(thing("clock"), write.clock);
        report.node(thing("enable"), 1, write.enable);
        report.node(thing("address"), memory.address_width(), write.address);
        report.node(thing("data"), memory.width, write.data);
    }
    for (index, read) in memory.reads.iter().enumerate() {
        let thing = |part: &str| thing(&format!("read port {index} {part}"));
        report.node(thing("address"), memory.address_width(), read.address);
        report.width(thing("data"), memory.width, report.module.signal(read.data).width);
        if let Some(clock) = &read.clock {
            report.clock(thing("clock"), clock.clock);
            if let Some(enable) = clock.enable {
                report.node(thing("enable"), 1, enable);
            }
        }
    }
}

impl Report<'_> {
    fn width(&mut self, thing: impl Into<String>, expected: u32, found: u32) {
        if expected != found {
            let (module, thing) = (self.module.name.clone(), thing.into());
            self.add(NetlistError::Width { module, thing, expected, found, place: String::new() });
        }
    }

    fn node(&mut self, thing: impl Into<String>, expected: u32, node: NodeId) {
        self.width(thing, expected, self.module.width(node));
    }

    fn clock(&mut self, thing: impl Into<String>, clock: SignalId) {
        self.width(thing, 1, self.module.signal(clock).width);
    }
}
