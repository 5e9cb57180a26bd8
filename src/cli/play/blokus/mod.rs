//! `movewright play blokus`: a game of Blokus Duo between people, simulated machines and chance.

mod decision;
mod game;
mod on_a_line;
mod person;
mod players;
mod record;
mod seats;

use std::cmp::Ordering;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::keeper::Keeper;
use crate::blokus::drawing::Drawing;
use crate::blokus::serial::Protocol;
use crate::blokus::{Player, Position};
use crate::cli::results::Results;
use crate::cli::{Outcome, Usage, counted, input};
use decision::Decision;
use game::Game;
use players::{Players, Who};
use record::{Record, parse_record};
use seats::{Seat, SeatArgs, first_given};

/// Blokus Duo, against the simulated core blokus-player
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A move is four characters, such as 56t2: column and row of the centre of the piece's 5 by 5 template
(1 to 9, a to e), piece (a to u), and rotation (0 to 7). 0000 is a pass. `movewright pieces` draws the
pieces. `+` marks the usable corners of the side to move. In the game, `help` lists the other words:
pieces, moves, show, hint, undo, board, quit.

WHO is one of four. `human` is you, with codes on standard input. `sim` is the core blokus-player,
simulated. `random` makes any legal move. `serial` is a player on a serial line, by a competition's
protocol, at --port or `serial:PORT`; without a port, it is the core blokus-serial, simulated bit by
bit.

--save keeps a game that ends early. Without it, the moves so far are printed, for --position.

Examples:
  movewright play blokus                                 you begin, the machine answers
  movewright play blokus --player-1 sim --player-2 random --save game.txt
  movewright play blokus --player-1 serial:/dev/ttyUSB0 --protocol fpt2013 --player-2 sim
  movewright play blokus --resume game.txt               go on with a saved game, and save it there again
  movewright play blokus --replay game.txt               every position of a saved game
  movewright play blokus --position '45g2 9at5' --depth 2
  movewright play blokus --player-1 sim --player-2 sim --time 0.01")]
pub struct Args {
    #[command(flatten)]
    seats: SeatArgs,
    /// Begin after these moves
    #[arg(long, value_name = "CODES", value_parser = parse_record, conflicts_with_all = ["replay", "resume"])]
    position: Option<Record>,
    /// Write the moves to this file when the game ends, however it ends
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    save: Option<PathBuf>,
    /// Go on with the game in this file and its players, unless others are given; it is saved there
    /// again, unless --save names another file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    resume: Option<PathBuf>,
    /// Show the game in this file, and play none
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "player_1", "player_2", "depth", "time", "seed", "set", "sim", "port", "baud", "protocol",
    ])]
    replay: Option<PathBuf>,
    #[command(flatten)]
    serial: SerialArgs,
}

/// The serial line that a player is on.
#[derive(Debug, clap::Args)]
struct SerialArgs {
    /// The port of this computer for the player `serial`; without it, that player is simulated
    #[arg(long, value_name = "PORT")]
    port: Option<String>,
    /// The rate of the port [default: 115200]
    #[arg(long, value_name = "BAUD", value_parser = clap::value_parser!(u32).range(1..))]
    baud: Option<u32>,
    /// The protocol of the player `serial` [default: heart2014]
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol_parser())]
    protocol: Option<Protocol>,
}

impl SerialArgs {
    /// The port, if there is one, and its rate.
    fn port(&self) -> Option<(&str, u32)> {
        self.port.as_deref().map(|port| (port, self.baud.unwrap_or(115_200)))
    }

    /// The protocol of the player.
    fn protocol(&self) -> Protocol {
        self.protocol.unwrap_or(Protocol::Heart2014)
    }

    /// The first of these options that is given.
    fn given(&self) -> Option<&'static str> {
        first_given([
            ("--port", self.port.is_some()),
            ("--baud", self.baud.is_some()),
            ("--protocol", self.protocol.is_some()),
        ])
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

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    let names = PossibleValuesParser::new(Protocol::NAMES);
    names.try_map(|name| Protocol::of(&name).ok_or("no such protocol"))
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    if let Some(file) = &args.replay {
        let (_, game) = saved_game(file)?;
        replay(&game, colour, results)?;
        return Ok(Outcome::Success);
    }
    let (heading, mut game) = begun(args)?;
    let saved = SeatArgs::of_heading(&heading).with_context(|| name_of(args))?;
    let seats = args.seats.or(saved);
    let players = seats.seats();
    let who = players.each_ref().map(|seat| seat.who);
    check(args, who)?;
    let serial = args.serial.with(players.each_ref())?;
    // Before the game, so that no game is played that cannot be written.
    let file = args.save.as_deref().map(|file| ("--save", file));
    let resumed = || args.resume.as_deref().map(|file| ("--resume", file));
    let keeper = match file.or_else(resumed).filter(|(_, file)| !input::is_standard(file)) {
        Some((option, file)) => Keeper::into_file(option, file, seats.heading(&heading))?,
        None => Keeper::in_mind(seats.to_go_on().command()),
    };
    let mut players = Players::new(who, seats.ahead(), seats.seed(), seats.set(), seats.sim(), &serial)?;
    let keep = |game: &Game| keeper.keep(game);
    let played = play(&mut game, keep, &mut players, &mut io::stdin().lock(), colour, results);
    let ended = players.end();
    // Whatever ends the game, its moves are kept.
    keeper.end(&game, results)?;
    played.and(ended)?;
    Ok(Outcome::Success)
}

