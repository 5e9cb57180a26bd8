//! `movewright host ... blokus`: games of a Blokus player at the other end of a serial line, by the
//! rules and in time.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::Outcome;
use super::options::Format;
use super::progress::Progress;
use super::results::Results;
use crate::blokus::serial::{Competitor, Game, Options, four_games};
use crate::cores;
use crate::host::{Line, SerialLine};

/// What is asked of the player.
#[derive(Debug, clap::Args)]
pub struct Wanted {
    /// Seconds that a move may take, with the line; for a simulated player, by its own clock and
    /// line
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// The format of the results
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// The results.
#[derive(Serialize)]
struct Report<'a> {
    protocol: &'static str,
    won: usize,
    games: &'a [Game],
}

/// Plays four games with the player of these options at the port, or without a port in the
/// simulator.
pub fn run(port: Option<&str>, options: Options, wanted: &Wanted, results: &mut Results) -> Result<Outcome> {
    let (protocol, baud) = (options.protocol, options.line.baud);
    let limit = Duration::from_secs(wanted.seconds.into());
    let (line, bytes): (Box<dyn Line>, u32) = match port {
        Some(port) => (Box::new(SerialLine::open(port, baud)?), baud / 10),
        None => {
            let bytes = options.line.clock_hz / cores::SIMULATED_BYTE;
            (Box::new(cores::competitor_on_a_line(options)?), bytes)
        }
    };
    // A late answer is distinguished from a missing one.
    let patience = bytes.saturating_mul(2 * wanted.seconds);
    let progress = Progress::new(4);
    let games = four_games(&mut Competitor::new(line, protocol, patience), limit, |_| progress.done())?;
    drop(progress);
    let won = games.iter().filter(|game| game.won()).count();
    match wanted.format {
        Format::Json => {
            results.json(&Report { protocol: protocol.name(), won, games: &games })?;
        }
        Format::Pretty => {
            results.line("player  begins  plies  longest s  points       result")?;
            for game in &games {
                results.line(told(game))?;
            }
            results.line(format!("{won} of {} won against the simplest opponent", games.len()))?;
        }
    }
    Ok(if games.iter().any(|game| game.fault.is_some()) { Outcome::Difference } else { Outcome::Success })
}

/// A line of the table.
fn told(game: &Game) -> String {
    let [own, other] = game.points;
    let result = match &game.fault {
        Some(fault) => format!("lost: {fault}"),
        None if own == other => "drawn".into(),
        None => if game.won() { "won" } else { "lost" }.into(),
    };
    format!(
        "{:6}  {:6}  {:5}  {:9.3}  {own:4} to {other:4}  {result}",
        game.player,
        if game.begins { "yes" } else { "no" },
        game.plies,
        game.longest_seconds
    )
}
