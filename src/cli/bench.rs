//! `movewright bench`: the figures of the cores, measured.

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;

use super::options::{Format, SetArgs, player_parser};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, tell};
use crate::bench::fuzz::{Finding, FuzzReport, fuzz};
use crate::bench::{
    Area, CYCLE_SETTINGS, CycleSetting, Cycles, FloorplanClock, Games, Generation, Match, PUBLISHED,
    PlayerSpeed, PositionCounts, Published, SimulatorSpeed, StreamOccupancy, TreeMoves, deep_positions,
    measure_area, measure_cycles, measure_floorplan, measure_generation, measure_moves, measure_player,
    measure_positions, measure_simulators, measure_stream, measure_strength, strength_games, suite,
    table_positions, thousands,
};
use crate::blokus::search::DEEPEST;
use crate::cores::{self, CoreInfo, PLAYERS};
use crate::floorplan::Shape;
use crate::synth::{self, Resources, TARGETS, Target};

/// Measure simulators, clock cycles a move, logic cells and clocks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
generation seconds from the description of each core to its text in both languages, and the lines of that text
simulator  clock cycles a second of the built-in simulator, of Verilator and of GHDL on the same work, and the time from
           the command to the first cycle; then positions a second in 64 lanes and one by one; needs verilator, ghdl
cycles     clock cycles a pseudo-legal move generated, made and taken back, by the walker in hardware, without bulk
           counting: over a table of positions to depth 3 with several settings, then deeper; every count is compared,
           and the exit status is 1 when one differs
area       what the core takes of each device family, and its clock where it is placed, as the README's table; needs what
           `make tools` installs, and with 8 seeds an hour or more
floorplan  the clock on ECP5 with each shape of floorplan and without, by the same placer, over --seeds seeds each; needs what
           `make tools-full` installs, takes an hour with 8 seeds, and is not part of `all`
blokus     the mean search of the core blokus-player over the first 20 plies of --games games in which both sides search, two
           plies by lot: cycles, milliseconds at 50 MHz, those of three cores that share the root, leaves a second, and the
           time of the same searches in software; all that is found is compared, and the exit status is 1 when anything
           differs
strength   matches of --games games of the player, in software, which makes the machine's moves: each evaluation to --depth plies
           against the first legal move, the largest piece first and itself at a ply less, then territory against influence;
           two plies by lot, two games with sides changed for each lot; ten minutes or more
positions  the legal moves of --positions positions of random games, counted by chess-count and by a rules library; the exit status
           is 1 when a count differs; some minutes
stream     the legal moves a cycle that chess-stream gives while every thread has work, over a table of positions and the nodes
           below them; every move and every position after it is compared, and the exit status is 1 when one differs
moves      every move four plies below the positions of a table, in its place and with the position after it, by 64 simulated passes of
           chess-stream, in each of its orders, and by a rules library; the exit status is 1 with the first that differs; some minutes
fuzz       random designs, printed as Verilog and VHDL, in the built-in simulator, Verilator, Icarus and GHDL: every output
           in every cycle; a design that fails is made smaller and shown, and the exit status is 1; half an hour

The figures to beat are those of M. Boulé and Z. Zilic, 2002: 33 MHz / 8 M moves = 4.1 cycles a move, 7,000 lookup
tables, 1,000 flip-flops, 2 block memories.

Examples:
  movewright bench
  movewright bench area --format json
  movewright bench fuzz --designs 1000 --seed 7
  movewright bench positions --positions 100000
  movewright bench blokus --games 2 --set evaluation=territory --format json
  movewright bench blokus --games 200 --plies 46 --depth 2
  movewright bench strength --games 20 --depth 2")]
