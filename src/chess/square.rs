//! The 64 squares.

use std::fmt;

/// A square, 6 bits in hardware: rank * 8 + file, so 0 is a1, 1 is b1 and 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of this index, if it is below 64.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square on this file (0 is a) and rank (0 is the first), if both are below 8.
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// The square on this file and rank, each modulo 8, for callers that have both in range
    /// already.
    pub(super) const fn wrapped(file: u8, rank: u8) -> Self {
        Self(rank % 8 * 8 + file % 8)
    }

    /// All squares, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for the first rank to 7 for the eighth.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let moved = |from: u8, by: i8| u8::try_from(i16::from(from) + i16::from(by)).ok();
        Self::at(moved(self.file(), files)?, moved(self.rank(), ranks)?)
    }

    /// Reads `e4`: a file letter in lower case and a rank digit.
    pub fn from_name(name: &str) -> Option<Self> {
        let [file, rank] = name.as_bytes() else { return None };
        Self::at(file.checked_sub(b'a')?, rank.checked_sub(b'1')?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        assert_eq!(Square::new(0).unwrap().to_string(), "a1");
        assert_eq!(Square::new(63).unwrap().to_string(), "h8");
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::from_name("e4").unwrap().index(), 28);
        for square in Square::all() {
            assert_eq!(Square::from_name(&square.to_string()), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
        }
        for bad in ["", "e", "e9", "e0", "i1", "E4", "e44", "é4"] {
            assert_eq!(Square::from_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        let a1 = Square::from_name("a1").unwrap();
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(0, -1), None);
        assert_eq!(a1.offset(7, 7), Square::from_name("h8"));
        assert_eq!(a1.offset(8, 0), None);
    }
}
