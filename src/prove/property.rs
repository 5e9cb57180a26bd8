//! Properties of a machine: a monitor beside it, and the proof that the monitor never objects.

use std::fmt::Write as _;
use std::path::Path;

use super::circuit::{Bit, Cell, Circuit, Circuits, Level, highest};
use super::export::export;
use super::finding::Finding;
use super::flat::flat;
use super::solver::{Verdict, assignments, solve, write};
use super::{PropertyError, ProveError};
use crate::netlist::Design;

/// The method of a proof. In every case, modules that [`Property::free`] names may give anything at
/// any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For every value of inputs and registers, whatever memories give.
    AllStates,
    /// From the start on and for ever: by induction over at most this many cycles. Memories begin
    /// with their contents.
    Induction(u32),
    /// For this many cycles from any state of the registers; the monitor's register `age` is zero
    /// at first.
    Cycles(u32),
}

/// Something that holds of a machine.
#[derive(Clone, Debug)]
pub struct Property {
    /// A short name.
    pub name: &'static str,
    /// The claim, in a sentence.
    pub claim: &'static str,
    /// The monitor. Its 1-bit output `holds` is the property, and the machine is an instance in it.
    pub monitor: Design,
    /// The method of the proof.
    pub method: Method,
    /// Names of modules that are left out.
    pub free: Vec<&'static str>,
    /// The instance whose registers are compared with their earlier values, for a monitor with an
    /// input `changed`. The input is set if a register differs from its value when `keep` was last
    /// set, or if a memory is written while `still` is set.
    pub watched: Option<&'static str>,
}

/// Proves properties in one run of Yosys. Returns the findings against them.
///
/// # Errors
/// Yosys is missing or fails, or a monitor is no such thing as [`Property`] describes.
pub(super) fn prove(properties: &[Property], folder: &Path) -> Result<Vec<Finding>, ProveError> {
    let mut script = String::new();
    let mut answers = Vec::new();
    for (number, property) in properties.iter().enumerate() {
        let empty = || ProveError::Empty { design: property.name.into() };
        let (top, circuits) = export(&property.monitor).ok_or_else(empty)?;
        if let Some(name) = property.free.iter().find(|name| property.monitor.find(name).is_none()) {
            let missing = format!("there is no module `{name}` to leave out");
            return Err(PropertyError::Missing { property: property.name, missing }.into());
        }
        let mut circuit = flat(&circuits, &top, &property.free);
        if let Some(watched) = property.watched {
            watch(&mut circuit, &format!("{watched}."));
        }
        if property.method == Method::AllStates || property.watched.is_some() {
            circuit.cells.retain(|_, cell| cell.kind != "$mem_v2");
        }
        let file = format!("property_{number}.json");
        let name = format!("property_{number}");
        let mut alone = Circuits::default();
        alone.modules.insert(name.clone(), circuit);
        write(&alone, &folder.join(&file))?;
        let free_state = "setattr -unset init w:*\n";
        // Bit by bit, so that what is kept beside the property's own bits in the words of a memory
        // is left out of every cycle.
        let bits = "simplemap\n";
        let (prepare, split, method) = match property.method {
            Method::AllStates => (free_state, "", "-seq 1".to_string()),
            Method::Induction(steps) => ("", bits, format!("-tempinduct -maxsteps {steps}")),
            Method::Cycles(cycles) => (free_state, "", format!("-seq {cycles} -set-at 1 age 0")),
        };
        let answer = format!("property_{number}.txt");
        let _ = writeln!(
            script,
            "design -reset\nread_json {file}\n{prepare}memory_map\nopt_expr\n{split}opt_clean\n\
             tee -q -o {answer} sat {method} -prove holds 1 -show-inputs -show-regs {name}"
        );
        answers.push(answer);
    }
    let verdicts = solve(&script, &answers, folder)?;
    let found = properties.iter().zip(verdicts).filter_map(|(property, verdict)| match verdict {
        Verdict::Proven => None,
        Verdict::Refuted(text) => {
            Some(Finding::Property { property: property.name, counterexample: shown(&text) })
        }
        Verdict::Open(text) => Some(Finding::Unproven { property: property.name, state: shown(&text) }),
    });
    Ok(found.collect())
}

