//! The geometry of a rectangular board: the place of each square, and the square that lies in a
//! direction.
//!
//! No other place knows the geometry; wiring, floorplan, pictures and tests all ask here.

use crate::netlist::Area;

/// A rectangular board, its squares numbered from a1 along the ranks: `square = rank * files +
/// file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns, from the a-file.
    pub files: u32,
    /// Rows, from the first rank.
    pub ranks: u32,
}

/// A direction between neighbouring squares, clockwise from north (towards higher ranks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compass {
    /// One rank up.
    North,
    /// One rank up, one file right.
    NorthEast,
    /// One file right.
    East,
    /// One rank down, one file right.
    SouthEast,
    /// One rank down.
    South,
    /// One rank down, one file left.
    SouthWest,
    /// One file left.
    West,
    /// One rank up, one file left.
    NorthWest,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Compass; 8] = [
        Compass::North,
        Compass::NorthEast,
        Compass::East,
        Compass::SouthEast,
        Compass::South,
        Compass::SouthWest,
        Compass::West,
        Compass::NorthWest,
    ];

    /// Files and ranks to the neighbour.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Compass::North => (0, 1),
            Compass::NorthEast => (1, 1),
            Compass::East => (1, 0),
            Compass::SouthEast => (1, -1),
            Compass::South => (0, -1),
            Compass::SouthWest => (-1, -1),
            Compass::West => (-1, 0),
            Compass::NorthWest => (-1, 1),
        }
    }

    /// The direction back.
    pub fn opposite(self) -> Compass {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Along a rank.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Compass::East | Compass::West)
    }

    /// The name in ports and signals, as `north_east`.
    pub const fn name(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::NorthEast => "north_east",
            Compass::East => "east",
            Compass::SouthEast => "south_east",
            Compass::South => "south",
            Compass::SouthWest => "south_west",
            Compass::West => "west",
            Compass::NorthWest => "north_west",
        }
    }
}

impl Board {
    /// The number of squares.
    pub const fn squares(self) -> u32 {
        self.files * self.ranks
    }

    /// The square at a file and rank, where both are on the board.
    pub fn square(self, file: i32, rank: i32) -> Option<u32> {
        let (file, rank) = (u32::try_from(file).ok()?, u32::try_from(rank).ok()?);
        (file < self.files && rank < self.ranks).then_some(rank * self.files + file)
    }

    /// File and rank of a square, from 0.
    pub const fn coordinates(self, square: u32) -> (u32, u32) {
        (square % self.files, square / self.files)
    }

    /// The square a step of files and ranks away, where it is on the board.
    pub fn step(self, square: u32, (files, ranks): (i32, i32)) -> Option<u32> {
        let (file, rank) = self.coordinates(square);
        self.square(file as i32 + files, rank as i32 + ranks)
    }

    /// The block of a square in the floorplan: a1 is column 0, row 0.
    pub const fn area(self, square: u32) -> Area {
        let (file, rank) = self.coordinates(square);
        Area::block(file, rank)
    }

    /// The name, as `e4`, on a board of at most 26 files.
    pub fn name(self, square: u32) -> String {
        let (file, rank) = self.coordinates(square);
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_on_the_board() {
        for (files, ranks) in [(8, 8), (9, 9), (14, 14), (5, 3)] {
            let board = Board { files, ranks };
            let inside = |square, direction: Compass| board.step(square, direction.step());
            for square in 0..board.squares() {
                for direction in Compass::ALL {
                    if let Some(there) = inside(square, direction) {
                        assert_eq!(inside(there, direction.opposite()), Some(square));
                    }
                }
            }
            let count =
                |direction| (0..board.squares()).filter_map(|square| inside(square, direction)).count();
            assert_eq!(count(Compass::East) as u32, (files - 1) * ranks);
            assert_eq!(count(Compass::SouthWest) as u32, (files - 1) * (ranks - 1));
        }
        let board = Board { files: 8, ranks: 8 };
        assert_eq!(board.name(28), "e4");
        assert_eq!(board.step(7, Compass::East.step()), None);
    }
}
