//! `movewright synth`: the area of a core on a device, and its fastest clock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::options::{Format, SetArgs, core_parser};
use super::output_dir;
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, help};
use crate::cores::{self, CoreInfo, Settings};
use crate::floorplan::Shape;
use crate::synth::{
    self, Aim, Hierarchy, Layout, Mapped, Place, Placed, Resources, Seeds, Spread, Stage, SynthError,
    TARGETS, Target, spread,
};

/// The text of the help.
const HELP: &str = "\
Yosys maps the emitted Verilog. With --pnr, nextpnr places and routes it. The core's ports then hang on
registers of another clock, which are not counted. So few pins are needed, and Fmax is from register to
register within the core.

A critical path is told in the netlist's names: at a signal, or in the logic before or after it. With
--hierarchy keep, every module is mapped by itself, and each cell is in the instance that its name
says. Most machines are slower that way; large pipelines are faster.

A floorplan needs a nextpnr built with Python: `make tools-full`. --output then has the script that
it runs, `floorplan.py`.

JSON: an object for each seed. Its `netlist` is a fingerprint of the machine's Verilog without the words
of comments. With several seeds, one more object follows, with fmax_mhz_min, fmax_mhz_median and
fmax_mhz_max. Its late_seeds took longer than --patience. With its unplaced_seeds, the placer found no
place for some cells.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright synth CORE --target xcv",
    "movewright synth CORE --target ecp5 --pnr --seeds 8",
    "movewright synth CORE --target ecp5 --pnr --floorplan on",
    "movewright synth CORE --target ecp5 --pnr --seed 3 --format json -o build/ecp5",
];

/// Map a core to a device with open tools, and measure it
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("synth", HELP, EXAMPLES))]
pub struct Args {
    /// The core to map
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    /// The device family
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    target: &'static Target,
    #[command(flatten)]
    set: SetArgs,
    /// Place and route too, for the clock and the critical path
    #[arg(long)]
    pnr: bool,
    /// The seed of the placer's random numbers; the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The number of seeds to try, from --seed on, as many at a time as there are processors
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pnr", value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    /// The time limit of a seed; a seed that takes longer is listed without a clock [default: no
    /// limit]
    #[arg(long, value_name = "MINUTES", requires = "pnr", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    patience: Option<u64>,
    /// The target clock, in MHz [default: the placer's own]
    #[arg(long, value_name = "MHZ", requires = "pnr", value_parser = parse_frequency)]
    freq: Option<f64>,
    /// The weight of time along wires against their length; pipelines gain from more [default: the
    /// placer's own, 10]
    #[arg(long, value_name = "N", requires = "pnr", value_parser = clap::value_parser!(u32).range(1..=1000))]
    timing_weight: Option<u32>,
    /// The way that the placer lays out cells
    #[arg(long, value_enum, default_value_t = Placer::Heap)]
    placer: Placer,
    /// Give every register that shares a lookup table its own, so that none is a wire away from its
    /// table
    #[arg(long, requires = "pnr")]
    own_tables: bool,
    /// Hold parts at their places in the core's own geometry, and how tightly
    #[arg(long, value_enum, default_value_t = Floorplan::Off)]
    floorplan: Floorplan,
    /// Whether modules are mapped together
    #[arg(long, value_enum, default_value_t = Kept::Flatten)]
    hierarchy: Kept,
    /// Keep sources, netlists, reports and logs in this directory
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The format of the figures
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Placer {
    /// Solves cells like springs; the placer's own default
    Heap,
    /// Pushes cells apart like charges: faster, and better for large pipelines; takes no
    /// --timing-weight
    Static,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Floorplan {
    /// Wherever the placer likes
    Off,
    /// The same as loose
    On,
    /// Each square in tiles of its own
    Tight,
    /// Each square in its tiles, or up to two tiles beside them
    Loose,
    /// The squares of each quarter of the board together
    Quarters,
    /// Only the control beside the block memories
    Control,
}

impl Placer {
    fn layout(self) -> Layout {
        match self {
            Self::Heap => Layout::Heap,
            Self::Static => Layout::Static,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Heap => "heap",
            Self::Static => "static",
        }
    }
}

impl Floorplan {
    pub(super) fn shape(self) -> Option<Shape> {
        match self {
            Self::Off => None,
            Self::On => Some(Shape::DEFAULT),
            Self::Tight => Some(Shape::Tight),
            Self::Loose => Some(Shape::Loose),
            Self::Quarters => Some(Shape::Quarters),
            Self::Control => Some(Shape::Control),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// All as one
    Flatten,
    /// Each by itself, so that names are exact
    Keep,
}

impl Kept {
    fn name(self) -> &'static str {
        match self {
            Self::Flatten => "flatten",
            Self::Keep => "keep",
        }
    }
}

fn parse_frequency(text: &str) -> Result<f64, &'static str> {
    let mhz: f64 = text.parse().map_err(|_| "not a number; write one such as 33.3")?;
    if (0.001..=10_000.0).contains(&mhz) { Ok(mhz) } else { Err("choose 0.001 to 10000 MHz") }
}

/// The figures as a line of JSON.
#[derive(Serialize)]
struct Report<'a> {
    core: &'static str,
    settings: BTreeMap<String, String>,
    target: &'static str,
    device: &'static str,
    netlist: &'a str,
    hierarchy: &'static str,
    #[serde(flatten)]
    resources: Resources,
    #[serde(flatten)]
    placed: Option<PlacedReport<'a>>,
    tools: BTreeMap<&'static str, &'a str>,
}

#[derive(Serialize)]
struct PlacedReport<'a> {
    fmax_mhz: f64,
    seed: u32,
    floorplan: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing_weight: Option<u32>,
    placer: &'static str,
    own_tables: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    aim_mhz: Option<f64>,
    critical_path: &'a [Stage],
}

