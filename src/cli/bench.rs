//! `movewright bench`: the figures of the cores, measured.

mod pretty;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;

use super::options::{Format, SetArgs, core_parser, on_a_line};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, tell};
use crate::bench::fuzz::{Finding, fuzz};
use crate::bench::{
    CYCLE_SETTINGS, CycleSetting, FloorplanClock, Games, Match, PUBLISHED, deep_positions, measure_area,
    measure_core_speed, measure_cycles, measure_floorplan, measure_generation, measure_hash, measure_moves,
    measure_player, measure_positions, measure_simulators, measure_stream, measure_strength, strength_games,
    suite, table_positions,
};
use crate::blokus::search::DEEPEST;
use crate::cores::{self, CoreInfo, PLAYERS};
use crate::floorplan::Shape;
use crate::synth::{self, TARGETS, Target};

/// Measure simulators, clock cycles a move, logic cells and clocks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
generation Seconds from the description of each core to its text in both languages, and the lines of
           that text. The exit status is 1 if a core takes half a second.
simulator  Clock cycles a second of the built-in simulator, Verilator and GHDL on the same work, and
           the time from the command to the first cycle. Then positions a second in 64 lanes and one
           by one. Needs verilator and ghdl.
simulators Clock cycles a second of the built-in simulator and Verilator on every core or on --core,
           with the inputs of the run that `check` records. Needs verilator, takes a quarter of an
           hour, and is not part of `all`.
hash       Look-ups a second of a hash table larger than the caches in software, in one thread, and
           of tables in SDRAM chips at 133 MHz by their simulated cycles. All answers are compared.
cycles     Clock cycles for a pseudo-legal move that the walker in hardware generates, makes and takes
           back, without bulk counting. It walks a table of positions to depth 3 with several
           settings, then deeper, and compares every count. The exit status is 1 if one differs.
area       The area of the core on each device family, and its clock if it is placed, as in the
           README's table. Needs what `make tools` installs, and an hour or more with 8 seeds.
floorplan  The clock on ECP5 without a floorplan and with each shape, by the same placer, over --seeds
           seeds each. Needs what `make tools-full` installs, takes an hour with 8 seeds, and is not
           part of `all`.
blokus     The mean search of the core blokus-player over the first 20 plies of --games games. Both
           sides search; two plies are drawn by lot. It gives cycles, milliseconds at 50 MHz, those of
           three cores that share the root, leaves a second, and the time of the same searches in
           software. All results are compared. The exit status is 1 if any differs.
strength   Matches of --games games of the player's software model, which makes the machine's moves.
           Each evaluation plays to --depth plies against the first legal move, the largest piece
           first, and itself at one ply less; then territory plays against influence. Two plies are
           drawn by lot, and each lot gives two games with sides changed. Ten minutes or more.
positions  The legal moves of --positions positions of random games, counted by chess-count and by a
           rules library. The exit status is 1 if a count differs. Some minutes.
stream     The legal moves a cycle of chess-stream while every thread has work, over a table of
           positions and the nodes below them. Every move and every position after it is compared.
           The exit status is 1 if one differs.
moves      Every move four plies below the positions of a table, with its place and the position after
           it. 64 simulated passes of chess-stream, in each of its orders, are compared with a rules
           library. The exit status is 1 at the first difference. Some minutes.
fuzz       Random designs, printed as Verilog and VHDL, in the built-in simulator, Verilator, Icarus and
           GHDL: every output in every cycle. A design that fails is made smaller and shown, and the
           exit status is 1. Half an hour.

The figures to beat are those of M. Boulé and Z. Zilic, 2002: 33 MHz / 8 M moves = 4.1 cycles a
move, 7,000 lookup tables, 1,000 flip-flops, 2 block memories.

Examples:
  movewright bench
  movewright bench area --format json
  movewright bench fuzz --designs 1000 --seed 7
  movewright bench positions --positions 100000
  movewright bench blokus --games 2 --set evaluation=territory --format json
  movewright bench blokus --games 200 --plies 46 --depth 2
  movewright bench strength --games 20 --depth 2")]
pub struct Args {
    /// The measurement
    #[arg(value_enum, default_value_t = What::All)]
    what: What,
    /// The core to measure [default: chess-classic, and all for `simulators`]
    #[arg(long, value_name = "CORE", value_parser = core_parser())]
    core: Option<&'static CoreInfo>,
    /// Seeds of the placer for the median clock; 0 to map only [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    seeds: Option<u32>,
    /// The number of random designs that `fuzz` runs [default: 10000]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    designs: Option<u32>,
    /// The number of positions that `positions` counts [default: 5000000]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The seed of the first random design, of the first lot of `strength`, or of the games of
    /// `positions` [default: 0]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// The number of games of `blokus`, and of each match of `strength` [default: 20 and 100]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Plies that `blokus` and `strength` search [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Plies of each game that `blokus` searches; a game has at most 46 [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=46))]
    plies: Option<u8>,
    #[command(flatten)]
    set: SetArgs,
    /// The format of the figures
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

impl Args {
    fn core(&self) -> &'static CoreInfo {
        self.core.unwrap_or(&cores::CLASSIC)
    }

