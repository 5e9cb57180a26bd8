//! `movewright explore`: every combination of a core's settings, mapped and placed.

mod directory;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use super::options::{Format, SetArgs, core_parser};
use super::progress::Progress;
use super::results::Results;
use super::synth::{placer, target_parser};
use super::way::WayArgs;
use super::{Outcome, Usage, counted, help, tell};
use crate::cores::CoreInfo;
use crate::explore::{self, ExploreError, Job, Kind, Order, Plan, Point, Space, Store};
use crate::flow::{FlowError, SNAKEMAKE, Tool};
use crate::readable::assignments;
use crate::synth::Target;

/// The text of the help.
const HELP: &str = "\
A setting takes a list of values: 2..12 for all of them, 16,32 for two, or both with a comma between.
Lists of names are separated by `|`. Every combination is mapped once and placed with every seed.
Combinations that the core refuses are listed with the reason, and left out.

The directory has a file for each job that is done, under the fingerprint of its netlist and the
options. The same command goes on where it was stopped: a job whose file is there is not done again.
A job that fails leaves its log, does not stop the others, and is tried again by the next run.

results.jsonl has an object for each seed, as `synth` writes them, and one that sums each machine up;
`report --synth` reads it. explore.svg shows area against rate, and explore.html the picture and the
table. A star is at a machine if no other is both smaller and faster. The rate is the median clock
times the results of a clock cycle, which come from a short run in the built-in simulator.

With --engine snakemake, Snakemake (from PyPI) runs the same jobs. Its workflow is DIR/Snakefile.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright explore CORE --set stack_depth=8..32 --target ecp5 -o build/stack",
    "movewright explore CORE --set stack_depth=8,64 --target ecp5 --seeds 2 --goal area --format json -o build/stack",
    "movewright explore CORE --set stack_depth=8,16 --target ecp5 --engine snakemake --executor slurm --jobs 100 -o build/stack",
];

/// Map and place every combination of settings, and show area against rate
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("explore", HELP, EXAMPLES))]
pub struct Args {
    /// The core to explore
    #[arg(value_name = "CORE", value_parser = core_parser())]
    core: &'static CoreInfo,
    /// The device family
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    target: &'static Target,
    #[command(flatten)]
    set: SetArgs,
    /// The first seed of the placer's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The number of seeds of each machine, from --seed on
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    #[command(flatten)]
    way: WayArgs,
    /// What the best machine has most of, and area least: the order of the table
    #[arg(long, value_enum, default_value_t = Goal::Rate)]
    goal: Goal,
    /// The program that runs the jobs
    #[arg(long, value_enum, default_value_t = Engine::Own)]
    engine: Engine,
    /// Jobs at a time [default: as many as processors and free memory allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    jobs: Option<u32>,
    /// The most jobs that are begun; if there are more, none is
    #[arg(long, value_name = "N", default_value_t = 1000)]
    most_jobs: u64,
    /// Where Snakemake runs the jobs, such as slurm; its plugin has to be installed [default: here]
    #[arg(long, value_name = "NAME")]
    executor: Option<String>,
    /// A word for Snakemake's command line [may be repeated]
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    engine_option: Vec<String>,
    /// Do one job alone: `map`, or a seed
    #[arg(long, value_name = "JOB", value_parser = parse_job)]
    job: Option<Kind>,
    /// The directory of jobs and results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The format of the results
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// The fastest clock
    Fmax,
    /// The fewest lookup tables
    Area,
    /// The most results a second
    Rate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// Movewright itself, on this machine
    Own,
    /// Snakemake, on this machine or with --executor elsewhere
    Snakemake,
}

fn parse_job(text: &str) -> Result<Kind, &'static str> {
    match text {
        "map" => Ok(Kind::Map),
        seed => seed.parse().map(Kind::Place).map_err(|_| "write `map` or the number of a seed"),
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    explored(args, results).map_err(|error| match error.downcast::<ExploreError>() {
        Ok(error) if error.is_usage() => Usage::of(error).into(),
        Ok(error) => error.into(),
        Err(error) => error,
    })
}

