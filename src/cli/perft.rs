//! `movewright perft`: counts of the game tree by the walker in hardware, compared with stated
//! ones.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::against::{Against, Compared, Other, against_parser};
use super::options::{Format, MachineArgs};
use super::pace::{self, AUTO, Course, counter_parser};
use super::position::PositionArgs;
use super::progress::Progress;
use super::results::{Record, Results};
use super::{Outcome, Usage, help, input, tell};
use crate::cores::{self, CoreInfo, Settings};
use crate::game::{PerftCount, Play, Root, TextLanes, TextMachine, Unit};

/// The text of the help.
const HELP: &str = "\
With --epd, each line is a position as with --position, and its stated counts: behind the position,
`;D1 20 ;D2 400` states the leaves one and two plies below it.
Every stated count up to --depth is compared. A line that states no count for --depth is counted at
that depth too. With --against, every count is compared with that of another core, or of the rules in
software. If they differ, the shortest line of moves to a difference is printed. The exit status is 1
if a count differs.

With --lanes, each count is written when it ends, so not in the order of the file. --core auto chooses
the fastest core that can make the counts. On a terminal, a bar shows how far a long count is, and then
the time it took; in JSON that time is `seconds`.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &["movewright perft --depth 3", "movewright perft --depth 5 --core auto"];

/// Count the leaves of the game tree with the walker in hardware
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("perft", HELP, EXAMPLES))]
#[command(mut_arg("core", |core| core.value_parser(counter_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    wanted: Wanted,
    /// Count 64 positions of the table at once, one machine in each bit lane
    #[arg(long, requires = "epd", conflicts_with_all = ["divide", "against"])]
    lanes: bool,
}

/// Which counts, and how they are written, whatever counts them.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    position: PositionArgs,
    /// A file of positions with stated counts; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    epd: Option<PathBuf>,
    /// Half moves to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Show the count below each move of the position
    #[arg(long)]
    divide: bool,
    /// Walk in the order in which moves are reported: the same counts, in more cycles
    #[arg(long)]
    checks_first: bool,
    /// Compare each count with that of another core with its defaults, or of the rules in software
    #[arg(long, value_name = "CORE|rules", value_parser = against_parser())]
    against: Option<Against>,
    /// The format of the counts
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// One count to be made.
struct Job {
    root: Root,
    depth: u32,
    expected: Option<u64>,
}

/// One count made.
struct Count<'a> {
    counter: Counter<'a>,
    job: &'a Job,
    counted: PerftCount,
    against: Option<Compared>,
    divide: Option<Vec<Below>>,
    /// Seconds on this computer; missing for a lane, which shares them with others.
    seconds: Option<f64>,
}

/// The leaves below one move of the root.
struct Below {
    /// The move.
    r#move: String,
    /// The leaves.
    nodes: u64,
}

impl Below {
    fn json(&self) -> Record {
        let mut record = Record::new();
        record.add("move", self.r#move.as_str()).add("nodes", self.nodes);
        record
    }

    /// Refuses leaves below the moves that are not, in sum, those of the whole tree.
    fn add_up(parts: &[Self], depth: u32, nodes: u64) -> Result<()> {
        let sum = parts.iter().map(|below| u128::from(below.nodes)).sum::<u128>();
        ensure!(
            sum == u128::from(nodes),
            "the machine counts {nodes} leaves at depth {depth}, but {sum} below its moves one by one"
        );
        Ok(())
    }
}

/// The counter.
#[derive(Clone, Copy)]
struct Counter<'a> {
    core: &'a CoreInfo,
    settings: &'a Settings,
}