    fn seeds(&self) -> u32 {
        self.seeds.unwrap_or(8)
    }

    fn designs(&self) -> u32 {
        self.designs.unwrap_or(10_000)
    }

    fn positions(&self) -> u64 {
        self.positions.unwrap_or(5_000_000)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    fn depth(&self) -> u32 {
        self.depth.unwrap_or(3)
    }

    /// Refuses a core that the measurement does not take.
    fn check_core(&self) -> Result<()> {
        let Some(core) = self.core.filter(|core| !on_a_line(core) && self.what != What::Simulators) else {
            return Ok(());
        };
        let taken: Vec<&str> = cores::cores().filter(|core| on_a_line(core)).map(|core| core.name).collect();
        let advice =
            format!("`bench simulators` alone measures {}; choose {}", core.name, taken.join(" or "));
        Err(Usage(advice).into())
    }

    /// Refuses an option that the measurement does not look at.
    fn check(&self) -> Result<()> {
        self.check_core()?;
        use What::{Area, Blokus, Cycles, Floorplan, Fuzz, Positions, Simulator, Simulators, Strength};
        let options: [(bool, &str, &[What]); 9] = [
            (self.core.is_some(), "--core", &[Simulator, Simulators, Cycles, Area, Floorplan]),
            (self.seeds.is_some(), "--seeds", &[Area, Floorplan]),
            (self.designs.is_some(), "--designs", &[Fuzz]),
            (self.positions.is_some(), "--positions", &[Positions]),
            (self.seed.is_some(), "--seed", &[Fuzz, Strength, Positions]),
            (self.games.is_some(), "--games", &[Blokus, Strength]),
            (self.depth.is_some(), "--depth", &[Blokus, Strength]),
            (self.plies.is_some(), "--plies", &[Blokus]),
            (!self.set.is_empty(), "--set", &[Blokus]),
        ];
        let all = |name: &str| self.what == What::All && name != "--set";
        let ignored =
            options.iter().find(|(given, name, of)| *given && !all(name) && !of.contains(&self.what));
        let Some((_, name, of)) = ignored else { return Ok(()) };
        let of: Vec<String> = of.iter().map(|what| format!("`bench {}`", what.name())).collect();
        Err(Usage(format!("{name} is for {}; leave it out", of.join(" and "))).into())
    }
}

/// Games that `blokus` plays.
const GAMES: u64 = 20;

/// Plies of a game that `blokus` searches.
const PLIES: u8 = 20;

/// Seconds in which every core is written.
const SOON: f64 = 0.5;

/// Plies that `stream` walks below each position.
const STREAM_PLIES: usize = 3;

/// Plies of the trees whose moves `moves` compares.
const TREE_PLIES: u32 = 4;

/// Games of a match.
const MATCH: u64 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Generation,
    Simulator,
    Simulators,
    Hash,
    Cycles,
    Area,
    Floorplan,
    Blokus,
    Strength,
    Positions,
    Stream,
    Moves,
    Fuzz,
    All,
}

impl What {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }
}

/// A figure as a line of JSON: which measurement it is, and its fields.
#[derive(Serialize)]
struct Tagged<'a, T> {
    bench: &'static str,
    #[serde(flatten)]
    figures: &'a T,
}

/// Writes figures as they come.
struct Report<'a> {
    format: Format,
    results: &'a mut Results,
}

impl Report<'_> {
    fn heading(&mut self, text: &str) -> Result<()> {
        if self.format == Format::Pretty { self.results.line(text) } else { Ok(()) }
    }

    fn figures<T: Serialize>(
        &mut self,
        bench: &'static str,
        figures: &T,
        pretty: fn(&T) -> String,
    ) -> Result<()> {
        match self.format {
            Format::Json => self.results.json(&Tagged { bench, figures }),
            Format::Pretty => self.results.line(pretty(figures)),
        }
    }
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    args.check()?;
    let mut report = Report { format: args.format, results };
    let wanted = |what| args.what == what || args.what == What::All;
    let mut right = true;
    if wanted(What::Generation) {
        for core in cores::cores() {
            let found = measure_generation(core)?;
            right &= found.seconds < SOON;
            report.figures("generation", &found, pretty::generation)?;
        }
    }
    if wanted(What::Simulator) {
        simulator(args.core(), &mut report)?;
    }
    if args.what == What::Simulators {
        simulators(args.core, &mut report)?;
    }
    if wanted(What::Hash) {
        report.figures("hash", &measure_hash()?, pretty::hash)?;
    }
    if wanted(What::Area) {
        area(args, &mut report)?;
    }
    // An hour, with tools that nothing else needs.
    if args.what == What::Floorplan {
        floorplan(args, &mut report)?;
    }
    if wanted(What::Cycles) {
        right &= cycles(args.core(), &mut report)?;
    }
    if wanted(What::Blokus) {
        right &= blokus(args, &mut report)?;
    }
    if wanted(What::Strength) {
        strength(args, &mut report)?;
    }
    if wanted(What::Positions) {
        right &= positions(args, &mut report)?;
    }
    if wanted(What::Stream) {
        right &= stream(&mut report)?;
    }
    if wanted(What::Moves) {
        right &= moves(&mut report)?;
    }
    if wanted(What::Fuzz) {
        right &= random_designs(args, &mut report)?;
    }
    Ok(if right { Outcome::Success } else { Outcome::Difference })
}

