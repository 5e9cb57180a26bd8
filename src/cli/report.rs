//! `movewright report`: one page about a core.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::options::{SetArgs, parse_fen, player_parser};
use super::output_dir::staging_beside;
use super::progress::Progress;
use super::results::Results;
use super::synth::target_parser;
use crate::chess::Position;
use crate::cores::{self, CoreInfo, Settings};
use crate::report::{Figure, Measured, Request, measured_from, page};
use crate::synth::{self, Hierarchy, Target};
use anyhow::{Context, Result};

/// Write one page about a core: modules, area, and every clock cycle of a node
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The page is one file that fetches nothing. It shows the modules and the array, what the core takes of devices beside
published figures, and a replay of a node in the built-in simulator: every clock cycle in which its moves are
generated, with the lines on the board, the receivers' priorities, the arbiters' choices, the masks and the command port.

Examples:
  movewright report chess-classic -o report.html
  movewright report chess-classic --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' -o report.html
  movewright synth chess-classic --target ecp5 --pnr --format json > ecp5.json
  movewright report chess-classic --synth ecp5.json -o report.html")]
pub struct Args {
    /// The core
    #[arg(value_name = "CORE", value_parser = player_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    /// The position whose node is replayed
    #[arg(long, value_name = "FEN", default_value = Position::START, value_parser = parse_fen)]
    fen: Position,
    /// Results that `movewright synth --format json` wrote, for the tables [may be repeated]
    #[arg(long, value_name = "FILE")]
    synth: Vec<PathBuf>,
    /// Map the core to this target now, for the tables; needs what `make tools` installs [may be repeated]
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    measure: Vec<&'static Target>,
    /// Show this SVG picture too, such as one of a floorplan [may be repeated]
    #[arg(long, value_name = "FILE.svg")]
    figure: Vec<PathBuf>,
    /// The file to write; an earlier one is replaced
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    let name = args.output.display();
    let doing = || format!("cannot write {name}");
    // Written beside and moved into place: an earlier page stays whole if this one fails.
    let staging = staging_beside(&args.output).with_context(doing)?;
    let mut measured = Vec::new();
    for path in &args.synth {
        let found = measured_from(args.core.name, &read(path)?);
        measured.extend(found.with_context(|| path.display().to_string())?);
    }
    let mut figures = Vec::new();
    for path in &args.figure {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let figure = Figure::from_svg(&name, read(path)?);
        figures.push(figure.with_context(|| path.display().to_string())?);
    }
    let progress = Progress::new(args.measure.len() + 1);
    for target in &args.measure {
        progress.doing(format!("mapping to {} with Yosys", target.name));
        measured.push(measure(args.core, &settings, target)?);
        progress.done();
    }
    progress.doing("simulating a node".into());
    let position = args.fen.clone();
    let text = page(&Request { core: args.core, settings, position, measured, figures })?;
    drop(progress);

    let staged = staging.path().join("report.html");
    std::fs::write(&staged, text).with_context(doing)?;
    std::fs::rename(&staged, &args.output).with_context(doing)?;
    results.line(name.to_string())?;
    Ok(Outcome::Success)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn measure(core: &CoreInfo, settings: &Settings, target: &'static Target) -> Result<Measured> {
    let mapped = synth::map(&cores::design(core, settings)?, target, Hierarchy::Flatten)?;
    Ok(Measured {
        settings: settings.iter().map(|(name, value)| (name.into(), value.to_string())).collect(),
        target: target.name.into(),
        device: target.device.into(),
        resources: mapped.resources,
        floorplan: None,
        clocks: Vec::new(),
        tools: [("yosys".to_string(), mapped.yosys)].into(),
    })
}