/// The signals of an answer that are not zero, a line each.
fn shown(text: &str) -> Vec<String> {
    let signals = assignments(text);
    let shown = signals.iter().filter(|(name, digits)| digits.contains('1') && !name.starts_with('$'));
    shown.take(SHOWN).map(|(name, digits)| format!("{name} = {digits}")).collect()
}

/// The number of signals of a counterexample that are shown.
const SHOWN: usize = 40;

/// Drives the input `changed`: every flip-flop below the instance gets a second one that keeps its
/// value when `keep` is set.
fn watch(circuit: &mut Circuit, below: &str) {
    let bit =
        |circuit: &Circuit, name: &str| circuit.netnames.get(name).and_then(|net| net.bits.first().copied());
    let (Some(keep), Some(still)) = (bit(circuit, "keep"), bit(circuit, "still")) else { return };
    let Some(changed) = circuit.ports.remove("changed") else { return };
    let watched: Vec<Cell> = circuit
        .cells
        .iter()
        .filter(|(name, _)| name.starts_with(below))
        .map(|(_, cell)| cell.clone())
        .collect();
    let all = circuit.cells.values().flat_map(|cell| cell.connections.values()).flatten();
    let mut next = highest(all);
    let mut nets = |width: usize| -> Vec<Bit> {
        let first = next + 1;
        next += width as u32;
        (first..=next).map(Bit::Net).collect()
    };
    let mut differences: Vec<Bit> = Vec::new();
    let mut written: Vec<Bit> = Vec::new();
    let mut made: Vec<Cell> = Vec::new();
    for cell in watched {
        if cell.kind == "$mem_v2" {
            written.extend(cell.port("WR_EN"));
        }
        if cell.kind != "$dff" {
            continue;
        }
        let q = cell.port("Q").to_vec();
        let (kept, kept_next, differs) = (nets(q.len()), nets(q.len()), nets(1));
        made.push(Cell::new(
            "$mux",
            &[("WIDTH", q.len() as u32)],
            &[("A", &kept), ("B", &q), ("S", &[keep]), ("Y", &kept_next)],
        ));
        let mut shadow = cell.clone();
        shadow.connections.insert("D".into(), kept_next);
        shadow.connections.insert("Q".into(), kept.clone());
        made.push(shadow);
        let widths = [
            ("A_WIDTH", q.len() as u32),
            ("B_WIDTH", q.len() as u32),
            ("Y_WIDTH", 1),
            ("A_SIGNED", 0),
            ("B_SIGNED", 0),
        ];
        made.push(Cell::new("$ne", &widths, &[("A", &q), ("B", &kept), ("Y", &differs)]));
        differences.extend(differs);
    }
    let (any_written, disturbed) = (nets(1), nets(1));
    if written.is_empty() {
        written.push(Bit::Fixed(Level::Low));
    }
    let any = |bits: &[Bit], to: &[Bit]| {
        Cell::new(
            "$reduce_or",
            &[("A_WIDTH", bits.len() as u32), ("Y_WIDTH", 1), ("A_SIGNED", 0)],
            &[("A", bits), ("Y", to)],
        )
    };
    made.push(any(&written, &any_written));
    let widths = [("A_WIDTH", 1), ("B_WIDTH", 1), ("Y_WIDTH", 1), ("A_SIGNED", 0), ("B_SIGNED", 0)];
    made.push(Cell::new("$and", &widths, &[("A", &any_written), ("B", &[still]), ("Y", &disturbed)]));
    // Two outputs of the watch: the second bit of `changed` tells of memories.
    made.push(any(&differences, &changed.bits[..1.min(changed.bits.len())]));
    if let Some(second) = changed.bits.get(1..2) {
        let one = [("A_WIDTH", 1), ("Y_WIDTH", 1), ("A_SIGNED", 0)];
        made.push(Cell::new("$pos", &one, &[("A", &disturbed), ("Y", second)]));
    }
    for (number, cell) in made.into_iter().enumerate() {
        circuit.cells.insert(format!("$watch${number}"), cell);
    }
}