/// The last line of a sweep over seeds.
#[derive(Serialize)]
struct Sweep<'a> {
    core: &'static str,
    settings: BTreeMap<String, String>,
    target: &'static str,
    device: &'static str,
    netlist: &'a str,
    hierarchy: &'static str,
    placer: &'static str,
    own_tables: bool,
    floorplan: &'static str,
    seeds: Vec<u32>,
    late_seeds: &'a [u32],
    unplaced_seeds: &'a [u32],
    fmax_mhz_min: f64,
    fmax_mhz_median: f64,
    fmax_mhz_max: f64,
}

pub(super) fn target_parser() -> impl TypedValueParser<Value = &'static Target> {
    PossibleValuesParser::new(TARGETS.iter().map(|target| target.name))
        .try_map(|name| synth::find(&name).ok_or("no such target"))
}

/// Refuses a target that is not placed, or for which the placer is not installed.
pub(super) fn placer(target: &Target, guided: bool) -> Result<()> {
    match synth::placer(target, guided) {
        Err(error @ SynthError::NoPlacer { .. }) => Err(Usage::of(error).into()),
        found => Ok(found.map(drop)?),
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    if args.own_tables && !args.target.has_own_tables() {
        return Err(Usage::of(SynthError::NoOwnTables { target: args.target.name }).into());
    }
    if args.placer == Placer::Static && args.timing_weight.is_some() {
        let problem = "--timing-weight is for --placer heap; leave one of the two out";
        return Err(Usage(problem.into()).into());
    }
    let shape = args.floorplan.shape();
    if !args.pnr && (shape.is_some() || args.placer != Placer::Heap) {
        let option = if shape.is_some() { "--floorplan" } else { "--placer" };
        return Err(Usage(format!("{option} says how to place; give --pnr too")).into());
    }
    if let Some(directory) = &args.output {
        output_dir::check(directory)?;
    }
    // A core that cannot be placed is refused before it is mapped.
    if args.pnr {
        placer(args.target, shape.is_some())?;
    }
    let steps = usize::from(shape.is_some()) + if args.pnr { args.seeds as usize } else { 0 };
    let progress = Progress::of_long_steps(1 + steps);
    let design = cores::design(args.core, &settings)?;
    let mut plan = None;
    if let Some(shape) = shape {
        progress.doing(format!("planning the floorplan on {}", args.target.device));
        plan = Some(synth::plan(&design, args.target, shape)?);
        progress.done();
    }
    progress.doing(format!("mapping to {} with Yosys", args.target.name));
    let hierarchy = match args.hierarchy {
        Kept::Flatten => Hierarchy::Flatten,
        Kept::Keep => Hierarchy::Keep,
    };
    let mut mapped = synth::map(&design, args.target, hierarchy)?;
    if args.own_tables {
        mapped.own_tables()?;
    }
    if plan.is_some() {
        mapped.guide(plan.as_ref())?;
    }
    progress.done();
    let mut seeds = Seeds::default();
    if args.pnr {
        progress.doing(format!("placing and routing on {}, some minutes a seed", args.target.device));
        let aim = Aim {
            mhz: args.freq,
            timing_weight: args.timing_weight,
            layout: args.placer.layout(),
            patience: args.patience.map(|minutes| Duration::from_secs(60 * minutes)),
        };
        seeds = mapped.place_seeds(args.seed, args.seeds, aim, || progress.done())?;
    }
    drop(progress);
    // The figures first: they took long, and what cannot be written then is not lost.
    if !args.pnr {
        write(args.format, &report(args, &settings, &mapped, None), results)?;
    }
    for placed in &seeds.placed {
        write(args.format, &report(args, &settings, &mapped, Some(placed)), results)?;
    }
    match spread(&seeds.placed) {
        Some(spread) if args.seeds > 1 => sweep(args, &settings, &mapped.netlist, &seeds, spread, results)?,
        _ => {}
    }
    if let Some(directory) = &args.output {
        output_dir::write(directory, args.core.name, &settings, &mapped.files()?)?;
    }
    Ok(Outcome::Success)
}

fn report<'a>(
    args: &Args,
    settings: &Settings,
    mapped: &'a Mapped,
    placed: Option<&'a Placed>,
) -> Report<'a> {
    let mut tools = BTreeMap::from([("yosys", mapped.yosys.as_str())]);
    if let (Some(placed), Some(placer)) = (placed, &args.target.placer) {
        tools.insert(placer.program.name, &placed.nextpnr);
    }
    Report {
        core: args.core.name,
        settings: settings.texts(),
        target: args.target.name,
        device: args.target.device,
        netlist: &mapped.netlist,
        hierarchy: args.hierarchy.name(),
        resources: mapped.resources,
        placed: placed.map(|placed| PlacedReport {
            fmax_mhz: placed.fmax_mhz,
            seed: placed.seed,
            floorplan: args.floorplan.shape().map_or("off", Shape::name),
            timing_weight: args.timing_weight,
            placer: args.placer.name(),
            own_tables: args.own_tables,
            aim_mhz: args.freq,
            critical_path: &placed.critical_path,
        }),
        tools,
    }
}

