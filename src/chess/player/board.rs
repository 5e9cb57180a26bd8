//! A position as a node holds it, and the position after a move.

use super::code::Code;
use super::givens::Givens;
use crate::chess::evaluation::{Carried, Sets, value};
use crate::chess::{Color, Piece, PieceKind, Position};
use crate::hash::zobrist;

use PieceKind::{King, Pawn, Rook};

/// A position, with the sums that a move changes a little: its key, and what the evaluation
/// carries. A move makes a copy, so none is ever taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The pieces.
    pub sets: Sets,
    /// The side to move.
    pub side: Color,
    /// The rights to castle: bits 0 to 3 are `KQkq`.
    pub castling: u8,
    /// The square that a pawn has just passed, if an enemy pawn stands where it could take it
    /// there; else the empty set.
    pub passed: u64,
    /// Half moves since the last capture, pawn move or null move.
    pub halfmove: u16,
    /// The key of the hash table.
    pub key: u64,
    /// What the evaluation carries.
    pub carried: Carried,
}

/// For each square the rights to castle that are lost when a piece leaves it or arrives there.
const LOST: [u8; 64] = {
    let mut lost = [0; 64];
    (lost[0], lost[4], lost[7]) = (2, 3, 1);
    (lost[56], lost[60], lost[63]) = (8, 12, 4);
    lost
};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Board {
    /// A position as a node.
    pub fn of(position: &Position, givens: &Givens) -> Self {
        let sets = Sets::from(position);
        let castling = Position::castlings()
            .enumerate()
            .filter(|(_, (color, king_side))| position.castling.get(*color, *king_side))
            .fold(0, |rights, (bit, _)| rights | 1 << bit);
        let passed = position.en_passant.filter(|_| zobrist::can_take_en_passant(position));
        let passed = passed.map_or(0, |square| 1 << square.index());
        let mut board = Self {
            sets,
            side: position.side,
            castling,
            passed,
            halfmove: position.halfmove,
            key: 0,
            carried: Carried::of(&sets, &givens.weights),
        };
        board.key = board.whole_key(givens);
        board
    }

    fn whole_key(&self, givens: &Givens) -> u64 {
        let keys = &givens.keys;
        let black = if self.side == Color::Black { keys.black } else { 0 };
        let mut key = black ^ keys.castling(self.castling) ^ keys.passed(self.passed);
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for square in cozy_chess::BitBoard(self.sets.of(color, kind)) {
                    key ^= keys.piece(color, kind, square as usize);
                }
            }
        }
        key
    }

    /// The piece on a set's square, of either side.
    #[inline]
    pub fn kind_at(&self, square: u64) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| self.sets.kind(*kind) & square != 0)
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.sets.colors[self.side as usize]
    }

    /// The pieces of the other side.
    #[inline]
    pub fn enemy(&self) -> u64 {
        self.sets.colors[self.side.other() as usize]
    }

    /// The evaluation for the side to move.
    #[inline]
    pub fn value(&self, givens: &Givens) -> i32 {
        value(&self.sets, self.side, &self.carried, &givens.weights)
    }

    /// Whether neither side can ever give mate: at most one knight or bishop beside the kings.
    #[inline]
    pub fn is_too_little(&self) -> bool {
        use PieceKind::{Bishop, Knight, Queen};
        let mates = self.sets.kind(Pawn) | self.sets.kind(Rook) | self.sets.kind(Queen);
        mates == 0 && (self.sets.kind(Knight) | self.sets.kind(Bishop)).count_ones() <= 1
    }

    /// Whether the side to move has a piece beside king and pawns.
    #[inline]
    pub fn has_piece(&self) -> bool {
        self.own() & !(self.sets.kind(Pawn) | self.sets.kind(King)) != 0
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, code: Code, givens: &Givens) -> Self {
        let mut next = *self;
        let (side, other) = (self.side, self.side.other());
        let (from, to) = (code.origin(), code.destination());
        let to_bit = 1 << to;
        let Some(moved) = self.kind_at(1 << from) else { return next };
        next.key ^= givens.keys.passed(self.passed);
        (next.passed, next.halfmove) = (0, self.halfmove.saturating_add(1));
        if self.enemy() & to_bit != 0 {
            if let Some(captured) = self.kind_at(to_bit) {
                next.lift(Piece::new(other, captured), to, givens);
            }
            next.halfmove = 0;
        }
        next.lift(Piece::new(side, moved), from, givens);
        let stands = PieceKind::from_code(code.promotion() as u8).unwrap_or(moved);
        next.put(Piece::new(side, stands), to, givens);
        match moved {
            Pawn => next.pawn_moved(self.passed, code, givens),
            King if from.abs_diff(to) == 2 => {
                let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                next.lift(Piece::new(side, Rook), corner & 63, givens);
                next.put(Piece::new(side, Rook), beside & 63, givens);
            }
            _ => {}
        }
        let kept = self.castling & !(LOST[from] | LOST[to]);
        next.key ^= givens.keys.castling(self.castling) ^ givens.keys.castling(kept) ^ givens.keys.black;
        next.castling = kept;
        next.side = other;
        next
    }

    /// What a pawn's move changes beside the pawn; the side to move is still its own.
    #[inline]
    fn pawn_moved(&mut self, passed: u64, code: Code, givens: &Givens) {
        let (from, to) = (code.origin(), code.destination());
        let to_bit = 1_u64 << to;
        let other = self.side.other();
        self.halfmove = 0;
        if to_bit == passed {
            self.lift(Piece::new(other, Pawn), to ^ 8, givens);
        } else if from.abs_diff(to) == 16 {
            let beside = (to_bit & NOT_A) >> 1 | (to_bit & NOT_H) << 1;
            if beside & self.sets.of(other, Pawn) != 0 {
                self.passed = 1 << usize::midpoint(from, to);
                self.key ^= givens.keys.passed(self.passed);
            }
        }
    }

    /// The position after no move. Positions before it do not count as repeated after it.
    #[inline]
    pub fn after_null(&self, givens: &Givens) -> Self {
        let key = self.key ^ givens.keys.passed(self.passed) ^ givens.keys.black;
        Self { side: self.side.other(), passed: 0, halfmove: 0, key, ..*self }
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: usize, givens: &Givens) {
        self.sets.colors[piece.color as usize] &= !(1 << square);
        self.sets.kinds[piece.kind as usize - 1] &= !(1 << square);
        self.key ^= givens.keys.piece(piece.color, piece.kind, square);
        self.carried.remove(piece, square, &givens.weights);
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: usize, givens: &Givens) {
        self.sets.colors[piece.color as usize] |= 1 << square;
        self.sets.kinds[piece.kind as usize - 1] |= 1 << square;
        self.key ^= givens.keys.piece(piece.color, piece.kind, square);
        self.carried.add(piece, square, &givens.weights);
    }
}
