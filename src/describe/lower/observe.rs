//! The values of a rust-hdl block's ports and flip-flops, under their names in the netlist, for
//! comparison.

use rust_hdl::prelude::Block;

use super::cell::{Cell, Role};
use super::kernel::net_name;

/// Names and values.
pub(crate) struct Observed {
    /// Input ports.
    pub inputs: Vec<(String, u128)>,
    /// Output ports and registers.
    pub others: Vec<(String, u128)>,
}

/// The present values.
pub(crate) fn observe(block: &dyn Block) -> Observed {
    let cell = Cell::of(block).unwrap_or_else(|problem| panic!("{problem}"));
    let values = |roles: &[Role]| {
        let items = cell.items.iter().filter(|item| roles.contains(&item.role));
        let number = |words: &[u64]| words.iter().rev().fold(0, |n: u128, &w| n << 64 | u128::from(w));
        items.map(|item| (net_name(&item.path, item.role), number(item.value.words()))).collect()
    };
    Observed { inputs: values(&[Role::Input]), others: values(&[Role::Output, Role::State]) }
}
