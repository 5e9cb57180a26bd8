//! Proves that two circuits of one design are equal, module by module, by Yosys' solver.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::ProveError;
use super::circuit::{Bit, Cell, Circuit, CircuitPort, Circuits, Way, highest};
use super::cut::{Excluded, Mismatch, Model, cut};
use super::finding::Finding;
use super::solver::{Verdict, assignments, solve, write};
use crate::netlist::{Design, ModuleId};

/// One side of a comparison.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    /// `netlist`, `Verilog` or `VHDL`.
    pub name: &'static str,
    /// The name of the top's circuit.
    pub top: &'a str,
    /// The circuits, in small letters.
    pub circuits: &'a Circuits,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Compared {
    /// Modules with the sets of parameter values found in the design, each counted once.
    pub modules: usize,
    /// Bits that were proven equal.
    pub bits: usize,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// A module on both sides, and one instance of it.
struct Pair {
    module: String,
    instance: String,
    gold: Model,
    gate: Model,
}

/// Compares every module of a design on both sides, with every set of parameter values that it has
/// somewhere in the design.
///
/// The instances decide which circuits belong together, from the top down. So an instance that gets
/// a wrong parameter value is compared with the circuit that it should have been.
///
/// # Errors
/// Yosys is missing or fails, or the folder cannot be written.
pub(super) fn compare(
    design: &Design,
    gold: Side,
    gate: Side,
    excluded: Excluded,
    folder: &Path,
) -> Result<Compared, ProveError> {
    let mut compared = Compared::default();
    let mut pairs = Vec::new();
    let Some(top) = design.top() else { return Ok(compared) };
    let mut seen = BTreeSet::new();
    let mut open: Vec<(ModuleId, String, [String; 2])> = vec![(
        top,
        design.module(top).name.clone(),
        [gold.top.to_ascii_lowercase(), gate.top.to_ascii_lowercase()],
    )];
    while let Some((id, instance, names)) = open.pop() {
        if !seen.insert(names.clone()) {
            continue;
        }
        let module = design.module(id);
        let shape = |side: Side, Mismatch { signal, problem }| Finding::Shape {
            module: module.name.clone(),
            instance: instance.clone(),
            side: side.name,
            signal,
            problem,
        };
        let model = |side: Side<'_>, name: &String| -> Result<Model, Mismatch> {
            let missing =
                || Mismatch { signal: module.name.clone(), problem: "the module is not there".into() };
            let circuit = side.circuits.modules.get(name).ok_or_else(missing)?;
            let mut model = cut(module, circuit, side.circuits, excluded)?;
            model.free_unknown(&format!("{UNKNOWN}{}", side.name));
            Ok(model)
        };
        compared.modules += 1;
        let models = (model(gold, &names[0]), model(gate, &names[1]));
        let (gold_model, gate_model) = match models {
            (Ok(gold), Ok(gate)) => (gold, gate),
            (first, second) => {
                compared.findings.extend(first.err().map(|error| shape(gold, error)));
                compared.findings.extend(second.err().map(|error| shape(gate, error)));
                continue;
            }
        };
        let different = facts(&module.name, &instance, (gold, &gold_model), (gate, &gate_model));
        if different.is_empty() {
            compared.bits += gold_model.outputs.values().map(Vec::len).sum::<usize>();
            pairs.push(Pair {
                module: module.name.clone(),
                instance: instance.clone(),
                gold: gold_model,
                gate: gate_model,
            });
        }
        compared.findings.extend(different);
        for below in &module.instances {
            let kind = |side: Side, of: &String| {
                let circuit = side.circuits.modules.get(of)?;
                Some(circuit.cells.get(&below.name.to_ascii_lowercase())?.kind.clone())
            };
            // Where one has no such instance, that was found above.
            if let (Some(a), Some(b)) = (kind(gold, &names[0]), kind(gate, &names[1])) {
                open.push((below.module, format!("{instance}.{}", below.name), [a, b]));
            }
        }
    }
    compared.findings.extend(prove(&pairs, gold.name, gate.name, folder)?);
    Ok(compared)
}

/// The differences outside logic: names and widths at the cuts, initial values, memories.
fn facts(
    module: &str,
    instance: &str,
    (gold, gold_model): (Side, &Model),
    (gate, gate_model): (Side, &Model),
) -> Vec<Finding> {
    let widths = |model: &Model, other: &Model| -> BTreeMap<String, String> {
        // An output of an instance may be left open. A reader on one side alone finds it unknown
        // there.
        let inputs = model.inputs.iter().filter(|(name, _)| other.inputs.contains_key(*name));
        let width = |(name, bits): (&String, &Vec<Bit>)| (format!("{name}, width"), bits.len().to_string());
        let all = inputs.map(width).chain(model.outputs.iter().map(width));
        all.chain(model.facts.clone()).collect()
    };
    let (expected, found) = (widths(gold_model, gate_model), widths(gate_model, gold_model));
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let said = |fact: Option<&String>| match fact.map(String::as_str) {
        None => "nothing".to_string(),
        Some("") => "0".to_string(),
        Some(text) => text.to_string(),
    };
    names
        .into_iter()
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| Finding::Value {
            module: module.into(),
            instance: instance.into(),
            signal: name.clone(),
            expected_from: gold.name,
            expected: said(expected.get(name)),
            found_in: gate.name,
            found: said(found.get(name)),
            inputs: Vec::new(),
        })
        .collect()
}

/// The beginning of the names of the inputs that stand for bits that nothing drives.
const UNKNOWN: &str = "unknown in ";

