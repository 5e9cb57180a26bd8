//! What a node carries beside its position, and what a move changes of it.

use crate::bundle;
use crate::chess::evaluation::hardware::Carried;
use crate::chess::evaluation::{Pair, Weights};
use crate::chess::fast::stream::{Found, Passed};
use crate::describe::{Builder, Wire, concat, mux};

/// Bits of a weight.
const WEIGHT: u32 = 12;

/// Bits of a sum.
const SUM: u32 = 16;

/// Places of a table: eight codes of a piece, 64 squares.
const PLACES: usize = 512;

/// What a piece of each code adds to the phase.
const PHASE: [u64; 8] = [0, 0, 3, 3, 5, 10, 0, 0];

/// What a piece of each code is worth in points.
const POINTS: [u64; 8] = [0, 0, 3, 3, 5, 9, 0, 0];

bundle! {
    /// What a node carries beside its position, for the side to move.
    pub struct Carry {
        /// Its sum over pieces and squares, own minus enemy: middle game.
        mg: SUM,
        /// The same for the end game.
        eg: SUM,
        /// 3 a knight or bishop, 5 a rook, 10 a queen, of both sides.
        pieces: 8,
        /// 3 a knight or bishop, 5 a rook, 9 a queen, own minus enemy.
        points: 8,
        /// Half moves since the last capture or pawn move, at most 127.
        quiet: 7,
    }
}

/// The sums of a piece on a square, for both games.
#[derive(Clone)]
pub struct Sums {
    /// For the middle game.
    pub mg: Wire,
    /// For the end game.
    pub eg: Wire,
}

/// The weights of pieces on squares.
pub struct Squares {
    words: Vec<u64>,
    /// What a rook gains by castling to the king's side, and to the queen's.
    castlings: [Pair; 2],
}

impl Squares {
    /// The table of these weights.
    pub fn new(weights: &Weights) -> Self {
        let low = |value: i32| value as u64 & ((1 << WEIGHT) - 1);
        let word = |place: usize| match place >> 6 {
            kind @ 1..=6 => {
                let Pair { mg, eg } = weights[64 * (kind - 1) + place % 64];
                low(mg) | low(eg) << WEIGHT
            }
            _ => 0,
        };
        let rook = |from: usize, to: usize| weights[64 * 3 + to] + -weights[64 * 3 + from];
        Self { words: (0..PLACES).map(word).collect(), castlings: [rook(7, 5), rook(0, 3)] }
    }

    /// A word for each code and square, the square in the lowest bits of its place. [`Self::sums`]
    /// reads it.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bits of a word.
    pub const WIDTH: u32 = 2 * WEIGHT;

    /// The sums of a word.
    pub fn sums(word: &Wire) -> Sums {
        let part = |low| signed(&word.slice(low, WEIGHT), SUM);
        Sums { mg: part(0), eg: part(WEIGHT) }
    }

    /// The sums of a piece (its code, 3 bits) on a square (6 bits), seen from its own side.
    /// Combinational, about 700 LUT4.
    fn of(&self, kind: &Wire, square: &Wire, name: &str) -> Sums {
        let b = kind.builder();
        let word = |place: usize| b.constant(Self::WIDTH, self.words[place]);
        let row = |kind: usize, rank: usize| {
            let words: Vec<Wire> = (0..8).map(|file| word(kind << 6 | rank << 3 | file)).collect();
            let row = indexed(square, &words);
            if words.iter().all(Wire::is_zero) { row } else { row.named(&format!("{name}_{kind}_{rank}")) }
        };
        let kinds: Vec<Wire> = (0..8)
            .map(|kind| match kind {
                1..=6 => {
                    let rows: Vec<Wire> = (0..8).map(|rank| row(kind, rank)).collect();
                    indexed(&square.slice(3, 3), &rows).named(&format!("{name}_{kind}"))
                }
                _ => word(0),
            })
            .collect();
        Self::sums(&indexed(kind, &kinds).named(&format!("{name}_weights")))
    }

    /// What the rook gains if the move is a castling.
    fn castling(&self, found: &Found) -> Sums {
        let [short, long] = castles(found);
        let gain = |[king, queen]: [i32; 2]| {
            let value = |value: i32| short.builder().constant(SUM, value as u64 & 0xffff);
            mux(&short, &value(king), &value(queen).when(&long))
        };
        Sums { mg: gain(self.castlings.map(|pair| pair.mg)), eg: gain(self.castlings.map(|pair| pair.eg)) }
    }
}

