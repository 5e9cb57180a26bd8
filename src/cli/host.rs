//! `movewright host`: moves and counts by a machine at the other end of a serial line.

use anyhow::Result;
use clap::Subcommand;

use super::options::{SetArgs, player_parser};
use super::results::Results;
use super::{Outcome, moves, perft};
use crate::chess::machine::Machine;
use crate::cores::{self, CoreInfo};
use crate::host::SerialLine;

/// Speak to a machine at the other end of a serial line, on a board or simulated bit by bit
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The machine is one built with host=uart; docs/protocol.md has what goes over the line. Cycles are counted by the machine itself,
so what is printed is the same as by `movewright moves` and `movewright perft`. With --serial, --set tells how the board's
machine was built, where that is not the default: stack_depth, and baud with the line's rate.

Examples:
  movewright host --sim moves --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'
  movewright host --sim perft --depth 3
  movewright host --serial /dev/ttyUSB0 perft --depth 5
  movewright host --serial /dev/ttyUSB0 --set baud=1000000 moves")]
pub struct Args {
    #[command(flatten)]
    line: LineArgs,
    /// The core the machine is built from
    #[arg(long, value_name = "CORE", default_value = "chess-classic", value_parser = player_parser())]
    core: &'static CoreInfo,
    #[command(flatten)]
    set: SetArgs,
    #[command(subcommand)]
    job: Job,
}

/// Where the machine is.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct LineArgs {
    /// A serial port of this computer with a board at it
    #[arg(long, value_name = "PORT")]
    serial: Option<String>,
    /// A machine in the built-in simulator
    #[arg(long)]
    sim: bool,
}

#[derive(Debug, Subcommand)]
enum Job {
    /// Show a position's moves in the order the hardware generates them
    Moves(moves::Wanted),
    /// Count the leaves of the game tree with the walker in hardware
    Perft(perft::Wanted),
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let settings = args.set.settings(args.core)?;
    if let Job::Perft(wanted) = &args.job {
        wanted.check(args.core, &settings)?;
    }
    let mut machine: Box<dyn Machine> = match &args.line.serial {
        Some(port) => {
            let options = cores::uart(&settings);
            let line = SerialLine::open(port, options.baud)?;
            Box::new(cores::machine_on(line, options.pause_bits, &settings)?)
        }
        None => Box::new(cores::machine_on_a_line(args.core, &settings)?),
    };
    match &args.job {
        Job::Moves(wanted) => moves::show(machine.as_mut(), args.core.name, wanted, results),
        Job::Perft(wanted) => perft::show(machine.as_mut(), args.core.name, wanted, results),
    }
}
