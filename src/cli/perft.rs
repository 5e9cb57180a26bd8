//! `movewright perft`: counts of the game tree by the walker in hardware, compared with stated
//! ones.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use super::against::{Against, Compared, Other, against_parser};
use super::blokus::{self, Record, parse_record};
use super::chess_position::PositionArgs;
use super::moves::more;
use super::options::{Format, MachineArgs};
use super::pace::{self, AUTO, Course, counter_parser};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, input, tell};
use crate::chess::classic::ClassicLanes;
use crate::chess::epd::{PerftStatement, parse_epd};
use crate::chess::machine::{Machine, PerftCount};
use crate::chess::{Position, rules};
use crate::cores::{self, CoreInfo, Settings};

/// Count the leaves of the game tree with the walker in hardware
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --epd, each line is a position and its stated counts, in either of these forms. Other operations
are ignored:
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; id \"the start\";
Every stated count up to --depth is compared. A line that states no count for --depth is counted at
that depth too. With --against, every count is compared with that of another core, or of a library of
the rules. If they differ, the shortest line of moves to a difference is printed. The exit status is 1
if a count differs.

With --lanes, each count is written when it ends, so not in the order of the file. --core auto chooses
the fastest core that can make the counts. On a terminal, a bar shows how far a long count is, and then
the time it took; in JSON that time is `seconds`.

Examples:
  movewright perft --depth 3
  movewright perft --depth 3 --moves e4 e5 --divide
  movewright perft --depth 2 --divide --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'
  movewright perft --depth 3 --epd tests/data/chess_perft.epd --format json
  grep KQkq tests/data/chess_perft.epd | movewright perft --depth 2 --epd -
  movewright perft --depth 2 --epd tests/data/chess_perft_suite.epd --lanes
  movewright perft --depth 5 --core auto
  movewright perft --depth 3 --core chess-perft --against chess-classic --epd tests/data/chess_perft.epd
  movewright perft --core blokus --depth 2")]
#[command(mut_arg("core", |core| core.value_parser(counter_parser())))]
pub struct Args {
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    wanted: Wanted,
    /// Count 64 positions of the table at once, one machine in each bit lane
    #[arg(long, requires = "epd", conflicts_with_all = ["divide", "against"])]
    lanes: bool,
    /// With --core blokus: the position, as the moves so far
    #[arg(long, value_name = "CODES", value_parser = parse_record, conflicts_with_all = ["fen", "moves", "epd"])]
    position: Option<Record>,
}

/// Which counts, and how they are written, whatever counts them.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    position: PositionArgs,
    /// A file of positions with stated counts; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    epd: Option<PathBuf>,
    /// Half moves to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Show the count below each move of the position
    #[arg(long)]
    divide: bool,
    /// Walk in the order in which moves are reported, checks first: the same counts in more cycles
    #[arg(long)]
    checks_first: bool,
    /// Compare each count with that of another core with its defaults, or of a library of the rules of chess
    #[arg(long, value_name = "CORE|rules", value_parser = against_parser())]
    against: Option<Against>,
    /// The format of the counts
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// One count to be made.
struct Job {
    position: Position,
    depth: u32,
    expected: Option<u64>,
}

/// One count made, as JSON.
#[derive(Serialize)]
struct Count<'a> {
    core: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    cycles: u64,
    moves: u64,
    /// Without a value where there are no moves.
    cycles_per_move: Option<f64>,
    /// Moves made divided by the moves that could have been made; for a machine with pipelines.
    #[serde(skip_serializing_if = "Option::is_none")]
    occupancy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Compared>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Below>>,
    /// Seconds on this computer; missing for a lane, which shares them with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// The leaves below one move of the root.
#[derive(Serialize)]
pub struct Below {
    /// The move.
    pub r#move: String,
    /// The leaves.
    pub nodes: u64,
}

