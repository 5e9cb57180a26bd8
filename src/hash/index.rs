//! The number of a key's cluster, by multiplication.

use super::{CountError, Layout};

/// Half of the largest number of clusters that 32 bits of a key reach.
const PAIRS_OF_32_BITS: u64 = 1 << 31;

/// The bits of a key that make the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// Bits 32 to 1, for up to 2^32 clusters.
    Bits32,
    /// All 64, for any number of clusters.
    Bits64,
}

impl Width {
    /// 32 or 64.
    pub fn bits(self) -> u32 {
        match self {
            Self::Bits32 => 32,
            Self::Bits64 => 64,
        }
    }
}

/// The number of clusters of a table: even, and at least 2.
///
/// Bit 0 of an index is the side to move, so a false hit never gives a move of the wrong side. The
/// other bits are the high half of a product: `((key[32:1] x count) >> 32) & ~1`, or
/// `((key x count) >> 64) & ~1`. An index is below the count for every key, because the high half
/// is at most `count - 1`, which is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clusters {
    count: u64,
    width: Width,
}

impl Clusters {
    /// This many clusters, by the index of 32 bits where that reaches all of them, else by that of
    /// 64 bits.
    ///
    /// # Errors
    /// The number is zero or odd.
    pub fn new(count: u64) -> Result<Self, CountError> {
        let reached = count <= 2 * PAIRS_OF_32_BITS;
        Self::with_width(count, if reached { Width::Bits32 } else { Width::Bits64 })
    }

    /// The same with the index of this width.
    ///
    /// # Errors
    /// The number is zero or odd, or the index does not reach so far.
    pub fn with_width(count: u64, width: Width) -> Result<Self, CountError> {
        if count == 0 {
            return Err(CountError::Zero);
        }
        if count % 2 == 1 {
            let near = [count - 1, count.wrapping_add(1)].into_iter().filter(|&near| near > 0);
            let near: Vec<String> = near.map(|near| near.to_string()).collect();
            return Err(CountError::Odd { count, near: near.join(" or ") });
        }
        let most = 2 * PAIRS_OF_32_BITS;
        if width == Width::Bits32 && count > most {
            return Err(CountError::Reach { count, most });
        }
        Ok(Self { count, width })
    }

    /// The same, if all clusters of this layout fit a memory of so many bytes.
    ///
    /// # Errors
    /// They do not.
    pub fn within(self, layout: Layout, memory: u64) -> Result<Self, CountError> {
        let bytes = layout.cluster_bytes();
        let most = (memory / u64::from(bytes)) & !1;
        match self.count <= most {
            true => Ok(self),
            false => Err(CountError::Memory { count: self.count, bytes, memory, most }),
        }
    }

    /// Their number.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The width of the index.
    pub fn width(self) -> Width {
        self.width
    }

    /// The cluster of a key whose bit 0 is the side to move.
    pub fn index(self, key: u64) -> u64 {
        self.index_for(key, key & 1)
    }

    /// The cluster of a key and of a side to move, 0 or 1.
    pub fn index_for(self, key: u64, side: u64) -> u64 {
        let high = match self.width {
            Width::Bits32 => high_half_32((key >> 1) as u32, self.count),
            Width::Bits64 => high_half_64(key, self.count),
        };
        high & !1 | side & 1
    }

    /// The part of a key that an entry stores, of `bits` bits, at most 31. Bits 32 to 0 make the
    /// narrow index, so it is the highest bits. The wide index depends on the low bits least, so
    /// there it is those above bit 0.
    pub fn key_part(self, key: u64, bits: u32) -> u32 {
        let part = match self.width {
            Width::Bits32 => key >> (u64::BITS - bits),
            Width::Bits64 => key >> 1,
        };
        (part & ((1 << bits) - 1)) as u32
    }
}

/// The high half of a product of 32 bits and a count of up to 2^32.
pub fn high_half_32(key: u32, count: u64) -> u64 {
    ((u128::from(key) * u128::from(count)) >> 32) as u64
}

/// The high half of a product of 64 bits by 64.
pub fn high_half_64(key: u64, count: u64) -> u64 {
    ((u128::from(key) * u128::from(count)) >> 64) as u64
}
