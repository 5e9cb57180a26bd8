//! `movewright play chess`: a game of chess between people, the machine's twin and chance.

mod game;
mod person;
mod pgn;
mod players;
mod seats;

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use super::keeper::Keeper;
use crate::chess::{Color, Figures, Position};
use crate::cli::position::is_start;
use crate::cli::results::Results;
use crate::cli::{Outcome, Usage, input};
use game::Game;
use person::Decision;
use pgn::{Saved, tag};
use players::Players;
use seats::{Seats, TAG};

/// Chess, against the chess player's twin in software
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A move is written as Nf3, exd5, O-O or e8=Q, or from square to square as g1f3. In the game, `help` lists
the other words: moves, hint, undo, game, board, fen, quit. A game ends by mate or stalemate, and as a
draw when a position is there for the third time, after 50 moves without capture or pawn move, and where
neither side could give mate.

--save keeps a game as PGN, also one that ends early. Without it, the moves so far are printed, for
--moves.

Examples:
  movewright play chess                                    you are white, the twin answers
  movewright play chess --white twin --black human --time 2
  movewright play chess --clock 5+3 --save game.pgn
  movewright play chess --resume game.pgn                  go on with a saved game, and save it there again
  movewright play chess --replay game.pgn                  every position of a saved game
  movewright play chess --position '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --depth 12
  movewright play chess --white twin --black random --nodes 20000")]
pub struct Args {
    #[command(flatten)]
    seats: Seats,
    /// Begin with this position
    #[arg(long, value_name = "FEN", visible_alias = "fen", conflicts_with_all = ["replay", "resume"])]
    position: Option<String>,
    /// Make these moves first, such as e4 e5 Nf3 or e2e4 e7e5 g1f3
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with_all = ["replay", "resume"])]
    moves: Vec<String>,
    /// Write the game as PGN to this file when it ends, however it ends
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    save: Option<PathBuf>,
    /// Go on with the game in this file and its players, unless others are given; it is saved there
    /// again, unless --save names another file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    resume: Option<PathBuf>,
    /// Show the game in this file, and play none
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "white", "black", "depth", "nodes", "time", "clock", "seed",
    ])]
    replay: Option<PathBuf>,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    if let Some(file) = &args.replay {
        replay(&saved_game(file)?.game, results)?;
        return Ok(Outcome::Success);
    }
    let Saved { tags, mut game } = begun(args)?;
    let said = tags.iter().find(|(name, _)| name == TAG);
    let saved = said.map_or(Ok(Seats::default()), |(_, value)| Seats::of_tag(value));
    let seats =
        args.seats.or(saved.with_context(|| args.resume.as_deref().map_or_else(String::new, input::name))?);
    check(args, &seats)?;
    // Before the game, so that no game is played that cannot be written.
    let file = args.save.as_deref().map(|file| ("--save", file));
    let file = file.or_else(|| args.resume.as_deref().map(|file| ("--resume", file)));
    let keeper = match file.filter(|(_, file)| !input::is_standard(file)) {
        Some((option, file)) => Keeper::into_file(option, file, heading(&tags, &seats, &game))?,
        None => Keeper::in_mind(format!("movewright play chess {}", seats.options())),
    };
    let mut players = Players::new(seats)?;
    let played = play(&mut game, &keeper, &mut players, &mut io::stdin().lock(), results);
    // Whatever ends the game, its moves are kept.
    keeper.end(&game, results)?;
    played?;
    Ok(Outcome::Success)
}

/// Refuses what cannot be together.
fn check(args: &Args, seats: &Seats) -> Result<()> {
    let read = args.resume.as_deref().is_some_and(input::is_standard);
    if read && seats.who().contains(&seats::Who::Human) {
        let why = "a person's moves come from standard input, which the game has been read from; give a file, or other players";
        return Err(Usage(why.into()).into());
    }
    match seats.unused().filter(|_| args.resume.is_none()) {
        Some((option, player)) => {
            let why = format!("{option} is for a player `{player}`, and there is none; leave it out");
            Err(Usage(why).into())
        }
        None => Ok(()),
    }
}

