//! `movewright play`: a game, drawn move by move, between people, simulated machines and chance.

mod draw;
mod on_a_line;
mod players;

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::blokus::{Record, parse_record};
use super::options::{SetArgs, Sim};
use super::output_file::OutputFile;
use super::results::Results;
use super::{Outcome, Usage, input};
use crate::blokus::search::{DEEPEST, HZ, LONGEST};
use crate::blokus::serial::Protocol;
use crate::blokus::{Move, Player, Position};
use draw::draw;
use players::{Ahead, Players, Said, Who};

/// Play a game against a simulated machine, or watch one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A move is four characters: column and row of the centre of the piece's 5 by 5 template (1 to 9, a to e), piece (a to u), rotation
(0 to 7), such as 56t2; 0000 is a pass. `quit` ends the game early. Usable corners of who moves are drawn as `+`.

WHO is `human`: you, by codes on standard input; `sim`: the core blokus-player, simulated; `random`: any legal move; `serial`: a player on a
serial line, by a competition's protocol, at --port or `serial:PORT`, otherwise the core blokus-serial, simulated bit by bit.

Examples:
  movewright play blokus                                 you begin, the machine answers
  movewright play blokus --black sim --white random --save game.txt
  movewright play blokus --black serial:/dev/ttyUSB0 --protocol fpt2013 --white sim
  movewright play blokus --replay game.txt               every position of a game that was saved
  movewright play blokus --position '45g2 9at5' --depth 2
  movewright play blokus --black sim --white sim --time 0.01")]
pub struct Args {
    /// What is played
    #[arg(value_enum, value_name = "GAME")]
    _game: Game,
    /// Who plays the pieces that begin on column 5, row 5, and moves first: human, sim, random, serial, or serial:PORT
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = parse_seat)]
    black: Seat,
    /// Who plays those that begin on column a, row a
    #[arg(long, value_name = "WHO", default_value = "sim", value_parser = parse_seat)]
    white: Seat,
    /// Plies that the machine looks ahead
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: u32,
    /// Seconds of a move at 50 MHz in which the machine looks one ply further ahead each time, instead of --depth
    #[arg(long, value_name = "S", value_parser = parse_time, conflicts_with = "depth", allow_hyphen_values = true)]
    time: Option<u32>,
    /// Where the random numbers of `random` begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin after these moves
    #[arg(long, value_name = "CODES", value_parser = parse_record, conflicts_with = "replay")]
    position: Option<Record>,
    /// Write the moves to this file when the game ends
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    save: Option<PathBuf>,
    /// Show the game in this file, and play no other
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    #[command(flatten)]
    serial: SerialArgs,
    #[command(flatten)]
    set: SetArgs,
    /// What simulates the machine
    #[arg(long, value_enum, value_name = "SIMULATOR", default_value_t = Sim::BuiltIn)]
    sim: Sim,
}

/// The serial line that a player is on.
#[derive(Debug, clap::Args)]
struct SerialArgs {
    /// The port of this computer that the player `serial` is at; without it, it is simulated
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// The rate of the port
    #[arg(long, value_name = "BAUD", default_value_t = 115_200, value_parser = clap::value_parser!(u32).range(1..))]
    baud: u32,
    /// The protocol of the player `serial`
    #[arg(long, value_name = "PROTOCOL", default_value = Protocol::Heart2014.name(), value_parser = protocol_parser())]
    protocol: Protocol,
}

impl SerialArgs {
    /// The port, if there is one, and its rate.
    fn port(&self) -> Option<(&str, u32)> {
        self.port.as_deref().map(|port| (port, self.baud))
    }

    /// The same with the ports that are named with a player.
    fn with(&self, seats: [&Seat; 2]) -> Result<Self> {
        let ports = seats.into_iter().filter_map(|seat| seat.port.as_ref()).chain(&self.port);
        let mut ports: Vec<&String> = ports.collect();
        ports.dedup();
        match ports[..] {
            [] | [_] => Ok(Self { port: ports.first().map(ToString::to_string), ..*self }),
            _ => Err(Usage("a game has one serial port; name it once".into()).into()),
        }
    }
}

/// Who plays a colour, and the port of who is on a serial line, if it is named with it.
#[derive(Clone, Debug)]
struct Seat {
    who: Who,
    port: Option<String>,
}

fn parse_seat(text: &str) -> Result<Seat, &'static str> {
    if let Some(("serial", port)) = text.split_once(':').filter(|(_, port)| !port.is_empty()) {
        return Ok(Seat { who: Who::Serial, port: Some(port.into()) });
    }
    let who = Who::from_str(text, false).map_err(|_| "choose human, sim, random, serial, or serial:PORT")?;
    Ok(Seat { who, port: None })
}

impl Args {
    /// How far machines look ahead.
    fn ahead(&self) -> Ahead {
        let depth = if self.time.is_some() { DEEPEST } else { self.depth };
        Ahead { depth, limit: self.time }
    }
}

