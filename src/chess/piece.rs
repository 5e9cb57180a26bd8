//! Colours, kinds of piece, pieces, and their codes in hardware.

use std::fmt;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// White, 0 in hardware.
    White,
    /// Black, 1 in hardware.
    Black,
}

impl Color {
    /// White, then black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The rank (0 to 7) that is this side's first: where its king starts.
    pub const fn home_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// One rank forward for this side's pawns: 1 up, -1 down.
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// `w` or `b`, as in a FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// The six kinds of piece. The discriminant is the 3-bit code in hardware, where 0 is an empty
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceKind {
    /// 1
    Pawn = 1,
    /// 2
    Knight,
    /// 3
    Bishop,
    /// 4
    Rook,
    /// 5
    Queen,
    /// 6
    King,
}

impl PieceKind {
    /// All kinds, from pawn to king: least valuable first.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The kinds a pawn may become, in the order of the hardware code.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The 3-bit code in hardware, 1 to 6.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The kind with this 3-bit code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The lower-case letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind of this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// The kind.
    pub kind: PieceKind,
}

impl Piece {
    /// The piece of this colour and kind.
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }

    /// The 4-bit code in hardware: the colour (1 is black), then the kind's three bits. An empty
    /// square is 0.
    pub const fn code(self) -> u8 {
        (self.color as u8) << 3 | self.kind.code()
    }

    /// The piece with this 4-bit code; `None` for an empty square and for codes no piece has.
    pub fn from_code(code: u8) -> Option<Self> {
        let color = match code >> 3 {
            0 => Color::White,
            1 => Color::Black,
            _ => return None,
        };
        Some(Self::new(color, PieceKind::from_code(code & 7)?))
    }

    /// The FEN letter: upper case for white.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece of this FEN letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Self::new(color, PieceKind::from_letter(letter.to_ascii_lowercase())?))
    }

    /// The Unicode chess figure.
    pub const fn figure(self) -> char {
        match (self.color, self.kind) {
            (Color::White, PieceKind::King) => '♔',
            (Color::White, PieceKind::Queen) => '♕',
            (Color::White, PieceKind::Rook) => '♖',
            (Color::White, PieceKind::Bishop) => '♗',
            (Color::White, PieceKind::Knight) => '♘',
            (Color::White, PieceKind::Pawn) => '♙',
            (Color::Black, PieceKind::King) => '♚',
            (Color::Black, PieceKind::Queen) => '♛',
            (Color::Black, PieceKind::Rook) => '♜',
            (Color::Black, PieceKind::Bishop) => '♝',
            (Color::Black, PieceKind::Knight) => '♞',
            (Color::Black, PieceKind::Pawn) => '♟',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_letters_read_back() {
        let mut codes = Vec::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(Piece::from_code(piece.code()), Some(piece));
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
                codes.push(piece.code());
            }
        }
        assert_eq!(codes, [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]);
        for none in [0, 7, 8, 15, 16, 255] {
            assert_eq!(Piece::from_code(none), None);
        }
    }
}
