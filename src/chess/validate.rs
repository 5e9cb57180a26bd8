//! Tests whether a game could reach a position: the rules that a chess program checks before it
//! trusts one.

use super::fen::FenProblem;
use super::{Color, Piece, PieceKind, Position, Square};

impl Position {
    /// The pieces of each side: kings, numbers, promotions, pawns' ranks, kings apart.
    pub(super) fn check_board(&self) -> Result<(), FenProblem> {
        for color in Color::ALL {
            let count = |kind| self.squares_of(Piece::new(color, kind)).count();
            let kings = count(PieceKind::King);
            if kings != 1 {
                return Err(FenProblem::Kings { color, count: kings });
            }
            let pawns = count(PieceKind::Pawn);
            if pawns > 8 {
                return Err(FenProblem::Pawns { color, count: pawns });
            }
            let pieces = PieceKind::ALL.into_iter().map(count).sum();
            if pieces > 16 {
                return Err(FenProblem::Pieces { color, count: pieces });
            }
            let (promoted, missing) = (self.promoted(color), 8 - pawns);
            if promoted > missing {
                return Err(FenProblem::Promoted { color, promoted, missing });
            }
            let pawn = Piece::new(color, PieceKind::Pawn);
            if let Some(square) = self.squares_of(pawn).find(|square| matches!(square.rank(), 0 | 7)) {
                return Err(FenProblem::PawnRank { color, square });
            }
        }
        match (self.king(Color::White), self.king(Color::Black)) {
            (Some(white), Some(black)) if touch(white, black) => Err(FenProblem::KingsTouch { white, black }),
            _ => Ok(()),
        }
    }

    /// The number of pieces that this side can only have by promotion. Its first two bishops stand
    /// on different colours.
    fn promoted(&self, color: Color) -> usize {
        let squares = |kind| self.squares_of(Piece::new(color, kind));
        let beyond = |kind, first: usize| squares(kind).count().saturating_sub(first);
        let bishops = |shade| {
            let on_shade =
                squares(PieceKind::Bishop).filter(|square| (square.file() + square.rank()) % 2 == shade);
            on_shade.count().saturating_sub(1)
        };
        beyond(PieceKind::Knight, 2)
            + beyond(PieceKind::Rook, 2)
            + beyond(PieceKind::Queen, 1)
            + bishops(0)
            + bishops(1)
    }

    /// The side to move: its opponent is not in check, and at most two pieces check it.
    pub(super) fn check_side(&self) -> Result<(), FenProblem> {
        let (to_move, other) = (self.side, self.side.other());
        if let Some((king, from)) =
            self.king(other).and_then(|king| Some((king, self.attackers(king, to_move).next()?)))
        {
            return Err(FenProblem::OtherSideInCheck { to_move, other, king, from });
        }
        match self.king(to_move).map(|king| (king, self.attackers(king, other).count())) {
            Some((king, count)) if count > 2 => Err(FenProblem::Checkers { color: to_move, king, count }),
            _ => Ok(()),
        }
    }

    /// Each right to castle has its king and rook at home, not on other squares of their rank, as
    /// in Chess960.
    pub(super) fn check_castling(&self) -> Result<(), FenProblem> {
        for (color, king_side) in Self::castlings().filter(|&(color, side)| self.castling.get(color, side)) {
            let home = Self::castling_home(color, king_side);
            for (square, missing) in home.into_iter().zip([PieceKind::King, PieceKind::Rook]) {
                if self.piece(square) != Some(Piece::new(color, missing)) {
                    let right = Self::castling_letter(color, king_side);
                    if self.could_castle_in_chess960(color, king_side) {
                        return Err(FenProblem::Chess960 { right });
                    }
                    return Err(FenProblem::CastlingHome { right, color, missing, square });
                }
            }
        }
        Ok(())
    }

    /// Whether this side's king is on its first rank, with a rook beside it on that wing.
    fn could_castle_in_chess960(&self, color: Color, king_side: bool) -> bool {
        let Some(king) = self.king(color).filter(|king| king.rank() == color.home_rank()) else {
            return false;
        };
        self.squares_of(Piece::new(color, PieceKind::Rook))
            .any(|rook| rook.rank() == king.rank() && (rook.file() > king.file()) == king_side)
    }

    /// A pawn can just have passed the en passant square, and its side could make that move.
    pub(super) fn check_en_passant(&self) -> Result<(), FenProblem> {
        let Some(target) = self.en_passant else { return Ok(()) };
        let (side, other) = (self.side, self.side.other());
        let passed_rank = if side == Color::White { 5 } else { 2 };
        let around = (target.offset(0, other.forward()), target.offset(0, side.forward()));
        let ((Some(stands), Some(origin)), true) = (around, target.rank() == passed_rank) else {
            return Err(FenProblem::EnPassantRank { side, rank: passed_rank + 1 });
        };
        let pawn = Piece::new(other, PieceKind::Pawn);
        if self.piece(stands) != Some(pawn) {
            return Err(FenProblem::EnPassantPawn { color: other, square: stands });
        }
        if let Some(square) = [target, origin].into_iter().find(|&square| self.piece(square).is_some()) {
            return Err(FenProblem::EnPassantBlocked { square });
        }
        let mut before = self.clone();
        before.board[stands.index()] = None;
        before.board[origin.index()] = Some(pawn);
        match before.king(side).and_then(|king| Some((king, before.attackers(king, other).next()?))) {
            Some((king, from)) => Err(FenProblem::EnPassantCheck { color: side, king, from, other }),
            None => Ok(()),
        }
    }
}

fn touch(one: Square, two: Square) -> bool {
    one.file().abs_diff(two.file()) <= 1 && one.rank().abs_diff(two.rank()) <= 1
}
