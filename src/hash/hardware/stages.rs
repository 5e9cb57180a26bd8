//! The stages of a store, counted in clock cycles from its input.
//!
//! ```text
//!  0   input
//!  6   the index is known
//!  8   the address of the cluster is in the registers of its memories
//! 11   what a store compares has been read
//! 13   it is compared with the new key, depth and age
//! 14   the worths of the entries are compared with each other
//! 15   the place is decided
//! 16   what is written is known, and told to all younger stores of the same cluster
//! 17   the memories take it
//! ```
//!
//! A store reads its cluster before the nine stores ahead of it have written. So it listens: in
//! each stage from 7 to 15, it takes over what the store in stage 16 has just written, if that went
//! to the same cluster. The store right ahead of it is heard in stage 15, where the place is
//! decided.
//!
//! A probe waits until the store of the cycle before is in stage 17, and reads then. It needs no
//! more than the word that is written in that very cycle.

/// The index is known.
pub(super) const INDEXED: u32 = super::INDEX_LATENCY;
/// A store listens from here on.
pub(super) const LISTENS: u32 = INDEXED + 1;
/// What a store compares has been read.
pub(super) const READ: u32 = LISTENS + super::way::LATENCY;
/// The entries have been compared with the store.
pub(super) const COMPARED: u32 = READ + 2;
/// The worths are compared with each other.
pub(super) const ORDERED: u32 = COMPARED + 1;
/// The place is decided.
pub(super) const DECIDED: u32 = ORDERED + 1;
/// What is written is known.
pub(super) const TOLD: u32 = DECIDED + 1;
/// The memories take it.
pub(super) const WRITTEN: u32 = TOLD + 1;