/// Refuses players who cannot go on with a game.
fn check(args: &Args, who: [Who; 2]) -> Result<()> {
    let goes_on = args.position.is_some() || args.resume.is_some();
    let read = args.resume.as_deref().is_some_and(input::is_standard);
    let why = if goes_on && who.contains(&Who::Serial) {
        "a player on a serial line knows a game from its beginning; choose another, or leave --position and --resume out"
    } else if read && who.contains(&Who::Human) {
        "a person's moves come from standard input, which the game has been read from; give a file, or other players"
    } else {
        return check_options(args, who);
    };
    Err(Usage(why.into()).into())
}

/// Refuses options that no player of the game has a use for.
fn check_options(args: &Args, who: [Who; 2]) -> Result<()> {
    let plays = |one: Who| who.contains(&one);
    let serial = args.serial.given().filter(|_| !plays(Who::Serial));
    let random = args.seats.given_seed().filter(|_| !plays(Who::Random));
    // A person may ask the machine for a hint.
    let machine = args.seats.given_machine().filter(|_| who == [Who::Random; 2]);
    let unused = [(serial, "serial"), (random, "random"), (machine, "sim")];
    match unused.into_iter().find_map(|(option, player)| Some((option?, player))) {
        Some((option, player)) => {
            let why = format!("{option} is for a player `{player}`, and there is none; leave it out");
            Err(Usage(why).into())
        }
        None => Ok(()),
    }
}

/// The game that goes on, and what stands above its moves.
fn begun(args: &Args) -> Result<(String, Game)> {
    if let Some(file) = &args.resume {
        return saved_game(file);
    }
    let codes = args.position.as_ref().map_or_else(Vec::new, Record::codes);
    Ok((String::new(), Game::of(&codes).map_err(Usage::of)?))
}

/// What errors call the game that goes on.
fn name_of(args: &Args) -> String {
    args.resume.as_deref().map_or_else(String::new, input::name)
}

/// The game in a file, and the comments above it.
fn saved_game(file: &Path) -> Result<(String, Game)> {
    let text = input::text(file)?;
    Game::read(&text).map_err(Usage::of).with_context(|| input::name(file))
}

/// Plays until the game is over or somebody quits. `keep` gets the game before the first move and
/// after each move.
fn play(
    game: &mut Game,
    keep: impl Fn(&Game) -> Result<()>,
    players: &mut Players,
    input: &mut impl BufRead,
    colour: bool,
    results: &mut Results,
) -> Result<()> {
    keep(game)?;
    while !game.position().is_over() {
        results.text(Drawing::of(game.position()).coloured(colour, game.last()).to_string())?;
        let decision = match players.is_person(game.position()) {
            true => person::ask(players, game, input, results)?,
            false => players.ask(game)?,
        };
        match decision {
            Decision::End => return results.line("the game is left unfinished"),
            Decision::Undo(moves) => {
                results.line(format!("taken back: {}\n", game.codes()[moves..].join(" ")))?;
                game.cut(moves);
            }
            Decision::Move(said) => {
                results.line(format!("{} plays {}{}\n", game.position().to_move(), said.mv, said.about))?;
                game.play(said.mv)?;
            }
        }
        keep(game)?;
    }
    results.text(Drawing::of(game.position()).coloured(colour, game.last()).to_string())?;
    results.text(result(game.position()))
}

/// Shows a game move by move.
fn replay(game: &Game, colour: bool, results: &mut Results) -> Result<()> {
    for count in 0..=game.codes().len() {
        let (position, last) = game.after(count);
        results.text(Drawing::of(position).coloured(colour, last).to_string())?;
        if let Some(code) = game.codes().get(count) {
            results.line(format!("move {}: {} plays {code}\n", count + 1, position.to_move()))?;
        }
    }
    let position = game.position();
    match position.is_over() {
        true => results.text(result(position)),
        false => results.line(format!("the record ends here; {} is to move", position.to_move())),
    }
}

/// The result of a game: how it ended, the points of both players, and the winner.
fn result(position: &Position) -> String {
    let out = Player::BOTH.into_iter().find(|&player| position.left(player).is_empty());
    let why = out.map_or("both players passed".into(), |player| format!("{player} has placed all pieces"));
    let points = Player::BOTH.map(|player| position.score(player));
    let line = |player: Player| {
        let points = points[player.index()];
        let of = match position.left(player).squares() {
            0 if points > 15 => "all pieces placed, the single square last".into(),
            0 => "all pieces placed".into(),
            1 => "1 square left".into(),
            squares => format!("{squares} squares left"),
        };
        format!("{player}: {points} points, {of}\n")
    };
    let verdict = match points[0].cmp(&points[1]) {
        Ordering::Equal => "a draw".into(),
        Ordering::Greater => {
            format!("{} wins by {}", Player::One, counted(points[0].abs_diff(points[1]).into(), "point"))
        }
        Ordering::Less => {
            format!("{} wins by {}", Player::Two, counted(points[1].abs_diff(points[0]).into(), "point"))
        }
    };
    let [one, two] = Player::BOTH.map(line);
    format!("the game is over: {why}\n{one}{two}{verdict}\n")
}

#[cfg(test)]
mod tests;