/// Clock cycles of so many seconds.
fn parse_time(text: &str) -> Result<u32, String> {
    // To a tenth, so that what is told can be given.
    let longest = (f64::from(LONGEST) / HZ * 10.0).floor() / 10.0;
    let wrong = || format!("a time is a number of seconds above 0, up to {longest:.1}, such as 0.1");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !(seconds > 0.0 && seconds <= longest) {
        return Err(wrong());
    }
    Ok((seconds * HZ).ceil() as u32)
}

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    let names = PossibleValuesParser::new(Protocol::NAMES);
    names.try_map(|name| Protocol::of(&name).ok_or("no such protocol"))
}

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Game {
    Blokus,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    if let Some(file) = &args.replay {
        replay(&input::text(file)?, colour, results).with_context(|| file.display().to_string())?;
        return Ok(Outcome::Success);
    }
    let who = [args.black.who, args.white.who];
    if who.contains(&Who::Serial) && args.position.is_some() {
        let why = "a player on a serial line knows a game from its beginning; leave --position out";
        return Err(Usage(why.into()).into());
    }
    let serial = args.serial.with([&args.black, &args.white])?;
    // Before the game, so that no game is played that cannot be written.
    let saving = args.save.as_deref().map(|file| OutputFile::begin("--save", file)).transpose()?;
    let saving = saving.map(OutputFile::kept_at_signal);
    let mut players = Players::new(who, args.ahead(), args.seed, &args.set, args.sim, &serial)?;
    let (mut codes, position) = args.position.clone().unwrap_or_else(Record::start).into_parts();
    // Whatever ends the game, its moves are kept.
    let keep = |codes: &[String]| saving.as_ref().map_or(Ok(()), |saving| saving.write(&saved(args, codes)));
    keep(&codes)?;
    let played = play(position, &mut codes, keep, &mut players, &mut io::stdin().lock(), colour, results);
    let ended = players.end();
    if let (Some(saving), Some(file)) = (saving, &args.save) {
        saving.end()?;
        results.line(format!("moves written to {}", file.display()))?;
    }
    played.and(ended)?;
    Ok(Outcome::Success)
}

/// Plays until the game is over or somebody quits, and adds the codes of all moves; `keep` is shown them after each.
fn play(
    mut position: Position,
    codes: &mut Vec<String>,
    keep: impl Fn(&[String]) -> Result<()>,
    players: &mut Players,
    input: &mut impl BufRead,
    colour: bool,
    results: &mut Results,
) -> Result<()> {
    let mut last = None;
    while !position.is_over() {
        results.text(draw(&position, last, colour))?;
        let Some(Said { mv, about }) = players.ask(&position, last, input, results)? else {
            return results.line("the game is left unfinished");
        };
        results.line(format!("{} plays {mv}{about}\n", colour_of(position.to_move())))?;
        position = position.play(mv)?;
        codes.push(mv.to_string());
        keep(codes)?;
        last = Some(mv);
    }
    end(&position, last, colour, results)
}

/// Shows a game that was saved.
fn replay(text: &str, colour: bool, results: &mut Results) -> Result<()> {
    let codes: Vec<&str> =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect();
    // The whole first, so that half of a game that cannot be played is not shown.
    let whole: Position = codes.join(" ").parse().map_err(Usage::of)?;
    for count in 0..codes.len() {
        let position: Position = codes[..count].join(" ").parse().map_err(Usage::of)?;
        let last = codes[..count].last().and_then(|code| code.parse().ok());
        results.text(draw(&position, last, colour))?;
        results.line(format!("move {}: {}\n", count + 1, codes[count]))?;
    }
    let last = codes.last().and_then(|code| code.parse().ok());
    if whole.is_over() {
        return end(&whole, last, colour, results);
    }
    results.text(draw(&whole, last, colour))?;
    results.line(format!("the record ends here; {} is to move", colour_of(whole.to_move())))
}

fn end(position: &Position, last: Option<Move>, colour: bool, results: &mut Results) -> Result<()> {
    results.text(draw(position, last, colour))?;
    let [black, white] = Player::BOTH.map(|player| position.score(player));
    let verdict = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "black wins",
        std::cmp::Ordering::Less => "white wins",
        std::cmp::Ordering::Equal => "a draw",
    };
    results.line(format!("the game is over: black {black}, white {white}: {verdict}"))
}

/// What a player is called.
fn colour_of(player: Player) -> &'static str {
    match player {
        Player::One => "black",
        Player::Two => "white",
    }
}

/// The text of a game that is saved.
fn saved(args: &Args, codes: &[String]) -> String {
    let name =
        |seat: &Seat| seat.who.to_possible_value().map_or_else(String::new, |value| value.get_name().into());
    format!(
        "# Blokus Duo: black {}, white {}, {}, seed {}\n{}\n",
        name(&args.black),
        name(&args.white),
        args.time.map_or(format!("depth {}", args.depth), |cycles| format!("{cycles} cycles a move")),
        args.seed,
        codes.join(" ")
    )
}

#[cfg(test)]
mod tests;
