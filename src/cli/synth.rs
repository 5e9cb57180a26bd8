//! `movewright synth`: the area of a core on a device, and its fastest clock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::options::{Format, SetArgs, core_parser};
use super::output_dir;
use super::progress::Progress;
use super::results::Results;
use super::way::WayArgs;
use super::{Outcome, Usage, help};
use crate::cores::{self, CoreInfo, Settings};
use crate::floorplan::Shape;
use crate::simulate::outside::default_cache;
use crate::synth::{
    self, Clocked, Mapped, Place, Placed, Record, Resources, Seconds, Seeds, Spread, Stage, SynthError,
    TARGETS, Target, Way, spread,
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
of comments. Its `seconds` are those of each step; a mapped netlist is kept in MOVEWRIGHT_CACHE, and the
next run with the same reads it. With several seeds, one more object follows, with fmax_mhz_min, fmax_mhz_median and
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
    #[command(flatten)]
    way: WayArgs,
    /// Hold parts at their places in the core's own geometry, and how tightly
    #[arg(long, value_enum, default_value_t = Floorplan::Off)]
    floorplan: Floorplan,
    /// Keep sources, netlists, reports and logs in this directory
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The format of the figures
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    router: Option<&'static str>,
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
    let way = args.way.way(args.target)?;
    let shape = args.floorplan.shape();
    let of_placing = args.way.of_placing().or_else(|| shape.map(|_| "--floorplan"));
    if let Some(option) = of_placing.filter(|_| !args.pnr) {
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
    let begun = Instant::now();
    let mut mapped = way.map(&design, args.target, &default_cache())?;
    let mapping = begun.elapsed().as_secs_f64();
    if plan.is_some() {
        mapped.guide(plan.as_ref())?;
    }
    progress.done();
    let mut seeds = Seeds::default();
    if args.pnr {
        progress.doing(format!("placing and routing on {}, some minutes a seed", args.target.device));
        seeds = mapped.place_seeds(args.seed, args.seeds, way.aim, || progress.done())?;
    }
    drop(progress);
    // The figures first: they took long, and what cannot be written then is not lost.
    let placed = seeds.placed.iter().map(Some);
    for placed in placed.chain((!args.pnr).then_some(None)) {
        let placing = placed.and_then(|placed| seeds.seconds.get(&placed.seed).copied());
        let seconds = Seconds { mapping, from_cache: mapped.from_cache, placing };
        write(args.format, record(args, &way, &settings, &mapped, placed), seconds, results)?;
    }
    match spread(&seeds.placed) {
        Some(spread) if args.seeds > 1 => {
            sweep(args, &way, &settings, &mapped.netlist, &seeds, spread, results)?
        }
        _ => {}
    }
    if let Some(directory) = &args.output {
        output_dir::write(directory, args.core.name, &settings, &mapped.files()?)?;
    }
    Ok(Outcome::Success)
}

fn record<'a>(
    args: &Args,
    way: &Way,
    settings: &Settings,
    mapped: &'a Mapped,
    placed: Option<&'a Placed>,
) -> Record<'a> {
    let mut tools = BTreeMap::from([("yosys", mapped.yosys.as_str())]);
    if let (Some(placed), Some(placer)) = (placed, &args.target.placer) {
        tools.insert(placer.program.name, &placed.nextpnr);
    }
    Record {
        core: args.core.name,
        settings: settings.texts(),
        target: args.target.name,
        device: args.target.device,
        netlist: &mapped.netlist,
        hierarchy: way.hierarchy.name(),
        resources: mapped.resources,
        placed: placed.map(|placed| Clocked {
            fmax_mhz: placed.fmax_mhz,
            seed: placed.seed,
            floorplan: args.floorplan.shape().map_or("off", Shape::name),
            timing_weight: way.aim.timing_weight,
            placer: way.aim.layout.name(),
            router: way.aim.router.name(),
            own_tables: way.own_tables,
            aim_mhz: way.aim.mhz,
            critical_path: &placed.critical_path,
        }),
        tools,
        seconds: None,
    }
}

fn write(format: Format, report: Record, seconds: Seconds, results: &mut Results) -> Result<()> {
    if format == Format::Json {
        return results.json(&Record { seconds: Some(seconds), ..report });
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
    let mapped = if seconds.from_cache { "mapped by an earlier run, and read" } else { "mapped" };
    let placed = seconds.placing.map(|placing| format!(", placed in {placing:.1} s")).unwrap_or_default();
    results.line(format!("{mapped} in {:.1} s{placed}", seconds.mapping))?;
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
    way: &Way,
    settings: &Settings,
    netlist: &str,
    seeds: &Seeds,
    spread: Spread,
    results: &mut Results,
) -> Result<()> {
    let Spread { min, median, max } = spread;
    let Seeds { placed, late, unplaced, .. } = seeds;
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
        hierarchy: way.hierarchy.name(),
        placer: way.aim.layout.name(),
        router: way.aim.router.name(),
        own_tables: way.own_tables,
        floorplan: args.floorplan.shape().map_or("off", Shape::name),
        seeds: placed.iter().map(|placed| placed.seed).collect(),
        late_seeds: late,
        unplaced_seeds: unplaced,
        fmax_mhz_min: min,
        fmax_mhz_median: median,
        fmax_mhz_max: max,
    })
}