/// The game that goes on, or a new one, after the moves that are given.
fn begun(args: &Args) -> Result<Saved> {
    if let Some(file) = &args.resume {
        return saved_game(file);
    }
    let text = args.position.as_deref().map(str::trim).filter(|text| !text.is_empty() && !is_start(text));
    let start = text.map_or(Ok(Position::start()), Position::from_fen);
    let start = start.map_err(|error| Usage(format!("--position: {error}")))?;
    let words = args.moves.join(" ");
    let saved = pgn::read(&format!("[FEN \"{}\"]\n{words}", start.to_fen()));
    let game = saved.map_err(|error| Usage(format!("--moves: {error}")))?.game;
    Ok(Saved { tags: Vec::new(), game })
}

/// The game in a file.
fn saved_game(file: &Path) -> Result<Saved> {
    let text = input::text(file)?;
    pgn::read(&text).map_err(Usage::of).with_context(|| input::name(file))
}

/// The tags of a file: who plays, and what else stood there before.
fn heading(before: &[(String, String)], seats: &Seats, game: &Game) -> String {
    let of = |name: &str| before.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
    let mut text = String::new();
    for (name, usual) in
        [("Event", "A game by Movewright"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "-")]
    {
        text += &tag(name, of(name).unwrap_or(usual));
    }
    text += &tag("White", seats.name(Color::White));
    text += &tag("Black", seats.name(Color::Black));
    let start = game.start().to_fen();
    if start != Position::START {
        text += &(tag("SetUp", "1") + &tag("FEN", &start));
    }
    text += &tag(TAG, &seats.options());
    let ours = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", TAG];
    for (name, value) in before.iter().filter(|(name, _)| !ours.contains(&name.as_str())) {
        text += &tag(name, value);
    }
    text
}

/// Plays until the game is over or somebody quits.
fn play(
    game: &mut Game,
    keeper: &Keeper,
    players: &mut Players,
    input: &mut impl BufRead,
    results: &mut Results,
) -> Result<()> {
    keeper.keep(game)?;
    while game.over().is_none() {
        let side = game.position().side;
        results.line(game.position().draw(Figures::Letters))?;
        let began = Instant::now();
        let decision = match players.is_person(side) {
            true => person::ask(players, game, input, results)?,
            false => players.ask(game).map_or(Decision::End, Decision::Move),
        };
        match decision {
            Decision::End => return results.line("the game is left unfinished"),
            Decision::Undo(moves) => {
                results.line(format!("taken back: {}\n", game.san()[moves..].join(" ")))?;
                game.cut(moves);
            }
            Decision::Move(said) => {
                if players.times.as_mut().is_some_and(|times| !times.take(side, began.elapsed())) {
                    game.lose_on_time(side);
                } else {
                    let san = game.position().san(said.mv).unwrap_or_else(|| said.mv.to_string());
                    results.line(format!("{side} plays {san}{}\n", said.about))?;
                    game.play(said.mv);
                }
            }
        }
        keeper.keep(game)?;
    }
    results.line(game.position().draw(Figures::Letters))?;
    let over = game.over().map_or_else(String::new, game::Over::told);
    results.line(format!("the game is over: {over}"))
}

/// Shows a game move by move.
fn replay(game: &Game, results: &mut Results) -> Result<()> {
    for (count, san) in game.san().iter().enumerate() {
        let position = game.after(count);
        results.line(position.draw(Figures::Letters))?;
        results.line(format!("move {}: {} plays {san}\n", count + 1, position.side))?;
    }
    results.line(game.position().draw(Figures::Letters))?;
    match game.over() {
        Some(over) => results.line(format!("the game is over: {}", over.told())),
        None => results.line(format!("the record ends here; {} is to move", game.position().side)),
    }
}

#[cfg(test)]
mod tests;