fn explored(args: &Args, results: &mut Results) -> Result<Outcome> {
    let snakemake = args.engine == Engine::Snakemake;
    if !snakemake && (args.executor.is_some() || !args.engine_option.is_empty()) {
        let option = if args.executor.is_some() { "--executor" } else { "--engine-option" };
        return Err(Usage(format!("{option} is for Snakemake; give --engine snakemake too")).into());
    }
    let way = args.way.way(args.target)?;
    let space = Space::parse(args.core, args.set.pairs())?;
    let count = jobs_of(space.combinations().len(), args.seeds);
    if args.job.is_none() && count > args.most_jobs {
        let advice = "give fewer values or seeds, or allow them with --most-jobs";
        return Err(Usage(format!("{count} jobs are more than {}; {advice} {count}", args.most_jobs)).into());
    }
    placer(args.target, false)?;
    let order = Order { target: args.target, way, first_seed: args.seed, seeds: args.seeds };
    if let Some(kind) = args.job {
        return one_job(args, &space, order, kind);
    }
    // Before long work.
    let engine = snakemake.then(|| Tool::find(SNAKEMAKE)).transpose()?;
    let _claim = directory::claim(&args.output)?;
    let plan = planned(args.core, &space, order)?;
    let store = Store::new(&args.output)?;
    let jobs = plan.jobs();
    let open: Vec<(usize, Job)> = jobs.iter().filter(|(_, job)| !store.has(job)).cloned().collect();
    tell_of(&plan, jobs.len(), open.len());
    directory::mark(args, &plan, &[])?;
    let ran = match engine {
        Some(engine) => by_snakemake(args, &plan, &store, &engine, &open),
        None => here(args, &plan, &store, &open),
    };
    // What is done is told and drawn even after a signal.
    let points = explore::points(&plan, &store);
    let varied: Vec<&str> = space.varied().collect();
    directory::write(args, &plan, &points, &varied)?;
    ran?;
    show(args, &plan, &points, &varied, results)?;
    let whole = points.iter().all(|point| point.failed.is_empty());
    Ok(if whole { Outcome::Success } else { Outcome::Difference })
}

fn jobs_of(machines: usize, seeds: u32) -> u64 {
    machines as u64 * (u64::from(seeds) + 1)
}

/// The netlists of all combinations.
fn planned(core: &'static CoreInfo, space: &Space, order: Order) -> Result<Plan> {
    let progress = Progress::new(space.combinations().len());
    progress.doing(format!("building {}", core.name));
    Ok(Plan::new(core, space, order, || progress.done())?)
}

/// What will be done, before it begins.
fn tell_of(plan: &Plan, all: usize, open: usize) {
    let done = match all - open {
        0 => String::new(),
        done => format!(", of which {done} are done"),
    };
    let machines = counted(plan.machines.len() as u64, "machine");
    let seeds = counted(plan.seeds.into(), "seed");
    tell(&format!("{machines}, {seeds} each: {}{done}", counted(all as u64, "job")));
    if !plan.refused.is_empty() {
        tell(&format!("refused by the core: {}", counted(plan.refused.len() as u64, "combination")));
    }
}

/// One job, as an engine asks for it.
fn one_job(args: &Args, space: &Space, order: Order, kind: Kind) -> Result<Outcome> {
    let (first, last) = (args.seed, args.seed.saturating_add(args.seeds - 1));
    if let Kind::Place(seed) = kind
        && !(first..=last).contains(&seed)
    {
        return Err(ExploreError::NoSeed { seed, first, last }.into());
    }
    if space.varied().next().is_some() {
        return Err(Usage("--job is for one machine; give one value to each --set".into()).into());
    }
    let plan = planned(args.core, space, order)?;
    let store = Store::new(&args.output)?;
    let wanted = plan.jobs().into_iter().find(|(_, job)| job.kind == kind);
    let (machine, job) = wanted.ok_or(ExploreError::NoSeed { seed: first, first, last })?;
    if job.run(&plan, &plan.machines[machine], &store)? {
        return Ok(Outcome::Success);
    }
    let log = args.output.join(Store::log_of(&job));
    let reason = store.reason(&job).unwrap_or_default();
    anyhow::bail!("{reason}; the whole log is {}", log.display())
}

