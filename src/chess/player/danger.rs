//! Which moves are legal: checks, pins, and the origins of the moves to a square.

use cozy_chess::{
    BitBoard, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::board::Board;
use super::code::Code;
use crate::chess::evaluation::Attacks;
use crate::chess::{Color, PieceKind};

use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};

/// What threatens the king of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Danger {
    /// The enemy pieces that give check.
    pub checkers: u64,
    /// The own pieces that stand alone between the king and an enemy piece that would give check.
    pub pinned: u64,
    /// The squares where a piece other than the king may go: those that end a check.
    pub gate: u64,
}

/// The first and the last rank.
pub const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

#[inline]
fn place(square: usize) -> Square {
    Square::index_const(square & 63)
}

/// The square of a set that has one.
#[inline]
fn only(set: u64) -> Square {
    place(set.trailing_zeros() as usize)
}

#[inline]
fn pawn_origins(to: usize, side: Color) -> u64 {
    // The squares from which a pawn attacks are those that an enemy pawn on the square attacks.
    let seen_by = if side == Color::White { cozy_chess::Color::Black } else { cozy_chess::Color::White };
    get_pawn_attacks(place(to), seen_by).0
}

impl Board {
    /// The pieces of a side that attack a square, if these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: usize, by: Color, occupied: u64) -> u64 {
        let sets = &self.sets;
        let (at, occupied) = (place(square), BitBoard(occupied));
        let (diagonal, straight) = (sets.kind(Bishop) | sets.kind(Queen), sets.kind(Rook) | sets.kind(Queen));
        let pieces = get_knight_moves(at).0 & sets.kind(Knight)
            | get_king_moves(at).0 & sets.kind(King)
            | get_bishop_moves(at, occupied).0 & diagonal
            | get_rook_moves(at, occupied).0 & straight
            | pawn_origins(square, by) & sets.kind(Pawn);
        pieces & sets.colors[by as usize]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        let king = self.sets.of(self.side, King).trailing_zeros() as usize;
        self.attackers(king, self.side.other(), self.sets.occupied())
    }

    /// What threatens the king of the side to move, whose checkers are known.
    #[inline]
    pub fn danger(&self, checkers: u64) -> Danger {
        let (sets, enemy, own) = (&self.sets, self.enemy(), self.own());
        let king = only(sets.of(self.side, King));
        let diagonal = get_bishop_rays(king).0 & (sets.kind(Bishop) | sets.kind(Queen));
        let straight = get_rook_rays(king).0 & (sets.kind(Rook) | sets.kind(Queen));
        let mut pinned = 0;
        for from in BitBoard((diagonal | straight) & enemy) {
            let between = get_between_rays(king, from).0 & sets.occupied();
            if between & own == between && between.count_ones() == 1 {
                pinned |= between;
            }
        }
        let gate = match checkers.count_ones() {
            0 => u64::MAX,
            1 => checkers | get_between_rays(king, only(checkers)).0,
            _ => 0,
        };
        Danger { checkers, pinned, gate }
    }

    /// The origins of the legal moves to a square that no own piece is on.
    #[inline]
    pub fn origins(&self, danger: &Danger, to: usize) -> u64 {
        let (sets, own, to_bit) = (&self.sets, self.own(), 1_u64 << to);
        let (at, occupied) = (place(to), BitBoard(sets.occupied()));
        let king = sets.of(self.side, King);
        let mut from = 0;
        if danger.gate & to_bit != 0 {
            let diagonal = sets.kind(Bishop) | sets.kind(Queen);
            let straight = sets.kind(Rook) | sets.kind(Queen);
            from = get_knight_moves(at).0 & sets.kind(Knight)
                | get_bishop_moves(at, occupied).0 & diagonal
                | get_rook_moves(at, occupied).0 & straight;
            from |= match sets.occupied() & to_bit {
                0 => self.pushes(to_bit),
                _ => pawn_origins(to, self.side) & sets.kind(Pawn),
            };
            from &= own;
            for pinned in BitBoard(from & danger.pinned) {
                if get_line_rays(only(king), pinned).0 & to_bit == 0 {
                    from &= !(1 << pinned as u64);
                }
            }
        }
        if to_bit == self.passed {
            from |= self.passing(to);
        }
        let beside = get_king_moves(at).0 & king;
        if beside != 0 && self.attackers(to, self.side.other(), sets.occupied() ^ king) == 0 {
            from |= beside;
        }
        from | self.castling_to(danger, to_bit)
    }

    /// The squares from which a pawn goes straight to an empty square.
    #[inline]
    fn pushes(&self, to: u64) -> u64 {
        let (empty, pawns) = (!self.sets.occupied(), self.sets.kind(Pawn));
        match self.side {
            Color::White => (to >> 8 | (to >> 8 & empty & 0xff_0000) >> 8) & pawns,
            Color::Black => (to << 8 | (to << 8 & empty & 0xff00_0000_0000) << 8) & pawns,
        }
    }

    /// The pawns that may take the pawn that has just passed a square.
    fn passing(&self, to: usize) -> u64 {
        let king = self.sets.of(self.side, King).trailing_zeros() as usize;
        let enemy = self.side.other();
        let taken = 1_u64 << (to ^ 8);
        let pawns = pawn_origins(to, self.side) & self.sets.of(self.side, Pawn);
        let stays = |from: u64| {
            let occupied = self.sets.occupied() ^ from ^ taken | 1 << to;
            self.attackers(king, enemy, occupied) & !taken == 0
        };
        BitBoard(pawns).into_iter().map(|from| 1 << from as u64).filter(|from| stays(*from)).sum()
    }

    /// The king, if it may castle to a square.
    #[inline]
    fn castling_to(&self, danger: &Danger, to: u64) -> u64 {
        const KING_SIDE: u64 = 0x40;
        const QUEEN_SIDE: u64 = 0x04;
        let home = if self.side == Color::White { 0 } else { 56 };
        let rights = self.castling >> (home / 28) & 3;
        let seen = to >> home;
        let (right, between, through) = match seen {
            KING_SIDE => (1, 0x60, 5),
            QUEEN_SIDE => (2, 0x0e, 3),
            _ => return 0,
        };
        let occupied = self.sets.occupied();
        let safe = |square: usize| self.attackers(square, self.side.other(), occupied) == 0;
        let may = rights & right != 0 && danger.checkers == 0 && occupied & between << home == 0;
        if may && safe(home + through) && safe(to.trailing_zeros() as usize) { 0x10 << home } else { 0 }
    }

    /// Whether a move is legal; any number may be one.
    pub fn is_legal(&self, danger: &Danger, code: Code) -> bool {
        let (from, to) = (code.origin(), code.destination());
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        if code.is_none() || self.own() & to_bit != 0 || self.own() & from_bit == 0 {
            return false;
        }
        let pawn = self.sets.kind(Pawn) & from_bit != 0;
        let promotes = pawn && to_bit & LAST_RANKS != 0;
        let fits = match code.promotion() {
            0 => !promotes,
            2..=5 => promotes,
            _ => false,
        };
        fits && self.origins(danger, to) & from_bit != 0
    }

    /// The squares to which moves of the side to move may lead, legal or not.
    #[inline]
    pub fn reach(&self) -> u64 {
        let pawns = self.sets.of(self.side, Pawn);
        let empty = !self.sets.occupied();
        let (one, two) = match self.side {
            Color::White => (pawns << 8 & empty, (pawns << 8 & empty & 0xff_0000) << 8 & empty),
            Color::Black => (pawns >> 8 & empty, (pawns >> 8 & empty & 0xff00_0000_0000) >> 8 & empty),
        };
        let castling = if self.castling == 0 { 0 } else { 0x4400_0000_0000_0044 & empty };
        (Attacks::of(&self.sets, self.side).all | one | two | castling) & !self.own()
    }

    /// Whether there is a legal move.
    pub fn has_move(&self, danger: &Danger) -> bool {
        BitBoard(self.reach()).into_iter().any(|to| self.origins(danger, to as usize) != 0)
    }
}
