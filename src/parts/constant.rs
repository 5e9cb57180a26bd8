//! Constants of cells, which the text names where a bare number would tell nothing.

use rust_hdl::prelude::*;

/// A named constant of a cell, in `N` bits.
pub fn constant<const N: usize>(value: impl Into<u64>) -> Constant<Bits<N>> {
    Constant::new(value.into().to_bits())
}
