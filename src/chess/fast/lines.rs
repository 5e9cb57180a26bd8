//! The lines on which pieces move.

use crate::parts::rows::Direction;

const fn direction(name: &'static str, files: i32, ranks: i32) -> Direction {
    Direction { name, files, ranks }
}

/// Two opposite directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name in signals.
    pub name: &'static str,
    /// Both directions.
    pub directions: [Direction; 2],
    /// Bishops use it, not rooks.
    pub diagonal: bool,
}

/// The lines that pieces move on.
pub const AXES: [Axis; 4] = [
    Axis { name: "rank", directions: [direction("east", 1, 0), direction("west", -1, 0)], diagonal: false },
    Axis { name: "file", directions: [direction("north", 0, 1), direction("south", 0, -1)], diagonal: false },
    Axis {
        name: "rising",
        directions: [direction("north_east", 1, 1), direction("south_west", -1, -1)],
        diagonal: true,
    },
    Axis {
        name: "falling",
        directions: [direction("north_west", -1, 1), direction("south_east", 1, -1)],
        diagonal: true,
    },
];

/// Places in [`AXES`].
pub const RANK: usize = 0;
pub const FILE: usize = 1;
pub const RISING: usize = 2;
pub const FALLING: usize = 3;
