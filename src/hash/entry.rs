//! An entry, and what is stored in one.

/// What a value says of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Nothing: there is no value. 0 in hardware.
    #[default]
    None,
    /// It is worth at most this. 1 in hardware.
    Upper,
    /// It is worth at least this. 2 in hardware.
    Lower,
    /// It is worth this. 3 in hardware.
    Exact,
}

impl Bound {
    /// All, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];

    /// The code of 2 bits.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The bound of a code, of which the lowest two bits count.
    pub fn of_code(code: u32) -> Self {
        match code & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// An entry: its fields as unsigned numbers of the widths of a [`Layout`](super::Layout).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The stored part of the key.
    pub key: u32,
    /// The depth in plies, plus a number that keeps it above 0 (3 in the published programs). An
    /// entry with 0 is empty.
    pub depth: u32,
    /// The number of the search that wrote it, modulo 32.
    pub generation: u32,
    /// What the value says.
    pub bound: Bound,
    /// It is of the principal variation.
    pub pv: bool,
    /// The best move, 0 for none.
    pub mv: u32,
    /// The value, in two's complement.
    pub value: u32,
    /// The static evaluation, in two's complement.
    pub eval: u32,
}

impl Entry {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }
}

/// What a search stores of a position. The fields are those of an [`Entry`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Store {
    /// The depth, above 0. A store with 0 is ignored.
    pub depth: u32,
    /// What the value says.
    pub bound: Bound,
    /// It is of the principal variation.
    pub pv: bool,
    /// The best move, 0 for none.
    pub mv: u32,
    /// The value.
    pub value: u32,
    /// The static evaluation.
    pub eval: u32,
}