/// The logic of all pairs, in one run of the solver. It reads each pair when the one before is done
/// with: its passes look at all that is there.
fn prove(
    pairs: &[Pair],
    gold: &'static str,
    gate: &'static str,
    folder: &Path,
) -> Result<Vec<Finding>, ProveError> {
    let mut script = String::new();
    let mut logs = Vec::new();
    for (number, pair) in pairs.iter().enumerate() {
        let mut circuits = Circuits::default();
        for (side, model, other) in [("gold", &pair.gold, &pair.gate), ("gate", &pair.gate, &pair.gold)] {
            circuits.modules.insert(side.into(), circuit(model, other)?);
        }
        let (file, log) = (format!("pair_{number}.json"), format!("pair_{number}.txt"));
        write(&circuits, &folder.join(&file))?;
        // What is the same operator of the same operands on both sides becomes one, so that the
        // solver need not prove that multiplication is multiplication.
        let _ = writeln!(
            script,
            "design -reset\nread_json {file}\n\
             miter -equiv -flatten -make_outputs gold gate pair\ndelete gold gate\n\
             opt_expr -keepdc\nwreduce\nopt_merge\n\
             tee -q -o {log} sat -prove trigger 0 -show-inputs -show-outputs pair"
        );
        logs.push(log);
    }
    let verdicts = solve(&script, &logs, folder)?;
    let mut findings = Vec::new();
    for (pair, verdict) in pairs.iter().zip(verdicts) {
        match verdict {
            Verdict::Proven => {}
            Verdict::Refuted(text) | Verdict::Open(text) => {
                findings.extend(differences(pair, &text, gold, gate));
            }
        }
    }
    Ok(findings)
}

/// The name of an output's port. A register that is an output of its module is an input of the
/// model too.
fn shown_as(output: &str, sides: [&Model; 2]) -> String {
    let mut name = output.to_string();
    while sides.iter().any(|model| model.inputs.contains_key(&name)) {
        name += ".out";
    }
    name
}

/// The model as a circuit, with the inputs of both sides, so that both circuits have the same
/// inputs.
///
/// # Errors
/// Two ports of one name, of which one would be lost: a defect of the cut.
fn circuit(model: &Model, other: &Model) -> Result<Circuit, ProveError> {
    let mut circuit = Circuit { cells: model.cells.clone(), ..Circuit::default() };
    let used = model.cells.values().flat_map(|cell| cell.connections.values());
    let used = used.chain(model.inputs.values()).chain(model.outputs.values()).flatten();
    let mut next = highest(used);
    for (name, bits) in &model.inputs {
        let port = CircuitPort { direction: Way::Input, bits: bits.clone() };
        circuit.ports.insert(name.replace(' ', "_"), port);
    }
    for (name, bits) in &other.inputs {
        if !model.inputs.contains_key(name) {
            let bits = bits.iter().map(|_| {
                next += 1;
                Bit::Net(next)
            });
            let port = CircuitPort { direction: Way::Input, bits: bits.collect() };
            circuit.ports.insert(name.replace(' ', "_"), port);
        }
    }
    for (name, bits) in &model.outputs {
        // Through a cell, because two ports may show one net and a port a constant.
        let width = bits.len() as u32;
        let shown: Vec<Bit> = (0..width).map(|bit| Bit::Net(next + 1 + bit)).collect();
        next += width;
        let widths = [("A_SIGNED", 0), ("A_WIDTH", width), ("Y_WIDTH", width)];
        let cell = Cell::new("$pos", &widths, &[("A", bits), ("Y", &shown)]);
        circuit.cells.insert(format!("$shown${name}").replace(' ', "_"), cell);
        let port = CircuitPort { direction: Way::Output, bits: shown };
        circuit.ports.insert(shown_as(name, [model, other]), port);
    }
    let inputs = model.inputs.keys().chain(other.inputs.keys()).collect::<BTreeSet<_>>().len();
    if circuit.ports.len() != inputs + model.outputs.len() {
        let problem = "two ports of a module are called alike in the proof".into();
        return Err(ProveError::Output { tool: "yosys", problem });
    }
    Ok(circuit)
}

/// The solver's values for the outputs that differ.
fn differences(pair: &Pair, text: &str, gold: &'static str, gate: &'static str) -> Vec<Finding> {
    let shown = assignments(text);
    let value = |name: String| shown.get(&name);
    let inputs: Vec<String> = pair
        .gold
        .inputs
        .keys()
        .filter_map(|name| Some((name, value(format!("in_{name}"))?)))
        .filter(|(_, digits)| digits.contains('1'))
        .map(|(name, digits)| format!("{name} = {digits}"))
        .collect();
    let mut findings = Vec::new();
    for name in pair.gold.outputs.keys() {
        let port = shown_as(name, [&pair.gold, &pair.gate]);
        let (expected, found) = (value(format!("gold_{port}")), value(format!("gate_{port}")));
        if let (Some(expected), Some(found)) = (expected, found)
            && expected != found
        {
            findings.push(Finding::Value {
                module: pair.module.clone(),
                instance: pair.instance.clone(),
                signal: name.clone(),
                expected_from: gold,
                expected: expected.clone(),
                found_in: gate,
                found: found.clone(),
                inputs: inputs.clone(),
            });
        }
    }
    if findings.is_empty() {
        // The solver has a model that its report does not show; that is a difference all the same.
        findings.push(Finding::Shape {
            module: pair.module.clone(),
            instance: pair.instance.clone(),
            side: gate,
            signal: pair.module.clone(),
            problem: "the solver finds a difference and does not say which".into(),
        });
    }
    findings
}
