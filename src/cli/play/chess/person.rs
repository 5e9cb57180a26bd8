//! A person at the keyboard: the words they can type, and the answers.

use std::io::BufRead;

use anyhow::Result;

use super::game::Game;
use super::players::{Players, Said};
use crate::chess::{Figures, Move, Position, rules};
use crate::cli::play::line::read_line;
use crate::cli::results::Results;

const HELP: &str = "\
  Nf3, exd5, O-O, e8=Q    make a move in algebraic notation
  g1f3, e7e8q             or from square to square
  moves [N]               list the legal moves, or those of one kind of piece: P N B R Q K
  hint                    the move that the machine would make
  undo                    take back your last move, and what came after it
  game                    the moves so far
  board                   draw the board again
  fen                     the position as a FEN
  quit                    end the game here
";

/// A person's decision.
pub enum Decision {
    /// To make a move.
    Move(Said),
    /// To go back to the position after this many moves.
    Undo(usize),
    /// To play no more.
    End,
}

/// Asks until the answer is a legal move, a move is to be taken back, or the person quits.
pub fn ask(
    players: &mut Players,
    game: &Game,
    input: &mut impl BufRead,
    results: &mut Results,
) -> Result<Decision> {
    let position = game.position();
    if players.greet() {
        results.line("Write a move, such as Nf3 or g1f3, or `help`.")?;
    }
    loop {
        let left = players.times.map(|times| times.left(position.side).as_secs());
        let left = left.map_or_else(String::new, |left| format!(" ({}:{:02} left)", left / 60, left % 60));
        results.text(format!("{} to move{left}: ", position.side))?;
        let Some(line) = read_line(input, "Nf3")? else {
            results.line("")?;
            return Ok(Decision::End);
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        let lower = word.to_lowercase();
        let answer = match lower.as_str() {
            "moves" => moves(position, rest),
            "help" | "?" | "" | "hint" | "undo" | "game" | "board" | "fen" | "quit" | "exit"
                if !rest.is_empty() =>
            {
                format!("`{word}` stands alone; leave `{rest}` out\n")
            }
            "help" | "?" | "" => HELP.into(),
            "quit" | "exit" => return Ok(Decision::End),
            "board" => position.draw(Figures::Letters),
            "fen" => format!("{}\n", position.to_fen()),
            "game" => format!("{}\n", super::pgn::moves_text(game.start(), &game.san(), "*")),
            "hint" => hint(players, game),
            "undo" => match players.undo(game) {
                Ok(moves) => return Ok(Decision::Undo(moves)),
                Err(problem) => format!("{problem}\n"),
            },
            _ => match position.read_move(&line) {
                Ok(mv) => return Ok(Decision::Move(Said { mv, about: String::new() })),
                Err(error) => {
                    format!("`{}`: {error}; `help` tells what can be written\n", line.escape_debug())
                }
            },
        };
        results.text(answer)?;
    }
}

/// The legal moves, or those of one kind of piece.
fn moves(position: &Position, kind: &str) -> String {
    let kinds = ["P", "N", "B", "R", "Q", "K"];
    let wanted = kind.to_uppercase();
    if !kind.is_empty() && !kinds.contains(&wanted.as_str()) {
        return format!("`{}` is no kind of piece; write P, N, B, R, Q or K\n", kind.escape_debug());
    }
    let of_kind = |mv: &Move| {
        let piece = position.piece(mv.from);
        kind.is_empty() || piece.is_some_and(|piece| piece.kind.letter().to_string() == kind.to_lowercase())
    };
    let legal = rules::legal_moves(position).unwrap_or_default();
    let mut texts: Vec<String> =
        legal.iter().filter(|mv| of_kind(mv)).filter_map(|mv| position.san(*mv)).collect();
    texts.sort();
    match texts.is_empty() {
        true => "no such move\n".into(),
        false => texts.chunks(14).map(|line| format!("{}\n", line.join(" "))).collect(),
    }
}

/// The move that the twin would make.
fn hint(players: &mut Players, game: &Game) -> String {
    match players.search(game) {
        None => "there is no move\n".into(),
        Some(Said { mv, about }) => {
            let san = game.position().san(mv).unwrap_or_else(|| mv.to_string());
            format!("hint: {san}{about}\n")
        }
    }
}
