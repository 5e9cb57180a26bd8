//! Shogi as its people write it: SFEN, moves as USI writes them, and a board with kanji.

use serde_json::json;

use super::{Generated, Kind, Move, Piece, Position, Shogi, Signs};
use crate::game::{Column, Facts, Refusal, Signs as Wanted, Text, Written};

/// Shogi, in text.
#[derive(Debug)]
pub struct ShogiText;

/// A piece by the name of its kind, with `+` before it if it is promoted.
fn name(piece: Piece) -> String {
    format!("{}{}", if piece.promoted { "+" } else { "" }, piece.kind.name())
}

/// The piece that moves, and the one that is captured.
fn pieces(position: &Position, mv: Move) -> (Option<Piece>, Option<Piece>) {
    match mv {
        Move::Drop { kind, .. } => (Some(Piece { side: position.side, kind, promoted: false }), None),
        Move::Board { from, to, .. } => (position.piece(from), position.piece(to)),
    }
}

/// The class of a move.
fn class(mv: Move, captures: bool) -> &'static str {
    match mv {
        Move::Drop { .. } => "drop",
        Move::Board { promotes: true, .. } => "promotion",
        Move::Board { .. } if captures => "capture",
        Move::Board { .. } => "quiet",
    }
}

impl Text for ShogiText {
    type Game = Shogi;

    const POSITION: &'static str = "sfen";
    const WRITTEN: Written =
        Written { position: "an SFEN", moves: "7g7f 3c3d or P*5e", pieces: "silver, s or +s" };
    const COLUMNS: &'static [Column] = &[
        Column { heading: "kind", width: 9, number: false },
        Column { heading: "piece", width: 7, number: false },
        Column { heading: "takes", width: 7, number: false },
        Column { heading: "replies", width: 7, number: true },
    ];
    const CLASSES: &'static [&'static str] = &["drop", "promotion", "capture", "quiet"];

    fn start(&self) -> &str {
        Position::START
    }

    fn read(&self, text: &str) -> Result<Position, Refusal> {
        Ok(text.parse()?)
    }

    fn write(&self, position: &Position, _from: &str, _moves: &[String]) -> String {
        position.to_string()
    }

    fn line(&self, start: &Position, moves: &[&str]) -> Result<Position, Refusal> {
        Ok(start.after_line(moves.iter().flat_map(|words| words.split_whitespace()))?)
    }

    fn heading(&self, position: &Position, signs: Wanted) -> String {
        let signs = if signs == Wanted::Ascii { Signs::Letters } else { Signs::Kanji };
        format!("{}{} to move   {position}\n", position.draw(signs), position.side.name())
    }

    fn about(&self, position: &Position) -> Vec<crate::game::Field> {
        vec![("side", json!(position.side.name())), ("in_check", json!(position.is_check()))]
    }

    fn facts(&self, position: &Position, generated: &Generated) -> Facts {
        let Generated { mv, replies, .. } = *generated;
        let (moved, captured) = pieces(position, mv);
        let [moved, captured] = [moved, captured].map(|piece| piece.map(name));
        let class = class(mv, captured.is_some());
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
        Facts {
            cells: vec![
                class.into(),
                or_none(&moved),
                or_none(&captured),
                or_none(&replies.map(|replies| replies.to_string())),
            ],
            fields: vec![
                ("kind", json!(class)),
                ("piece", json!(moved)),
                ("captured", json!(captured)),
                ("replies", json!(replies)),
            ],
            class: Some(class),
            piece: moved,
        }
    }

    fn piece(&self, text: &str) -> Result<String, Refusal> {
        let (promoted, word) = text.strip_prefix('+').map_or((false, text), |word| (true, word));
        let word = word.to_lowercase();
        let is_meant =
            |kind: &Kind| word == kind.name() || word == kind.letter().to_ascii_lowercase().to_string();
        let kind = Kind::ALL.into_iter().find(is_meant).filter(|kind| !promoted || kind.promotes());
        let kind = kind.ok_or(
            "no such piece; choose pawn, lance, knight, silver, gold, bishop, rook or king, or p, l, n, s, g, b, r, k, with + before \
             a promoted one",
        )?;
        Ok(format!("{}{}", if promoted { "+" } else { "" }, kind.name()))
    }

    fn end(&self, position: &Position) -> Option<String> {
        Some(if position.is_check() { "checkmate" } else { "no move left" }.into())
    }
}
