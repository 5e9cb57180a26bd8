//! From a netlist to text that is linted, proven and simulated: the work of `movewright check`.
//!
//! Three forms of a design are compared: the netlist itself, which only [`export`] writes as Yosys'
//! cells; the printed Verilog, as Yosys reads it; and the printed VHDL, as GHDL's synthesis and
//! then Yosys read it. Every module is cut at its registers, memories and instances, and the logic
//! in between is proven equal for all values (see [`Model`]). The cuts themselves are compared one
//! by one: names, widths, clocks, initial values. Equal modules, wired alike, make equal machines.

mod circuit;
mod cosimulate;
mod cut;
mod equal;
mod error;
mod export;
mod finding;
mod flat;
mod lint;
pub mod properties;
mod property;
mod read;
mod solver;
#[cfg(test)]
pub(crate) mod tests;
mod waves;

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

pub use circuit::{Bit, Cell, Circuit, CircuitPort, Circuits, Level, Net, Setting, Way};
pub use cut::{Mismatch, Model, cut};
use equal::{Compared, Side, compare};
pub use error::{PropertyError, ProveError};
pub use export::export;
pub use finding::Finding;
use finding::Outcome;
pub use property::{Method, Property};

use crate::emit::{Dialect, File, Language, emit};
use crate::flow::{GHDL, Program, VERILATOR, VSG, YOSYS};
use crate::netlist::{Design, Memory};
use crate::simulate::transcript::Transcript;

/// A design and its texts.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The netlist.
    pub design: &'a Design,
    /// The Verilog, a file a module.
    pub verilog: Vec<File>,
    /// The VHDL, a file a module.
    pub vhdl: Vec<File>,
}

impl<'a> Subject<'a> {
    /// A design with the texts that are emitted for it.
    ///
    /// # Errors
    /// It cannot be emitted.
    pub fn new(design: &'a Design) -> Result<Self, ProveError> {
        let text = |language| emit(design, language, Dialect::Generic).map_err(Box::new);
        Ok(Self { design, verilog: text(Language::Verilog)?, vhdl: text(Language::Vhdl)? })
    }
}

/// A part of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Verilator, Yosys, GHDL and VSG warn of nothing in the texts.
    Lint,
    /// The netlist equals the printed Verilog.
    Netlist,
    /// The printed Verilog equals the printed VHDL.
    Vhdl,
    /// Properties of the machine hold.
    Properties,
    /// The built-in simulator, Verilator and GHDL show the same.
    Cosimulation,
}

impl Step {
    /// All steps, in their order: first the step whose errors are plainest.
    pub const ALL: [Step; 5] = [Step::Lint, Step::Netlist, Step::Vhdl, Step::Properties, Step::Cosimulation];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lint => "lint",
            Self::Netlist => "netlist",
            Self::Vhdl => "vhdl",
            Self::Properties => "properties",
            Self::Cosimulation => "cosimulation",
        }
    }

    /// The tools it takes.
    pub fn tools(self) -> &'static [Program] {
        match self {
            Self::Lint => &[VERILATOR, YOSYS, GHDL, VSG],
            Self::Netlist | Self::Properties => &[YOSYS],
            Self::Vhdl => &[GHDL, YOSYS],
            Self::Cosimulation => &[VERILATOR, GHDL],
        }
    }
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The step.
    pub step: Step,
    /// Nothing is wrong.
    pub passed: bool,
    /// The time it took.
    pub seconds: f64,
    /// The facts shown, a sentence each.
    pub shown: Vec<String>,
    /// The parts left out, and the steps that cover them.
    pub excluded: Vec<String>,
    /// The findings.
    pub findings: Vec<Finding>,
}

/// The objects and the place of a check.
#[derive(Clone, Copy, Debug)]
pub struct Workplace<'a> {
    /// An existing folder for files and logs.
    pub folder: &'a Path,
    /// The place of Verilator's simulators, see [`crate::simulate::outside::default_cache`].
    pub cache: &'a Path,
}