impl Counter<'_> {
    /// The number of moves that it can make in a cycle, if that is a whole number: a pipeline for
    /// each.
    fn pipelines(self) -> Option<u32> {
        self.core.core.pipelines(self.settings)
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let wanted = &args.wanted;
    let chosen = match args.machine.core().name == AUTO.name {
        true => wanted.course().fastest().context("no core counts game trees")?,
        false => args.machine.core(),
    };
    let machine = args.machine.with(chosen);
    let settings = machine.settings()?;
    wanted.check(chosen, &settings)?;
    let counter = Counter { core: chosen, settings: &settings };
    if counter.pipelines().is_some() && wanted.checks_first {
        let refused = format!("{} counts without an order of moves; leave --checks-first out", chosen.name);
        return Err(Usage(refused).into());
    }
    let jobs = wanted.jobs(chosen)?;
    if args.lanes {
        return count_in_lanes(machine.lanes()?.as_mut(), counter, jobs, wanted, results);
    }
    let other = wanted.other(chosen)?;
    let mut simulated = machine.machine()?;
    let begun = Instant::now();
    let outcome = count_all(simulated.as_mut(), other, counter, jobs, wanted, results)?;
    if io::stderr().is_terminal()
        && let Some(hint) = wanted.course().hint(chosen, begun.elapsed().as_secs_f64())
    {
        tell(&hint);
    }
    Ok(outcome)
}

/// Has a machine count, and writes the counts.
pub fn show(
    machine: &mut dyn TextMachine,
    core: &CoreInfo,
    settings: &Settings,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let other = wanted.other(core)?;
    count_all(machine, other, Counter { core, settings }, wanted.jobs(core)?, wanted, results)
}

impl Wanted {
    /// The counts as the choice of a core sees them.
    fn course(&self) -> Course {
        Course { depth: self.depth, ordered: self.checks_first }
    }

    /// Refuses a depth that a machine with these settings has no stack for.
    pub fn check(&self, core: &CoreInfo, settings: &Settings) -> Result<()> {
        let deepest = cores::deepest(core, settings).map_err(Usage::of)?;
        if self.depth > deepest {
            let mend = match cores::has_a_deeper_stack(core, settings) {
                true => "ask for less, or for a larger stack_depth",
                false => "ask for less",
            };
            let refused = too_deep(self.depth, core, deepest, mend);
            return Err(Usage(refused).into());
        }
        Ok(())
    }

    /// The reference for the counts of a core. It is refused if it does not count as deep.
    fn other(&self, core: &CoreInfo) -> Result<Option<Other>> {
        let other = self.against.map(|against| against.counter(core)).transpose()?;
        if let Some((other, deepest)) = other.as_ref().and_then(Other::deepest)
            && self.depth > deepest
        {
            let mend = "ask for less, or compare with `rules`";
            return Err(Usage(too_deep(self.depth, other, deepest, mend)).into());
        }
        Ok(other)
    }

    /// The counts to make. A position that the core's game refuses is refused.
    fn jobs(&self, core: &CoreInfo) -> Result<Vec<Job>> {
        match &self.epd {
            Some(file) => jobs_of_table(core.game, file, self.depth),
            None => Ok(vec![Job { root: self.position.root(core)?, depth: self.depth, expected: None }]),
        }
    }
}

/// The reason why a depth is refused.
fn too_deep(depth: u32, core: &CoreInfo, deepest: u32, mend: &str) -> String {
    format!(
        "--depth {depth} is too deep: {} counts {deepest} plies at most with these settings; {mend}",
        core.name
    )
}

fn jobs_of_table(game: &dyn Play, file: &Path, depth: u32) -> Result<Vec<Job>> {
    let text = input::text(file)?;
    let lines = game.table(&text).map_err(anyhow::Error::from_boxed).with_context(|| input::name(file))?;
    Ok(lines.iter().flat_map(|(root, stated)| jobs_of_line(root, stated, depth)).collect())
}

fn jobs_of_line(root: &Root, stated: &[(u32, u64)], depth: u32) -> Vec<Job> {
    let stated = stated.iter().filter(|(plies, _)| *plies <= depth);
    let mut wanted: Vec<(u32, Option<u64>)> = stated.map(|&(plies, leaves)| (plies, Some(leaves))).collect();
    if wanted.iter().all(|&(stated, _)| stated != depth) {
        wanted.push((depth, None));
    }
    wanted.into_iter().map(|(depth, expected)| Job { root: root.clone(), depth, expected }).collect()
}