impl Below {
    /// Refuses leaves below the moves that are not, in sum, those of the whole tree.
    pub fn add_up(parts: &[Self], depth: u32, nodes: u64) -> Result<()> {
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
    core: &'a str,
    /// The number of moves that it can make in a cycle, if that is a whole number: a pipeline for
    /// each.
    pipelines: Option<u32>,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let wanted = &args.wanted;
    let chosen = match args.machine.core().name == AUTO.name {
        true => wanted.course().fastest().context("no core counts game trees of chess")?,
        false => args.machine.core(),
    };
    let machine = args.machine.with(chosen);
    let settings = machine.settings()?;
    wanted.check(chosen, &settings)?;
    if machine.is_blokus() {
        let chess = wanted.position.is_given()
            || wanted.epd.is_some()
            || wanted.checks_first
            || wanted.against.is_some();
        let record = blokus::position(args.position.as_ref(), chess)?;
        return blokus::perft(&machine, &record, wanted.depth, wanted.divide, wanted.format, results);
    }
    blokus::refuse("--position", args.position.is_some())?;
    let pipelines = chosen.core.pipelines(&settings);
    if pipelines.is_some() && wanted.checks_first {
        let refused = format!("{} counts without an order of moves; leave --checks-first out", chosen.name);
        return Err(Usage(refused).into());
    }
    let core = Counter { core: chosen.name, pipelines };
    let jobs = wanted.jobs(chosen)?;
    if args.lanes {
        return count_in_lanes(&mut machine.lanes()?, core, jobs, wanted, results);
    }
    let other = wanted.other(chosen)?;
    let mut simulated = machine.machine()?;
    let begun = Instant::now();
    let outcome = count_all(simulated.as_mut(), other, core, jobs, wanted, results)?;
    if io::stderr().is_terminal()
        && let Some(hint) = wanted.course().hint(chosen, begun.elapsed().as_secs_f64())
    {
        tell(&hint);
    }
    Ok(outcome)
}

/// Has a machine count, and writes the counts.
pub fn show(
    machine: &mut dyn Machine,
    core: &CoreInfo,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let other = wanted.other(core)?;
    count_all(
        machine,
        other,
        Counter { core: core.name, pipelines: None },
        wanted.jobs(core)?,
        wanted,
        results,
    )
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

    /// The counts to make. They are refused if a position has pieces where the core has no squares.
    fn jobs(&self, core: &CoreInfo) -> Result<Vec<Job>> {
        let jobs = match &self.epd {
            Some(file) => jobs_of_table(file, self.depth)?,
            None => {
                vec![Job { position: self.position.position(core)?, depth: self.depth, expected: None }]
            }
        };
        jobs.iter().try_for_each(|job| core.takes(&job.position)).map_err(Usage::of)?;
        Ok(jobs)
    }
}

/// The reason why a depth is refused.
fn too_deep(depth: u32, core: &CoreInfo, deepest: u32, mend: &str) -> String {
    format!(
        "--depth {depth} is too deep: {} counts {deepest} plies at most with these settings; {mend}",
        core.name
    )
}

fn jobs_of_table(file: &Path, depth: u32) -> Result<Vec<Job>> {
    let text = input::text(file)?;
    let lines = parse_epd(&text).with_context(|| input::name(file))?;
    Ok(lines.into_iter().flat_map(|line| jobs_of_line(line.position, &line.counts, depth)).collect())
}

fn jobs_of_line(position: Position, stated: &[PerftStatement], depth: u32) -> Vec<Job> {
    let stated = stated.iter().filter(|count| count.depth <= depth);
    let mut wanted: Vec<(u32, Option<u64>)> = stated.map(|count| (count.depth, Some(count.nodes))).collect();
    if wanted.iter().all(|&(stated, _)| stated != depth) {
        wanted.push((depth, None));
    }
    wanted.into_iter().map(|(depth, expected)| Job { position: position.clone(), depth, expected }).collect()
}

fn count_all(
    machine: &mut dyn Machine,
    mut other: Option<Other>,
    core: Counter,
    jobs: Vec<Job>,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let progress = Progress::new(jobs.len());
    let mut table = Table::new(wanted.format, results);
    for job in &jobs {
        let what = format!("depth {} of {}", job.depth, job.position.to_fen());
        progress.doing(what.clone());
        if progress.is_shown()
            && let Some(cycles) =
                pace::expected_cycles(core.pipelines, &job.position, job.depth, wanted.checks_first)
        {
            machine.watch(progress.within(what, cycles));
        }
        let mut count = count(machine, core, job, wanted)?;
        if let Some(other) = &mut other {
            count.against = Some(other.compare(machine, &job.position, job.depth, count.nodes)?);
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
        let against = count.against.as_ref().map(|compared| compared.ok);
        self.compared += usize::from(count.ok.is_some()) + usize::from(against.is_some());
        self.nodes = self.nodes.saturating_add(count.nodes);
        self.different += usize::from(count.ok == Some(false)) + usize::from(against == Some(false));
        match self.format {
            Format::Json => self.results.json(count),
            Format::Pretty => self.results.text(pretty(count)),
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
    lanes: &mut ClassicLanes,
    core: Counter,
    mut jobs: Vec<Job>,
    wanted: &Wanted,
    results: &mut Results,
) -> Result<Outcome> {
    let progress = Progress::new(jobs.len());
    progress.doing("in 64 lanes, the longest first".into());
    // So that no lane is left alone with a long one at the end.
    jobs.sort_by_key(|job| std::cmp::Reverse((job.depth, job.expected)));
    let list: Vec<(Position, u32)> = jobs.iter().map(|job| (job.position.clone(), job.depth)).collect();
    let mut table = Table::new(wanted.format, results);
    lanes.perft_each(&list, wanted.checks_first, |job, counted| {
        progress.aside(|| table.add(&told(core, &jobs[job], counted, None)))?;
        progress.done();
        anyhow::Ok(())
    })?;
    progress.aside(|| table.finish())
}

fn count<'a>(machine: &mut dyn Machine, core: Counter<'a>, job: &Job, wanted: &Wanted) -> Result<Count<'a>> {
    let &Job { ref position, depth, .. } = job;
    machine.load(position)?;
    let begun = Instant::now();
    let counted = machine.perft(depth, wanted.checks_first)?;
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = counted.nodes;
    let divide = match wanted.divide {
        // A machine with pipelines gives no moves one by one.
        true if core.pipelines.is_some() => Some(loaded_one_by_one(machine, position, depth)?),
        true => Some(divided(machine, position, depth, wanted)?),
        false => None,
    };
    if let Some(parts) = &divide {
        Below::add_up(parts, depth, nodes).with_context(|| position.to_fen())?;
    }
    Ok(Count { seconds: Some(rounded(seconds)), ..told(core, job, counted, divide) })
}

/// The text about a count.
fn told<'a>(counter: Counter<'a>, job: &Job, counted: PerftCount, divide: Option<Vec<Below>>) -> Count<'a> {
    let &Job { ref position, depth, expected } = job;
    let PerftCount { nodes, cycles, moves } = counted;
    Count {
        core: counter.core,
        fen: position.to_fen(),
        depth,
        nodes,
        cycles,
        moves,
        cycles_per_move: (moves > 0).then(|| rounded(cycles as f64 / moves as f64)),
        occupancy: counter
            .pipelines
            .map(|pipelines| rounded(moves as f64 / (cycles.max(1) as f64 * f64::from(pipelines)))),
        expected,
        ok: expected.map(|expected| expected == nodes),
        against: None,
        divide,
        seconds: None,
    }
}

