//! `movewright check`: a core's texts linted, proven equal to each other and to the netlist, and
//! simulated.

mod bitstream;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::options::{Format, SetArgs, core_parser};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, help, tell, tell_of_a_long_run};
use crate::cores::{self, CoreInfo};
use crate::flow::{Folder, Program, Tool};
use crate::prove::{Checked, Step, Subject, Workplace, check};
use crate::simulate::outside;

/// The text of the help.
const HELP: &str = "\
lint          verilator -Wall, yosys check, ghdl and vsg (docs/style.md has its rules) find nothing wrong
netlist       every module of the netlist equals the printed Verilog, proven with yosys
vhdl          every module of the Verilog equals the VHDL, proven with ghdl and yosys
properties    what has to hold of the machine, proven with yosys
cosimulation  the built-in simulator, Verilator and GHDL show the same in every cycle

With --board and --bitstream, the file for the board is checked instead. iceunpack and icebox_vlog turn an
iCE40's bitstream back into logic; an ECP5's and a Gowin device's is compared with what nextpnr routed, and
the netlist after routing is taken. Verilator runs it behind a serial line at the board's rate, from its power-up state
and after a reset. Moves and counts of game trees are compared with the built-in simulator, answer by answer.
Without a file, the bitstream is built as `build` does, or taken from an earlier build.

What is cut, proven and left out is said in the report. Exit status 1 when anything differs; the report then names the
module, the signal and both values, and the folder with all files and logs is kept. Most cores take a minute or two.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] =
    &["movewright check CORE", "movewright check chess-small --board icebreaker --bitstream"];

/// Lint a core's Verilog and VHDL, prove them equal to each other and to the netlist, and simulate
/// them
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("check", HELP, EXAMPLES))]
pub struct Args {
    /// The core to check
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    /// Do this step only [may be repeated]
    #[arg(long, value_name = "STEP", value_parser = step_parser())]
    only: Vec<Step>,
    /// The board of the bitstream, or the file of your own; `movewright boards` lists the boards
    #[arg(long, value_name = "BOARD", requires = "bitstream")]
    board: Option<String>,
    /// Check the bitstream for the board, which `build` has made or makes now, in place of the
    /// texts
    #[arg(
        long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "",
        requires = "board", conflicts_with = "only"
    )]
    bitstream: Option<OsString>,
    /// The deepest count of game trees that the bitstream is tried with, in plies
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8), requires = "bitstream")]
    depth: u32,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

fn step_parser() -> impl TypedValueParser<Value = Step> {
    PossibleValuesParser::new(Step::ALL.map(Step::name))
        .try_map(|name| Step::ALL.into_iter().find(|step| step.name() == name).ok_or("no such step"))
}

/// A step as a line of JSON.
#[derive(Serialize)]
struct Report<'a> {
    core: &'static str,
    settings: BTreeMap<String, String>,
    /// Their versions.
    tools: BTreeMap<&'static str, String>,
    #[serde(flatten)]
    checked: &'a Checked,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if let Some(file) = &args.bitstream {
        return bitstream::run(args, Path::new(file), results);
    }
    let settings = args.set.settings(args.core)?;
    let wanted = |step: &Step| args.only.is_empty() || args.only.contains(step);
    let steps: Vec<Step> = Step::ALL.into_iter().filter(wanted).collect();
    let design = cores::design(args.core, &settings)?;
    let subject = Subject::new(&design)?;
    let progress = Progress::of_long_steps(steps.len());
    progress.doing("simulating".into());
    progress.aside(|| tell_of_a_long_run(args.core, &settings))?;
    let stimulus = cores::stimulus(args.core, &settings)?;
    let properties = cores::properties(args.core, &settings, &design)?;
    let folder = Folder::temporary("movewright-check-")
        .context("no folder for temporary files; set TMPDIR to one you may write to")?;
    let cache = outside::default_cache();
    let workplace = Workplace { folder: folder.path(), cache: &cache };
    let mut passed = true;
    for step in steps {
        progress.doing(doing(step).into());
        let checked = match check(step, &subject, &stimulus, &properties, workplace) {
            Ok(checked) => checked,
            Err(error) => {
                if error.has_a_log() {
                    keep(folder, &progress);
                }
                return Err(error.into());
            }
        };
        passed &= checked.passed;
        progress.aside(|| match args.format {
            Format::Json => results.json(&Report {
                core: args.core.name,
                settings: settings.texts(),
                tools: versions(step.tools())?,
                checked: &checked,
            }),
            Format::Pretty => results.line(pretty(&checked)),
        })?;
        progress.done();
    }
    if passed {
        return Ok(Outcome::Success);
    }
    keep(folder, &progress);
    Ok(Outcome::Difference)
}

/// Leaves the folder to the user, and says where it is.
fn keep(folder: Folder, progress: &Progress) {
    let kept = folder.keep();
    progress.aside(|| tell(&format!("files and logs: {}", kept.display())));
}

fn doing(step: Step) -> &'static str {
    match step {
        Step::Lint => "linting; vsg takes half a minute, and minutes for a long pipeline",
        Step::Netlist => "proving the Verilog equal to the netlist",
        Step::Vhdl => "proving the VHDL equal to the Verilog",
        Step::Properties => "proving properties",
        Step::Cosimulation => "simulating; what Verilator compiles is kept for the next time",
    }
}

/// Tools with their versions.
fn versions(programs: &[Program]) -> Result<BTreeMap<&'static str, String>> {
    let version = |&program: &Program| {
        let tool = Tool::find(program)?;
        Ok((tool.name(), tool.version().to_string()))
    };
    programs.iter().map(version).collect()
}

fn pretty(checked: &Checked) -> String {
    let Checked { step, passed, seconds, shown, excluded, findings } = checked;
    verdict(step.name(), *passed, *seconds, [shown, excluded], findings)
}

/// The lines about a step: the facts shown, the parts left out, and the findings.
fn verdict(
    step: &str,
    passed: bool,
    seconds: f64,
    [shown, excluded]: [&Vec<String>; 2],
    findings: &[impl Display],
) -> String {
    let verdict = if passed { "ok" } else { "FAILED" };
    let mut lines = vec![format!("{step:13} {verdict:6} {seconds:6.1} s")];
    lines.extend(shown.iter().map(|line| format!("  {line}")));
    lines.extend(excluded.iter().map(|line| format!("  left out: {line}")));
    lines.extend(findings.iter().map(|finding| format!("  {}", finding.to_string().replace('\n', "\n  "))));
    lines.join("\n")
}