/// Carries out one step of the check. `stimulus` is the run of the design in the built-in
/// simulator, and `properties` have to hold of the design. Only the step that needs it looks at
/// each.
///
/// ```no_run
/// use movewright::cores::{self, Settings};
/// use movewright::prove::{Step, Subject, Workplace, check};
/// use movewright::simulate::outside::default_cache;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let core = cores::find("chess-small").ok_or("no such core")?;
/// let settings = Settings::parse::<&str, &str>(core, &[])?;
/// let design = cores::design(core, &settings)?;
/// let (subject, stimulus) = (Subject::new(&design)?, cores::stimulus(core, &settings)?);
/// let workplace = Workplace { folder: "proofs".as_ref(), cache: &default_cache() };
/// let checked = check(Step::Vhdl, &subject, &stimulus, &[], workplace)?;
/// assert!(checked.passed);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A tool is missing, or something other than the design keeps the step from being done.
pub fn check(
    step: Step,
    subject: &Subject,
    stimulus: &Transcript,
    properties: &[Property],
    workplace: Workplace,
) -> Result<Checked, ProveError> {
    let start = Instant::now();
    let design = subject.design;
    let empty = || ProveError::Empty { design: design.name.clone() };
    let top = &design.module(design.top().ok_or_else(empty)?).name;
    let folder = workplace.folder;
    let (mut shown, mut excluded) = (Vec::new(), Vec::new());
    let findings = match step {
        Step::Lint => {
            let count = subject.verilog.len() + subject.vhdl.len();
            shown.push(format!("verilator, yosys, ghdl and vsg find nothing wrong in {count} files"));
            lint::lint(subject, top, &folder.join("lint"))?
        }
        Step::Netlist => {
            let (name, exported) = export(design).ok_or_else(empty)?;
            let exported = exported.in_small_letters();
            let read = read::verilog(&subject.verilog, top, &folder.join("verilog"))?;
            let netlist = Side { name: "netlist", top: &name, circuits: &exported };
            let excluded = &|_: &Memory| false;
            let compared = match read {
                Outcome::Found(finding) => Compared { findings: vec![finding], ..Compared::default() },
                Outcome::Done(circuits) => {
                    let verilog = Side { name: "Verilog", top, circuits: &circuits };
                    compare(design, netlist, verilog, excluded, &folder.join("verilog"))?
                }
            };
            shown.push(told(&compared, "netlist", "Verilog"));
            compared.findings
        }
        Step::Vhdl => {
            let verilog = read::verilog(&subject.verilog, top, &folder.join("verilog"))?;
            let vhdl = read::vhdl(&subject.vhdl, top, &folder.join("vhdl"))?;
            let compared = match (verilog, vhdl) {
                (Outcome::Done(verilog), Outcome::Done(vhdl)) => {
                    let verilog = Side { name: "Verilog", top, circuits: &verilog };
                    let vhdl = Side { name: "VHDL", top, circuits: &vhdl };
                    compare(design, verilog, vhdl, &several_writes, &folder.join("vhdl"))?
                }
                (Outcome::Found(finding), _) | (_, Outcome::Found(finding)) => {
                    Compared { findings: vec![finding], ..Compared::default() }
                }
            };
            shown.push(told(&compared, "Verilog", "VHDL"));
            for module in design.modules() {
                for memory in module.memories.iter().filter(|memory| several_writes(memory)) {
                    excluded.push(format!(
                        "memory `{}` of {}: ghdl synthesises two write ports wrongly; cosimulation covers it",
                        memory.name, module.name
                    ));
                }
            }
            compared.findings
        }
        Step::Properties => {
            let place = folder.join("properties");
            std::fs::create_dir_all(&place).map_err(ProveError::doing("create", &place))?;
            shown.extend(properties.iter().map(|property| format!("{}: {}", property.name, property.claim)));
            property::prove(properties, &place)?
        }
        Step::Cosimulation => {
            shown.push(format!(
                "the built-in simulator, Verilator and GHDL show the same in {} cycles",
                stimulus.cycles.len()
            ));
            cosimulate::cosimulate(subject, stimulus, workplace.cache, &folder.join("cosimulation"))?
        }
    };
    if !findings.is_empty() {
        shown.clear();
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Checked { step, passed: findings.is_empty(), seconds, shown, excluded, findings })
}

fn told(compared: &Compared, gold: &str, gate: &str) -> String {
    format!(
        "{gold} and {gate} are equal in {} modules, counted with each set of parameters: {} bits for all values",
        compared.modules, compared.bits
    )
}

/// GHDL 2.0 does not synthesise such a memory as its VHDL says.
fn several_writes(memory: &Memory) -> bool {
    memory.writes.len() > 1
}
