//! The machine, and the words of its pass for software.

use super::node::{Board, Left};
use super::step::{self, Found};
use crate::netlist::Value;
use crate::shogi::machine::APART;
use crate::shogi::{Generated, Kind, Move, Piece, Position, Shogi, Square};
use crate::stream::{FastError, PassLogic, Stream, StreamOptions, Streamed, Telling, stream};

/// Shogi in a stream of moves.
#[derive(Debug)]
pub struct ShogiStream;

impl Streamed for ShogiStream {
    type Game = Shogi;
    type Board = Board;
    type Left = Left;
    type Found = Found;

    fn text(position: &Position) -> String {
        position.to_string()
    }

    fn board(position: &Position) -> Vec<Value> {
        Board::values(position)
    }

    fn found(position: &Position, mv: Move, last: bool) -> Vec<u64> {
        let number = |square: Square| {
            let place = square.seen_by(position.side) as u64;
            ((place / 9) << 4) | (place % 9)
        };
        let code = |piece: Piece| u64::from(piece.code() & 15);
        let at = |square: Square| position.piece(square).map_or(0, code);
        let (origin, moved, promotes, drops) = match mv {
            Move::Drop { kind, .. } => (0, kind as u64 + 1, false, true),
            Move::Board { from, promotes, .. } => (number(from), at(from), promotes, false),
        };
        let stands = moved | if promotes { 8 } else { 0 };
        let (drops, promotes) = (drops.into(), promotes.into());
        vec![1, last.into(), drops, promotes, origin, number(mv.to()), moved, at(mv.to()), stands]
    }
}

/// The move of a position that a machine tells in these fields of [`Streamed::Found`]; `None` if
/// they are none.
fn told(position: &Position, fields: &[u64]) -> Option<Move> {
    let &[1, _, drops, promotes, origin, destination, moved, ..] = fields else { return None };
    let square = |number: u64| {
        let place = (number >> 4) * 9 + (number & 15);
        Square::all().find(|square| square.seen_by(position.side) as u64 == place)
    };
    let to = square(destination)?;
    match drops {
        0 => Some(Move::Board { from: square(origin)?, to, promotes: promotes == 1 }),
        _ => Some(Move::Drop { kind: *Kind::IN_HAND.get(moved.checked_sub(1)? as usize)?, to }),
    }
}

/// What software makes of an answer.
pub const TELLING: Telling<ShogiStream> =
    Telling { told, generated: |mv, cycles| Generated { mv, replies: None, cycles } };

/// The logic of a pass.
pub fn pass_logic(name: &str) -> PassLogic {
    PassLogic { logic: step::logic(name), beside: None, apart: Some(APART) }
}

/// A machine that gives a legal move of shogi in every clock cycle in which the thread whose turn
/// it is has a command.
///
/// # Errors
/// Fewer threads than the pipeline needs, no registers (`levels` 0), nothing is called like one of
/// the cuts, or a defect in the description.
pub fn shogi_stream(options: &StreamOptions) -> Result<Stream, FastError> {
    stream::<ShogiStream>(options, pass_logic, &[])
}