fn simulator(core: &'static CoreInfo, report: &mut Report) -> Result<()> {
    let progress = Progress::of_long_steps(1);
    progress.doing("building with Verilator, then running all simulators".into());
    // Walked deeper than this, Kiwipete takes twelve million cycles.
    let Some(position) = deep_positions()?.pop() else { return Ok(()) };
    let speed = measure_simulators(core, &position.position, 3)?;
    progress.aside(|| report.figures("simulator", &speed, pretty::speed))
}

/// A line for the core, or for each one, as soon as it is measured.
fn simulators(core: Option<&'static CoreInfo>, report: &mut Report) -> Result<()> {
    report.heading("  core               operations   cycles/s   Verilator's   ratio   Verilator's build")?;
    let all: Vec<&'static CoreInfo> = core.map_or_else(|| cores::cores().collect(), |core| vec![core]);
    let progress = Progress::of_long_steps(all.len());
    for core in all {
        progress.doing(format!("{}: building with Verilator, then running", core.name));
        let speed = measure_core_speed(core)?;
        progress.done();
        progress.aside(|| report.figures("simulators", &speed, pretty::core_speed))?;
    }
    Ok(())
}

/// The README's table, in the form it has there.
fn area(args: &Args, report: &mut Report) -> Result<()> {
    const SMALL: &[(&str, &str)] = &[("checks_first", "off")];
    let rows: Vec<(&[(&str, &str)], &'static Target)> = (TARGETS.iter())
        .flat_map(|target| [(&[][..], target), (SMALL, target)])
        // Only the smaller machine stands beside that of 2002.
        .filter(|(parameters, target)| parameters.is_empty() || target.name == "xcv")
        .collect();
    report.heading(
        "| machine | device | lookup tables | of these as memory | flip-flops | block memories | multipliers | MHz | \
         cycles a move | M moves/s |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    )?;
    let suite = suite(args.core())?;
    let placers = TARGETS.iter().filter(|target| target.placer.is_some()).count();
    let progress = Progress::of_long_steps(2 * suite.len() + rows.len() + placers * args.seeds() as usize);
    let cycles = |parameters| {
        let setting = CycleSetting { parameters, checks_first: false };
        measure_cycles(args.core(), setting, &suite, || progress.done()).map(|cycles| cycles.cycles_per_move)
    };
    let (whole, small) = (cycles(&[])?, cycles(SMALL)?);
    for (parameters, target) in rows {
        progress.doing(format!("mapping to {}, then placing where an open tool does", target.device));
        let cycles = if parameters.is_empty() { whole } else { small };
        let area = measure_area(args.core(), parameters, target, args.seeds(), cycles, || progress.done())?;
        progress.aside(|| report.figures("area", &area, pretty::area))?;
    }
    for machine in PUBLISHED.iter().filter(|machine| machine.game == args.core().game.name()) {
        report.heading(&pretty::published(machine))?;
    }
    Ok(())
}

fn floorplan(args: &Args, report: &mut Report) -> Result<()> {
    let target = synth::find("ecp5").context("the targets lack ecp5")?;
    report.heading(
        "  floorplan   median   lowest  highest MHz   gain   each seed; +17 % is the figure of 2002",
    )?;
    let progress = Progress::of_long_steps((1 + Shape::ALL.len()) * args.seeds() as usize);
    progress.doing(format!("mapping to {}, then placing a minute or two a seed", target.device));
    let mut written = Ok(());
    let found = |clock: &FloorplanClock| {
        written = progress.aside(|| report.figures("floorplan", clock, pretty::floorplan));
    };
    measure_floorplan(args.core(), target, &Shape::ALL, args.seeds(), || progress.done(), found)?;
    written
}

/// Whether every count was right.
fn cycles(core: &'static CoreInfo, report: &mut Report) -> Result<bool> {
    report.heading("  cycles a move   (mean of positions)   moves   4.1 is the figure of 2002")?;
    let suite = suite(core)?;
    let deep = deep_positions()?;
    let default = CycleSetting { parameters: &[], checks_first: false };
    let of_suite = CYCLE_SETTINGS.iter().map(|&setting| (setting, &suite[..]));
    let of_deep = deep.chunks(1).map(|position| (default, position));
    let progress = Progress::of_long_steps(CYCLE_SETTINGS.len() * suite.len() + deep.len());
    let mut right = true;
    for (setting, positions) in of_suite.chain(of_deep) {
        let cycles = measure_cycles(core, setting, positions, || progress.done())?;
        right &= cycles.differences.unwrap_or(0) == 0;
        progress.aside(|| report.figures("cycles", &cycles, pretty::cycles))?;
    }
    Ok(right)
}

/// Returns whether the machine and the software agree.
fn blokus(args: &Args, report: &mut Report) -> Result<bool> {
    let core = cores::find("blokus-player").context("the cores lack blokus-player")?;
    let (games, settings) = (args.games.unwrap_or(GAMES), args.set.settings(core)?);
    if settings.number(PLAYERS) != Some(1) {
        let advice = format!("`bench blokus` measures one core and three; leave out --set {PLAYERS}=");
        return Err(Usage(advice).into());
    }
    let progress = Progress::of_long_steps(games as usize);
    progress.doing("games of Blokus Duo".into());
    let measured = Games { games, plies: args.plies.unwrap_or(PLIES).into(), depth: args.depth() };
    let figures = measure_player(core, &settings, measured, || progress.done())?;
    progress.aside(|| report.figures("blokus", &figures, pretty::player))?;
    Ok(figures.differences == 0)
}

fn strength(args: &Args, report: &mut Report) -> Result<()> {
    let games = args.games.unwrap_or(MATCH);
    report.heading(
        "  player               opponent             wins draws losses  score and its 95 % interval   points more",
    )?;
    let progress = Progress::of_long_steps(strength_games(games, args.depth()) as usize);
    progress.doing("games of Blokus Duo".into());
    let mut written = Ok(());
    let found = |one: &Match| {
        if written.is_ok() {
            written = progress.aside(|| report.figures("strength", one, pretty::one_match));
        }
    };
    measure_strength(games, args.depth(), args.seed(), || progress.done(), found)?;
    written
}

/// Whether the counter counted right.
fn positions(args: &Args, report: &mut Report) -> Result<bool> {
    // A step of the progress is a thousand positions.
    const STEP: u64 = 1000;
    let progress = Progress::of_long_steps(args.positions().div_ceil(STEP) as usize);
    progress.doing("positions of random games".into());
    let mut counted = 0;
    let counts = measure_positions(args.positions(), args.seed(), |more| {
        (counted / STEP..(counted + more) / STEP).for_each(|_| progress.done());
        counted += more;
    })?;
    progress.aside(|| report.figures("positions", &counts, pretty::positions))?;
    Ok(counts.differences == 0)
}

/// Whether every move came in its place.
fn stream(report: &mut Report) -> Result<bool> {
    let progress = Progress::of_long_steps(1);
    progress.doing("trees in all threads at once".into());
    let found = measure_stream(STREAM_PLIES, usize::MAX)?;
    progress.aside(|| report.figures("stream", &found, pretty::stream))?;
    Ok(found.differences == 0)
}

/// Whether every move of the tables' trees came in its place.
fn moves(report: &mut Report) -> Result<bool> {
    let roots = table_positions()?;
    let progress = Progress::of_long_steps(2 * roots.len());
    let mut right = true;
    for checks_first in [false, true] {
        let order = if checks_first { ", checks first" } else { "" };
        progress.doing(format!("all moves below the positions of both perft tables{order}"));
        let found = measure_moves(&roots, TREE_PLIES, checks_first, || progress.done())?;
        progress.aside(|| report.figures("moves", &found, pretty::moves))?;
        right &= found.differences == 0;
    }
    Ok(right)
}

/// Whether every simulator agreed on every design.
fn random_designs(args: &Args, report: &mut Report) -> Result<bool> {
    let scratch = std::env::temp_dir();
    let progress = Progress::of_long_steps(args.designs() as usize);
    progress.doing("random designs in four simulators".into());
    let done = |count| (0..count).for_each(|_| progress.done());
    let found = |finding: Finding| {
        progress.aside(|| {
            let Finding { seed, fault, design } = finding;
            tell(&format!(
                "seed {seed}: {fault}\nthe smallest design found that fails so:\n{}",
                design.to_text()
            ));
        });
    };
    let figures = fuzz(args.seed(), args.designs() as usize, &scratch, done, found)?;
    progress.aside(|| report.figures("fuzz", &figures, pretty::fuzz))?;
    Ok(figures.faults == 0)
}