pub struct Args {
    /// What to measure
    #[arg(value_enum, default_value_t = What::All)]
    what: What,
    /// The core to measure
    #[arg(long, value_name = "CORE", default_value = "chess-classic", value_parser = player_parser())]
    core: &'static CoreInfo,
    /// Seeds of the placer to take the median clock of; 0 to map only
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    seeds: u32,
    /// How many random designs `fuzz` runs
    #[arg(long, value_name = "COUNT", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    designs: u32,
    /// How many positions `positions` counts
    #[arg(long, value_name = "COUNT", default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The seed of the first random design, of the first lot of `strength`, or of the games of `positions`
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// How many games `blokus` plays, and each match of `strength` [default: 20 and 100]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Plies that `blokus` and `strength` search
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: u32,
    /// Plies of each game that `blokus` searches; a game has ended after 46 at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=46))]
    plies: u8,
    #[command(flatten)]
    set: SetArgs,
    /// How to write the figures
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// Games that `blokus` plays.
const GAMES: u64 = 20;

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
    if args.what != What::Blokus && !args.set.is_empty() {
        let advice = "--set is for `bench blokus`; the other measurements choose their parameters themselves";
        return Err(Usage(advice.into()).into());
    }
    let mut report = Report { format: args.format, results };
    let wanted = |what| args.what == what || args.what == What::All;
    if wanted(What::Generation) {
        for core in cores::cores() {
            report.figures("generation", &measure_generation(core)?, pretty_generation)?;
        }
    }
    if wanted(What::Simulator) {
        simulator(args.core, &mut report)?;
    }
    if wanted(What::Area) {
        area(args, &mut report)?;
    }
    // An hour, with tools that nothing else needs.
    if args.what == What::Floorplan {
        floorplan(args, &mut report)?;
    }
    let mut right = if wanted(What::Cycles) { cycles(args.core, &mut report)? } else { true };
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
    let progress = Progress::new(1);
    progress.doing("building with Verilator, then running all simulators".into());
    // Walked deeper than this, Kiwipete takes twelve million cycles.
    let Some(position) = deep_positions()?.pop() else { return Ok(()) };
    let speed = measure_simulators(core, &position.position, 3)?;
    progress.aside(|| report.figures("simulator", &speed, pretty_speed))
}