fn write(format: Format, report: &Report, results: &mut Results) -> Result<()> {
    if format == Format::Json {
        return results.json(report);
    }
    let Resources { lut_as_ram, ff, bram, dsp, .. } = report.resources;
    let inputs = if report.resources.lut6.is_some() { 6 } else { 4 };
    let tools: Vec<String> = report.tools.iter().map(|(tool, version)| format!("{tool} {version}")).collect();
    results.line(format!(
        "{} on {} ({}), {}: {} LUT{inputs} ({lut_as_ram} as memory), {ff} FF, {bram} BRAM, {dsp} DSP",
        report.core,
        report.target,
        report.device,
        tools.join(", "),
        report.resources.luts(),
    ))?;
    let Some(placed) = &report.placed else { return Ok(()) };
    results.line(format!("seed {}: {:.2} MHz; the critical path:", placed.seed, placed.fmax_mhz))?;
    results.line("    share  logic ns  wire ns  cells          where")?;
    for stage in placed.critical_path {
        let Stage { instance, signal, place, cells, logic_ns, routing_ns, share_percent } = stage;
        let dot = if instance.is_empty() { "" } else { "." };
        let place = match place {
            Place::At => "at",
            Place::Before => "before",
            Place::After => "after",
        };
        results.line(format!(
            "  {share_percent:6.1}% {logic_ns:9.2} {routing_ns:8.2} {cells:6}  {place:>6}  {instance}{dot}{signal}"
        ))?;
    }
    Ok(())
}

fn sweep(
    args: &Args,
    settings: &Settings,
    netlist: &str,
    seeds: &Seeds,
    spread: Spread,
    results: &mut Results,
) -> Result<()> {
    let Spread { min, median, max } = spread;
    let Seeds { placed, late, unplaced } = seeds;
    if args.format == Format::Pretty {
        let count = placed.len();
        results.line(format!(
            "{count} seeds: {min:.2} MHz the slowest, {median:.2} MHz the median, {max:.2} MHz the fastest"
        ))?;
        late.iter().try_for_each(|seed| results.line(format!("seed {seed} took too long")))?;
        return unplaced.iter().try_for_each(|seed| results.line(format!("seed {seed} found no place")));
    }
    results.json(&Sweep {
        core: args.core.name,
        settings: settings.texts(),
        target: args.target.name,
        device: args.target.device,
        netlist,
        hierarchy: args.hierarchy.name(),
        placer: args.placer.name(),
        own_tables: args.own_tables,
        floorplan: args.floorplan.shape().map_or("off", Shape::name),
        seeds: placed.iter().map(|placed| placed.seed).collect(),
        late_seeds: late,
        unplaced_seeds: unplaced,
        fmax_mhz_min: min,
        fmax_mhz_median: median,
        fmax_mhz_max: max,
    })
}
