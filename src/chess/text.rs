//! Chess as its people write it: FEN, moves in algebraic notation, EPD.

use serde_json::json;
use thiserror::Error;

use super::epd::parse_epd;
use super::{CHESS, Chess, Figures, Generated, PieceKind, Position, Square};
use crate::game::{Column, Facts, Refusal, Signs, Stated, Text, Written};
use crate::parts::board::Board;

/// Chess on a board, in text.
#[derive(Debug)]
pub struct ChessText {
    /// The squares that there are, from a1.
    pub board: Board,
    /// A position to begin with, as FEN. That of a smaller board stands in the corner at a1.
    pub start: &'static str,
}

/// Chess on its board.
pub static ON_64_SQUARES: ChessText = ChessText { board: CHESS, start: Position::START };

/// A position with a piece where the machine has no square.
#[derive(Debug, Error)]
#[error(
    "the machine plays on {} by {} squares from a1, and there is a piece on {square}; give a position such as `{start}`",
    board.files, board.ranks
)]
struct OffBoard {
    board: Board,
    square: Square,
    start: &'static str,
}

impl ChessText {
    /// Refuses a position with a piece on a square that is not there.
    fn on_board(&self, position: Position) -> Result<Position, Refusal> {
        let Self { board, start } = *self;
        let off = |square: &Square| {
            u32::from(square.file()) >= board.files || u32::from(square.rank()) >= board.ranks
        };
        let stray = Square::all().filter(off).find(|&square| position.piece(square).is_some());
        match stray {
            Some(square) => Err(OffBoard { board, square, start }.into()),
            None => Ok(position),
        }
    }
}

impl Text for ChessText {
    type Game = Chess;

    const POSITION: &'static str = "fen";
    const WRITTEN: Written =
        Written { position: "a FEN", moves: "e2e4 e7e5 or e4 e5 Nf3", pieces: "knight or n" };
    const COMMANDS: &'static [&'static str] = &["eval", "hash", "play", "uci"];
    const COLUMNS: &'static [Column] = &[
        Column { heading: "san", width: 7, number: false },
        Column { heading: "kind", width: 9, number: false },
        Column { heading: "piece", width: 6, number: false },
        Column { heading: "takes", width: 6, number: false },
    ];
    const CLASSES: &'static [&'static str] = &["check", "promotion", "capture", "quiet"];

    fn has_rules(&self) -> bool {
        self.board == CHESS
    }

    fn squares(&self) -> Option<u32> {
        Some(self.board.squares())
    }

    fn start(&self) -> &str {
        self.start
    }

    fn read(&self, text: &str) -> Result<Position, Refusal> {
        self.on_board(Position::from_fen(text)?)
    }

    fn write(&self, position: &Position, _from: &str, _moves: &[String]) -> String {
        position.to_fen()
    }

    fn line(&self, start: &Position, moves: &[&str]) -> Result<Position, Refusal> {
        let words = moves.iter().flat_map(|words| words.split_whitespace());
        self.on_board(start.after_line(words)?)
    }

    fn table(&self, text: &str) -> Result<Vec<Stated<Chess>>, Refusal> {
        let lines = parse_epd(text)?.into_iter().map(|line| {
            let counts = line.counts.iter().map(|count| (count.depth, count.nodes)).collect();
            let position = self.on_board(line.position);
            let position = position.map_err(|error| format!("line {}: {error}", line.line))?;
            Ok((position.to_fen(), position, counts))
        });
        lines.collect()
    }

    fn heading(&self, position: &Position, signs: Signs) -> String {
        let figures = if signs == Signs::Unicode { Figures::Unicode } else { Figures::Letters };
        format!("{}\n{} to move   {}\n", position.draw(figures), position.side, position.to_fen())
    }

    /// The move in algebraic notation is missing for one that the rules forbid, which a machine
    /// without the legality filter gives.
    fn facts(&self, position: &Position, generated: &Generated) -> Facts {
        let Generated { mv, kind, captured, moved, .. } = *generated;
        let san = position.san(mv);
        let [kind_name, moved] = [kind.to_string(), moved.to_string()];
        let captured = captured.map(|kind| kind.to_string());
        let class = Self::CLASSES.iter().copied().find(|class| *class == kind_name);
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
        Facts {
            cells: vec![or_none(&san), kind_name.clone(), moved.clone(), or_none(&captured)],
            fields: vec![
                ("san", json!(san)),
                ("kind", json!(kind_name)),
                ("piece", json!(moved)),
                ("captured", json!(captured)),
            ],
            class,
            piece: Some(moved),
        }
    }

    fn piece(&self, text: &str) -> Result<String, Refusal> {
        let lower = text.to_lowercase();
        let is_meant = |kind: &PieceKind| lower == kind.to_string() || lower == kind.letter().to_string();
        let kind = PieceKind::ALL.into_iter().find(is_meant);
        Ok(kind
            .ok_or("no such piece; choose pawn, knight, bishop, rook, queen or king, or p, n, b, r, q, k")?
            .to_string())
    }

    fn end(&self, position: &Position) -> Option<String> {
        Some(position.end().to_string())
    }
}
