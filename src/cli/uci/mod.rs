//! `movewright uci`: the chess player behind the protocol that chess programs speak.

mod clock;
mod command;
mod options;
mod session;

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, Result};

pub use self::clock::Clock;
pub use self::command::Go;
use self::options::{HASH, Options};
use self::session::{Event, Session};
use super::Outcome;
use super::results::Results;
use crate::chess::player::Player;

/// Play chess over UCI, as chess programs speak it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Name this command to any chess program as an engine: `movewright uci`. It reads commands from standard
input and answers on standard output: uci, isready, ucinewgame, setoption, position, go, stop,
ponderhit, quit. What it cannot read it answers with `info string ...`. The end of the input ends it.

The player is the machine's twin in software. docs/chess_player.md says how it searches.

Examples:
  movewright uci
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | movewright uci")]
pub struct Args {
    /// Megabytes of the hash table, until `setoption name Hash` says otherwise
    #[arg(long, value_name = "MB", default_value_t = HASH, value_parser = clap::value_parser!(u64).range(1..=Player::MOST_MEGABYTES))]
    hash: u64,
}

/// Bytes of a line, at most: a game of some thousand moves.
const LONGEST_LINE: u64 = 1 << 16;

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let player = Player::new(args.hash).context("--hash")?;
    let (sender, events) = channel();
    // It ends with the process: nothing can end a read of standard input.
    thread::Builder::new().name("uci input".into()).spawn(move || read(&mut io::stdin().lock(), &sender))?;
    Session::new(player, Options, events, Lines(results)).run()?;
    Ok(Outcome::Success)
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
