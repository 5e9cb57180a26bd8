//! Sides, kinds of pieces, and pieces in hand.

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first, towards rank a.
    Black,
    /// The other side.
    White,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

/// A kind of piece, without promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One step forward.
    Pawn,
    /// Any number of steps forward.
    Lance,
    /// Two steps forward and one aside.
    Knight,
    /// One step forward or to a corner.
    Silver,
    /// One step, except to the corners behind.
    Gold,
    /// Any number of steps to a corner.
    Bishop,
    /// Any number of steps along a rank or file.
    Rook,
    /// One step.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
    ];

    /// The kinds that are held in hand.
    pub const IN_HAND: [Kind; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// The number of pieces of this kind in a whole set.
    pub fn in_a_set(self) -> u8 {
        match self {
            Self::Pawn => 18,
            Self::Lance | Self::Knight | Self::Silver | Self::Gold => 4,
            Self::Bishop | Self::Rook | Self::King => 2,
        }
    }

    /// Whether it can promote.
    pub fn promotes(self) -> bool {
        !matches!(self, Self::Gold | Self::King)
    }

    /// Its letter in SFEN and USI, as a capital.
    pub fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::King => 'K',
        }
    }

    /// The kind of a capital letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::King => "king",
        }
    }

    /// The name of several of them.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Pawn => "pawns",
            Self::Lance => "lances",
            Self::Knight => "knights",
            Self::Silver => "silver generals",
            Self::Gold => "gold generals",
            Self::Bishop => "bishops",
            Self::Rook => "rooks",
            Self::King => "kings",
        }
    }

    /// The farthest rows in which an unpromoted piece has no move left.
    pub fn rows_without_a_move(self) -> i8 {
        match self {
            Self::Pawn | Self::Lance => 1,
            Self::Knight => 2,
            _ => 0,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its side.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
    /// Whether it is promoted.
    pub promoted: bool,
}

/// One step forward, as Black sees it.
const AHEAD: (i8, i8) = (0, 1);
const STRAIGHT: [(i8, i8); 4] = [AHEAD, (1, 0), (-1, 0), (0, -1)];
const CORNERS: [(i8, i8); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
const JUMPS: [(i8, i8); 2] = [(-1, 2), (1, 2)];
const SILVER: [(i8, i8); 5] = [AHEAD, (-1, 1), (1, 1), (-1, -1), (1, -1)];
const GOLD: [(i8, i8); 6] = [AHEAD, (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
const ALL: [(i8, i8); 8] = [AHEAD, (1, 0), (-1, 0), (0, -1), (-1, 1), (1, 1), (-1, -1), (1, -1)];

impl Piece {
    /// The single steps it makes: columns to the right and rows forward, as its side sees them.
    pub fn steps(self) -> &'static [(i8, i8)] {
        match (self.kind, self.promoted) {
            (Kind::King, _) => &ALL,
            (Kind::Gold, _) => &GOLD,
            (Kind::Bishop, true) => &STRAIGHT,
            (Kind::Rook, true) => &CORNERS,
            (Kind::Bishop | Kind::Rook | Kind::Lance, false) => &[],
            (_, true) => &GOLD,
            (Kind::Pawn, false) => &[AHEAD],
            (Kind::Knight, false) => &JUMPS,
            (Kind::Silver, false) => &SILVER,
        }
    }

    /// The directions in which it goes on until something stands there.
    pub fn slides(self) -> &'static [(i8, i8)] {
        match (self.kind, self.promoted) {
            (Kind::Lance, false) => &[AHEAD],
            (Kind::Bishop, _) => &CORNERS,
            (Kind::Rook, _) => &STRAIGHT,
            _ => &[],
        }
    }

    /// Its code in 5 bits: 1 to 7 from pawn to rook and 8 for a king, 8 more if it is promoted, and
    /// 16 more if it is White's. No piece has the code 0.
    pub fn code(self) -> u8 {
        let promoted = if self.promoted { 8 } else { 0 };
        let white = if self.side == Side::White { 16 } else { 0 };
        self.kind as u8 + 1 + promoted + white
    }

    /// The piece of a code; `None` if no piece has it.
    pub fn from_code(code: u8) -> Option<Self> {
        let side = *Side::ALL.get(usize::from(code / 16))?;
        let kind = |number: u8| Kind::ALL.get(usize::from(number.checked_sub(1)?)).copied();
        match code % 16 {
            plain @ 0..=8 => Some(Self { side, kind: kind(plain)?, promoted: false }),
            promoted => {
                let kind = kind(promoted - 8).filter(|kind| kind.promotes())?;
                Some(Self { side, kind, promoted: true })
            }
        }
    }

    /// A step of its side as Black sees it.
    pub fn turned(self, (columns, rows): (i8, i8)) -> (i8, i8) {
        match self.side {
            Side::Black => (columns, rows),
            Side::White => (-columns, -rows),
        }
    }
}

/// The pieces that a side has in hand, by kind from pawn to rook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 7]);

impl Hand {
    /// The number of pieces of a kind. There are never kings.
    pub fn count(&self, kind: Kind) -> u8 {
        self.0.get(kind as usize).copied().unwrap_or(0)
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 7]
    }

    /// Changes the number of pieces of a kind.
    pub(super) fn set(&mut self, kind: Kind, count: u8) {
        if let Some(place) = self.0.get_mut(kind as usize) {
            *place = count;
        }
    }
}
