//! Chess as machines of any game know it.

use super::classic::Command;
use super::{Color, MOST_MOVES, Move, MoveKind, PieceKind, Position, Square, rules};
use crate::game::{self, Game, Walk, Word};

/// The game of chess.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

/// A move as a machine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The move.
    pub mv: Move,
    /// Its kind in the order of the search.
    pub kind: MoveKind,
    /// The piece it captures.
    pub captured: Option<PieceKind>,
    /// The piece that moves.
    pub moved: PieceKind,
    /// Clock cycles from the request to the answer.
    pub cycles: u64,
}

impl game::Generated for Generated {
    type Move = Move;

    fn mv(&self) -> Move {
        self.mv
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }
}

/// The bit of an operand with which checks come first.
const CHECKS_FIRST: u32 = 9;

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    type Generated = Generated;

    const NAME: &'static str = "chess";
    const MOST_MOVES: usize = MOST_MOVES;
    const COUNTS_MOVES: bool = true;

    fn moves(position: &Position) -> Option<Vec<Move>> {
        rules::legal_moves(position)
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    fn leaves(position: &Position, depth: u32) -> Option<u64> {
        rules::leaves(position, depth)
    }

    /// A machine without the legality filter makes moves that leave the king to be taken, and its
    /// walk ends there; but it would begin a walk there.
    fn is_dead(position: &Position) -> bool {
        position.king_can_be_taken()
    }

    /// A machine without the logic for checks first ignores the order.
    fn load(position: &Position, ordered: bool) -> Vec<Word> {
        let squares = Square::all().map(|square| {
            let code = position.piece(square).map_or(0, |piece| u64::from(piece.code()));
            Command::LoadSquare.with(square.index() as u64 | code << 6)
        });
        let rights = Position::castlings()
            .zip(0..)
            .filter(|((color, king_side), _)| position.castling.get(*color, *king_side))
            .fold(0, |rights, (_, bit)| rights | 1 << bit);
        let en_passant = position.en_passant.map_or(0, |square| 1 | u64::from(square.file()) << 1);
        let black = u64::from(position.side == Color::Black);
        let mode = u64::from(ordered) << CHECKS_FIRST;
        squares.chain([Command::LoadState.with(black | rights << 1 | en_passant << 5 | mode)]).collect()
    }

    fn decode(word: u64, cycles: u64) -> Option<Option<Generated>> {
        if word >> 32 & 1 == 0 {
            return Some(None);
        }
        move_of(word).map(|(mv, moved, captured, kind)| Some(Generated { mv, kind, captured, moved, cycles }))
    }

    fn count(depth: u32, ordered: bool) -> Word {
        Walk::Perft.with(u64::from(depth) | u64::from(ordered) << CHECKS_FIRST)
    }

    fn longest_count(depth: u32) -> u64 {
        const OF_A_MOVE: u64 = 16;
        (MOST_MOVES as u64).saturating_pow(depth).saturating_mul(OF_A_MOVE)
    }
}

/// The fields of the move word, see `classic/move_word.rs`.
fn move_of(word: u64) -> Option<(Move, PieceKind, Option<PieceKind>, MoveKind)> {
    let field = |low: u32, width: u32| (word >> low & ((1 << width) - 1)) as u8;
    let square = |low: u32| Square::all().nth(usize::from(field(low, 6)));
    let moved = PieceKind::from_code(field(12, 3))?;
    let captured = PieceKind::from_code(field(15, 3));
    let phase = field(21, 3);
    let pieces = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    let promotion = (phase == 2).then(|| pieces[usize::from(field(18, 2))]);
    let kind = match (phase, captured) {
        (0 | 1, _) => MoveKind::Check,
        (2, _) => MoveKind::Promotion,
        (_, Some(_)) => MoveKind::Capture,
        (_, None) => MoveKind::Quiet,
    };
    Some((Move { from: square(0)?, to: square(6)?, promotion }, moved, captured, kind))
}
