//! Sets of squares as eight words of eight squares, so that a whole rank or file of a ray is one expression.

use std::ops;

use crate::describe::{Wire, concat};

/// A direction a piece looks in: files to the east, ranks to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name in signals.
    pub name: &'static str,
    /// Files to the east: -1, 0 or 1 for a ray.
    pub files: i8,
    /// Ranks to the north.
    pub ranks: i8,
}

const fn direction(name: &'static str, files: i8, ranks: i8) -> Direction {
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

/// A knight's jumps: files and ranks.
pub const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A set of squares: a word for each rank, the a-file in bit 0.
#[derive(Clone)]
pub struct Rows([Wire; 8]);

impl Rows {
    /// A set of 64 bits, a1 in bit 0, b1 in bit 1, a2 in bit 8.
    pub fn of(word: &Wire) -> Self {
        Self(std::array::from_fn(|rank| word.slice(8 * rank as u32, 8)))
    }

    /// A word for each rank.
    pub fn from_ranks(rank: impl FnMut(usize) -> Wire) -> Self {
        Self(std::array::from_fn(rank))
    }

    /// A set on one rank, from 0.
    pub fn on_rank(rank: usize, set: &Wire) -> Self {
        let zero = set.builder().constant(8, 0);
        Self::from_ranks(|place| if place == rank { set.clone() } else { zero.clone() })
    }

    /// The word of a rank, from 0.
    pub fn rank(&self, rank: usize) -> &Wire {
        &self.0[rank]
    }

    /// The bit of a square: file and rank from 0.
    pub fn square(&self, file: u32, rank: usize) -> Wire {
        self.0[rank].bit(file)
    }

    /// The 64 bits in one word.
    pub fn word(&self) -> Wire {
        let words: Vec<Wire> = self.0.iter().rev().cloned().collect();
        concat(&words)
    }

    /// The same set with files for ranks.
    pub fn transposed(&self) -> Self {
        Self::from_ranks(|file| {
            let bits: Vec<Wire> = self.0.iter().rev().map(|word| word.bit(file as u32)).collect();
            concat(&bits)
        })
    }

    /// Each word under a name of its own: `<name>_<number from 1>`; a literal zero stays one.
    pub fn named(&self, name: &str) -> Self {
        Self::from_ranks(|rank| match &self.0[rank] {
            zero if zero.is_zero() => zero.clone(),
            word => word.named(&format!("{name}_{}", rank + 1)),
        })
    }

    /// Without the first and the last rank, where no pawn ever stands.
    pub fn without_ends(&self) -> Self {
        let zero = self.0[0].builder().constant(8, 0);
        Self::from_ranks(|rank| if (1..7).contains(&rank) { self.0[rank].clone() } else { zero.clone() })
    }

    /// The set moved so many files to the east and ranks to the north; what leaves the board is gone.
    pub fn moved(&self, files: i8, ranks: i8) -> Self {
        Self::from_ranks(|rank| {
            let from = rank as i8 - ranks;
            match self.0.get(from as usize) {
                Some(word) if from >= 0 => shifted(word, files),
                _ => self.0[0].builder().constant(8, 0),
            }
        })
    }

    /// The squares that a ray in this direction arrives at: from the next square behind, where there is a source, or where the ray
    /// arrived and goes through. A level of logic a square, at most seven in a row; 1 LUT4 a square.
    pub fn ray(&self, through: &Self, direction: Direction, name: &str) -> Self {
        let Direction { files, ranks, .. } = direction;
        if ranks == 0 {
            // Along a rank the files are the words.
            let turned = Direction { files: 0, ranks: files, ..direction };
            return self.transposed().ray(&through.transposed(), turned, name).transposed();
        }
        let mut words: [Option<Wire>; 8] = Default::default();
        let order: Vec<usize> = if ranks > 0 { (0..8).collect() } else { (0..8).rev().collect() };
        let mut behind: Option<(usize, Wire)> = None;
        for rank in order {
            let arriving = match behind.take() {
                None => self.0[0].builder().constant(8, 0),
                Some((before, ray)) => {
                    let leaving = &self.0[before] | (&through.0[before] & &ray);
                    onto(&kept(&leaving, files).named(&format!("{name}_{}", rank + 1)), files)
                }
            };
            behind = Some((rank, arriving.clone()));
            words[rank] = Some(arriving);
        }
        let zero = self.0[0].builder().constant(8, 0);
        Self(words.map(|word| word.unwrap_or_else(|| zero.clone())))
    }

    /// Whether there is a square in it: 1 bit. Rank by rank, so that a pipeline may have registers on the way.
    pub fn any(&self) -> Wire {
        let [a, b, c, d, e, f, g, h] = &self.0;
        (((a | b) | (c | d)) | ((e | f) | (g | h))).any()
    }

    /// All the words joined by an operator.
    pub fn zip(&self, other: &Self, operator: impl Fn(&Wire, &Wire) -> Wire) -> Self {
        Self::from_ranks(|rank| operator(&self.0[rank], &other.0[rank]))
    }
}

/// A rank's squares moved to the east.
fn shifted(word: &Wire, files: i8) -> Wire {
    onto(&kept(word, files), files)
}

/// Those of a rank's squares that stay on the board when they are moved to the east.
fn kept(word: &Wire, files: i8) -> Wire {
    let gone = u32::from(files.unsigned_abs());
    word.slice(if files < 0 { gone } else { 0 }, 8 - gone)
}

/// Those squares where they arrive; no square arrives at the others.
fn onto(kept: &Wire, files: i8) -> Wire {
    if files == 0 {
        return kept.clone();
    }
    let gap = kept.builder().constant(files.unsigned_abs().into(), 0);
    concat(&if files > 0 { [kept.clone(), gap] } else { [gap, kept.clone()] })
}

/// The union of sets, as a balanced tree.
pub fn union(sets: &[Rows]) -> Option<Rows> {
    match sets {
        [] => None,
        [one] => Some(one.clone()),
        _ => {
            let (low, high) = sets.split_at(sets.len() / 2);
            Some(&union(low)? | &union(high)?)
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl ops::$trait<&Rows> for &Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: &Rows) -> Rows {
                self.zip(other, |a, b| a $op b)
            }
        }
        impl ops::$trait<Rows> for &Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: Rows) -> Rows {
                self $op &other
            }
        }
        impl ops::$trait<&Rows> for Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: &Rows) -> Rows {
                &self $op other
            }
        }
        impl ops::$trait<Rows> for Rows {
            type Output = Rows;
            #[track_caller]
            fn $method(self, other: Rows) -> Rows {
                &self $op &other
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);

impl ops::Not for &Rows {
    type Output = Rows;
    fn not(self) -> Rows {
        Rows::from_ranks(|rank| !&self.0[rank])
    }
}