/// To thousandths.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// The leaves below each move, each counted by the machine from the position after the move. Below
/// a move that leaves its king to be taken there are none. A machine without the legality filter
/// makes such moves, and its walk ends there; but it would begin a walk there.
fn divided(
    machine: &mut dyn Machine,
    position: &Position,
    depth: u32,
    wanted: &Wanted,
) -> Result<Vec<Below>> {
    let mut parts = Vec::new();
    machine.load(position)?;
    while let Some(generated) = more(machine, parts.len())? {
        let nodes = match position.after(generated.mv).king_can_be_taken() && depth > 1 {
            true => 0,
            false => {
                machine.down()?;
                let counted = machine.perft(depth - 1, wanted.checks_first)?;
                machine.up()?;
                counted.nodes
            }
        };
        parts.push(Below { r#move: generated.mv.to_string(), nodes });
    }
    Ok(parts)
}

/// The leaves below each move of the rules library, each counted by the machine from the position
/// after the move.
fn loaded_one_by_one(machine: &mut dyn Machine, position: &Position, depth: u32) -> Result<Vec<Below>> {
    let moves = rules::legal_moves(position);
    let mut moves = moves.with_context(|| format!("the rules library refuses {}", position.to_fen()))?;
    moves.sort_unstable();
    let below = moves.into_iter().map(|mv| {
        machine.load(&position.after(mv))?;
        let nodes = machine.perft(depth - 1, false)?.nodes;
        Ok(Below { r#move: mv.to_string(), nodes })
    });
    below.collect()
}

fn pretty(count: &Count) -> String {
    let Count { fen, depth, nodes, cycles, .. } = count;
    let mut verdict = match (count.ok, count.expected) {
        (Some(false), Some(expected)) => format!("  DIFFERS: {expected} expected"),
        (Some(true), _) => "  ok".into(),
        _ => String::new(),
    };
    verdict += &count.against.as_ref().map_or(String::new(), Compared::pretty);
    let mut rate = count.cycles_per_move.map_or("no moves".into(), |rate| format!("{rate:.2} a move"));
    if let Some(occupancy) = count.occupancy {
        rate = format!(
            "{:.2} nodes a cycle, {:.1} % busy",
            *nodes as f64 / *cycles.max(&1) as f64,
            occupancy * 100.0
        );
    }
    let parts = count.divide.iter().flatten().map(|below| format!("{:5}  {}\n", below.r#move, below.nodes));
    parts.collect::<String>()
        + &format!("depth {depth}: {nodes} nodes  {cycles} cycles, {rate}  {fen}{verdict}\n")
}

#[cfg(test)]
mod tests;
