//! The properties proven of the array of squares.

mod arbiter;
mod restore;
mod selection;

pub use arbiter::arbiter_tree;
pub use restore::make_then_undo;
pub use selection::{lines_exclude_each_other, one_square_a_line};

/// The module that the squares stand in.
pub const ARRAY: &str = "board";
