//! Positions, and the position after a move.

use thiserror::Error;

use super::{Hand, Kind, Move, MoveError, Piece, Side, Square};

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    hands: [Hand; 2],
    kings: [Square; 2],
    /// The side to move.
    pub side: Side,
    /// The number of the next move, from 1.
    pub number: u32,
}

/// A line of moves with one that cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// A word is no move.
    #[error("move {number}: {error}")]
    NoMove {
        /// The number of the word, from 1.
        number: usize,
        /// Its fault.
        error: MoveError,
    },
    /// A move is against the rules.
    #[error("move {number}, `{mv}`: not legal in {sfen}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position.
        sfen: String,
    },
}

impl Position {
    /// The position with these pieces; `None` unless each side has a king.
    pub(super) fn new(
        board: [Option<Piece>; Square::COUNT],
        hands: [Hand; 2],
        side: Side,
        number: u32,
    ) -> Option<Self> {
        let king = |side| {
            let king = Piece { side, kind: Kind::King, promoted: false };
            Square::all().find(|square| board[square.index()] == Some(king))
        };
        Some(Self { board, hands, kings: [king(Side::Black)?, king(Side::White)?], side, number })
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The pieces that a side has in hand.
    pub fn hand(&self, side: Side) -> &Hand {
        &self.hands[side as usize]
    }

    /// The square of a side's king.
    pub fn king(&self, side: Side) -> Square {
        self.kings[side as usize]
    }

    /// The pieces of a side, with their squares.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        let on = |square| self.piece(square).map(|piece| (square, piece));
        Square::all().filter_map(on).filter(move |(_, piece)| piece.side == side)
    }

    /// The position after a move of [`Position::pseudo_legal`].
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let hand = &mut next.hands[self.side as usize];
        match mv {
            Move::Drop { kind, to } => {
                hand.set(kind, hand.count(kind).saturating_sub(1));
                next.board[to.index()] = Some(Piece { side: self.side, kind, promoted: false });
            }
            Move::Board { from, to, promotes } => {
                if let Some(taken) = self.piece(to) {
                    hand.set(taken.kind, hand.count(taken.kind) + 1);
                }
                let moved = next.board[from.index()].take();
                next.board[to.index()] =
                    moved.map(|piece| Piece { promoted: piece.promoted || promotes, ..piece });
                if moved.is_some_and(|piece| piece.kind == Kind::King) {
                    next.kings[self.side as usize] = to;
                }
            }
        }
        next.side = self.side.other();
        next.number = self.number.saturating_add(1);
        next
    }

    /// The position after a line of moves in USI.
    ///
    /// # Errors
    /// A word is no move, or a move is against the rules. The error names it and its number.
    pub fn after_line<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Result<Self, LineError> {
        let mut position = self.clone();
        for (word, number) in words.into_iter().zip(1..) {
            let mv: Move = word.parse().map_err(|error| LineError::NoMove { number, error })?;
            if !position.is_legal(mv) {
                return Err(LineError::Illegal { number, mv, sfen: position.to_string() });
            }
            position = position.after(mv);
        }
        Ok(position)
    }
}
