//! The command line, with one file for each command. Results go to standard output, everything else
//! to standard error.

mod against;
mod bench;
mod boards;
mod build;
mod check;
mod command;
mod conformance;
mod cores;
mod eval;
mod explore;
mod gallery;
mod generate;
mod hash;
mod help;
mod host;
mod input;
mod moves;
mod options;
mod output_dir;
mod output_file;
mod pace;
mod perft;
mod picture;
mod pieces;
mod play;
mod position;
mod progress;
mod report;
mod results;
mod staging;
mod synth;
mod trace;
mod uci;
mod way;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use thiserror::Error;

use crate::cores::{CoreError, CoreInfo, Registry, Settings, cycles_over_a_line, program, recorded_a_second};
use crate::flow;
use results::Results;

/// The text of the help, with the meaning of each example behind `#`.
const HELP: &str = "\
Examples:
  movewright moves  # the moves of a game's first position, as the hardware orders them
  movewright perft --depth 3  # count the game tree in simulated hardware
  movewright gen CORE -o build  # write the machine as Verilog and VHDL
  movewright build CORE --board ulx3s-85f -o build/ulx3s  # the machine on a board, down to the bitstream
  movewright --completion bash  # completions for a shell

Exit status: 0 success, 1 failure or a difference found, 2 wrong usage, 130 interrupted.";

/// Generates hardware for game-tree search: writes it as Verilog and VHDL, simulates it, and proves
/// it.
#[derive(Debug, Parser)]
#[command(name = "movewright", version, arg_required_else_help = true)]
#[command(after_help = help::of_all(HELP))]
struct Cli {
    /// Print completions for a shell
    #[arg(long, value_name = "SHELL", exclusive = true)]
    completion: Option<Shell>,
    /// Show the command line of every outside tool that is run
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Args),
    Boards(boards::Args),
    Build(build::Args),
    Check(check::Args),
    Cores(cores::Args),
    Eval(eval::Args),
    Explore(explore::Args),
    Gallery(gallery::Args),
    Gen(generate::Args),
    Hash(hash::Args),
    Host(host::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Picture(picture::Args),
    Pieces(pieces::Args),
    Play(play::Args),
    Report(report::Args),
    Synth(synth::Args),
    Trace(trace::Args),
    Uci(uci::Args),
}

/// The end of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// As expected.
    Success,
    /// A result differs from a stated one.
    Difference,
}

/// A command line that asks for something impossible. It ends with status 2.
#[derive(Debug, Error)]
#[error("{0}")]
struct Usage(String);

impl Usage {
    /// Makes any error one of usage.
    fn of(error: impl std::error::Error) -> Self {
        Self(error.to_string())
    }
}

/// Runs the command line of this process with these cores, and says how it ended: 0 success, 1
/// failure or difference, 2 usage.
pub fn run(registry: &Registry) -> ExitCode {
    registry.install();
    flow::watch();
    let cli = command::command().try_get_matches().and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_owned();
        Ok((name, Cli::from_arg_matches(&matches)?))
    });
    let (name, cli) = match cli {
        Ok(read) => read,
        Err(error) => return refused(&error),
    };
    let mut results = Results::new(io::stdout());
    let ended = match command::serves(&name) {
        true => execute(cli, &mut results),
        false => Err(Usage(format!("`{name}` is for games that no core of {} plays", program())).into()),
    };
    match ended {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Difference) => ExitCode::from(1),
        // Whoever read the results has seen enough.
        Err(error) if results::reader_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&shortened(&format!("error: {error:#}")));
            let setting = error.downcast_ref().is_some_and(CoreError::is_setting);
            if error.is::<Usage>() || setting {
                tell("\nFor more information, try '--help'.");
                return ExitCode::from(2);
            }
            if flow::interrupted() {
                return ExitCode::from(flow::INTERRUPTED);
            }
            ExitCode::from(1)
        }
    }
}

/// Shows what clap says: the help that was asked for, or what is wrong.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    match text == shortened(&text) {
        // In colours, where there are any.
        true => drop(error.print()),
        false => tell(shortened(&text).trim_end()),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The most characters of a line of an error. What was typed or read may be of any length.
