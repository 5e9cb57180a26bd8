//! The last moves before a position, in software: they tell whether the next one repeats one.

use crate::chess::player::{Board, Code, Givens};
use crate::chess::{Move, Position};

/// The last moves before a position, as far as a move can undo them.
///
/// A position is the one four plies before it if both sides undo their last moves. Each half of
/// that is a comparison of two moves, so no key of the position is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The last move of the side to move.
    pub own: Option<Code>,
    /// The last move of the other side.
    pub enemy: Option<Code>,
    /// That move undid the one before it of the other side.
    pub undone: bool,
    /// A pawn has just gone two squares: the next move cannot lead back here.
    pub stepped: bool,
}

impl Trail {
    /// After these legal moves from a position.
    pub fn of(start: &Position, moves: &[Move]) -> Self {
        let mut position = start.clone();
        moves.iter().fold(Self::begun(start), |trail, mv| {
            let after = trail.then(&position, *mv).1;
            position = position.after(*mv);
            after
        })
    }

    /// Whether a legal move repeats a position, and the last moves after it.
    pub fn then(&self, position: &Position, mv: Move) -> (bool, Self) {
        let givens = Givens::default();
        let (code, before) = (mv.into(), Board::of(position, &givens));
        let after = before.after(code, &givens);
        (self.repeats(code, &before, &after), self.after(code, &before, &after))
    }

    /// At a position of which no move before it is known.
    pub fn begun(position: &Position) -> Self {
        Self { stepped: position.en_passant.is_some(), ..Self::default() }
    }

    /// Whether a move leads back to the position three plies before this one.
    pub fn repeats(&self, code: Code, before: &Board, after: &Board) -> bool {
        self.undone && self.undoes(code) && self.is_reversible(before, after)
    }

    /// After a move.
    pub fn after(&self, code: Code, before: &Board, after: &Board) -> Self {
        let pawn = before.sets.kind(crate::chess::PieceKind::Pawn) >> code.origin() & 1 == 1;
        let stepped = pawn && code.origin().abs_diff(code.destination()) == 16;
        match self.is_reversible(before, after) {
            true => Self { own: self.enemy, enemy: Some(code), undone: self.undoes(code), stepped },
            false => Self { stepped, ..Self::default() },
        }
    }

    fn undoes(&self, code: Code) -> bool {
        self.own == Some(Code::new(code.destination(), code.origin(), 0))
    }

    /// A move that may be undone: no capture, no pawn's move, no right to castle lost.
    fn is_reversible(&self, before: &Board, after: &Board) -> bool {
        after.halfmove > 0 && after.castling == before.castling && !self.stepped
    }
}
