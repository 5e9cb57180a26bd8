//! The reasons why a table is refused.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// The reasons why a number of clusters is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CountError {
    /// There are none.
    #[error("a table of 0 clusters holds nothing; ask for 2 or more")]
    Zero,
    /// It is odd, so the last pair of clusters would lack the one of black.
    #[error("{count} clusters is an odd number, and each side to move has one of every two; ask for {near}")]
    Odd {
        /// The number given.
        count: u64,
        /// The even numbers beside it.
        near: String,
    },
    /// The index of 32 bits does not reach so far.
    #[error(
        "{count} clusters are more than an index of 32 bits reaches; ask for {most} or fewer, or for the index of 64 bits"
    )]
    Reach {
        /// The number given.
        count: u64,
        /// The most that it reaches.
        most: u64,
    },
    /// The memory is too small.
    #[error(
        "{count} clusters of {bytes} bytes do not fit a memory of {memory} bytes; ask for {most} or fewer"
    )]
    Memory {
        /// The number given.
        count: u64,
        /// Bytes a cluster.
        bytes: u32,
        /// Bytes of the memory.
        memory: u64,
        /// The greatest even number that fits.
        most: u64,
    },
}

/// The reasons why a layout is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LayoutError {
    /// A number is out of its range.
    #[error("{field} cannot be {given}; choose {low} to {high}")]
    OutOfRange {
        /// What it is.
        field: &'static str,
        /// The number given.
        given: u32,
        /// The smallest that is allowed.
        low: u32,
        /// The largest that is allowed.
        high: u32,
    },
    /// An entry is too wide.
    #[error("an entry of {bits} bits is too wide; narrow its fields to {most} bits in all")]
    TooWide {
        /// Its width.
        bits: u32,
        /// The most that is allowed.
        most: u32,
    },
}

/// The reasons why there is no table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TableError {
    /// The number of clusters is refused.
    #[error(transparent)]
    Count(#[from] CountError),
    /// This computer has too little memory.
    #[error("this computer has no {bytes} bytes of memory left for {count} clusters; ask for fewer")]
    Memory {
        /// The number of clusters.
        count: u64,
        /// The bytes that they take.
        bytes: u64,
    },
}

/// The reasons why a file of a table is not written or read.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: io::Error,
    },
    /// It is no such file, or of another version.
    #[error("{}: no hash table of this version of Movewright; give a file that `Table::save` wrote", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Its length is not what its header says.
    #[error("{}: {found} bytes instead of {expected}; copy the file again, or save the table again", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The length of the file.
        found: u64,
        /// The length that the header says.
        expected: u64,
    },
    /// It is damaged.
    #[error("{}: its checksum is not that of its bytes; copy the file again, or save the table again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Its entries have another layout.
    #[error("{}: its layout is {found}, not {expected}; load it as {found}, or begin an empty table", path.display())]
    Layout {
        /// The file.
        path: PathBuf,
        /// The layout of the file.
        found: String,
        /// The layout asked for.
        expected: String,
    },
    /// Its keys are of another seed.
    #[error("{}: its keys are of seed {found}, not {expected}; load it with seed {found}, or begin an empty table", path.display())]
    Seed {
        /// The file.
        path: PathBuf,
        /// The seed of the file.
        found: u64,
        /// The seed asked for.
        expected: u64,
    },
    /// Its header asks for a table that cannot be.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: TableError,
    },
}
