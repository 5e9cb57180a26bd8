//! A hash table of positions of any size: its twin in software, and the units in hardware that are
//! equal to it byte for byte.
//!
//! A position has a key of 64 bits ([`zobrist`]). A multiplication makes the number of a cluster of
//! it ([`Clusters`]), so a table has any even number of clusters. A cluster has up to four entries
//! ([`Layout`]). [`rules`] says which entry a new one replaces, and [`Table`] is all of them.
//! `docs/hash.md` has the formulas, the bytes, the ports and the figures.
//!
//! Source of the index and of the rules: the published descriptions of the tables of Stockfish and
//! of YaneuraOu, which differ from this one in their programs only.

mod entry;
mod error;
mod file;
pub mod hardware;
mod index;
mod layout;
pub mod rules;
mod table;
#[cfg(test)]
mod tests;
pub mod zobrist;

pub use entry::{Bound, Entry, Store};
pub use error::{CountError, FileError, LayoutError, TableError};
pub use file::Header;
pub use index::{Clusters, Width, high_half_32, high_half_64};
pub use layout::{Cluster, GENERATIONS, Layout};
pub use table::{Probe, Stored, Table};
