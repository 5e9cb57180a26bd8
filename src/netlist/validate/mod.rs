//! The rules a design keeps before anything reads it: one file a rule.

mod clocks;
mod drivers;
mod loops;
mod references;
mod scope;
mod usage;
mod widths;

#[cfg(test)]
mod tests;

use super::{Declared, Design, Module, NetlistError, NetlistErrors};
pub use references::MAX_WIDTH;

impl Design {
    /// Checks every rule of the netlist, in every module:
    ///
    /// - names legal and unique in every target language,
    /// - equal widths wherever a value meets a signal, port, register, memory or parameter,
    /// - each signal driven exactly once, each instance input connected,
    /// - each bit of each signal, each parameter and each memory read (unless named `unused`),
    /// - clocks that come straight from an input port,
    /// - no combinational loop of single bits, through the hierarchy too.
    ///
    /// # Errors
    /// All findings, in the order of the modules. Ids that belong to another module, and widths or
    /// depths that no tool takes, are reported alone, because the other rules cannot be judged
    /// then.
    pub fn validate(&self) -> Result<(), NetlistErrors> {
        let mut found = Vec::new();
        references::check(self, &mut found);
        if found.is_empty() {
            self.check_rules(&mut found);
        }
        if found.is_empty() { Ok(()) } else { Err(NetlistErrors(found)) }
    }

    fn check_rules(&self, found: &mut Vec<NetlistError>) {
        scope::check_design(self, found);
        let mut clocks = clocks::Clocks::default();
        let mut loops = loops::Loops::new(self);
        for module in self.modules() {
            let report = &mut Report { module, found };
            let drivers = drivers::Drivers::of(module);
            scope::check_module(report);
            widths::check(self, report);
            drivers::check(self, &drivers, report);
            usage::check(report);
            clocks.check(&drivers, report);
            loops.check(&drivers, report);
        }
    }
}

/// The destination of the findings about one module.
struct Report<'a> {
    module: &'a Module,
    found: &'a mut Vec<NetlistError>,
}

impl Report<'_> {
    fn add(&mut self, error: NetlistError) {
        self.found.push(error);
    }

    fn rule(&mut self, thing: impl Into<String>, problem: impl Into<String>) {
        self.rule_at(thing, problem, Declared::default());
    }

    fn rule_at(&mut self, thing: impl Into<String>, problem: impl Into<String>, declared: Declared) {
        self.add(NetlistError::Rule {
            module: self.module.name.clone(),
            thing: thing.into(),
            problem: problem.into(),
            place: declared.to_string(),
        });
    }
}
