//! `movewright report`: one page about a core.

use std::path::PathBuf;

use super::options::{SetArgs, core_parser};
use super::output_file::OutputFile;
use super::position::PositionArgs;
use super::progress::Progress;
use super::results::Results;
use super::synth::target_parser;
use super::{Outcome, help, input};
use crate::cores::{self, CoreInfo, Settings};
use crate::report::{Figure, Measured, Request, measured_from, page};
use crate::synth::{self, Hierarchy, Target};
use anyhow::{Context, Result};

/// The text of the help.
const HELP: &str = "\
The page is one file that fetches nothing. It shows a run in the built-in simulator, cycle by cycle; the
core's area on devices beside published figures; and its modules. A link that ends in #cycle=8 opens a
replay at cycle 8. The run depends on the core:";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright report CORE -o report.html",
    "movewright synth CORE --target ecp5 --pnr --format json > ecp5.json",
    "movewright report CORE --synth ecp5.json -o report.html",
];

/// Write one page about a core: every clock cycle of a short run, area, modules
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("report", &format!("{HELP}\n\n{}", help::pages()), EXAMPLES))]
pub struct Args {
    /// The core
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Results that `movewright synth --format json` wrote, for the tables [may be repeated]
    #[arg(long, value_name = "FILE")]
    synth: Vec<PathBuf>,
    /// Map the core to this target now, for the tables; needs the tools of `make tools` [may be
    /// repeated]
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    measure: Vec<&'static Target>,
    /// Show this SVG picture too, such as one of a floorplan [may be repeated]
    #[arg(long, value_name = "FILE.svg")]
    figure: Vec<PathBuf>,
    /// The file to write; an earlier file is replaced
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    let root = args.position.root(args.core)?;
    let output = OutputFile::begin("-o", &args.output)?;
    let mut measured = Vec::new();
    for path in &args.synth {
        let found = measured_from(args.core, &input::text(path)?);
        measured.extend(found.with_context(|| input::name(path))?);
    }
    let mut figures = Vec::new();
    for path in &args.figure {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let figure = Figure::from_svg(&name, input::text(path)?);
        figures.push(figure.with_context(|| input::name(path))?);
    }
    let progress = match args.measure.len() {
        0 => Progress::new(1),
        some => Progress::of_long_steps(some + 1),
    };
    for target in &args.measure {
        progress.doing(format!("mapping to {} with Yosys", target.name));
        measured.push(measure(args.core, &settings, target)?);
        progress.done();
    }
    progress.doing("simulating a short run".into());
    let text = page(&Request { core: args.core, settings, root, measured, figures })?;
    drop(progress);

    output.write(&text)?;
    output.end()?;
    results.line(args.output.display().to_string())?;
    Ok(Outcome::Success)
}

fn measure(core: &CoreInfo, settings: &Settings, target: &'static Target) -> Result<Measured> {
    let mapped = synth::map(&cores::design(core, settings)?, target, Hierarchy::Flatten)?;
    Ok(Measured {
        settings: settings.texts(),
        target: target.name.into(),
        device: target.device.into(),
        resources: mapped.resources,
        netlist: None,
        floorplan: None,
        clock: None,
        tools: vec![format!("yosys {}", mapped.yosys)],
    })
}