fn count_all(
    machine: &mut dyn TextMachine,
    mut other: Option<Other>,
    counter: Counter,
    jobs: Vec<Job>,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let progress = Progress::new(jobs.len());
    let mut table = Table::new(wanted.format, results);
    for job in &jobs {
        let what = format!("depth {} of {}", job.depth, job.root.text());
        progress.doing(what.clone());
        if progress.is_shown()
            && let Some(cycles) = pace::expected_cycles(
                counter.core,
                counter.settings,
                &job.root,
                job.depth,
                wanted.checks_first,
            )
        {
            machine.watch(progress.within(what, cycles));
        }
        let mut count = count(machine, counter, job, wanted)?;
        if let Some(other) = &mut other {
            count.against = Some(other.compare(machine, &job.root, job.depth, count.counted.nodes)?);
        }
        progress.aside(|| table.add(&count))?;
        progress.done();
    }
    progress.aside(|| table.finish())
}

/// Writes the counts as they come, and sums up.
struct Table<'a> {
    format: Format,
    results: &'a mut Results,
    compared: usize,
    different: usize,
    nodes: u64,
    begun: Instant,
}

impl<'a> Table<'a> {
    fn new(format: Format, results: &'a mut Results) -> Self {
        Self { format, results, compared: 0, different: 0, nodes: 0, begun: Instant::now() }
    }

    fn add(&mut self, count: &Count) -> Result<()> {
        let verdicts = [count.ok(), count.against.as_ref().map(|compared| compared.ok)];
        self.compared += verdicts.iter().flatten().count();
        self.different += verdicts.iter().flatten().filter(|ok| !**ok).count();
        self.nodes = self.nodes.saturating_add(count.counted.nodes);
        match self.format {
            Format::Json => self.results.json(&count.json()),
            Format::Pretty => self.results.text(count.pretty()),
        }
    }

    fn finish(&mut self) -> Result<Outcome> {
        let Self { compared, different, nodes, begun, .. } = *self;
        if compared > 0 && self.format == Format::Pretty {
            self.results.line(format!("{compared} counts compared, {different} differ"))?;
        }
        pace::tell_speed(nodes, begun);
        Ok(if different == 0 { Outcome::Success } else { Outcome::Difference })
    }
}

/// All counts, 64 at a time, each written as it ends.
fn count_in_lanes(
    lanes: &mut dyn TextLanes,
    counter: Counter,
    mut jobs: Vec<Job>,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let progress = Progress::new(jobs.len());
    progress.doing("in 64 lanes, the longest first".into());
    // So that no lane is left alone with a long one at the end.
    jobs.sort_by_key(|job| std::cmp::Reverse((job.depth, job.expected)));
    let list: Vec<(Root, u32)> = jobs.iter().map(|job| (job.root.clone(), job.depth)).collect();
    let mut table = Table::new(wanted.format, results);
    let mut written = Ok(());
    lanes.perft_each(&list, wanted.checks_first, &mut |job, counted| {
        written = progress.aside(|| table.add(&Count::new(counter, &jobs[job], counted)));
        progress.done();
        written.is_ok()
    })?;
    written?;
    progress.aside(|| table.finish())
}

fn count<'a>(
    machine: &mut dyn TextMachine,
    counter: Counter<'a>,
    job: &'a Job,
    wanted: &Wanted,
) -> Result<Count<'a>> {
    let Job { root, depth, .. } = job;
    machine.load(root)?;
    let begun = Instant::now();
    let counted = machine.perft(*depth, wanted.checks_first)?;
    let seconds = Some(rounded(begun.elapsed().as_secs_f64()));
    let divide = match wanted.divide {
        // A machine with pipelines gives no moves one by one.
        true if counter.pipelines().is_some() => Some(loaded_one_by_one(machine, counter, root, *depth)?),
        true => Some(divided(machine, root, *depth, wanted)?),
        false => None,
    };
    if let Some(parts) = &divide {
        Below::add_up(parts, *depth, counted.nodes).with_context(|| root.text().to_string())?;
    }
    Ok(Count { divide, seconds, ..Count::new(counter, job, counted) })
}

