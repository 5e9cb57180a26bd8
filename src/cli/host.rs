//! `movewright host`: a machine at the other end of a serial line: its moves and counts, or games
//! against it.

use anyhow::{Context, Result};
use clap::Subcommand;

use super::options::{self, SetArgs, player_parser};
use super::results::Results;
use super::{Outcome, Usage, conformance, help, moves, perft};
use crate::cores::{self, CoreInfo, Settings};
use crate::game::TextMachine;
use crate::host::SerialLine;

/// The text of the help.
const HELP: &str = "\
The machine is built with host=uart; docs/protocol.md has the protocol of the line. The machine counts
its own cycles, so the output is that of `movewright moves` and `movewright perft`. With --serial, --set
gives the settings of the board's machine that are not the default: stack_depth, and baud for the
line's rate.";

/// Command lines that any core is for.
const EXAMPLES: &[&str] = &[
    "movewright host --sim perft --depth 3",
    "movewright host --serial /dev/ttyUSB0 perft --depth 5",
    "movewright host --serial /dev/ttyUSB0 --set baud=1000000 moves",
];

/// Talk to a machine over a serial line, on a board or simulated bit by bit
#[derive(Debug, clap::Args)]
#[command(after_help = help::of_command("host", HELP, EXAMPLES))]
pub struct Args {
    #[command(flatten)]
    line: LineArgs,
    /// The core of the machine; the first of those known if none is named.
    #[arg(long, value_name = "CORE", value_parser = player_parser(), help = help::default_core("The core of the machine"))]
    core: Option<&'static CoreInfo>,
    #[command(flatten)]
    set: SetArgs,
    #[command(subcommand)]
    job: Job,
}

/// Where the machine is.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct LineArgs {
    /// A serial port of this computer, with a board on it
    #[arg(long, value_name = "PORT", global = true)]
    serial: Option<String>,
    /// A machine in the built-in simulator
    #[arg(long, global = true)]
    sim: bool,
}

#[derive(Debug, Subcommand)]
enum Job {
    /// Show a position's moves in the order in which the hardware generates them
    Moves(moves::Wanted),
    /// Count the leaves of the game tree with the walker in hardware
    Perft(perft::Wanted),
    /// Play four games of Blokus Duo by a competition's protocol
    Blokus(conformance::Wanted),
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    // Not said to clap, which would want them before the job.
    if args.line.serial.is_none() && !args.line.sim {
        let why = "there is no machine to speak to; give --serial PORT, or --sim for a simulated one";
        return Err(Usage(why.into()).into());
    }
    // Nor that both cannot be, which clap sees only where both stand before the job, or both behind
    // it.
    if args.line.serial.is_some() && args.line.sim {
        let why = "--serial and --sim are two machines; leave one of them out";
        return Err(Usage(why.into()).into());
    }
    match &args.job {
        Job::Moves(wanted) => {
            let (core, settings) = on_a_line(args)?;
            let node = wanted.node(core)?;
            moves::show(machine(args, core, &settings)?.as_mut(), core, node, wanted, results)
        }
        Job::Perft(wanted) => {
            let (core, settings) = on_a_line(args)?;
            wanted.check(core, &settings)?;
            perft::show(machine(args, core, &settings)?.as_mut(), core, &settings, wanted, results)
        }
        Job::Blokus(wanted) => {
            if args.core.is_some() {
                let why = "games are played with the core blokus-serial; leave --core out";
                return Err(Usage(why.into()).into());
            }
            let core = cores::find("blokus-serial").context("the cores lack blokus-serial")?;
            let options = cores::competitor(&args.set.settings(core)?);
            conformance::run(args.line.serial.as_deref(), options, wanted, results)
        }
    }
}

/// The core, and how it was built.
fn on_a_line(args: &Args) -> Result<(&'static CoreInfo, Settings)> {
    let usual = || cores::cores().find(|core| options::on_a_line(core));
    let core = args.core.or_else(usual).context("no core takes commands over a serial line")?;
    Ok((core, args.set.settings_on_a_line(core)?))
}

/// The machine of it, at the port or simulated.
fn machine(args: &Args, core: &CoreInfo, settings: &Settings) -> Result<Box<dyn TextMachine>> {
    Ok(match &args.line.serial {
        Some(port) => {
            let options = cores::uart(settings);
            let line = SerialLine::open(port, options.baud)?;
            cores::machine_on(core, settings, line, options.pause_bits)?
        }
        None => cores::machine_on_a_line(core, settings)?,
    })
}
