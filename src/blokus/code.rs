//! Moves and their four-character codes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::piece::{Piece, ROTATIONS};
use super::plane::{Cell, SIDE};

/// A player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Nothing: `0000`.
    Pass,
    /// A piece is placed.
    Place(Placement),
}

/// A piece on the board: all its cells are on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    piece: Piece,
    rotation: u8,
    centre: Cell,
}

impl Placement {
    /// The piece with the centre of its template on this cell, if all of it is on the board.
    pub fn new(piece: Piece, rotation: u8, centre: Cell) -> Option<Self> {
        let fits = rotation < ROTATIONS && piece.cells(rotation).iter().all(|&by| centre.moved(by).is_some());
        fits.then_some(Self { piece, rotation, centre })
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.piece
    }

    /// The rotation, 0 to 7; see [`Piece::cells`].
    pub fn rotation(self) -> u8 {
        self.rotation
    }

    /// The place of the centre of its template.
    pub fn centre(self) -> Cell {
        self.centre
    }

    /// The cells it covers, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.piece.cells(self.rotation).into_iter().filter_map(move |by| self.centre.moved(by))
    }

    /// The same cells by the smallest rotation.
    pub fn canonical(self) -> Self {
        let (rotation, by) = self.piece.canonical(self.rotation);
        // The centre is a cell of the piece, so it is on the board.
        self.centre.moved(by).map_or(self, |centre| Self { rotation, centre, ..self })
    }
}

impl Move {
    /// The same cells by the smallest rotation.
    pub fn canonical(self) -> Self {
        match self {
            Self::Pass => Self::Pass,
            Self::Place(placement) => Self::Place(placement.canonical()),
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, rotation, centre } = self;
        write!(f, "{:x}{:x}{piece}{rotation}", centre.x + 1, centre.y + 1)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("0000"),
            Self::Place(placement) => placement.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = CodeError;

    /// Reads a code such as `56t2`, of any rotation.
    fn from_str(code: &str) -> Result<Self, CodeError> {
        if code == "0000" {
            return Ok(Self::Pass);
        }
        let error = |problem| CodeError { code: code.into(), problem };
        let letters: Vec<char> = code.chars().collect();
        let [x, y, piece, rotation] = letters[..] else {
            return Err(error(CodeProblem::Length));
        };
        let place = |letter: char| {
            let digit = letter.to_digit(16).filter(|_| !letter.is_ascii_uppercase())?;
            u8::try_from(digit).ok()?.checked_sub(1).filter(|&place| place < SIDE)
        };
        let x = place(x).ok_or_else(|| error(CodeProblem::Column(x)))?;
        let y = place(y).ok_or_else(|| error(CodeProblem::Row(y)))?;
        let piece = Piece::from_letter(piece).ok_or_else(|| error(CodeProblem::Piece(piece)))?;
        let turned = rotation.to_digit(8).and_then(|digit| u8::try_from(digit).ok());
        let turned = turned.ok_or_else(|| error(CodeProblem::Rotation(rotation)))?;
        let placement = Placement::new(piece, turned, Cell { x, y });
        placement.map(Self::Place).ok_or_else(|| error(CodeProblem::OffBoard))
    }
}

/// A text that is no code of a move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{code}` is no move: {problem}")]
pub struct CodeError {
    /// The text.
    pub code: String,
    /// The problem.
    pub problem: CodeProblem,
}

/// The problems of a code.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CodeProblem {
    /// Not four characters.
    #[error("a code has four characters: column, row, piece, rotation, such as 56t2, or 0000 for a pass")]
    Length,
    /// No such column.
    #[error("there is no column `{0}`; choose 1 to 9 or a to e")]
    Column(char),
    /// No such row.
    #[error("there is no row `{0}`; choose 1 to 9 or a to e")]
    Row(char),
    /// No such piece.
    #[error("there is no piece `{0}`; choose a to u")]
    Piece(char),
    /// No such rotation.
    #[error("there is no rotation `{0}`; choose 0 to 7")]
    Rotation(char),
    /// Cells beyond the edge.
    #[error("part of the piece would be off the board; move its centre inwards")]
    OffBoard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for code in ["56t2", "11a0", "eea7", "0000", "8aj0"] {
            assert_eq!(code.parse::<Move>().unwrap().to_string(), code);
        }
        assert_eq!("55a7".parse::<Move>().unwrap().canonical().to_string(), "55a0");
        // Half a turn of the domino lies one row higher.
        assert_eq!("56b4".parse::<Move>().unwrap().canonical().to_string(), "55b0");
    }

    #[test]
    fn every_mistake_has_its_name() {
        use CodeProblem::*;
        for (code, problem) in [
            ("", Length),
            ("56t", Length),
            ("56t22", Length),
            ("06t2", Column('0')),
            ("f6t2", Column('f')),
            ("A6t2", Column('A')),
            ("5ft2", Row('f')),
            ("50t2", Row('0')),
            ("56v2", Piece('v')),
            ("56T2", Piece('T')),
            ("56t8", Rotation('8')),
            ("11t0", OffBoard),
            ("é6t2", Column('é')),
        ] {
            let error = code.parse::<Move>().unwrap_err();
            assert_eq!(error.problem, problem, "{code}");
            assert!(error.to_string().starts_with(&format!("`{code}` is no move: ")), "{error}");
        }
    }

    /// Every code is read or refused, a code that is read is written back, and 13,729 placements
    /// differ.
    #[test]
    fn there_are_13_729_placements() {
        let mut distinct = std::collections::HashSet::new();
        for cell in Cell::all() {
            for piece in Piece::all() {
                for rotation in 0..ROTATIONS {
                    let Some(placement) = Placement::new(piece, rotation, cell) else { continue };
                    assert_eq!(placement.to_string().parse(), Ok(Move::Place(placement)));
                    let canonical = placement.canonical();
                    assert!(canonical.cells().eq(placement.cells()), "{placement} {canonical}");
                    distinct.insert(canonical);
                }
            }
        }
        assert_eq!(distinct.len(), 13_729);
    }
}
