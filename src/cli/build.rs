//! `movewright build`: a core on a board, as a project or down to the bitstream.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::ValueEnum;

use super::options::{SetArgs, board_parser};
use super::progress::Progress;
use super::results::Results;
use super::{Outcome, Usage, help, input, output_dir, tell};
use crate::board::{self, Built, CircuitBoard, Project, ProjectOptions, Unmade};
use crate::cores::{CoreInfo, Setting, Settings};
use crate::emit::Language;
use crate::flow::Warnings;
use crate::readable::assignments;
use crate::simulate::outside;
use crate::synth::Resources;

/// The text of the help.
const HELP: &str = "\
The board's top level has the clock, the reset, the core behind a serial line (docs/protocol.md), and
LEDs. For ECP5, iCE40 and Gowin the bitstream is made, unless --project-only is given; build.sh has the
same steps. For other devices there is a project that the vendor's tools open as it is. NAME.core is
for FuseSoC, with the targets lint, sim and synth.

If a core's defaults are too large for the board, build takes the largest settings known to fit, and
says so; --set overrides them. A core that does not fit the device, or is slower than the board's
clock, is refused: at once if the board's file says so, otherwise when it is counted and placed. If a
tool is missing, build writes the files that need no tool and prints the steps that are left. The exit
status is then 1.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright build CORE --board ulx3s-85f -o build/ulx3s",
    "movewright build CORE --board de2-115 --language vhdl -o build/de2",
    "movewright build CORE --board my-board.toml --project-only -o build/mine",
];

/// Build a core for a board: all files for its tools, and the bitstream if open tools can make it
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("build", HELP, EXAMPLES))]
pub struct Args {
    /// The core to build
    #[arg(value_name = "CORE", value_parser = board_parser())]
    core: &'static CoreInfo,
    /// The board, or the file of your own; `movewright boards` lists the boards
    #[arg(long, value_name = "BOARD")]
    board: String,
    #[command(flatten)]
    set: SetArgs,
    /// The serial line's rate [default: the board's]
    #[arg(long, value_name = "BAUD", value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,
    /// The language of the sources; open tools read Verilog
    #[arg(long, value_enum, default_value_t = Hdl::Verilog)]
    language: Hdl,
    /// Give the tools a floorplan: squares on their blocks, arbiters between them, control beside
    /// the block memories
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    floorplan: Switch,
    /// Write the project, and run no tool
    #[arg(long)]
    project_only: bool,
    /// Check that the machine fits a device whose bitstream is not made here: map it and, if an
    /// open tool can, place it; takes minutes
    #[arg(long)]
    count: bool,
    /// The seed of the placer's random numbers; the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The directory to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Hdl {
    /// Verilog-2005
    Verilog,
    /// VHDL-2008
    Vhdl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// Yes; open tools then need `make tools-full`
    On,
    /// No
    Off,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let (board, settings, chosen) = on_board(args.core, &args.board, args.baud, &args.set)?;
    let language = match args.language {
        Hdl::Verilog => Language::Verilog,
        Hdl::Vhdl => Language::Vhdl,
    };
    if language == Language::Vhdl && board.device.family.is_open() && !args.project_only {
        let why = "the open tools read Verilog; leave --language out, or say --project-only";
        return Err(Usage(format!("{}: {why}", board.name)).into());
    }
    output_dir::check(&args.output)?;
    let options = ProjectOptions { language, seed: args.seed };
    let mut project = Project::new(&board, args.core, &settings, options)?;
    if args.floorplan == Switch::On {
        project.add_floorplan()?;
    }
    let to_bitstream = project.is_buildable() && !args.project_only;
    tell_chosen(&board, args.core, &chosen);
    let built = if to_bitstream {
        make(&project, &board)?
    } else if args.count {
        let progress = Progress::of_long_steps(1);
        progress.doing(format!("{}: to count what {} takes", board.name, args.core.name));
        project.count(!args.project_only)?
    } else {
        Built::default()
    };
    let texts = project.files.iter().map(|file| (file.name.as_str(), file.text.as_bytes()));
    let made = built.products.iter().map(|product| (product.name.as_str(), product.bytes.as_slice()));
    let files: Vec<(&str, &[u8])> = texts.chain(made).collect();
    output_dir::write_bytes(&args.output, args.core.name, &settings, &files)?;
    for (name, _) in &files {
        results.line(args.output.join(name).display().to_string())?;
    }
    report(&board, &built);
    if !to_bitstream {
        next(&project, &args.output);
    }
    load_it(&project, &built, to_bitstream, &args.output);
    // Counting is extra; a bitstream was asked for.
    let wanting = to_bitstream && !built.unmade.is_empty();
    Ok(if wanting { Outcome::Difference } else { Outcome::Success })
}

/// Names and values of settings.
type Pairs = Vec<(String, String)>;

/// Where a machine on a board has its rate from.
const RATE: &str = "`build` takes --baud, and a board's file says it";