const LONGEST_LINE: usize = 1_000;

/// A text whose lines are about that long at most: the middle of a longer one is left out.
fn shortened(text: &str) -> String {
    let short = |line: &str| {
        let letters: Vec<char> = line.chars().collect();
        match letters.len().checked_sub(LONGEST_LINE) {
            None | Some(0) => line.to_owned(),
            Some(left_out) => {
                let (start, end) = (&letters[..LONGEST_LINE / 2], &letters[LONGEST_LINE / 2 + left_out..]);
                let text = |letters: &[char]| letters.iter().collect::<String>();
                format!("{} [{left_out} characters left out] {}", text(start), text(end))
            }
        }
    };
    text.split('\n').map(short).collect::<Vec<_>>().join("\n")
}

/// Writes a line for anybody who watches. If nobody can read it, that is no failure.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Says so beforehand where the run that a core is exercised with takes long in the simulator.
fn tell_of_a_long_run(core: &CoreInfo, settings: &Settings) -> Result<()> {
    if let Some(cycles) = cycles_over_a_line(core, settings).filter(|&cycles| cycles > LONG_RUN) {
        let minutes = cycles as f64 / recorded_a_second(core, settings)?.max(1.0) / 60.0;
        tell(&format!(
            "recording a run of some {} million clock cycles, most of them bits of the serial line: about {} here, and less \
             with a smaller clock_hz or a larger baud",
            cycles / 1_000_000,
            counted(minutes.ceil() as u64, "minute"),
        ));
    }
    Ok(())
}

/// Clock cycles that the built-in simulator takes longer for than anybody waits without a word.
const LONG_RUN: u64 = 2_000_000;

/// A number of things.
fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn execute(cli: Cli, results: &mut Results) -> Result<Outcome> {
    if cli.verbose {
        flow::show_commands();
    }
    if cli.completion.is_some() && cli.command.is_some() {
        return Err(Usage(
            "--completion prints a shell's completions and nothing else: leave out the command".into(),
        )
        .into());
    }
    match cli.command {
        Some(Command::Bench(args)) => bench::run(&args, results),
        Some(Command::Boards(args)) => boards::run(&args, results),
        Some(Command::Build(args)) => build::run(&args, results),
        Some(Command::Check(args)) => check::run(&args, results),
        Some(Command::Cores(args)) => cores::run(&args, results),
        Some(Command::Eval(args)) => eval::run(&args, results),
        Some(Command::Explore(args)) => explore::run(&args, results),
        Some(Command::Gallery(args)) => gallery::run(&args, results),
        Some(Command::Gen(args)) => generate::run(&args, results),
        Some(Command::Hash(args)) => hash::run(&args, results),
        Some(Command::Host(args)) => host::run(&args, results),
        Some(Command::Moves(args)) => moves::run(&args, results),
        Some(Command::Perft(args)) => perft::run(&args, results),
        Some(Command::Picture(args)) => picture::run(&args, results),
        Some(Command::Pieces(args)) => pieces::run(&args, results),
        Some(Command::Play(args)) => play::run(&args, results),
        Some(Command::Report(args)) => report::run(&args, results),
        Some(Command::Synth(args)) => synth::run(&args, results),
        Some(Command::Trace(args)) => trace::run(&args, results),
        Some(Command::Uci(args)) => uci::run(&args, results),
        None => completion(cli.completion, results),
    }
}

fn completion(shell: Option<Shell>, results: &mut Results) -> Result<Outcome> {
    let shell = shell.ok_or_else(|| Usage("no command is given".into()))?;
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command::command(), program(), &mut script);
    results.bytes(&script)?;
    Ok(Outcome::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let long = format!("error: {}: why\nshort", "ä".repeat(5_000));
        let cut = shortened(&long);
        assert_eq!(cut.lines().nth(1), Some("short"));
        assert!(cut.starts_with("error: ää") && cut.contains("ä: why"), "{cut}");
        assert!(cut.contains("ä [4012 characters left out] ä"), "{cut}");
        assert_eq!(shortened("as it is\n"), "as it is\n");
    }
}
