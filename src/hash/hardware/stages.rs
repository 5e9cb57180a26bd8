//! The stages of a store, counted in clock cycles from its input.
//!
//! ```text
//!  0   input
//!  6   the index is known
//!  8   the addresses of the memories' banks are in registers
//! 12   a word of one bank and the sum of both have been read
//! 13   what a store compares is known of both banks
//! 15   it is compared with the new key, depth and age
//! 16   the worths of the entries are compared with each other
//! 18   the place is decided
//! 19   what is written is known, and told to all younger stores of the same cluster
//! 20   the memories take it
//! ```
//!
//! A store reads its cluster before the twelve stores ahead of it have written. So it listens: in
//! each stage from 7 to 18, it takes over what the store in stage 19 has just written, if that went
//! to the same cluster. The last three of these stores are heard while worths are compared and the
//! place is decided.
//!
//! A probe waits until the store of the cycle before is in stage 20, and reads then. It needs no
//! more than the word that is written in that very cycle.

/// The index is known.
pub(super) const INDEXED: u32 = super::INDEX_LATENCY;
/// A store listens from here on.
pub(super) const LISTENS: u32 = INDEXED + 1;
/// What a store compares has been read, and the sum taken off.
pub(super) const READ: u32 = LISTENS + super::way::LATENCY + 1;
/// The entries have been compared with the store.
pub(super) const COMPARED: u32 = READ + 2;
/// The worths are compared with each other.
pub(super) const ORDERED: u32 = COMPARED + 1;
/// The place is decided.
pub(super) const DECIDED: u32 = ORDERED + AHEAD as u32 - 1;
/// What is written is known.
pub(super) const TOLD: u32 = DECIDED + 1;
/// The memories take it.
pub(super) const WRITTEN: u32 = TOLD + 1;

/// The stores ahead that are heard from the stage [`ORDERED`] on.
pub(super) const AHEAD: usize = 3;
