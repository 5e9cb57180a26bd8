//! Moves, their text form, and their effect on a position.

use std::fmt;

use super::fen::{MAX_FULLMOVE, MAX_HALFMOVE};
use super::{Color, Piece, PieceKind, Position, Square};

/// A move as chess programs write it: origin, destination, and the piece that a pawn becomes. A
/// castling is the king's move of two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square it leaves.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// The piece that a pawn becomes on the last rank.
    pub promotion: Option<PieceKind>,
}

impl Move {
    /// Reads the UCI form: `e2e4`, `e7e8q`.
    pub fn from_uci(text: &str) -> Option<Self> {
        let from = Square::from_name(text.get(0..2)?)?;
        let to = Square::from_name(text.get(2..4)?)?;
        let promotion = match text.get(4..)? {
            "" => None,
            letter => {
                Some(PieceKind::PROMOTIONS.into_iter().find(|kind| letter == kind.letter().to_string())?)
            }
        };
        Some(Self { from, to, promotion })
    }
}

impl fmt::Display for Move {
    /// The UCI form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// The kind of a move in the order of the search: the first of these that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// It gives check, directly or by discovery.
    Check,
    /// A pawn reaches the last rank.
    Promotion,
    /// It takes a piece, en passant included.
    Capture,
    /// Everything else, castling included.
    Quiet,
}

/// More moves than any position has, of which 218 is the most that is known.
pub const MOST_MOVES: usize = 256;

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Check => "check",
            Self::Promotion => "promotion",
            Self::Capture => "capture",
            Self::Quiet => "quiet",
        })
    }
}

impl Position {
    /// The position after a pseudo-legal move, with the counters, rights and en passant square of
    /// its FEN. The counters stay at the largest that a FEN may have.
    ///
    /// The move is not checked: one that no piece could make gives a position that no game reaches.
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let moving = next.board[mv.from.index()].take();
        let captured = next.board[mv.to.index()];
        let pawn = moving.is_some_and(|piece| piece.kind == PieceKind::Pawn);
        let king = moving.is_some_and(|piece| piece.kind == PieceKind::King);
        next.board[mv.to.index()] =
            moving.map(|piece| Piece::new(piece.color, mv.promotion.filter(|_| pawn).unwrap_or(piece.kind)));

        if pawn && self.en_passant == Some(mv.to) && captured.is_none() {
            next.board[Square::wrapped(mv.to.file(), mv.from.rank()).index()] = None;
        }
        if king && mv.from.file().abs_diff(mv.to.file()) == 2 {
            let (corner, beside) = if mv.to.file() > mv.from.file() { (7, 5) } else { (0, 3) };
            let [corner, beside] = [corner, beside].map(|file| Square::wrapped(file, mv.from.rank()).index());
            next.board[beside] = next.board[corner].take();
        }
        for (color, king_side) in Position::castlings() {
            let [king, rook] = Position::castling_home(color, king_side);
            if [mv.from, mv.to].iter().any(|&square| square == king || square == rook) {
                next.castling.set(color, king_side, false);
            }
        }
        let double = pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2;
        next.en_passant = if double { mv.from.offset(0, self.side.forward()) } else { None };
        next.halfmove =
            if pawn || captured.is_some() { 0 } else { self.halfmove.saturating_add(1).min(MAX_HALFMOVE) };
        next.fullmove = self.fullmove.saturating_add(u16::from(self.side == Color::Black)).min(MAX_FULLMOVE);
        next.side = self.side.other();
        next
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::reference;

    #[test]
    fn uci_reads_back() {
        for text in ["e2e4", "a7a8q", "h2h1n", "e1g1"] {
            assert_eq!(Move::from_uci(text).unwrap().to_string(), text);
        }
        for bad in ["", "e2", "e2e", "e2e9", "e7e8k", "e7e8p", "e7e8qq", "é2e4", "e2é4"] {
            assert_eq!(Move::from_uci(bad), None, "{bad}");
        }
    }

    /// Every move of two plies from every position of the suite, compared with the rules library.
    #[test]
    fn a_move_leaves_the_position_the_rules_library_says() {
        for line in reference::suite() {
            for first in reference::legal_moves(&line.position) {
                let middle = line.position.after(first);
                assert_eq!(reference::board(&middle), reference::played(&line.position, first), "{first}");
                for second in reference::legal_moves(&middle).into_iter().step_by(3) {
                    let end = middle.after(second);
                    assert_eq!(
                        reference::board(&end),
                        reference::played(&middle, second),
                        "{first} {second}"
                    );
                }
            }
        }
    }

    /// The fields of a position after a move can be read, however long the game is.
    #[test]
    fn counters_stay_at_their_largest() {
        let end = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 b - - 150 9999").unwrap();
        let after = end.after(Move::from_uci("e8e7").unwrap());
        assert_eq!(after.to_fen(), "8/4k3/8/8/8/8/8/R3K3 w - - 150 9999");
        assert_eq!(Position::from_fen(&after.to_fen()), Ok(after));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

        /// A text that is read is written back; a square is the beginning of a move.
        #[test]
        fn no_text_makes_it_panic(text in "[a-i][0-9][a-i][0-9][qrbnkp]?|\\PC{0,8}") {
            if let Some(mv) = Move::from_uci(&text) {
                prop_assert_eq!(mv.to_string(), text);
            } else if let Some(square) = Square::from_name(&text) {
                prop_assert_eq!(square.to_string(), text);
            }
        }
    }
}
