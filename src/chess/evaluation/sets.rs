//! A position as sets of squares, and the squares that each side attacks.

use cozy_chess::{BitBoard, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

use crate::chess::{Color, PieceKind, Position, Square};

/// The pieces of a position, as sets of squares: a1 in bit 0, h8 in bit 63, white at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    /// The pieces of white and of black, by [`Color`].
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings of both sides.
    pub kinds: [u64; 6],
}

impl Sets {
    /// The pieces of this side and kind.
    #[inline]
    pub const fn of(&self, color: Color, kind: PieceKind) -> u64 {
        self.colors[color as usize] & self.kinds[kind as usize - 1]
    }

    /// The pieces of this kind, of both sides.
    #[inline]
    pub const fn kind(&self, kind: PieceKind) -> u64 {
        self.kinds[kind as usize - 1]
    }

    /// All pieces.
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The same with the colours changed and the board turned upside down.
    pub fn flipped(&self) -> Self {
        let [white, black] = self.colors.map(u64::swap_bytes);
        Self { colors: [black, white], kinds: self.kinds.map(u64::swap_bytes) }
    }
}

impl From<&Position> for Sets {
    fn from(position: &Position) -> Self {
        let mut sets = Self::default();
        for square in Square::all() {
            if let Some(piece) = position.piece(square) {
                sets.colors[piece.color as usize] |= 1 << square.index();
                sets.kinds[piece.kind as usize - 1] |= 1 << square.index();
            }
        }
        sets
    }
}

impl From<&cozy_chess::Board> for Sets {
    fn from(board: &cozy_chess::Board) -> Self {
        Self {
            colors: [cozy_chess::Color::White, cozy_chess::Color::Black].map(|color| board.colors(color).0),
            kinds: cozy_chess::Piece::ALL.map(|kind| board.pieces(kind).0),
        }
    }
}

/// The squares that a side attacks, by the kind of the attacker. Own pieces are attacked too and
/// end a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// By pawns, knights, bishops, rooks, queens, the king.
    pub kinds: [u64; 6],
    /// By any of them.
    pub all: u64,
}

impl Attacks {
    /// The squares that this side attacks.
    #[inline]
    pub fn of(sets: &Sets, color: Color) -> Self {
        let occupied = sets.occupied();
        let of = |kind| sets.of(color, kind);
        let kinds = [
            pawns(of(PieceKind::Pawn), color),
            union(of(PieceKind::Knight), |square| get_knight_moves(square).0),
            union(of(PieceKind::Bishop), |square| diagonal(square, occupied)),
            union(of(PieceKind::Rook), |square| straight(square, occupied)),
            union(of(PieceKind::Queen), |square| diagonal(square, occupied) | straight(square, occupied)),
            union(of(PieceKind::King), |square| get_king_moves(square).0),
        ];
        Self { kinds, all: kinds.iter().fold(0, |all, kind| all | kind) }
    }

    /// The squares that pieces of this kind attack.
    #[inline]
    pub const fn by(&self, kind: PieceKind) -> u64 {
        self.kinds[kind as usize - 1]
    }
}

/// The squares from which a knight, a bishop, a rook and a queen would check a king that stands on
/// this set's square.
#[inline]
pub(super) fn checking(king: u64, occupied: u64) -> [u64; 4] {
    let knight = union(king, |square| get_knight_moves(square).0);
    let bishop = union(king, |square| diagonal(square, occupied));
    let rook = union(king, |square| straight(square, occupied));
    [knight, bishop, rook, bishop | rook]
}

/// The squares that a king on this set's square attacks.
#[inline]
pub(super) fn neighbours(king: u64) -> u64 {
    union(king, |square| get_king_moves(square).0)
}

#[inline]
fn diagonal(square: cozy_chess::Square, occupied: u64) -> u64 {
    get_bishop_moves(square, BitBoard(occupied)).0
}

#[inline]
fn straight(square: cozy_chess::Square, occupied: u64) -> u64 {
    get_rook_moves(square, BitBoard(occupied)).0
}

/// All that is reached from one of the squares.
#[inline]
fn union(from: u64, reach: impl Fn(cozy_chess::Square) -> u64) -> u64 {
    BitBoard(from).into_iter().fold(0, |all, square| all | reach(square))
}

/// The squares that pawns of this colour on these squares attack.
#[inline]
pub(super) const fn pawns(from: u64, color: Color) -> u64 {
    sideways(forward(from, color))
}

/// These squares one rank further for this side.
#[inline]
pub(super) const fn forward(set: u64, color: Color) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// The squares to the left and right of these.
#[inline]
pub(super) const fn sideways(set: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    set << 1 & !A_FILE | (set & !A_FILE) >> 1
}

/// These squares and all before them for this side.
#[inline]
pub(super) const fn filled(set: u64, color: Color) -> u64 {
    let mut set = set;
    let mut step = 8;
    while step < 64 {
        set |= match color {
            Color::White => set << step,
            Color::Black => set >> step,
        };
        step *= 2;
    }
    set
}

/// The whole files on which these squares are.
#[inline]
pub(super) const fn files(set: u64) -> u64 {
    filled(set, Color::White) | filled(set, Color::Black)
}
