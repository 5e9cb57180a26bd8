//! The pieces, and the ways they can lie.

use std::fmt;
use std::sync::LazyLock;

use super::plane::Offset;

/// The cells of each piece in rotation 0, from the centre of its 5 by 5 template, which every piece
/// fills.
const SHAPES: [&[Offset]; PIECES] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(0, -1), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -1), (0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(-1, 0), (0, 0), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -2), (0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -2), (0, -1), (-1, 0), (0, 0), (-1, 1)],
    &[(0, -1), (-1, 0), (0, 0), (-1, 1), (0, 1)],
    &[(-1, -1), (0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -1), (0, 0), (1, 0), (0, 1), (0, 2)],
    &[(0, -1), (0, 0), (-1, 1), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (1, 0), (2, 0)],
    &[(-1, -1), (0, -1), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
    &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
];

/// Players' names of the pieces: a letter that the piece looks like, and its number of squares.
const NAMES: [&str; PIECES] = [
    "I1", "I2", "I3", "V3", "I4", "L4", "T4", "O4", "Z4", "I5", "L5", "N5", "P5", "U5", "Y5", "T5", "V5",
    "W5", "Z5", "F5", "X5",
];

/// Pieces of a player.
pub const PIECES: usize = 21;
/// Squares of the largest piece.
pub const LARGEST: usize = 5;
/// Rotations a code can name: quarter turns, and each mirrored.
pub const ROTATIONS: u8 = 8;

/// One of the 21 pieces: `a`, a single square, to `u`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// All pieces, from `a` to `u`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PIECES as u8).map(Self)
    }

    /// Reads the letter of a piece, small or capital.
    ///
    /// # Errors
    /// There is no such piece.
    pub fn of_text(text: &str) -> Result<Self, String> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        letter
            .and_then(|letter| Self::from_letter(letter.to_ascii_lowercase()))
            .ok_or_else(|| format!("there is no piece `{text}`; choose a letter from a to u"))
    }

    /// The piece of this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::all().find(|piece| piece.letter() == letter)
    }

    /// The piece of this number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::all().nth(index)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(b'a' + self.0)
    }

    /// The players' name of the piece, such as `F5`: a letter that it looks like, and its number of
    /// squares.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Its number, 0 for `a`.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The number of its squares.
    pub fn size(self) -> usize {
        SHAPES[self.index()].len()
    }

    /// Its cells from the centre in this rotation (0 to 7), row by row. `2k` is `k` quarter turns
    /// clockwise, and `2k + 1` is the same and then mirrored left to right.
    pub fn cells(self, rotation: u8) -> Vec<Offset> {
        let turned = |&cell: &Offset| {
            let (x, y) = (0..rotation / 2).fold(cell, |(x, y), _| (-y, x));
            if rotation % 2 == 1 { (-x, y) } else { (x, y) }
        };
        let mut cells: Vec<Offset> = SHAPES[self.index()].iter().map(turned).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        cells
    }

    /// The ways it can lie, each by its smallest rotation.
    pub fn orientations(self) -> impl Iterator<Item = u8> {
        (0..ROTATIONS).filter(move |&rotation| self.canonical(rotation) == (rotation, (0, 0)))
    }

    /// The smallest rotation that gives the same cells, and the place of its centre, seen from this
    /// rotation's centre.
    pub fn canonical(self, rotation: u8) -> (u8, Offset) {
        CANONICAL[self.index()][usize::from(rotation % ROTATIONS)]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

static CANONICAL: LazyLock<[[(u8, Offset); ROTATIONS as usize]; PIECES]> = LazyLock::new(|| {
    std::array::from_fn(|piece| std::array::from_fn(|rotation| smallest(Piece(piece as u8), rotation as u8)))
});

fn smallest(piece: Piece, rotation: u8) -> (u8, Offset) {
    let cells = piece.cells(rotation);
    let shift = |other: u8| {
        let others = piece.cells(other);
        let by = (cells[0].0 - others[0].0, cells[0].1 - others[0].1);
        let same = cells.iter().zip(&others).all(|(a, b)| (b.0 + by.0, b.1 + by.1) == *a);
        same.then_some((other, by))
    };
    (0..rotation).find_map(shift).unwrap_or((rotation, (0, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = include_str!("../../tests/data/blokus_pieces.csv");

    #[test]
    fn pieces_and_rotations_are_those_of_the_published_table() {
        let mut rows = 0;
        for line in TABLE.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |place: usize| fields[place].parse::<i8>().unwrap();
            let piece = Piece::from_letter(fields[0].chars().next().unwrap()).unwrap();
            let rotation = number(1) as u8;
            let pair = |cell: &str| -> Offset {
                let (x, y) = cell.split_once(':').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            };
            let cells: Vec<Offset> = fields[7].split(' ').map(pair).collect();
            assert_eq!(piece.cells(rotation), cells, "{line}");
            assert_eq!(piece.canonical(rotation), (number(3) as u8, (number(4), number(5))), "{line}");
            assert_eq!(piece.orientations().any(|one| one == rotation), number(2) == 1, "{line}");
            assert_eq!(piece.size(), number(6) as usize, "{line}");
            rows += 1;
        }
        assert_eq!(rows, 168);
    }

    #[test]
    fn there_are_91_orientations_of_89_squares() {
        assert_eq!(Piece::all().map(|piece| piece.orientations().count()).sum::<usize>(), 91);
        assert_eq!(Piece::all().map(Piece::size).sum::<usize>(), 89);
    }
}
