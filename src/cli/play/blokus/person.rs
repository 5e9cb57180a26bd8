//! A person at the keyboard: the words they can type, and the answers.

use std::io::BufRead;

use anyhow::Result;

use super::decision::{Decision, Said, has_choice};
use super::game::Game;
use super::players::Players;
use crate::blokus::drawing::{Drawing, page, side_by_side, spaced};
use crate::blokus::position::Left;
use crate::blokus::{Move, Piece, Position};
use crate::cli::play::line::read_line;
use crate::cli::results::Results;

const HELP: &str = "\
  45g2          place a piece: column and row of its centre (1 to 9, a to e), its letter, its rotation
  0000          pass
  pieces [g]    draw the pieces left, or all rotations of piece g
  moves [g]     list the legal moves, or those of piece g
  show 45g2     draw the board with that piece as `*`, without placing it
  hint          the move that the machine would make
  undo          take back your last move, and what came after it
  board         draw the board again
  quit          end the game here
";

/// The width of a page.
const WIDTH: usize = 100;

/// A person's request.
enum Request {
    Play(Move),
    Show(Move),
    Pieces(Vec<Piece>),
    Moves(Vec<Piece>),
    Hint,
    Undo,
    Board,
    Help,
    Quit,
}

/// Reads a line that is not empty. The error names its problem.
fn parse(line: &str) -> Result<Request, String> {
    let line = line.to_lowercase();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    let alone = |request| match rest.trim() {
        "" => Ok(request),
        more => Err(format!("`{word}` stands alone; leave `{more}` out")),
    };
    let code = |text: &str| text.parse::<Move>().map_err(|error| error.to_string());
    let pieces = || rest.split_whitespace().map(Piece::of_text).collect::<Result<Vec<_>, _>>();
    match word {
        "help" | "?" => alone(Request::Help),
        "hint" => alone(Request::Hint),
        "undo" => alone(Request::Undo),
        "board" => alone(Request::Board),
        "quit" | "exit" => alone(Request::Quit),
        "pieces" => pieces().map(Request::Pieces),
        "moves" => pieces().map(Request::Moves),
        "show" => code(rest.trim()).map(Request::Show),
        _ => code(&line).map(Request::Play),
    }
}

/// Asks until the answer is a legal move, a move is to be taken back, or the person quits.
pub fn ask(
    players: &mut Players,
    game: &Game,
    input: &mut impl BufRead,
    results: &mut Results,
) -> Result<Decision> {
    let position = game.position();
    let player = position.to_move();
    if !has_choice(position) {
        results.line(format!("{player} can place nothing and passes"))?;
        return Ok(Decision::Move(Said { mv: Move::Pass, about: String::new() }));
    }
    if players.greet() {
        results
            .text(format!("The pieces of {player}; a capital letter is the centre that a code names.\n\n"))?;
        results.text(drawn(position.left(player)))?;
        results.line("\nWrite a move, such as 45g2, or `help`.")?;
    }
    loop {
        results.text(format!("{player} to move: "))?;
        let Some(line) = read_line(input, "45g2")? else {
            results.line("")?;
            return Ok(Decision::End);
        };
        let request = match line.as_str() {
            "" => Ok(Request::Help),
            line => parse(line),
        };
        let answer = match request {
            Err(problem) => format!("{problem}; `help` tells what can be written\n"),
            Ok(Request::Quit) => return Ok(Decision::End),
            Ok(Request::Undo) => match players.undo(game) {
                Ok(moves) => return Ok(Decision::Undo(moves)),
                Err(problem) => format!("{problem}\n"),
            },
            Ok(Request::Play(mv)) => match position.play(mv) {
                Ok(_) => return Ok(Decision::Move(Said { mv, about: String::new() })),
                Err(error) => format!("{error}; `moves` lists what can be placed, `help` tells more\n"),
            },
            Ok(Request::Hint) => hint(players, position)?,
            Ok(request) => told(&request, position),
        };
        results.text(answer)?;
    }
}

/// The answers that the position alone gives.
fn told(request: &Request, position: &Position) -> String {
    let left = position.left(position.to_move());
    match request {
        Request::Pieces(pieces) if pieces.is_empty() => drawn(left),
        Request::Pieces(pieces) => pieces.iter().map(|&piece| page(piece)).collect::<Vec<_>>().join("\n"),
        Request::Moves(pieces) if pieces.is_empty() => {
            left.pieces().map(|piece| moves_of(piece, position)).collect()
        }
        Request::Moves(pieces) => {
            let of = |&piece: &Piece| format!("{}\n{}", page(piece), moves_of(piece, position));
            pieces.iter().map(of).collect::<Vec<_>>().join("\n")
        }
        &Request::Show(mv) => shown(mv, position),
        Request::Board => Drawing::of(position).to_string(),
        _ => HELP.into(),
    }
}

/// Pieces side by side, each as it lies in rotation 0.
fn drawn(left: Left) -> String {
    let blocks: Vec<Vec<String>> = left.pieces().map(|piece| spaced(piece, 0)).collect();
    side_by_side(&blocks, WIDTH)
}

/// The codes that place a piece.
fn moves_of(piece: Piece, position: &Position) -> String {
    let codes: Vec<String> = position
        .placements()
        .into_iter()
        .filter(|placement| placement.piece() == piece)
        .map(|placement| placement.to_string())
        .collect();
    match codes.is_empty() {
        true if !position.left(position.to_move()).has(piece) => format!("{piece}: placed before\n"),
        true => format!("{piece}: fits nowhere\n"),
        false => codes.chunks(18).map(|line| format!("{piece}: {}\n", line.join(" "))).collect(),
    }
}

/// The board with a move on it that is not made.
fn shown(mv: Move, position: &Position) -> String {
    let board = match mv {
        Move::Pass => Drawing::of(position),
        Move::Place(placement) => Drawing::of(position).proposing(placement),
    };
    let verdict = match position.play(mv) {
        Ok(_) => format!("{mv} can be played"),
        Err(error) => error.to_string(),
    };
    format!("{board}{verdict}\n")
}

/// The move that the machine would make.
fn hint(players: &mut Players, position: &Position) -> Result<String> {
    Ok(match players.search(position)? {
        None => "there is no move\n".into(),
        Some(Said { mv, about }) => format!("{}\nhint: {mv}{about}\n", shown(mv, position).trim_end()),
    })
}
