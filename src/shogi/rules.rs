//! The rules: which moves are legal.

use super::{Kind, Move, Piece, Position, Side, Square};

impl Position {
    /// The legal moves: by origin and destination, then drops by kind and destination. Where a
    /// piece may promote and need not, both moves are there.
    pub fn moves(&self) -> Vec<Move> {
        self.pseudo_legal()
            .into_iter()
            .filter(|mv| self.leaves_no_check(*mv) && !self.mates_by_pawn(*mv))
            .collect()
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.pseudo_legal().contains(&mv) && self.leaves_no_check(mv) && !self.mates_by_pawn(mv)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.side), self.side.other())
    }

    /// Whether the side to move has lost: it has no legal move.
    pub fn is_lost(&self) -> bool {
        let mut all = self.pseudo_legal().into_iter();
        !all.any(|mv| self.leaves_no_check(mv) && !self.mates_by_pawn(mv))
    }

    /// The number of leaves of the tree of legal moves, so many plies deep.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// Whether a piece of a side attacks a square.
    pub fn is_attacked(&self, square: Square, by: Side) -> bool {
        // From the square outwards: a piece attacks it whose own step leads back.
        const AROUND: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        const JUMPS: [(i8, i8); 4] = [(1, 2), (-1, 2), (1, -2), (-1, -2)];
        let has = |piece: Piece, list: fn(Piece) -> &'static [(i8, i8)], (columns, rows): (i8, i8)| {
            piece.side == by && list(piece).iter().any(|step| piece.turned(*step) == (-columns, -rows))
        };
        let jumps = JUMPS.into_iter().any(|way| {
            let piece = square.moved(way).and_then(|at| self.piece(at));
            piece.is_some_and(|piece| has(piece, Piece::steps, way))
        });
        jumps
            || AROUND.into_iter().any(|way| {
                let near = square.moved(way);
                let next = near.and_then(|at| self.piece(at));
                let first = self.first_along(square, way).and_then(|at| self.piece(at));
                next.is_some_and(|piece| has(piece, Piece::steps, way))
                    || first.is_some_and(|piece| has(piece, Piece::slides, way))
            })
    }

    /// The first square with a piece in a direction.
    fn first_along(&self, square: Square, way: (i8, i8)) -> Option<Square> {
        let mut at = square.moved(way)?;
        while self.piece(at).is_none() {
            at = at.moved(way)?;
        }
        Some(at)
    }

    /// The moves by which pieces go, whether or not the own king is in check then, and whether or
    /// not a dropped pawn gives mate.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces(self.side) {
            for to in self.destinations(from, piece) {
                let in_zone = from.is_zone_of(self.side) || to.is_zone_of(self.side);
                let may_stay = piece.promoted || has_a_future(piece.kind, to, self.side);
                if may_stay {
                    moves.push(Move::Board { from, to, promotes: false });
                }
                if in_zone && !piece.promoted && piece.kind.promotes() {
                    moves.push(Move::Board { from, to, promotes: true });
                }
            }
        }
        for kind in Kind::IN_HAND.into_iter().filter(|kind| self.hand(self.side).count(*kind) > 0) {
            let fits = |to: &Square| self.piece(*to).is_none() && self.may_drop(kind, *to);
            moves.extend(Square::all().filter(fits).map(|to| Move::Drop { kind, to }));
        }
        moves
    }

    /// The squares to which a piece goes, by their numbers.
    fn destinations(&self, from: Square, piece: Piece) -> Vec<Square> {
        let is_free = |to: &Square| self.piece(*to).is_none_or(|there| there.side != piece.side);
        let steps = piece.steps().iter().filter_map(|step| from.moved(piece.turned(*step)));
        let mut all: Vec<Square> = steps.filter(is_free).collect();
        for way in piece.slides() {
            let way = piece.turned(*way);
            let mut next = from.moved(way);
            while let Some(to) = next.filter(is_free) {
                all.push(to);
                next = to.moved(way).filter(|_| self.piece(to).is_none());
            }
        }
        all.sort_unstable();
        all
    }

    /// Whether a piece may be dropped on an empty square: it has a move there some time, and no
    /// unpromoted pawn of its side stands on the file of a pawn.
    fn may_drop(&self, kind: Kind, to: Square) -> bool {
        let pawn = Piece { side: self.side, kind: Kind::Pawn, promoted: false };
        let mut file = (0..9).filter_map(|row| Square::at(to.column(), row));
        let is_second = kind == Kind::Pawn && file.any(|square| self.piece(square) == Some(pawn));
        has_a_future(kind, to, self.side) && !is_second
    }

    fn leaves_no_check(&self, mv: Move) -> bool {
        let next = self.after(mv);
        !next.is_attacked(next.king(self.side), next.side)
    }

    /// Whether a move drops a pawn that gives mate, which is forbidden.
    fn mates_by_pawn(&self, mv: Move) -> bool {
        matches!(mv, Move::Drop { kind: Kind::Pawn, .. }) && {
            let next = self.after(mv);
            next.is_check() && next.is_lost()
        }
    }
}

/// Whether an unpromoted piece has a move on an empty board from this square.
pub(super) fn has_a_future(kind: Kind, square: Square, side: Side) -> bool {
    square.row_seen_by(side) < 9 - kind.rows_without_a_move()
}
