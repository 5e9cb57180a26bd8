//! Each signal driven exactly once, each instance input connected, each port on a signal of its
//! own.

use std::collections::HashSet;

use super::Report;
use crate::netlist::{Design, Direction, Instance, Memory, Module, NetlistError, NodeId, ReadPort, SignalId};

/// The driver of a signal.
#[derive(Clone, Copy)]
pub(super) enum SignalDriver<'a> {
    Input,
    Assign(NodeId),
    Register,
    Read(&'a Memory, &'a ReadPort),
    Output(&'a Instance, &'a str),
}

impl SignalDriver<'_> {
    pub(super) fn describe(&self) -> String {
        match self {
            SignalDriver::Input => "its input port".into(),
            SignalDriver::Assign(_) => "an assignment".into(),
            SignalDriver::Register => "a register".into(),
            SignalDriver::Read(memory, _) => format!("a read port of memory `{}`", memory.name),
            SignalDriver::Output(instance, port) => {
                format!("output `{port}` of instance `{}`", instance.name)
            }
        }
    }
}

/// The drivers of each signal of a module.
pub(super) struct Drivers<'a>(Vec<Vec<SignalDriver<'a>>>);

impl<'a> Drivers<'a> {
    pub(super) fn of(module: &'a Module) -> Self {
        let mut drivers = vec![Vec::new(); module.signals.len()];
        let mut drive = |signal: SignalId, driver| drivers[signal.index()].push(driver);
        module.ports_of(Direction::Input).for_each(|signal| drive(signal, SignalDriver::Input));
        module.assigns.iter().for_each(|assign| drive(assign.signal, SignalDriver::Assign(assign.node)));
        module.registers.iter().for_each(|register| drive(register.output, SignalDriver::Register));
        for memory in &module.memories {
            memory.reads.iter().for_each(|read| drive(read.data, SignalDriver::Read(memory, read)));
        }
        for instance in &module.instances {
            instance
                .outputs
                .iter()
                .for_each(|(port, signal)| drive(*signal, SignalDriver::Output(instance, port)));
        }
        Self(drivers)
    }

    pub(super) fn get(&self, signal: SignalId) -> &[SignalDriver<'a>] {
        &self.0[signal.index()]
    }
}

pub(super) fn check(design: &Design, drivers: &Drivers, report: &mut Report) {
    let module = report.module;
    let mut seen = HashSet::new();
    for port in &module.ports {
        if !seen.insert(port.signal) {
            let name = &module.signal(port.signal).name;
            let problem = "two ports have this signal; give each a signal of its own and assign it";
            report.rule_at(name, problem, module.signal(port.signal).declared);
        }
    }
    for id in module.signal_ids() {
        let signal = || module.signal(id).name.clone();
        let place = || module.signal(id).declared.to_string();
        let module = || module.name.clone();
        match drivers.get(id) {
            [] => report.add(NetlistError::Undriven { module: module(), signal: signal(), place: place() }),
            [first, others @ ..] => others.iter().for_each(|second| {
                let (first, second) = (first.describe(), second.describe());
                let (module, signal, place) = (module(), signal(), place());
                report.add(NetlistError::DoublyDriven { module, signal, first, second, place });
            }),
        }
    }
    for instance in &module.instances {
        let of = design.module(instance.module);
        let connected: HashSet<&str> = instance.inputs.iter().map(|(port, _)| port.as_str()).collect();
        for port in of.ports_of(Direction::Input).map(|port| &of.signal(port).name) {
            if !connected.contains(port.as_str()) {
                report.add(NetlistError::Dangling {
                    module: module.name.clone(),
                    instance: instance.name.clone(),
                    port: port.clone(),
                    of: of.name.clone(),
                    place: instance.declared.to_string(),
                });
            }
        }
    }
}
