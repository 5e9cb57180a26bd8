//! The bytes of a cluster.

use std::fmt;
use std::ops::Deref;

use super::{Bound, Entry, LayoutError};

/// Bits of the number of a search, in every layout.
const GENERATION: u32 = 5;

/// The searches after which their numbers begin again.
pub const GENERATIONS: u32 = 1 << GENERATION;

/// The most entries of a cluster.
const MOST_ENTRIES: usize = 4;

/// The most bits of an entry.
const MOST_BITS: u32 = 128;

/// The widths of an entry's fields, and the entries of a cluster.
///
/// An entry is a little-endian number. From its bit 0 on it has the key part, the depth, the number
/// of the search (5 bits), the bound (2), whether it is of the principal variation (1), the move,
/// the value, and the static evaluation. It fills whole bytes. A cluster has its entries one after
/// the other, and then zeros up to a power of two of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    entries: u32,
    key: u32,
    depth: u32,
    mv: u32,
    value: u32,
}

/// The entries of a cluster.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    entries: [Entry; MOST_ENTRIES],
    count: usize,
}

impl Deref for Cluster {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        self.entries.get(..self.count).unwrap_or_default()
    }
}

impl Default for Layout {
    /// Three entries of 10 bytes, and two bytes of padding: the published layout.
    fn default() -> Self {
        Self { entries: 3, key: 16, depth: 8, mv: 16, value: 16 }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entries, key, depth, mv, value } = self;
        write!(f, "entries={entries} key={key} depth={depth} move={mv} value={value}")
    }
}

impl Layout {
    /// A layout of this many entries a cluster, with these widths in bits: 1 to 4 entries, a key
    /// part of 8 to 31 bits, a depth of 4 to 16, a move of 8 to 32, values of 8 to 32.
    ///
    /// # Errors
    /// A number is out of its range, or an entry has more than 128 bits.
    pub fn new(entries: u32, key: u32, depth: u32, mv: u32, value: u32) -> Result<Self, LayoutError> {
        for (field, given, [low, high]) in [
            ("entries a cluster", entries, [1, 4]),
            ("the width of the key part", key, [8, 31]),
            ("the width of the depth", depth, [4, 16]),
            ("the width of the move", mv, [8, 32]),
            ("the width of the values", value, [8, 32]),
        ] {
            if !(low..=high).contains(&given) {
                return Err(LayoutError::OutOfRange { field, given, low, high });
            }
        }
        let layout = Self { entries, key, depth, mv, value };
        match layout.entry_bits() {
            bits if bits > MOST_BITS => Err(LayoutError::TooWide { bits, most: MOST_BITS }),
            _ => Ok(layout),
        }
    }

    /// Entries a cluster.
    pub fn entries(self) -> u32 {
        self.entries
    }

    /// Bits of the key part.
    pub fn key_bits(self) -> u32 {
        self.key
    }

    /// Bits of the depth.
    pub fn depth_bits(self) -> u32 {
        self.depth
    }

    /// Bits of the move.
    pub fn move_bits(self) -> u32 {
        self.mv
    }

    /// Bits of each of the two values.
    pub fn value_bits(self) -> u32 {
        self.value
    }

    /// The numbers of a layout, each with the name of its parameter.
    pub fn parameters(self) -> [(&'static str, u32); 5] {
        let Self { entries, key, depth, mv, value } = self;
        [
            ("entries", entries),
            ("key_bits", key),
            ("depth_bits", depth),
            ("move_bits", mv),
            ("value_bits", value),
        ]
    }

    /// The widths of the fields of an entry, from bit 0 on: key part, depth, search, bound,
    /// variation, move, value, evaluation.
    pub fn widths(self) -> [u32; 8] {
        [self.key, self.depth, GENERATION, 2, 1, self.mv, self.value, self.value]
    }

    fn entry_bits(self) -> u32 {
        self.widths().iter().sum()
    }

    /// Bytes of an entry.
    pub fn entry_bytes(self) -> u32 {
        self.entry_bits().div_ceil(8)
    }

    /// Bytes of a cluster: a power of two.
    pub fn cluster_bytes(self) -> u32 {
        (self.entries * self.entry_bytes()).next_power_of_two()
    }

    /// The entry as a number of [`Layout::entry_bytes`] bytes. What a field cannot hold is cut off.
    pub fn pack(self, entry: &Entry) -> u128 {
        let fields = [
            entry.key,
            entry.depth,
            entry.generation,
            entry.bound.code(),
            u32::from(entry.pv),
            entry.mv,
            entry.value,
            entry.eval,
        ];
        let put = |(word, low), (field, width): (u32, u32)| {
            (word | (u128::from(field) & ((1 << width) - 1)) << low, low + width)
        };
        fields.into_iter().zip(self.widths()).fold((0, 0), put).0
    }

    /// The entry of a number.
    pub fn unpack(self, word: u128) -> Entry {
        let mut low = 0;
        let [key, depth, generation, bound, pv, mv, value, eval] = self.widths().map(|width| {
            let field = (word >> low & ((1 << width) - 1)) as u32;
            low += width;
            field
        });
        Entry { key, depth, generation, bound: Bound::of_code(bound), pv: pv == 1, mv, value, eval }
    }

    /// The entries of a cluster of [`Layout::cluster_bytes`] bytes.
    pub fn read(self, cluster: &[u8]) -> Cluster {
        let mut entries = [Entry::default(); MOST_ENTRIES];
        let chunks = cluster.chunks(self.entry_bytes() as usize).take(self.entries as usize);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte));
        entries.iter_mut().zip(chunks).for_each(|(entry, bytes)| *entry = self.unpack(number(bytes)));
        Cluster { entries, count: self.entries as usize }
    }

    /// Writes the entry of this place into a cluster.
    pub fn write(self, cluster: &mut [u8], place: usize, entry: &Entry) {
        let bytes = self.entry_bytes() as usize;
        let word = self.pack(entry).to_le_bytes();
        let into = cluster.iter_mut().skip(place * bytes).take(bytes);
        into.zip(word).for_each(|(to, byte)| *to = byte);
    }
}