/// Movewright's own engine.
fn here(args: &Args, plan: &Plan, store: &Store, open: &[(usize, Job)]) -> Result<()> {
    let at_once = args.jobs.map_or_else(explore::at_once, |jobs| jobs as usize);
    if open.is_empty() {
        return Ok(());
    }
    let progress = Progress::of_long_steps(open.len());
    progress.doing(format!("mapping {}, {at_once} at a time", plan.core.name));
    explore::run(plan, open, store, at_once, |event| {
        progress.done();
        let given = &plan.machines[event.machine].given;
        let said = assignments(given.iter().map(|(name, value)| (name, value)));
        let what = match event.job.kind {
            Kind::Map => "mapping".into(),
            Kind::Place(seed) => format!("seed {seed}"),
        };
        let ended = if event.succeeded { "done" } else { "failed" };
        let left = event.left.filter(|left| !left.is_zero()).map(|left| format!("; {} left", about(left)));
        progress.doing(format!("{said} {what} {ended}{}", left.unwrap_or_default()));
    })?;
    Ok(())
}

/// A time to wait, in a word.
fn about(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("about {} s", seconds.max(1)),
        seconds @ 100..6_000 => format!("about {} minutes", seconds.div_ceil(60)),
        seconds => format!("about {} hours", seconds.div_ceil(3600)),
    }
}

fn by_snakemake(
    args: &Args,
    plan: &Plan,
    store: &Store,
    snakemake: &Tool,
    open: &[(usize, Job)],
) -> Result<()> {
    let path = |path: &Path| -> Result<String> { Ok(std::path::absolute(path)?.display().to_string()) };
    let directory = path(&args.output)?;
    let mut words = vec![path(&std::env::current_exe()?)?];
    words.extend(["explore", args.core.name, "--target", args.target.name].map(String::from));
    words.extend(["--seed".into(), args.seed.to_string(), "--seeds".into(), args.seeds.to_string()]);
    words.extend(args.way.words());
    words.extend(["-o".into(), directory.clone()]);
    let folder = path(&std::env::current_dir()?)?;
    let text = explore::snakefile(plan, &explore::Submitted { words, folder })?;
    let file = args.output.join(explore::SNAKEFILE);
    explore::replace(&file, text.as_bytes())?;
    if open.is_empty() {
        return Ok(());
    }
    let jobs = args.jobs.map_or_else(explore::at_once, |jobs| jobs as usize).to_string();
    let mut options = vec!["--snakefile".into(), path(&file)?, "--directory".into(), directory];
    // The claim to the directory is Movewright's; a job is done when its file is there.
    options.extend(
        ["--nolock", "--keep-going", "--rerun-incomplete", "--rerun-triggers", "mtime"].map(String::from),
    );
    match &args.executor {
        Some(executor) => options.extend(["--executor".into(), executor.clone(), "--jobs".into(), jobs]),
        None => options.extend(["--cores".into(), jobs]),
    }
    options.extend(args.engine_option.iter().cloned());
    match snakemake.run_openly(&options, Path::new(".")) {
        // Jobs that failed are in the table.
        Ok(ran) if ran || open.iter().any(|(_, job)| store.reason(job).is_some()) => Ok(()),
        Ok(_) => anyhow::bail!(
            "snakemake did not run all jobs; its words above say why, as do the logs in {}",
            args.output.join(".snakemake/log").display()
        ),
        Err(FlowError::Interrupted { .. }) => Err(ExploreError::Interrupted.into()),
        Err(error) => Err(error.into()),
    }
}

fn show(args: &Args, plan: &Plan, points: &[Point], varied: &[&str], results: &mut Results) -> Result<()> {
    if args.format == Format::Json {
        return results.text(explore::lines(plan, points)?);
    }
    results.text(explore::text(&explore::rows(plan, points, varied, args.goal.goal())))?;
    for refused in &plan.refused {
        results.line(format!("refused: {}: {}", assignments(&refused.settings), refused.refused))?;
    }
    let page = args.output.join(directory::PAGE);
    results.line(format!("{}: area against rate", page.display()))
}

impl Goal {
    fn goal(self) -> explore::Goal {
        match self {
            Self::Fmax => explore::Goal::Fmax,
            Self::Area => explore::Goal::Area,
            Self::Rate => explore::Goal::Rate,
        }
    }
}
