//! Names: legal in every target language, and each with one meaning in its scope whatever the case
//! of its letters.

use std::collections::HashMap;

use super::Report;
use crate::netlist::{Declared, Design, NetlistError, Node, Value, mangle, name_problem};

/// The names of a scope in lower case, and what each stands for.
type Scope<'a> = HashMap<String, Meaning<'a>>;

#[derive(Clone, Copy)]
struct Meaning<'a> {
    kind: &'static str,
    name: &'a str,
    /// The value of a named constant: the same name may give the same value again.
    value: Option<&'a Value>,
    declared: Declared,
}

/// The core's name and the names of the modules.
pub(super) fn check_design(design: &Design, found: &mut Vec<NetlistError>) {
    // A core's name may have hyphens, as on the command line; files and packages spell them as
    // underscores.
    if let Some(why) = name_problem(&design.name.replace('-', "_")) {
        let suggestion = mangle(&design.name, |_| false);
        found.push(NetlistError::Name {
            module: "design".into(),
            name: design.name.clone(),
            why,
            suggestion,
            place: String::new(),
        });
    }
    let modules = design.modules().iter();
    let names = modules.map(|module| {
        let (name, declared) = (module.name.as_str(), module.declared);
        Meaning { kind: "a module", name, value: None, declared }
    });
    check("design", names.collect(), found);
}

/// Everything named inside a module. The module's own name is in scope, because tools take a signal
/// of that name for it.
pub(super) fn check_module(report: &mut Report) {
    let module = report.module;
    let live = module.live_nodes();
    let plain = |kind, name, declared| Meaning { kind, name, value: None, declared };
    let port = |index: usize| module.ports.iter().any(|port| port.signal.index() == index);
    let mut names = vec![plain("the module itself", module.name.as_str(), module.declared)];
    names.extend(
        module.parameters.iter().map(|parameter| plain("a parameter", &parameter.name, Declared::default())),
    );
    names.extend(module.signals.iter().enumerate().map(|(index, signal)| {
        plain(if port(index) { "a port" } else { "a signal" }, &signal.name, signal.declared)
    }));
    names.extend(module.memories.iter().map(|memory| plain("a memory", &memory.name, memory.declared)));
    names.extend(
        module.instances.iter().map(|instance| plain("an instance", &instance.name, instance.declared)),
    );
    names.extend(module.nodes().filter(|(id, _)| live[id.index()]).filter_map(|(_, node)| match node {
        Node::Constant { value, name: Some(name) } => {
            Some(Meaning { kind: "a constant", name, value: Some(value), declared: Declared::default() })
        }
        _ => None,
    }));
    check(&module.name, names, report.found);
}

fn check(module: &str, names: Vec<Meaning>, found: &mut Vec<NetlistError>) {
    let mut scope = Scope::new();
    let mut bad = Vec::new();
    for new in names {
        let key = new.name.to_ascii_lowercase();
        // The module's own name was checked with the design's.
        let problem = if new.kind == "the module itself" { None } else { name_problem(new.name) };
        let clash = scope.get(&key).and_then(|old| clash(*old, new));
        bad.extend(problem.or(clash).map(|why| (new, why)));
        scope.entry(key).or_insert(new);
    }
    let mut suggested = Vec::new();
    for (Meaning { name, declared, .. }, why) in bad {
        let suggestion = mangle(name, |name| scope.contains_key(name) || suggested.iter().any(|s| s == name));
        suggested.push(suggestion.to_ascii_lowercase());
        let (module, name, place) = (module.into(), name.into(), declared.to_string());
        found.push(NetlistError::Name { module, name, why, suggestion, place });
    }
}

/// The reason why two things of one name, regardless of case, cannot stand in one scope.
fn clash(old: Meaning, new: Meaning) -> Option<String> {
    let Meaning { kind, name, declared, .. } = old;
    match (old.value, new.value) {
        (Some(a), Some(b)) if a == b && name == new.name => None,
        (Some(a), Some(b)) if a != b => Some(format!("is given to two constants, {a} and {b}")),
        _ if name == new.name => Some(format!("is already the name of {kind}{declared}")),
        _ => Some(format!("is, apart from case, already the name of {kind}, `{name}`{declared}")),
    }
}
