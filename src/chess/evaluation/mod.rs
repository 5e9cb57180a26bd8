//! The evaluation of a position: terms from attack maps, with weights that are data.
//!
//! [`evaluate`] gives every part. [`value`] is the same number alone, for a search that carries
//! the sum over pieces and squares with its nodes ([`Carried`]). Both are the specification of the
//! hardware.

mod carried;
mod features;
pub mod fit;
pub mod hardware;
mod pawns;
mod sets;
mod term;
mod weights;

#[cfg(test)]
mod tests;

pub use carried::{Carried, FULL_PHASE};
pub use features::{Collect, MOST_UNITS, UNITS, collect};
pub use sets::{Attacks, Sets};
pub use term::Term;
pub use weights::{FEATURES, LARGEST, LineProblem, Pair, Weights, WeightsError, WeightsFileError};

use super::{Color, Piece, PieceKind};
use PieceKind::{Bishop, Pawn};

/// The value of a position, and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The sum of each term, white's minus black's, in the order of [`Term::ALL`].
    pub terms: [Pair; Term::ALL.len()],
    /// The sum of all terms, white's minus black's; the end game's not scaled yet.
    pub sum: Pair,
    /// The phase, from 0 (pawns and kings) to [`FULL_PHASE`].
    pub phase: i32,
    /// The end game's sum counts this many sixteenths.
    pub scale: i32,
    /// The value for the side to move.
    pub value: i32,
}

impl Evaluation {
    /// The sum of one term, white's minus black's.
    pub fn term(&self, term: Term) -> Pair {
        self.terms[term as usize]
    }
}

/// The value of a position and all its parts.
pub fn evaluate(sets: &Sets, side: Color, weights: &Weights) -> Evaluation {
    let mut parts = Parts { weights, terms: [Pair::default(); Term::ALL.len()] };
    collect_squares(sets, &mut parts);
    collect(sets, side, &mut parts);
    let sum = parts.terms.iter().fold(Pair::default(), |sum, part| sum + *part);
    let carried = Carried::of(sets, weights);
    let (scale, value) = mixed(sets, side, sum, &carried);
    Evaluation { terms: parts.terms, sum, phase: carried.phase(), scale, value }
}

/// The value for the side to move, with what the node carries. No memory is allocated.
#[inline]
pub fn value(sets: &Sets, side: Color, carried: &Carried, weights: &Weights) -> i32 {
    let mut sum = Sum { weights, sum: carried.squares };
    collect(sets, side, &mut sum);
    mixed(sets, side, sum.sum, carried).1
}

/// Gives the features of [`Term::Squares`] to the collector.
pub fn collect_squares(sets: &Sets, collector: &mut impl Collect) {
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        for kind in PieceKind::ALL {
            for square in cozy_chess::BitBoard(sets.of(color, kind)) {
                collector.add(carried::feature(Piece::new(color, kind), square as usize), sign);
            }
        }
    }
}

/// A sum for each term.
struct Parts<'a> {
    weights: &'a Weights,
    terms: [Pair; Term::ALL.len()],
}

impl Collect for Parts<'_> {
    fn add(&mut self, feature: usize, times: i32) {
        self.terms[Term::of(feature) as usize] += self.weights[feature] * times;
    }
}

/// The sum of all terms.
struct Sum<'a> {
    weights: &'a Weights,
    sum: Pair,
}

impl Collect for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, times: i32) {
        self.sum += self.weights[feature] * times;
    }
}

/// The scale, and the value of a sum (white's minus black's) for the side to move.
#[inline]
fn mixed(sets: &Sets, side: Color, sum: Pair, carried: &Carried) -> (i32, i32) {
    let (sum, points) = match side {
        Color::White => (sum, carried.points),
        Color::Black => (-sum, -carried.points),
    };
    let (favoured, ahead) = if sum.eg < 0 { (side.other(), -points) } else { (side, points) };
    let scale = scale(sets, favoured, ahead, carried.pieces);
    let (eg, phase) = ((sum.eg * scale) >> 4, carried.phase());
    (scale, (sum.mg * phase + eg * (FULL_PHASE - phase)) >> 6)
}

/// The squares of bishops on dark squares.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The sixteenths of the end game's sum that count, where it favours this side, which is ahead by
/// some points: less where a draw is likely.
#[inline]
fn scale(sets: &Sets, favoured: Color, ahead: i32, pieces: i32) -> i32 {
    if sets.of(favoured, Pawn) == 0 && ahead <= 3 {
        return 2;
    }
    let bishops = Color::ALL.map(|color| sets.of(color, Bishop));
    if !bishops.iter().all(|set| set.is_power_of_two()) || (bishops[0] | bishops[1]) & DARK == 0 {
        return 16;
    }
    if bishops[0] & DARK != 0 && bishops[1] & DARK != 0 {
        return 16;
    }
    // Two bishops are six.
    if pieces == 6 { 8 } else { 13 }
}
