//! Waveforms of one run in two simulators: the first difference, and its module.

use std::collections::{BTreeMap, BTreeSet};

use crate::netlist::{Design, Direction, Module};

/// The values of every named signal just before each clock edge.
pub(super) struct Waves {
    /// Signals by their path below the top, dots between, in small letters.
    signals: BTreeMap<String, usize>,
    /// For each cycle the changes since the one before: signal, binary digits.
    changes: Vec<Vec<(usize, String)>>,
}

/// The first difference of two waveforms.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parting {
    pub cycle: usize,
    pub module: String,
    pub instance: String,
    pub signal: String,
    pub expected: String,
    pub found: String,
}

impl Waves {
    /// Reads a VCD. `above` is the scope of the top module, from the outermost on, and `clock` its
    /// clock. A file that is no VCD has no signals.
    pub fn read(text: &str, above: &[&str], clock: &str) -> Self {
        let mut signals = BTreeMap::new();
        let mut numbers: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let mut scope: Vec<String> = Vec::new();
        let mut lines = text.lines();
        for line in lines.by_ref() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["$scope", _, name, ..] => scope.push(name.to_ascii_lowercase()),
                ["$upscope", ..] => {
                    scope.pop();
                }
                ["$var", _, width, id, name, ..] => {
                    let next = numbers.len();
                    let (number, _) = *numbers.entry(id).or_insert((next, width.parse().unwrap_or(1)));
                    let inside = scope.len() >= above.len()
                        && above.iter().zip(&scope).all(|(wanted, here)| here.eq_ignore_ascii_case(wanted));
                    if inside {
                        let bare = name.split('[').next().unwrap_or(name).to_ascii_lowercase();
                        let path: Vec<&str> =
                            scope[above.len()..].iter().map(String::as_str).chain([bare.as_str()]).collect();
                        signals.insert(path.join("."), number);
                    }
                }
                ["$enddefinitions", ..] => break,
                _ => {}
            }
        }
        let ticking = signals.get(&clock.to_ascii_lowercase()).copied();
        let mut waves = Self { signals, changes: Vec::new() };
        let mut cycle: BTreeMap<usize, String> = BTreeMap::new();
        // What changes at one time, as some write the clock first and some last.
        let mut now: Vec<(usize, String)> = Vec::new();
        let (mut low, mut rises) = (false, false);
        for line in lines.chain(["#end"]) {
            let (id, digits) = match line.as_bytes().first() {
                Some(b'#') => {
                    if std::mem::take(&mut rises) {
                        waves.changes.push(std::mem::take(&mut cycle).into_iter().collect());
                    }
                    cycle.extend(now.drain(..));
                    continue;
                }
                Some(b'b' | b'B') => match line[1..].split_once(' ') {
                    Some((digits, id)) => (id.trim(), digits),
                    None => continue,
                },
                Some(b'$') | None => continue,
                Some(_) if line.is_char_boundary(1) => (line[1..].trim(), &line[..1]),
                Some(_) => continue,
            };
            let Some(&(number, width)) = numbers.get(id) else { continue };
            if Some(number) == ticking {
                rises |= low && digits == "1";
                low = digits == "0";
            } else {
                now.push((
                    number,
                    "0".repeat(width.saturating_sub(digits.len())) + &digits.to_ascii_lowercase(),
                ));
            }
        }
        waves
    }

    /// The first cycle in which a signal of both differs between `self` and `other`, and the
    /// innermost module to blame: its inputs are the same, and its inside is not.
    pub fn parting(&self, other: &Self, design: &Design) -> Option<Parting> {
        let shared: Vec<(&String, usize, usize)> = self
            .signals
            .iter()
            .filter_map(|(path, &here)| Some((path, here, *other.signals.get(path)?)))
            .collect();
        let (mut here, mut there): (BTreeMap<usize, &str>, BTreeMap<usize, &str>) = Default::default();
        for (cycle, (expected, found)) in self.changes.iter().zip(&other.changes).enumerate() {
            here.extend(expected.iter().map(|(number, digits)| (*number, digits.as_str())));
            there.extend(found.iter().map(|(number, digits)| (*number, digits.as_str())));
            let values = |(path, a, b): &(&String, usize, usize)| {
                let (expected, found) = (*here.get(a)?, *there.get(b)?);
                (expected != found).then(|| (path.to_string(), (expected.to_string(), found.to_string())))
            };
            let differing: BTreeMap<String, (String, String)> = shared.iter().filter_map(values).collect();
            if !differing.is_empty() {
                return blame(design, &differing, cycle);
            }
        }
        None
    }
}

/// The innermost instance with a difference inside and none at its inputs, and the first of its
/// signals that differs.
fn blame(design: &Design, differing: &BTreeMap<String, (String, String)>, cycle: usize) -> Option<Parting> {
    let scopes: BTreeSet<&str> =
        differing.keys().map(|path| path.rsplit_once('.').map_or("", |(scope, _)| scope)).collect();
    let top = design.module(design.top()?);
    let mut deepest: Option<(usize, Parting)> = None;
    for scope in scopes {
        let Some(module) = module_at(design, top, scope) else { continue };
        let difference = |name: &str| differing.get(&join(scope, name));
        let clean = module.ports_of(Direction::Input).all(|id| difference(&module.signal(id).name).is_none());
        let depth = scope.split('.').filter(|part| !part.is_empty()).count();
        if !clean || deepest.as_ref().is_some_and(|(known, _)| *known >= depth) {
            continue;
        }
        let first = module.signals.iter().find_map(|signal| Some((signal, difference(&signal.name)?)));
        if let Some((signal, (expected, found))) = first {
            let parting = Parting {
                cycle,
                module: module.name.clone(),
                instance: if scope.is_empty() { top.name.clone() } else { format!("{}.{scope}", top.name) },
                signal: signal.name.clone(),
                expected: expected.clone(),
                found: found.clone(),
            };
            deepest = Some((depth, parting));
        }
    }
    deepest.map(|(_, parting)| parting)
}

fn join(scope: &str, name: &str) -> String {
    let name = name.to_ascii_lowercase();
    if scope.is_empty() { name } else { format!("{scope}.{name}") }
}

/// The module of the instance at a path of small letters.
fn module_at<'a>(design: &'a Design, top: &'a Module, path: &str) -> Option<&'a Module> {
    path.split('.').filter(|part| !part.is_empty()).try_fold(top, |module, part| {
        let instance = module.instances.iter().find(|instance| instance.name.eq_ignore_ascii_case(part))?;
        Some(design.module(instance.module))
    })
}
