//! `movewright synth`: what a core takes of a device, and how fast its clock may be.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::options::{Format, SetArgs, core_parser};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage};
use crate::cores::{self, CoreInfo, Settings};
use crate::synth::{self, Mapped, Placed, Resources, Stage, SynthError, TARGETS, Target};

/// Map a core to a device with open tools, and measure it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  movewright synth chess-classic --target xcv
  movewright synth chess-classic --target ecp5 --pnr --seeds 8")]
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
    /// The first seed of the placer's random numbers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pnr")]
    seed: u32,
    /// How many seeds to try, two at a time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pnr", value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    /// The clock to aim at, in MHz
    #[arg(long, value_name = "MHZ", requires = "pnr")]
    freq: Option<f64>,
    /// How to write the figures
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// The figures as a line of JSON.
#[derive(Serialize)]
struct Report<'a> {
    core: &'static str,
    settings: BTreeMap<&'static str, String>,
    target: &'static str,
    device: &'static str,
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
    critical_path: &'a [Stage],
}

/// The last line of a sweep over seeds.
#[derive(Serialize)]
struct Sweep {
    core: &'static str,
    target: &'static str,
    device: &'static str,
    seeds: Vec<u32>,
    fmax_mhz_min: f64,
    fmax_mhz_median: f64,
    fmax_mhz_max: f64,
}

fn target_parser() -> impl TypedValueParser<Value = &'static Target> {
    PossibleValuesParser::new(TARGETS.iter().map(|target| target.name))
        .try_map(|name| synth::find(&name).ok_or("no such target"))
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    if args.pnr && args.target.placer.is_none() {
        return Err(Usage::of(SynthError::NoPlacer { target: args.target.name }).into());
    }
    let progress = Progress::new(if args.pnr { 1 + args.seeds as usize } else { 1 });
    progress.doing(format!("mapping to {} with Yosys", args.target.name));
    let mapped = synth::map(&cores::design(args.core, &settings)?, args.target)?;
    progress.done();
    if !args.pnr {
        let report = report(args, &settings, &mapped, None);
        progress.aside(|| write(args.format, &report, results))?;
        return Ok(Outcome::Success);
    }
    progress.doing(format!("placing and routing on {}", args.target.device));
    let placed = place_all(args, &mapped, &progress)?;
    for placed in &placed {
        let report = report(args, &settings, &mapped, Some(placed));
        progress.aside(|| write(args.format, &report, results))?;
    }
    if placed.len() > 1 {
        progress.aside(|| sweep(args, &placed, results))?;
    }
    Ok(Outcome::Success)
}

/// All seeds, two at a time; the first failure ends it.
fn place_all(args: &Args, mapped: &Mapped, progress: &Progress) -> Result<Vec<Placed>, SynthError> {
    const WORKERS: u32 = 2;
    let next = AtomicU32::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.seeds {
                break;
            }
            let placed = mapped.place(args.seed.wrapping_add(number), args.freq);
            if placed.is_err() {
                next.store(args.seeds, Ordering::Relaxed);
            }
            progress.done();
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, placed));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS.min(args.seeds) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, placed)| placed).collect()
}

fn report<'a>(args: &Args, settings: &Settings, mapped: &'a Mapped, placed: Option<&'a Placed>) -> Report<'a> {
    let mut tools = BTreeMap::from([("yosys", mapped.yosys.as_str())]);
    if let (Some(placed), Some(placer)) = (placed, &args.target.placer) {
        tools.insert(placer.program.name, &placed.nextpnr);
    }
    Report {
        core: args.core.name,
        settings: settings.iter().map(|(name, value)| (name, value.to_string())).collect(),
        target: args.target.name,
        device: args.target.device,
        resources: mapped.resources,
        placed: placed.map(|placed| PlacedReport {
            fmax_mhz: placed.fmax_mhz,
            seed: placed.seed,
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
    results.line("    share  logic ns  wire ns  cells  place")?;
    for stage in placed.critical_path {
        let Stage { instance, signal, cells, logic_ns, routing_ns, share_percent } = stage;
        let dot = if instance.is_empty() { "" } else { "." };
        results.line(format!(
            "  {share_percent:6.1}% {logic_ns:9.2} {routing_ns:8.2} {cells:6}  {instance}{dot}{signal}"
        ))?;
    }
    Ok(())
}

fn sweep(args: &Args, placed: &[Placed], results: &mut Results) -> Result<()> {
    let mut speeds: Vec<f64> = placed.iter().map(|placed| placed.fmax_mhz).collect();
    speeds.sort_by(f64::total_cmp);
    let middle = speeds.len() / 2;
    let median = if speeds.len() % 2 == 1 { speeds[middle] } else { (speeds[middle - 1] + speeds[middle]) / 2.0 };
    let (min, max) = (speeds[0], speeds[speeds.len() - 1]);
    if args.format == Format::Pretty {
        return results.line(format!(
            "{} seeds: {min:.2} MHz at least, {median:.2} MHz median, {max:.2} MHz at most",
            speeds.len()
        ));
    }
    results.json(&Sweep {
        core: args.core.name,
        target: args.target.name,
        device: args.target.device,
        seeds: placed.iter().map(|placed| placed.seed).collect(),
        fmax_mhz_min: min,
        fmax_mhz_median: median,
        fmax_mhz_max: max,
    })
}