/// The README's table, in the form it has there.
fn area(args: &Args, report: &mut Report) -> Result<()> {
    const SMALL: &[(&str, &str)] = &[("checks_first", "off")];
    let rows: Vec<(&[(&str, &str)], &'static Target)> = (TARGETS.iter())
        .flat_map(|target| [(&[][..], target), (SMALL, target)])
        // The smaller machine beside that of 2002 only.
        .filter(|(parameters, target)| parameters.is_empty() || target.name == "xcv")
        .collect();
    report.heading(
        "| machine | device | lookup tables | of these as memory | flip-flops | block memories | multipliers | MHz | \
         cycles a move | M moves/s |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    )?;
    let suite = suite(args.core)?;
    let placers = TARGETS.iter().filter(|target| target.placer.is_some()).count();
    let progress = Progress::new(2 * suite.len() + rows.len() + placers * args.seeds as usize);
    let cycles = |parameters| {
        let setting = CycleSetting { parameters, checks_first: false };
        measure_cycles(args.core, setting, &suite, || progress.done()).map(|cycles| cycles.cycles_per_move)
    };
    let (whole, small) = (cycles(&[])?, cycles(SMALL)?);
    for (parameters, target) in rows {
        progress.doing(format!("mapping to {}, then placing where an open tool does", target.device));
        let cycles = if parameters.is_empty() { whole } else { small };
        let area = measure_area(args.core, parameters, target, args.seeds, cycles, || progress.done())?;
        progress.aside(|| report.figures("area", &area, pretty_area))?;
    }
    for machine in PUBLISHED.iter().filter(|machine| machine.game == args.core.game()) {
        report.heading(&pretty_published(machine))?;
    }
    Ok(())
}

fn floorplan(args: &Args, report: &mut Report) -> Result<()> {
    let target = synth::find("ecp5").context("the targets lack ecp5")?;
    report.heading(
        "  floorplan   median   lowest  highest MHz   gain   each seed; +17 % is the figure of 2002",
    )?;
    let progress = Progress::new((1 + Shape::ALL.len()) * args.seeds as usize);
    progress.doing(format!("mapping to {}, then placing a minute or two a seed", target.device));
    let mut written = Ok(());
    let found = |clock: &FloorplanClock| {
        written = progress.aside(|| report.figures("floorplan", clock, pretty_floorplan));
    };
    measure_floorplan(args.core, target, &Shape::ALL, args.seeds, || progress.done(), found)?;
    written
}

fn pretty_floorplan(clock: &FloorplanClock) -> String {
    let mhz = |mhz: Option<f64>| mhz.map_or("     -".into(), |mhz| format!("{mhz:6.2}"));
    let gain = clock.gain_percent.map_or("     -".into(), |gain| format!("{gain:+5.1}%"));
    let seeds: Vec<String> = clock.mhz.iter().map(|&clock| mhz(clock).trim().to_string()).collect();
    format!(
        "  {:9}   {}   {}   {}       {gain}   {}",
        clock.floorplan,
        mhz(clock.median_mhz),
        mhz(clock.min_mhz),
        mhz(clock.max_mhz),
        seeds.join(" ")
    )
}

/// Whether every count was right.
fn cycles(core: &'static CoreInfo, report: &mut Report) -> Result<bool> {
    report.heading("  cycles a move   (mean of positions)   moves   4.1 is the figure of 2002")?;
    let suite = suite(core)?;
    let deep = deep_positions()?;
    let default = CycleSetting { parameters: &[], checks_first: false };
    let of_suite = CYCLE_SETTINGS.iter().map(|&setting| (setting, &suite[..]));
    let of_deep = deep.chunks(1).map(|position| (default, position));
    let progress = Progress::new(CYCLE_SETTINGS.len() * suite.len() + deep.len());
    let mut right = true;
    for (setting, positions) in of_suite.chain(of_deep) {
        let cycles = measure_cycles(core, setting, positions, || progress.done())?;
        right &= cycles.differences.unwrap_or(0) == 0;
        progress.aside(|| report.figures("cycles", &cycles, pretty_cycles))?;
    }
    Ok(right)
}

/// Whether the machine found what the software found.
fn blokus(args: &Args, report: &mut Report) -> Result<bool> {
    let core = cores::find("blokus-player").context("the cores lack blokus-player")?;
    let (games, settings) = (args.games.unwrap_or(GAMES), args.set.settings(core)?);
    if settings.number(PLAYERS) != Some(1) {
        let advice = format!("`bench blokus` measures one core and three; leave out --set {PLAYERS}=");
        return Err(Usage(advice).into());
    }
    let progress = Progress::new(games as usize);
    progress.doing("games of Blokus Duo".into());
    let measured = Games { games, plies: args.plies.into(), depth: args.depth };
    let figures = measure_player(core, &settings, measured, || progress.done())?;
    progress.aside(|| report.figures("blokus", &figures, pretty_player))?;
    Ok(figures.differences == 0)
}

fn strength(args: &Args, report: &mut Report) -> Result<()> {
    let games = args.games.unwrap_or(MATCH);
    report.heading(
        "  player               opponent             wins draws losses  score and its 95 % interval   points more",
    )?;
    let progress = Progress::new(strength_games(games, args.depth) as usize);
    progress.doing("games of Blokus Duo".into());
    let mut written = Ok(());
    let found = |one: &Match| {
        if written.is_ok() {
            written = progress.aside(|| report.figures("strength", one, pretty_match));
        }
    };
    measure_strength(games, args.depth, args.seed, || progress.done(), found)?;
    written
}

/// Whether the counter counted right.
fn positions(args: &Args, report: &mut Report) -> Result<bool> {
    // A step of the progress is a thousand positions.
    const STEP: u64 = 1000;
    let progress = Progress::new(args.positions.div_ceil(STEP) as usize);
    progress.doing("positions of random games".into());
    let mut counted = 0;
    let counts = measure_positions(args.positions, args.seed, |more| {
        (counted / STEP..(counted + more) / STEP).for_each(|_| progress.done());
        counted += more;
    })?;
    progress.aside(|| report.figures("positions", &counts, pretty_positions))?;
    Ok(counts.differences == 0)
}

/// Whether every move came in its place.
fn stream(report: &mut Report) -> Result<bool> {
    let progress = Progress::new(1);
    progress.doing("trees in all threads at once".into());
    let found = measure_stream(STREAM_PLIES, usize::MAX)?;
    progress.aside(|| report.figures("stream", &found, pretty_stream))?;
    Ok(found.differences == 0)
}

fn pretty_generation(found: &Generation) -> String {
    let Generation { core, seconds, files, verilog_lines, vhdl_lines } = found;
    format!(
        "{core:16} {seconds:.3} s for {files} files, {verilog_lines} lines of Verilog and {vhdl_lines} of VHDL"
    )
}

/// Whether every move of the tables' trees came in its place.
fn moves(report: &mut Report) -> Result<bool> {
    let roots = table_positions()?;
    let progress = Progress::new(2 * roots.len());
    let mut right = true;
    for checks_first in [false, true] {
        let order = if checks_first { ", checks first" } else { "" };
        progress.doing(format!("all moves below the positions of both perft tables{order}"));
        let found = measure_moves(&roots, TREE_PLIES, checks_first, || progress.done())?;
        progress.aside(|| report.figures("moves", &found, pretty_moves))?;
        right &= found.differences == 0;
    }
    Ok(right)
}

fn pretty_moves(found: &TreeMoves) -> String {
    let TreeMoves { positions, depth, nodes, moves, first_difference, .. } = found;
    let order = if found.checks_first { ", checks first" } else { "" };
    let verdict =
        first_difference.as_ref().map_or("as in the rules library".into(), |it| format!("DIFFERENT: {it}"));
    let (nodes, moves) = (thousands(*nodes), thousands(*moves));
    format!(
        "pass of chess-stream{order}, {positions} positions, {depth} plies: {moves} moves of {nodes} nodes, {verdict}"
    )
}

fn pretty_stream(found: &StreamOccupancy) -> String {
    let StreamOccupancy { core, threads, positions, depth, moves, moves_per_busy_cycle, .. } = found;
    let verdict = found
        .first_difference
        .as_ref()
        .map_or("as in the rules library".into(), |it| format!("DIFFERENT: {it}"));
    format!(
        "{core}, {threads} threads, {positions} positions, {depth} plies: {} legal moves, {verdict}\n  {moves_per_busy_cycle:.3} moves a cycle \
         while every thread has work",
        thousands(*moves)
    )
}

fn pretty_positions(counts: &PositionCounts) -> String {
    let PositionCounts { core, positions, seed, moves, differences, .. } = counts;
    let first = counts.first_difference.as_ref().map_or(String::new(), |fen| format!(", the first {fen}"));
    format!(
        "{core}: {} positions of random games (seed {seed}), {} legal moves: {differences} differ from the rules library{first}\n  \
         simulated {:.0} a second, 64 at a time; in the library {:.1} million",
        thousands(*positions),
        thousands(*moves),
        counts.simulated_per_second,
        counts.library_per_second / 1e6
    )
}

fn pretty_match(one: &Match) -> String {
    let Match { player, opponent, wins, draws, losses, .. } = one;
    format!(
        "  {player:20} {opponent:20} {wins:4} {draws:5} {losses:6}  {:5.1} % ({:5.1} to {:5.1})       {:+11.2}",
        one.score_percent, one.low_percent, one.high_percent, one.mean_score_difference
    )
}

/// Whether every simulator agreed on every design.
fn random_designs(args: &Args, report: &mut Report) -> Result<bool> {
    let scratch = std::env::temp_dir();
    let progress = Progress::new(args.designs as usize);
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
    let figures = fuzz(args.seed, args.designs as usize, &scratch, done, found)?;
    progress.aside(|| report.figures("fuzz", &figures, pretty_fuzz))?;
    Ok(figures.faults == 0)
}

fn pretty_player(speed: &PlayerSpeed) -> String {
    format!(
        "{} by {}, {} plies, {} positions of {} games: {} searches differ from the software\n  a move: {:.0} nodes, {:.0} leaves, \
         {:.0} positions sorted, {:.0} cycles: {:.2} ms at 50 MHz, {:.2} at most\n  three cores that share the root: {:.2} ms, {:.2} \
         at most; {:.2} times as fast\n  {:.1} million positions a second; in \
         software {:.1} ms a move, {:.1} times as long",
        speed.core,
        speed.evaluation,
        speed.depth,
        speed.positions,
        speed.games,
        speed.differences,
        speed.nodes_per_move,
        speed.leaves_per_move,
        speed.sorted_per_move,
        speed.cycles_per_move,
        speed.ms_per_move_50mhz,
        speed.longest_ms_50mhz,
        speed.ms_per_move_50mhz_3_cores,
        speed.longest_ms_50mhz_3_cores,
        speed.speed_up_3_cores,
        speed.leaves_per_second_50mhz / 1e6,
        speed.cpu_ms_per_move,
        speed.cpu_ratio,
    )
}

fn pretty_fuzz(report: &FuzzReport) -> String {
    let FuzzReport { designs, seed, cycles, faults, designs_per_second, simulators } = report;
    let last = seed.wrapping_add(*designs as u64 - 1);
    format!(
        "{designs} random designs (seeds {seed} to {last}), {cycles} cycles each, {designs_per_second:.1} a second: \
         {faults} with a difference\n  built-in simulator against {}",
        simulators.join(", ")
    )
}

fn pretty_speed(speed: &SimulatorSpeed) -> String {
    let line = |name: &str, rate: f64, first: f64| {
        format!("  {name:9} {rate:9.0} cycles/s   first cycle after {first:6.2} s\n")
    };
    format!(
        "{} cycles of {} at depth {}\n{}{}{}  built-in by verilator: {:.2}\n  positions of the perft suite at depth 2: \
         {:.0} a second in {} lanes, {:.0} one by one: {:.1} times as many",
        speed.cycles,
        speed.fen,
        speed.depth,
        line("built-in", speed.built_in_cycles_per_second, speed.built_in_first_cycle_seconds),
        line("verilator", speed.verilator_cycles_per_second, speed.verilator_first_cycle_seconds),
        line("ghdl", speed.ghdl_cycles_per_second, speed.ghdl_first_cycle_seconds),
        speed.ratio,
        speed.lanes_positions_per_second,
        speed.lanes,
        speed.single_positions_per_second,
        speed.lanes_ratio,
    )
}

fn pretty_area(area: &Area) -> String {
    let Area { core, settings, device, cycles_per_move, .. } = area;
    let Resources { lut_as_ram, ff, bram, dsp, lut6, .. } = area.resources;
    let inputs = if lut6.is_some() { " of 6 inputs" } else { "" };
    let clock = match (area.fmax_mhz, area.fmax_mhz_min.zip(area.fmax_mhz_max), &area.not_placed) {
        (Some(mhz), Some((low, high)), _) if area.seeds > 1 => format!("{mhz:.1} ({low:.1} to {high:.1})"),
        (Some(mhz), ..) => format!("{mhz:.1}"),
        (None, _, Some(_)) => "-".into(),
        (None, _, None) => "not placed".into(),
    };
    let moves = area.million_moves_per_second.map_or("-".into(), |moves| format!("{moves:.1}"));
    format!(
        "| {core}, {settings} | {device} | {}{inputs} | {lut_as_ram} | {ff} | {bram} | {dsp} | {clock} | \
         {cycles_per_move:.2} | {moves} |",
        thousands(area.resources.luts()),
    )
}

fn pretty_published(published: &Published) -> String {
    let Published { machine, year, device, luts, ff, bram, mhz, million_moves_per_second, note, .. } =
        published;
    let count = |number: &Option<u64>| number.map_or(String::new(), thousands);
    let rate = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.1}"));
    format!(
        "| {machine} {year} ({note}) | {device} | {} | | {} | {} | | {} | {} | {} |",
        count(luts),
        count(ff),
        count(bram),
        rate(*mhz),
        rate(published.cycles_per_move()),
        rate(*million_moves_per_second),
    )
}

fn pretty_cycles(cycles: &Cycles) -> String {
    let Cycles { cycles_per_move, mean_of_positions, moves, positions, core, settings, .. } = cycles;
    let order = if cycles.checks_first { ", walked checks first" } else { "" };
    let verdict = match cycles.differences {
        None => "counts moves that leave the king attacked".into(),
        Some(0) => "counts ok".into(),
        Some(wrong) => format!("{wrong} COUNTS DIFFER"),
    };
    let place = match &cycles.fen {
        Some(fen) => format!("depth {} of {fen}", cycles.depth),
        None => format!("{positions} positions"),
    };
    format!(
        "  {cycles_per_move:13.3}   {:>19}   {moves:8}   {core}, {settings}{order}: {place}, {verdict}",
        format!("({mean_of_positions:.3})")
    )
}