/// To thousandths.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// The leaves below each move, each counted by the machine from the position after the move.
fn divided(machine: &mut dyn TextMachine, root: &Root, depth: u32, wanted: &Wanted) -> Result<Vec<Below>> {
    let mut parts = Vec::new();
    machine.load(root)?;
    while let Some(row) = machine.next()? {
        let nodes = match row.dead && depth > 1 {
            true => 0,
            false => {
                machine.down()?;
                let counted = machine.perft(depth - 1, wanted.checks_first)?;
                machine.up()?;
                counted.nodes
            }
        };
        parts.push(Below { r#move: row.mv, nodes });
    }
    Ok(parts)
}

/// The leaves below each move of the rules in software, each counted by the machine from the
/// position after the move.
fn loaded_one_by_one(
    machine: &mut dyn TextMachine,
    counter: Counter,
    root: &Root,
    depth: u32,
) -> Result<Vec<Below>> {
    let refused = || format!("the rules in software refuse {}", root.text());
    let mut children = counter.core.game.children(root).with_context(refused)?;
    children.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let below = children.into_iter().map(|(mv, child)| {
        machine.load(&child)?;
        let nodes = machine.perft(depth - 1, false)?.nodes;
        Ok(Below { r#move: mv, nodes })
    });
    below.collect()
}

impl<'a> Count<'a> {
    fn new(counter: Counter<'a>, job: &'a Job, counted: PerftCount) -> Self {
        Self { counter, job, counted, against: None, divide: None, seconds: None }
    }

    /// Whether it is the stated one, if one is stated.
    fn ok(&self) -> Option<bool> {
        self.job.expected.map(|expected| expected == self.counted.nodes)
    }

    /// The clock cycles of a move or a leaf; `None` if there were none.
    fn rate(&self) -> Option<f64> {
        let PerftCount { nodes, cycles, moves } = self.counted;
        let of = if self.counter.core.game.unit() == Unit::Leaf { nodes } else { moves };
        (of > 0).then(|| rounded(cycles as f64 / of as f64))
    }

    /// Moves made divided by the moves that could have been made, in pipelines.
    fn occupancy(&self) -> Option<f64> {
        let PerftCount { cycles, moves, .. } = self.counted;
        let of = |pipelines: u32| rounded(moves as f64 / (cycles.max(1) as f64 * f64::from(pipelines)));
        self.counter.pipelines().map(of)
    }

    fn json(&self) -> Record {
        let Self { counter: Counter { core, .. }, job, counted, .. } = self;
        let mut record = Record::new();
        record.add("core", core.name).add(core.game.position_name(), job.root.text());
        record.add("depth", job.depth).add("nodes", counted.nodes).add("cycles", counted.cycles);
        match core.game.unit() {
            Unit::Move => record.add("moves", counted.moves).add("cycles_per_move", self.rate()),
            Unit::Leaf => record.add("cycles_per_leaf", self.rate()),
        };
        record.add_some("occupancy", self.occupancy());
        record.add_some("expected", job.expected).add_some("ok", self.ok());
        if let Some(compared) = &self.against {
            record.add_record("against", compared.json());
        }
        if let Some(parts) = &self.divide {
            record.add_records("divide", parts.iter().map(Below::json));
        }
        record.add_some("seconds", self.seconds);
        record
    }

    fn pretty(&self) -> String {
        let Self { counter, job, counted: PerftCount { nodes, cycles, .. }, .. } = self;
        let game = counter.core.game;
        let mut verdict = match (self.ok(), job.expected) {
            (Some(false), Some(expected)) => format!("  DIFFERS: {expected} expected"),
            (Some(true), _) => "  ok".into(),
            _ => String::new(),
        };
        verdict += &self.against.as_ref().map_or(String::new(), Compared::pretty);
        let (unit, none) = match game.unit() {
            Unit::Move => ("move", "no moves"),
            Unit::Leaf => ("leaf", "no leaves"),
        };
        let mut rate = self.rate().map_or(none.into(), |rate| format!("{rate:.2} a {unit}"));
        if let Some(occupancy) = self.occupancy() {
            let per_cycle = *nodes as f64 / *cycles.max(&1) as f64;
            rate = format!("{per_cycle:.2} nodes a cycle, {:.1} % busy", occupancy * 100.0);
        }
        let width = game.move_width();
        let part = |below: &Below| format!("{:width$}  {}\n", below.r#move, below.nodes);
        let parts: String = self.divide.iter().flatten().map(part).collect();
        let line = format!(
            "depth {}: {nodes} nodes  {cycles} cycles, {rate}  {}{verdict}",
            job.depth,
            job.root.text()
        );
        format!("{parts}{}\n", line.trim_end())
    }
}

#[cfg(test)]
mod tests;
