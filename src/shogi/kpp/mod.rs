//! Bonanza's evaluation in software: sums of weights over a king, another king and a piece (KKP),
//! and over a king and each pair of pieces (KPP).
//!
//! A piece on a square, or a place in a hand, has one number, its [`Code`]. Each side sees the
//! board from its own end, so that one table of weights serves both. The value is `(kkp + black -
//! white + 32 material) / 32`, cut towards zero, for the side to move, where `black` and `white`
//! are the sums over the pairs that the two kings see.
//!
//! Source: Bonanza 6 and its descendants; the two numberings are theirs.

mod difference;
mod file;
pub mod hardware;
mod material;
mod numbering;
mod weights;
mod whole;

pub use difference::Evaluated;
pub use file::FvBin;
pub use material::material;
pub use numbering::{Code, Numbering, Seen};
pub use weights::{Seeded, Weights};
pub use whole::{SCALE, Sums, whole};

#[cfg(test)]
mod tests;