/// A move castles to the king's side, and to the queen's: 1 bit each.
pub fn castles(Found { moved, origin, destination, .. }: &Found) -> [Wire; 2] {
    let home = moved.is(6) & origin.is(4);
    [6, 2].map(|square| &home & destination.is(square))
}

/// The square that a capture takes on, as the other side sees it from its end. The pawn of a capture
/// in passing is a rank behind.
pub fn taken_on(pass: &Passed) -> Wire {
    let b = pass.passes.builder();
    let behind = concat(&[b.constant(2, 3), !&pass.passes, b.constant(3, 0)]);
    &pass.found.destination ^ &behind
}

/// What a piece of a code (3 bits) adds to the phase and in points, 8 bits each.
pub fn material(code: &Wire) -> [Wire; 2] {
    [PHASE, POINTS].map(|worth| {
        let words = worth.map(|worth| code.builder().constant(8, worth));
        indexed(code, &words)
    })
}

impl Carry {
    /// What the position after a move carries, for the other side. Combinational, about 2,500 LUT4.
    pub fn after(&self, pass: &Passed, squares: &Squares) -> Self {
        let Passed { found, promotes, .. } = pass;
        let Found { origin, destination, moved, captured, stands, .. } = found;
        let b = origin.builder();
        let leaves = squares.of(moved, origin, "leaving");
        let arrives = squares.of(stands, destination, "arriving");
        let taken = squares.of(captured, &taken_on(pass), "taken");
        let castling = squares.castling(found);
        let sum = |own: &Wire, of: fn(&Sums) -> &Wire| {
            let gone = of(&leaves) - &(of(&arrives) + of(&castling));
            &gone - &(of(&taken) + own)
        };
        let [new_phase, new_points] = material(&stands.when(promotes));
        let [old_phase, old_points] = material(captured);
        let one = b.constant(self.quiet.width(), 1);
        let counted = mux(&self.quiet.all(), &self.quiet, &(&self.quiet + &one));
        let points = &(&self.points + &new_points) + &old_points;
        Self {
            mg: sum(&self.mg, |sums| &sums.mg),
            eg: sum(&self.eg, |sums| &sums.eg),
            pieces: &(&self.pieces + &new_phase) - &old_phase,
            points: negative(&points),
            // A null move counts from there, too.
            quiet: counted.when(&!(moved.is(1) | captured.any() | !&found.found)),
        }
    }

    /// The same as the evaluation takes it.
    pub fn carried(&self) -> Carried {
        let full = self.pieces.slice(6, 2).any();
        let phase = mux(&full, &full.builder().constant(7, 64), &self.pieces.slice(0, 7));
        Carried { mg: self.mg.clone(), eg: self.eg.clone(), phase, points: self.points.clone() }
    }

    /// There are no pieces but kings, pawns, and one knight or bishop at most: 1 bit.
    pub fn is_little(&self) -> Wire {
        let most = self.pieces.builder().constant(self.pieces.width(), 4);
        self.pieces.lt(&most)
    }

    /// Fifty moves of each side were made without capture or pawn move: 1 bit.
    pub fn is_fifty(&self) -> Wire {
        !self.quiet.lt(&self.quiet.builder().constant(self.quiet.width(), 100))
    }
}

/// The word of a place: there are as many words as a power of two.
fn indexed(place: &Wire, words: &[Wire]) -> Wire {
    match words {
        [one] => one.clone(),
        _ => {
            let (low, high) = words.split_at(words.len() / 2);
            let bit = place.bit(words.len().trailing_zeros() - 1);
            mux(&bit, &indexed(place, high), &indexed(place, low))
        }
    }
}

/// A number in two's complement, in more bits.
fn signed(number: &Wire, width: u32) -> Wire {
    let sign = number.bit(number.width() - 1);
    concat(&[sign.repeat(width - number.width()), number.clone()])
}

/// The negative of a number.
pub fn negative(number: &Wire) -> Wire {
    number.builder().constant(number.width(), 0) - number
}

/// A value in two's complement.
pub fn value(b: &Builder, number: i32) -> Wire {
    b.constant(SUM, number as u64 & 0xffff)
}
