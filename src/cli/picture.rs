//! `movewright picture`: a core's array, or the board it plays on, as an SVG picture.

use std::path::PathBuf;

use anyhow::Result;

use super::options::{SetArgs, array_parser};
use super::output_file::OutputFile;
use super::position::PositionArgs;
use super::progress::Progress;
use super::results::Results;
use super::synth::{Floorplan, placer, target_parser};
use super::{Outcome, Usage, help};
use crate::cores::{self, CoreInfo, Settings};
use crate::floorplan::{self, Shape};
use crate::synth::{self, Aim, Hierarchy, Target};

/// The text of the help.
const HELP: &str = "\
A floorplan is as large as the core is on the target, so Yosys maps the core first. With --placed,
nextpnr places it too, which takes some minutes and needs a nextpnr built with Python
(`make tools-full`). With --floorplan off, nextpnr places cells where it likes.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright picture CORE -o picture.svg",
    "movewright picture CORE --floorplan on --target xcv -o floorplan.svg",
    "movewright picture CORE --floorplan on --target ecp5 --placed -o placed.svg",
];

/// Draw a core's squares, buses and arbiters, its board, or its floorplan, as an SVG picture
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("picture", HELP, EXAMPLES))]
pub struct Args {
    /// The core to draw
    #[arg(value_name = "CORE", value_parser = array_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the floorplan of this shape
    #[arg(long, value_enum, requires = "target")]
    floorplan: Option<Floorplan>,
    /// The device family of the floorplan
    #[arg(long, value_name = "TARGET", requires = "floorplan", value_parser = target_parser())]
    target: Option<&'static Target>,
    /// Place the core, and draw the places of its cells beside the floorplan
    #[arg(long, requires = "floorplan")]
    placed: bool,
    /// The seed of the placer's random numbers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "placed")]
    seed: u32,
    /// The file to write; an earlier file is replaced
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    let root = args.position.root(args.core)?;
    if args.core.game.squares().is_none() && args.floorplan.is_some() {
        let why = format!("{} has no squares that a floorplan places; leave --floorplan out", args.core.name);
        return Err(Usage(why).into());
    }
    let output = OutputFile::begin("-o", &args.output)?;
    let text = match (args.floorplan, args.target) {
        (Some(floorplan), Some(target)) => draw_floorplan(args, &settings, floorplan, target)?,
        _ => args.core.core.picture(args.core, &root)?,
    };
    output.write(&text)?;
    output.end()?;
    results.line(args.output.display().to_string())?;
    Ok(Outcome::Success)
}

fn draw_floorplan(
    args: &Args,
    settings: &Settings,
    floorplan: Floorplan,
    target: &'static Target,
) -> Result<String> {
    if args.placed {
        placer(target, true)?;
    }
    let design = cores::design(args.core, settings)?;
    let progress = Progress::of_long_steps(if args.placed { 3 } else { 1 });
    progress.doing(format!("planning the floorplan on {}", target.device));
    let plan = synth::plan(&design, target, floorplan.shape().unwrap_or(Shape::DEFAULT))?;
    progress.done();
    let mut placement = None;
    if args.placed {
        progress.doing(format!("mapping to {} with Yosys", target.name));
        let mut mapped = synth::map(&design, target, Hierarchy::Flatten)?;
        mapped.guide(floorplan.shape().map(|_| &plan))?;
        progress.done();
        progress.doing(format!("placing and routing on {}, some minutes", target.device));
        mapped.place(args.seed, Aim::default())?;
        placement = Some(mapped.placement(args.seed, &plan.floorplan)?);
        progress.done();
    }
    Ok(floorplan::picture::draw(&plan, placement.as_ref())?)
}
