//! The machine, and the words of its pass for software.

use super::step::{self, Found};
use crate::chess::fast::node::{Board, Left};
use crate::chess::fast::side::seen_from;
use crate::chess::{Chess, Move, PieceKind, Position, Square};
use crate::describe::Bundle;
use crate::netlist::Value;
use crate::stream::{self, FastError, PassLogic, Stream, StreamOptions, Streamed};

/// Chess in a stream of moves.
#[derive(Debug)]
pub struct ChessStream;

impl Streamed for ChessStream {
    type Game = Chess;
    type Board = Board;
    type Left = Left;
    type Found = Found;

    fn text(position: &Position) -> String {
        position.to_fen()
    }

    fn board(position: &Position) -> Vec<Value> {
        let fields = Board::FIELDS.iter().zip(Board::values(position));
        fields.map(|((_, width), value)| Value::new(*width, value)).collect()
    }

    fn found(position: &Position, mv: Move, last: bool) -> Vec<u64> {
        let square = |square: Square| u64::from(seen_from(position.side, square));
        let code = |kind: PieceKind| u64::from(kind.code());
        let kind = |square| position.piece(square).map_or(0, |piece| code(piece.kind));
        let (pawn, moved) = (code(PieceKind::Pawn), kind(mv.from));
        let passing = moved == pawn && position.en_passant == Some(mv.to);
        let captured = if passing { pawn } else { kind(mv.to) };
        let stands = mv.promotion.map_or(moved, code);
        vec![1, last.into(), square(mv.from), square(mv.to), moved, captured, stands]
    }
}

/// The logic of a pass; with checks first, one bit is kept beside the moves left.
pub fn pass_logic(name: &str, checks_first: bool) -> PassLogic {
    let beside = checks_first.then_some([step::LEFT_CHECKS, step::AFTER_CHECKS]);
    PassLogic { logic: step::logic(name, checks_first), beside, apart: None }
}

/// A machine that gives a legal move in every clock cycle in which the thread whose turn it is has
/// a command. With `checks_first`, moves that give check come before all others.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), nothing is called like one of
/// the cuts, or a defect in the description.
pub fn stream(options: &StreamOptions, checks_first: bool) -> Result<Stream, FastError> {
    let checks = if checks_first { "on" } else { "off" };
    let pass = |name: &str| pass_logic(name, checks_first);
    stream::stream::<ChessStream>(options, pass, &[("checks_first", checks)])
}
