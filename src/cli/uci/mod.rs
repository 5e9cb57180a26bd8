//! `movewright uci`: the chess player behind the protocol that chess programs speak.

mod clock;
mod command;
mod options;
mod plays;
mod session;

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, Result};

pub use self::clock::Clock;
pub use self::command::Go;
use self::options::{HASH, Options};
use self::session::{Event, Session};
use super::options::SetArgs;
use super::results::Results;
use super::{Outcome, Usage};
use crate::chess::player::Player;
use crate::chess::player::machine::{self, MachinePlayer};
use crate::cores::{self, Settings};
use crate::host::{SerialLine, connect};

/// Play chess over UCI, as chess programs speak it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Name this command to any chess program as an engine: `movewright uci`. It reads commands from standard
input and answers on standard output: uci, isready, ucinewgame, setoption, position, go, stop,
ponderhit, quit. What it cannot read it answers with `info string ...`. The end of the input ends it.

By default the player is the machine's twin in software; docs/chess_player.md says how it searches.
With --on sim it is the machine itself, the core chess-player in the built-in simulator. That has less
of the search; docs/chess_player_machine.md describes it. --set chooses its settings.
With --on model it is a model of that machine in software: it makes the same moves after the same clock
cycles, and takes much less time than the simulator. `go nodes N` gives either N clock cycles.
With --on serial:PORT it is the machine on a board, as `movewright build chess-player` makes it. --set
gives the settings of the board's machine that are not the default, and baud for the line's rate.

Examples:
  movewright uci
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | movewright uci
  printf 'go depth 3\\n' | movewright uci --on sim --set levels=100
  printf 'go nodes 600000\\n' | movewright uci --on model
  movewright uci --on serial:/dev/ttyUSB0 --set weights=lean")]
pub struct Args {
    /// What plays: twin, sim, model, or serial:PORT
    #[arg(long, value_name = "PLAYER", default_value = "twin", value_parser = on)]
    on: On,
    #[command(flatten)]
    set: SetArgs,
    /// Megabytes of the twin's hash table, until `setoption name Hash` says otherwise; by default
    /// 16
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=Player::MOST_MEGABYTES))]
    hash: Option<u64>,
    /// Threads of the machine that is played; by default 1 of the twin, and all of the machine
    /// itself. The twin takes their turns one after the other, so more of them are no faster here
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: Option<u32>,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
enum On {
    /// The machine's twin in software.
    Twin,
    /// The machine in the built-in simulator.
    Sim,
    /// The machine's model.
    Model,
    /// The machine on a board, at this serial port.
    Serial(String),
}

/// Reads what plays.
fn on(text: &str) -> Result<On, &'static str> {
    match (text, text.split_once(':')) {
        ("twin", _) => Ok(On::Twin),
        ("sim", _) => Ok(On::Sim),
        ("model", _) => Ok(On::Model),
        (_, Some(("serial", port))) if !port.is_empty() => Ok(On::Serial(port.into())),
        _ => Err("choose twin, sim, model, or serial:PORT, such as serial:/dev/ttyUSB0"),
    }
}

/// Bytes of a line, at most: a game of some thousand moves.
const LONGEST_LINE: u64 = 1 << 16;

/// Clock cycles of a board's machine while a line at 115,200 baud brings a position, a window, a
/// limit and a search, and reads the counters: some 60 ms.
const CYCLES_BETWEEN: u64 = 1 << 22;

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let (sender, events) = channel();
    let out = Lines(results);
    let mut session = match &args.on {
        On::Twin => Session::new(twin(args)?, Options::Twin, events, out),
        On::Sim => {
            let machine = machine(args, &args.set.settings(&cores::CHESS_PLAYER)?)?;
            let options = Options::of_machine(&machine.schedule);
            Session::new(MachinePlayer::simulated(&machine)?, options, events, out)
        }
        On::Model => {
            let machine = machine(args, &args.set.settings(&cores::CHESS_PLAYER)?)?;
            let options = Options::of_machine(&machine.schedule);
            Session::new(MachinePlayer::modelled(&machine), options, events, out)
        }
        On::Serial(port) => {
            let settings = args.set.settings_on_a_line(&cores::CHESS_PLAYER)?;
            let schedule = machine(args, &settings)?.schedule;
            let line = cores::uart(&settings);
            let port = connect(SerialLine::open(port, line.baud)?, line.pause_bits)?;
            let options = Options::of_machine(&schedule);
            let mut player = MachinePlayer::behind(port, schedule);
            player.cycles_between(CYCLES_BETWEEN);
            Session::new(player, options, events, out)
        }
    };
    // It ends with the process: nothing can end a read of standard input.
    thread::Builder::new().name("uci input".into()).spawn(move || read(&mut io::stdin().lock(), &sender))?;
    session.run()?;
    Ok(Outcome::Success)
}

fn twin(args: &Args) -> Result<Player> {
    if !args.set.is_empty() {
        return Err(Usage(
            "--set is about the machine; give --on sim, --on model or --on serial:PORT too".into(),
        )
        .into());
    }
    let mut player = Player::new(args.hash.unwrap_or(HASH)).context("--hash")?;
    player.set_threads(args.threads.unwrap_or(1) as usize);
    Ok(player)
}

/// The machine with these settings, of which as many threads search as are asked for.
fn machine(args: &Args, settings: &Settings) -> Result<machine::Player> {
    if args.hash.is_some() {
        return Err(Usage("--hash is about the twin; the machine's table has --set entries=N".into()).into());
    }
    let mut machine = cores::chess_player_machine(&cores::CHESS_PLAYER, settings)?;
    let threads = machine.schedule.threads;
    machine.schedule.used = args.threads.unwrap_or(threads);
    if machine.schedule.used > threads {
        return Err(Usage(format!("--threads: the machine has {threads}")).into());
    }
    Ok(machine)
}

/// Reads lines until the input ends or nobody wants them.
fn read(input: &mut impl BufRead, to: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let read = Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => Event::End,
            Ok(_) if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') => {
                match skip_line(input) {
                    Ok(()) => Event::TooLong,
                    Err(_) => Event::End,
                }
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let ended = matches!(event, Event::End);
        if to.send(event).is_err() || ended {
            return;
        }
    }
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let skipped = end.map_or(buffer.len(), |end| end + 1);
        input.consume(skipped);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// Results as a writer.
struct Lines<'a>(&'a mut Results);

impl io::Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.bytes(bytes).map_err(io_error)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error beneath, if it is one of input and output.
fn io_error(error: anyhow::Error) -> io::Error {
    error.downcast::<io::Error>().unwrap_or_else(io::Error::other)
}

#[cfg(test)]
mod tests;