/// A board, the settings of a core on it, and those among them that are the board's choice.
pub(super) fn on_board(
    core: &'static CoreInfo,
    board: &str,
    baud: Option<u32>,
    set: &SetArgs,
) -> Result<(CircuitBoard, Settings, Pairs)> {
    let mut board = load(board)?;
    if let Some(baud) = baud {
        board = board.with_baud(baud).map_err(Usage)?;
    }
    for (name, mend) in [("clock_hz", "the board's file says its clock"), ("baud", RATE)] {
        if set.sets(name) {
            let why = format!("--set {name}: a machine on a board has the board's; {mend}");
            return Err(Usage(why).into());
        }
    }
    let line = board.uart_options();
    let (settings, chosen) = board.settings(core, set.pairs()).map_err(Usage::of)?;
    board.has_room(core, &settings)?;
    let settings =
        settings.with("clock_hz", Setting::Number(line.clock_hz)).with("baud", Setting::Number(line.baud));
    Ok((board, settings, chosen))
}

/// Runs the steps to the bitstream, or finds what they have made of the same files before.
pub(super) fn make(project: &Project, board: &CircuitBoard) -> Result<Built> {
    let progress = Progress::of_long_steps(project.step_count());
    let doing = |what: &str| progress.doing(format!("{}: to {what}", board.name));
    let (built, kept) = project.build_once(&outside::default_cache(), doing, || progress.done())?;
    if let Some(folder) = kept {
        let name = &board.name;
        tell(&format!("{name}: the same tools made it of the same files before: {}", folder.display()));
    }
    Ok(built)
}

/// A board that comes with the program, or the file of one.
fn load(name: &str) -> Result<CircuitBoard> {
    if !name.ends_with(".toml") {
        return Ok(board::find(name).map_err(Usage::of)?);
    }
    let text = input::text(Path::new(name))?;
    Ok(CircuitBoard::parse(name, &text)?)
}

/// The area of the machine, its speed, and the steps left out.
fn report(board: &CircuitBoard, built: &Built) {
    if let Some(Resources { ff, bram, .. }) = built.resources {
        let taken = built.resources.map_or(0, |taken| taken.luts());
        let has = board.device.capacity;
        tell(&format!(
            "takes {taken} of {} LUT, {ff} of {} FF, {bram} of {} BRAM",
            has.luts, has.ffs, has.brams
        ));
    }
    if let Some(reached) = built.fmax_mhz {
        let needed = f64::from(board.clock.core_hz) / 1e6;
        tell(&format!(
            "clock {needed:.2} MHz; the slowest path allows {reached:.2} MHz ({})",
            built.tools.join(", ")
        ));
    }
    built.warnings.iter().for_each(warn);
    for Unmade { what, why } in &built.unmade {
        tell(&format!("not done: to {what}: {why}"));
    }
}

/// The warnings of a tool, and the log that holds the rest.
fn warn(warnings: &Warnings) {
    let Warnings { tool, shown, more, log } = warnings;
    tell(&format!("{tool} warns; see whether the board's file and the machine are as they should be:"));
    for line in shown {
        tell(&format!("  {line}"));
    }
    let log = log.as_ref().map(|log| format!("the whole log is {}", log.display()));
    let more = (*more > 0).then(|| format!("and {more} more"));
    let rest: Vec<String> = more.into_iter().chain(log).collect();
    if !rest.is_empty() {
        tell(&format!("  {}", rest.join("; ")));
    }
}

/// The settings that are the board's choice.
pub(super) fn tell_chosen(board: &CircuitBoard, core: &CoreInfo, chosen: &[(String, String)]) {
    if chosen.is_empty() {
        return;
    }
    let words = assignments(chosen.iter().map(|(name, value)| (name, value)));
    let (board, core) = (&board.name, core.name);
    tell(&format!("{board}: {core} with {words}, the largest known to fit; --set chooses otherwise"));
}

/// The command that loads the machine, where its file is there or the commands before make it.
fn load_it(project: &Project, built: &Built, to_bitstream: bool, output: &Path) {
    let Some(command) = project.loader(output) else { return };
    // Without the file, or a way to it, there is nothing to load.
    let comes = if to_bitstream { built.unmade.is_empty() } else { !project.commands().is_empty() };
    if !comes {
        return;
    }
    tell(&format!("{}, with the board plugged in:", if to_bitstream { "load it" } else { "then load it" }));
    tell(&format!("  {command}"));
}

/// The work left to the user's own tools.
fn next(project: &Project, output: &Path) {
    let commands = project.commands();
    if commands.is_empty() {
        return;
    }
    tell(&format!("next, in {} (build.sh has the same):", output.display()));
    for command in commands {
        tell(&format!("  {command}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text as editors of Windows write it: a byte order mark, and lines that end with CR LF.
    #[test]
    fn a_board_s_file_is_read_however_its_lines_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my-board.toml");
        let file = path.to_str().unwrap();
        let text = include_str!("../../constraints/boards/ulx3s-85f.toml");
        let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
        std::fs::write(&path, windows(text)).unwrap();
        assert_eq!(load(file).unwrap(), board::find("ulx3s-85f").unwrap());
        assert_eq!(CircuitBoard::parse(file, &windows(text)).unwrap(), board::find("ulx3s-85f").unwrap());
        std::fs::write(&path, windows(&text.replace("\"G2\"", "\"Z9\""))).unwrap();
        let line = text.lines().position(|line| line == "pin = \"G2\"").unwrap() + 1;
        let told = load(file).unwrap_err().to_string();
        assert!(told.starts_with(&format!("{file}:{line}: clock: `Z9` is no pin of ")), "{told}");
    }
}
