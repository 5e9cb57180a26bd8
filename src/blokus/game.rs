//! Blokus Duo as machines of any game know it.

use serde_json::json;

use super::drawing::shape_in_a_line;
use super::generator::Command;
use super::position::RecordError;
use super::{Cell, Move, Piece, Placement, Player, Position};
use crate::game::{Column, Facts, Field, Game, Refusal, Reported, Signs, Text, Unit, Word, Written};

/// The game of Blokus Duo.
#[derive(Clone, Copy, Debug)]
pub struct Blokus;

/// A move as a machine reports it.
pub type Generated = Reported<Move>;

impl Game for Blokus {
    type Position = Position;
    type Move = Move;
    type Generated = Generated;

    const NAME: &'static str = "Blokus Duo";
    /// Every placement there is, and a pass.
    const MOST_MOVES: usize = 13_730;

    fn moves(position: &Position) -> Option<Vec<Move>> {
        Some(position.moves())
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.play(mv).unwrap_or_else(|_| position.clone())
    }

    fn leaves(position: &Position, depth: u32) -> Option<u64> {
        Some(position.perft(depth))
    }

    fn load(position: &Position, _ordered: bool) -> Vec<Word> {
        let has = |set: [bool; 2]| u64::from(set[0]) | u64::from(set[1]) << 1;
        let cells = Cell::all().map(|cell| {
            let covered = Player::BOTH.map(|player| position.cells(player).has(cell));
            Command::LoadCell.with(u64::from(cell.x) | u64::from(cell.y) << 4 | has(covered) << 8)
        });
        let pieces = Piece::all().map(|piece| {
            let left = Player::BOTH.map(|player| position.left(player).has(piece));
            Command::LoadPiece.with(piece.index() as u64 | has(left) << 5)
        });
        let state = position.to_move().index() as u64 | u64::from(position.passes()) << 1;
        cells.chain(pieces).chain([Command::LoadState.with(state)]).collect()
    }

    fn decode(word: u64, cycles: u64) -> Option<Option<Generated>> {
        Some(decode(word)?.map(|mv| Generated { mv, cycles }))
    }
}

/// The move in an answer: `Some(None)` if there is no move, `None` if the word is no valid move.
pub(super) fn decode(word: u64) -> Option<Option<Move>> {
    let field = |low: u32, width: u32| (word >> low & ((1 << width) - 1)) as u8;
    if field(32, 1) == 0 {
        return Some(None);
    }
    if field(24, 1) == 1 {
        return Some(Some(Move::Pass));
    }
    let piece = Piece::from_index(field(8, 5).into())?;
    let placement = Placement::new(piece, field(13, 3), Cell { x: field(0, 4), y: field(4, 4) })?;
    Some(Some(Move::Place(placement)))
}

/// Blokus Duo in text: a position is the codes of the moves so far.
#[derive(Debug)]
pub struct BlokusText;

impl Text for BlokusText {
    type Game = Blokus;

    const UNIT: Unit = Unit::Leaf;
    const WRITTEN: Written = Written { position: "the moves so far", moves: "45g2 9at5", pieces: "a to u" };
    const COMMANDS: &'static [&'static str] = &["pieces", "play"];
    const MOVE_WIDTH: usize = 4;
    const COLUMNS: &'static [Column] = &[
        Column { heading: "piece", width: 5, number: false },
        Column { heading: "shape", width: 11, number: false },
        Column { heading: "squares", width: 7, number: true },
    ];

    fn start(&self) -> &str {
        ""
    }

    fn read(&self, text: &str) -> Result<Position, Refusal> {
        Ok(text.parse()?)
    }

    fn line(&self, start: &Position, moves: &[&str]) -> Result<Position, Refusal> {
        let words = moves.iter().flat_map(|words| words.split_whitespace()).zip(1..);
        let mut position = start.clone();
        for (code, number) in words {
            let mv = code.parse().map_err(|error| RecordError::Code { number, error })?;
            position = position.play(mv).map_err(|error| RecordError::Move { number, error })?;
        }
        Ok(position)
    }

    fn write(&self, _position: &Position, from: &str, moves: &[String]) -> String {
        let words = from.split_whitespace().chain(moves.iter().flat_map(|words| words.split_whitespace()));
        words.collect::<Vec<_>>().join(" ")
    }

    fn heading(&self, position: &Position, _signs: Signs) -> String {
        format!("{position}{} to move\n", position.to_move())
    }

    fn about(&self, position: &Position) -> Vec<Field> {
        vec![("player", json!(position.to_move().index() + 1))]
    }

    /// `name` is players' name of the piece, and `shape` its rows as it lies, a slash between them.
    fn facts(&self, _position: &Position, generated: &Generated) -> Facts {
        let placement = match generated.mv {
            Move::Pass => None,
            Move::Place(placement) => Some(placement),
        };
        let piece = placement.map(Placement::piece);
        let shape = placement.map(|placement| shape_in_a_line(placement.piece(), placement.rotation()));
        let squares = piece.map_or(0, Piece::size);
        let named = piece.map(|piece| format!("{} {}", piece.letter(), piece.name()));
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
        Facts {
            cells: vec![or_none(named), or_none(shape.clone()), squares.to_string()],
            fields: vec![
                ("piece", json!(piece.map(Piece::letter))),
                ("name", json!(piece.map(Piece::name))),
                ("shape", json!(shape)),
                ("squares", json!(squares)),
            ],
            class: None,
            piece: piece.map(|piece| piece.letter().to_string()),
        }
    }
    fn piece(&self, text: &str) -> Result<String, Refusal> {
        Ok(Piece::of_text(text)?.letter().to_string())
    }
}
