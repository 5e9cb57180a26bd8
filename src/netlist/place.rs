//! The place of an instance in its design's own geometry, in blocks: a1 is column 0, row 0.

/// A rectangle of blocks, its sides included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Area {
    /// The first column.
    pub left: u32,
    /// The first row.
    pub bottom: u32,
    /// The last column.
    pub right: u32,
    /// The last row.
    pub top: u32,
}

impl Area {
    /// One block.
    pub const fn block(column: u32, row: u32) -> Self {
        Self { left: column, bottom: row, right: column, top: row }
    }

    /// The smallest rectangle that holds both.
    pub fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }

    /// Whether the other lies in this one.
    pub fn contains(self, other: Self) -> bool {
        self.around(other) == self
    }
}

/// The place of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// On its own block, or between the blocks of the rectangle.
    Over(Area),
    /// Beside the block memories of the device, wherever it has them.
    BesideMemory,
}
