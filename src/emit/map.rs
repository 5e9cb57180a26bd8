//! A map of the names in the emitted text: where each stands, what it means, and the line of Rust
//! that it comes from.

use serde::Serialize;

use crate::netlist::{Design, ModuleId};

/// A named signal of a design: a port, a wire, a register, or an output of a memory or an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mapped<'a> {
    /// Its name with the instances above it, from the top module on, with dots between.
    pub name: String,
    /// The module that declares it, and the name of the module's file without its ending.
    pub module: &'a str,
    /// Width in bits.
    pub width: u32,
    /// Its meaning.
    pub comment: Option<&'a str>,
    /// The place of its declaration, as `file:line:column`; missing if none was kept.
    pub rust: Option<String>,
}

/// The named signals of a design, from the top down. The names are the same in both languages, in
/// traces and in constraints. Empty for a design without a top.
pub fn map(design: &Design) -> Vec<Mapped<'_>> {
    let mut all = Vec::new();
    if let Some(top) = design.top() {
        signals_below(design, top, &design.module(top).name, &mut all);
    }
    all
}

fn signals_below<'a>(design: &'a Design, id: ModuleId, path: &str, all: &mut Vec<Mapped<'a>>) {
    let module = design.module(id);
    all.extend(module.signals.iter().map(|signal| Mapped {
        name: format!("{path}.{}", signal.name),
        module: &module.name,
        width: signal.width,
        comment: signal.comment.as_deref(),
        rust: signal.declared.place(),
    }));
    for instance in &module.instances {
        signals_below(design, instance.module, &format!("{path}.{}", instance.name), all);
    }
}

/// The map as JSON, a line for each signal.
///
/// # Errors
/// It cannot be written as JSON: a defect.
pub fn map_text(design: &Design) -> serde_json::Result<String> {
    let lines: Vec<String> = map(design).iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::{Settings, cores, design};

    /// Every signal that a user declares has a line of Rust, and none has two entries.
    #[test]
    fn every_signal_has_its_place() {
        for core in cores() {
            let settings = Settings::parse::<&str, &str>(core, &[]).unwrap();
            let design = design(core, &settings).unwrap();
            let all = map(&design);
            let mut names: Vec<&str> = all.iter().map(|mapped| mapped.name.as_str()).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}", core.name);
            assert!(names.iter().all(|name| name.starts_with(core.top)), "{}", core.name);
            let ports = design.module(design.top().unwrap()).ports.len();
            assert!(all.len() > 2 * ports, "{}: {}", core.name, all.len());
            let known = all.iter().filter(|mapped| mapped.rust.is_some()).count();
            assert!(known * 2 > all.len(), "{}: {known} of {}", core.name, all.len());
            let text = map_text(&design).unwrap();
            let read: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
            assert_eq!(read.len(), all.len());
        }
    }
}
