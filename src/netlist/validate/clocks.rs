//! Clocks come straight from an input port: a gate in a clock makes edges that the netlist's
//! semantics do not have.

use std::collections::BTreeMap;

use super::Report;
use super::drivers::{Drivers, SignalDriver};
use crate::netlist::{Module, Node, SignalId};

/// For each module checked so far, the input ports that clock something, and the things they clock.
#[derive(Default)]
pub(super) struct Clocks(Vec<BTreeMap<String, String>>);

impl Clocks {
    /// Checks the next module. The modules that it instantiates come before it.
    pub(super) fn check(&mut self, drivers: &Drivers, report: &mut Report) {
        let module = report.module;
        let mut uses = direct_uses(module);
        for instance in &module.instances {
            let inner = self.0.get(instance.module.index());
            for (port, node) in &instance.inputs {
                let Some(inner) = inner.and_then(|ports| ports.get(port)) else { continue };
                let user = format!("{inner} in `{}`", instance.name);
                match module.node(*node) {
                    Node::Signal(clock) => uses.push((*clock, user)),
                    _ => {
                        let problem = advice(&user, "an expression");
                        report.rule_at(format!("{}.{port}", instance.name), problem, instance.declared);
                    }
                }
            }
        }
        let mut ports = BTreeMap::new();
        let mut gated = BTreeMap::new();
        for (clock, user) in uses {
            match source(module, drivers, clock) {
                (signal, Some(SignalDriver::Input)) => {
                    ports.entry(module.signal(signal).name.clone()).or_insert(user);
                }
                (signal, Some(driver)) => {
                    gated.entry(signal).or_insert(advice(&user, &driver.describe()));
                }
                (_, None) => {}
            }
        }
        for (signal, advice) in gated {
            let signal = module.signal(signal);
            report.rule_at(&signal.name, advice, signal.declared);
        }
        self.0.push(ports);
    }
}

fn advice(user: &str, driver: &str) -> String {
    format!("it clocks {user} but is driven by {driver}; clock that from an input port and use an enable")
}

/// Every clock of the module's own registers and memories, and the things it clocks.
fn direct_uses(module: &Module) -> Vec<(SignalId, String)> {
    let mut uses = Vec::new();
    for register in &module.registers {
        uses.push((register.clock, format!("register `{}`", module.signal(register.output).name)));
    }
    for memory in &module.memories {
        let writes = memory.writes.iter().map(|write| write.clock);
        let reads = memory.reads.iter().filter_map(|read| read.clock.as_ref()).map(|clock| clock.clock);
        uses.extend(writes.chain(reads).map(|clock| (clock, format!("memory `{}`", memory.name))));
    }
    uses
}

/// The signal at the end of a chain of plain aliases, and its driver. There is no driver if it has
/// none or the chain is a ring; other rules report both.
fn source<'a>(
    module: &Module,
    drivers: &Drivers<'a>,
    mut clock: SignalId,
) -> (SignalId, Option<SignalDriver<'a>>) {
    for _ in 0..module.signals.len() {
        let driver = drivers.get(clock).first().copied();
        let Some(SignalDriver::Assign(node)) = driver else { return (clock, driver) };
        let Node::Signal(next) = module.node(node) else { return (clock, driver) };
        clock = *next;
    }
    (clock, None)
}
